/**
 * Writes the emit of a token rule for one of its variants. With groups taken or skipped it is known which captures there are and what
 * stands between them, so that an emit which repeats a stretch of the URL becomes one copy of that stretch.
 */
import { CONVERSIONS, type TokenEmit } from '../../rules/index.ts';
import { EMIT, IDENTITY } from '../token-program.ts';
import { addStretches, type Variant } from './variants.ts';
import type { Pool } from './writer.ts';

/**
 * The number of pieces of output, then four numbers each as in the code: literal text, a stretch of the URL between two boundaries, or a typed
 * token by its capture number. A literal has the place of its text.
 */
type Pieces = { readonly code: number[]; readonly texts: string[] };
const HEAD = 1;
const STEP = 4;

/** An emit with its literals cut into delimiters and what stands between them: the same for all variants. */
export type CutEmit = readonly (string | { readonly ref: number; readonly conv: number })[];

export function cutEmit(emit: TokenEmit): CutEmit {
  const cut: CutEmit[number][] = [];
  for (let i = 0; i < emit.seq.length; i++) {
    const out = emit.seq[i]!;
    if ('ref' in out) cut.push({ ref: out.ref, conv: out.conv === undefined ? 0 : 1 + CONVERSIONS.indexOf(out.conv) });
    else if ('lit' in out) addStretches(cut, out.lit);
    else addStretches(cut, 'any' in out ? '*' : `(${out.alt.join('|')})`);
  }
  return cut;
}

export function emitCode(variant: Variant, emit: CutEmit, pool: Pool): number[] {
  const { code, texts } = outputPieces(variant, emit);
  // No pieces at all would be the empty form, so a negative number is free to say "the URL as it is".
  if (isWhole(code, variant)) return [IDENTITY];
  for (let at = HEAD; at < code.length; at += STEP) {
    if (code[at] !== EMIT.lit) continue;
    const place = pool.add(texts[code[at + 1]!]!);
    code[at + 1] = place[0];
    code[at + 2] = place[1];
  }
  code[0] = (code.length - HEAD) / STEP;
  return code;
}

/** True if the form of a URL that fits the variant is always that URL. */
export function isIdentityEmit(variant: Variant, emit: CutEmit): boolean {
  return isWhole(outputPieces(variant, emit).code, variant);
}

function isWhole(code: readonly number[], { segments }: Variant): boolean {
  return (
    code.length === HEAD + STEP &&
    code[1] === EMIT.copy &&
    code[2] === 0 &&
    code[3] === 2 * segments.length - 1 &&
    code[4] === 0
  );
}

/** The emit in order; a literal that stands in the URL right after what was copied last is a copy too. */
function outputPieces(variant: Variant, emit: CutEmit): Pieces {
  const captures = capturesOf(variant);
  const pieces: Pieces = { code: [0], texts: [] };
  for (let i = 0; i < emit.length; i++) {
    const out = emit[i]!;
    if (typeof out === 'string') {
      addText(pieces, variant, out);
      continue;
    }
    const segment = captures[out.ref];
    if (segment === undefined) continue;
    if (segment === TYPED) pieces.code.push(EMIT.capture, out.ref, 0, out.conv);
    else addCopy(pieces.code, segment * 2, segment * 2 + 1, out.conv);
  }
  return pieces;
}

/** Instead of a run's segment, for typed tokens. */
const TYPED = -1;

/** The segment of each run by its capture. */
function capturesOf({ segments }: Variant): number[] {
  const captures: number[] = [];
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]!;
    if (segment.kind === 'star') captures[segment.cap] = i;
    else if (segment.kind === 'mixed')
      for (let k = 0; k < segment.items.length; k++) {
        const item = segment.items[k]!;
        if ('type' in item && item.cap !== null) captures[item.cap] ??= TYPED;
      }
  }
  return captures;
}

/** The text between two neighbouring boundaries, where the variant fixes it. */
function fixedText({ shape, segments }: Variant, boundary: number): string | null {
  if (boundary % 2 === 1) return shape[(boundary - 1) / 2] ?? null;
  const segment = segments[boundary / 2];
  return segment?.kind === 'lit' ? segment.text : segment?.kind === 'empty' ? '' : null;
}

/** Neighbouring copies become one. */
function addCopy(code: number[], from: number, to: number, conv: number): void {
  if (conv === 0 && code.length > HEAD && endOfCopy(code) === from) code[code.length - 2] = to;
  else code.push(EMIT.copy, from, to, conv);
}

/** Where what was copied last ends, -1 if the last piece is no copy of bytes as they are; the beginning of the URL if there is none. */
function endOfCopy(code: readonly number[]): number {
  const last = code.length - STEP;
  if (last < HEAD) return 0;
  return code[last] === EMIT.copy && code[last + 3] === 0 ? code[last + 2]! : -1;
}

/** Neighbouring literals become one, too. */
function addText({ code, texts }: Pieces, variant: Variant, text: string): void {
  const from = endOfCopy(code);
  // An empty text between two delimiters is stepped over.
  const at = from >= 0 && fixedText(variant, from) === '' ? from + 1 : from;
  if (from >= 0 && fixedText(variant, at) === text) addCopy(code, from, at + 1, 0);
  else if (code.length > HEAD && code[code.length - STEP] === EMIT.lit) texts[texts.length - 1] += text;
  else {
    code.push(EMIT.lit, texts.length, 0, 0);
    texts.push(text);
  }
}
