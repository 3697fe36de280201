/** The units of a value: words, capitalized words, capitals, numbers, and every other character alone. */
import { isLowSurrogate } from '../../base/index.ts';

export type Unit = {
  readonly text: string;
  /** Letters, digits, or null for a character that is neither and only separates. */
  readonly type: 'a' | 'n' | null;
};

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

/** `[A-Z][a-z]+|[a-z]+|[A-Z]+|[0-9]+|[^A-Za-z0-9]`: a capital and lower case after it are one unit, as in Figure 2 of the paper. */
export function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  for (let from = 0; from < text.length; ) {
    const end = unitEnd(text, from);
    const kind = kindOf(text.charCodeAt(from));
    units.push({ text: text.slice(from, end), type: kind === OTHER ? null : kind === DIGIT ? 'n' : 'a' });
    from = end;
  }
  return units;
}

function unitEnd(text: string, from: number): number {
  const kind = kindOf(text.charCodeAt(from));
  let end = from + 1;
  if (kind === OTHER) {
    const isPair = text.charCodeAt(from) >> 10 === 0x36 && isLowSurrogate(text.charCodeAt(end));
    return isPair ? end + 1 : end;
  }
  const rest = kind === UPPER && kindOf(text.charCodeAt(end)) === LOWER ? LOWER : kind;
  while (end < text.length && kindOf(text.charCodeAt(end)) === rest) end++;
  return end;
}

function kindOf(c: number): number {
  if (c >= 97 && c <= 122) return LOWER;
  if (c >= 48 && c <= 57) return DIGIT;
  return c >= 65 && c <= 90 ? UPPER : OTHER;
}
