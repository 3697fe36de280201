/** Writes token variants as numbers: the mask that finds them by hash, and the program that checks them. */
import type { El, TokenEmit } from '../../rules/index.ts';
import { tokenizeDuster } from '../../url/index.ts';
import { PROGRAM } from '../flat.ts';
import { mix, SEED } from '../hash.ts';
import { kindWords, MASK, SEGMENT } from '../token-program.ts';
import { hashText } from './text-list.ts';
import type { MixedItem, Segment, Variant } from './variants.ts';
import type { Pool } from './writer.ts';

/** A way to find a variant: the hash of the literals its mask looks at, and which alternative each `alt` of the mask must be. */
export type Lookup = { readonly hash: number; readonly choice: readonly string[] | null };

/** Alternatives are looked up one by one as long as this many combinations cover them; above, only the longest list is. */
const MOST_CHOICES = 256;

/** The mask of a variant: which texts are looked up by hash. Equal masks are one entry in the code. */
export function maskCode(segments: readonly Segment[], expanded: ReadonlySet<number>): number[] {
  const code = [0];
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]!;
    if (segment.kind === 'lit' || (segment.kind === 'alt' && expanded.has(i))) code.push(i, MASK.whole, 0, 0);
    else if (segment.kind === 'mixed') {
      const { count, bits } = literalTokens(segment.items);
      code.push(i, MASK.tokens, count, bits);
    } else continue;
    code[0]!++;
  }
  return code;
}

/** Every combination of literals under which the variant is entered. */
export function lookups(segments: readonly Segment[], expanded: ReadonlySet<number>): Lookup[] {
  let all: { hash: number; readonly choice: Lookup['choice'] }[] = [{ hash: SEED, choice: null }];
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]!;
    if (segment.kind === 'lit') {
      const hash = hashText(segment.text);
      for (const one of all) one.hash = mix(one.hash, hash);
    } else if (segment.kind === 'alt' && expanded.has(i)) {
      all = all.flatMap(({ hash, choice }) =>
        segment.texts.map((text) => ({ hash: mix(hash, hashText(text)), choice: [...(choice ?? []), text] })),
      );
    } else if (segment.kind === 'mixed') for (const one of all) one.hash = hashMixed(one.hash, segment.items);
  }
  return all;
}

/** The program of a variant: program kind, emit, captures, delimiters, the kinds of all segments, then what each compares with. `alt` segments that the mask looks up only compare with the chosen text. */
export function variantCode(
  { shape, segments }: Variant,
  expanded: ReadonlySet<number>,
  captures: number,
  emitAt: number,
  pool: Pool,
): number[] {
  const code = [PROGRAM.tokens, emitAt, captures, 0, 0];
  const kinds = code.length;
  for (let k = kindWords(segments.length); k > 0; k--) code.push(0);
  for (let i = 0; i < segments.length; i++)
    code[kinds + (i >> 3)]! |= addSegment(code, segments[i]!, expanded.has(i), pool) << ((i & 7) * 4);
  [code[3], code[4]] = pool.add(shape);
  return code;
}

/** Adds what a segment compares with, and gives its kind. */
function addSegment(code: number[], segment: Segment, isChosen: boolean, pool: Pool): number {
  if (segment.kind === 'empty') return SEGMENT.empty;
  if (segment.kind === 'star') return SEGMENT.star;
  if (segment.kind === 'lit') {
    addText(code, segment.text, pool);
    return SEGMENT.lit;
  }
  if (segment.kind === 'mixed') {
    code.push(segment.items.length);
    for (const item of segment.items) {
      if ('lit' in item) {
        code.push(SEGMENT.lit);
        addText(code, item.lit, pool);
      } else code.push(item.type === 'a' ? SEGMENT.letters : SEGMENT.digits, item.cap ?? 0, 0);
    }
    return SEGMENT.mixed;
  }
  if (isChosen) return SEGMENT.chosen;
  code.push(segment.texts.length);
  for (const text of segment.texts) addText(code, text, pool);
  return SEGMENT.alt;
}

function addText(code: number[], text: string, pool: Pool): void {
  const [from, length] = pool.add(text);
  code.push(from, length);
}

/** The highest capture number that a context sets or an emit reads. */
export function highestCapture(seq: readonly El[], emit: TokenEmit): number {
  let highest = 0;
  for (const out of emit.seq) if ('ref' in out) highest = Math.max(highest, out.ref);
  for (const el of seq) {
    if ('star' in el) highest = Math.max(highest, el.star);
    else if ('type' in el) highest = Math.max(highest, el.cap ?? 0);
    else if ('opt' in el) highest = Math.max(highest, highestCapture(el.opt, emit));
  }
  return highest;
}

/** The chosen texts of a lookup, as pool places. */
export function choiceCode(choice: readonly string[], pool: Pool): number[] {
  return choice.flatMap((text) => pool.add(text));
}

/** The variant with the chosen texts in place of the alternatives that are looked up. */
export function chosen(
  { shape, segments }: Variant,
  expanded: ReadonlySet<number>,
  choice: readonly string[] | null,
): Variant {
  let next = 0;
  return { shape, segments: segments.map((one, i) => (expanded.has(i) ? literal(choice?.[next++] ?? '') : one)) };
}

function literal(text: string): Segment {
  return text === '' ? { kind: 'empty' } : { kind: 'lit', text };
}

const NONE: ReadonlySet<number> = new Set();

/** Which `alt` segments are looked up by hash: all if their combinations are few, else the one with most texts. */
export function lookedUp(segments: readonly Segment[]): ReadonlySet<number> {
  if (!segments.some(({ kind }) => kind === 'alt')) return NONE;
  const sizes = segments.flatMap((segment, i) => (segment.kind === 'alt' ? [[i, segment.texts.length] as const] : []));
  const combinations = sizes.reduce((product, [, size]) => product * size, 1);
  if (combinations <= MOST_CHOICES) return new Set(sizes.map(([i]) => i));
  const [largest] = [...sizes].sort((a, b) => b[1] - a[1]);
  return new Set(largest ? [largest[0]] : []);
}

/** Number of tokens of a mixed segment, and a bit for each of the first 31 that is literal. */
function literalTokens(items: readonly MixedItem[]): { count: number; bits: number } {
  let count = 0;
  let bits = 0;
  for (const item of items) {
    const tokens = 'lit' in item ? tokenizeDuster(item.lit).length : 1;
    for (let k = 0; k < tokens; k++, count++) if ('lit' in item && count < 31) bits |= 1 << count;
  }
  return { count, bits };
}

function hashMixed(start: number, items: readonly MixedItem[]): number {
  let hash = start;
  let count = 0;
  for (const item of items) {
    for (const token of 'lit' in item ? tokenizeDuster(item.lit) : ['']) {
      if ('lit' in item && count < 31) hash = mix(hash, hashText(token));
      count++;
    }
  }
  return hash;
}
