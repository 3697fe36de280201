/**
 * Writes the emit of a token rule for one of its variants. With groups taken or skipped it is known which captures there are and what
 * stands between them, so that an emit which repeats a stretch of the URL becomes one copy of that stretch.
 */
import { CONVERSIONS, type TokenEmit } from '../../rules/index.ts';
import { EMIT, IDENTITY } from '../token-program.ts';
import { stretches, type Variant } from './variants.ts';
import type { Pool } from './writer.ts';

/** A piece of output: literal text, a stretch of the URL between two boundaries, or a typed token by its capture number. */
type Piece =
  | { readonly kind: 'lit'; readonly text: string }
  | { readonly kind: 'copy'; readonly from: number; readonly to: number; readonly conv: number }
  | { readonly kind: 'capture'; readonly cap: number; readonly conv: number };

/** An emit with its literals cut into delimiters and what stands between them: the same for all variants. */
export type CutEmit = readonly (string | { readonly ref: number; readonly conv: number })[];

export function cutEmit(emit: TokenEmit): CutEmit {
  return emit.seq.flatMap((out): CutEmit => {
    if ('ref' in out) return [{ ref: out.ref, conv: out.conv === undefined ? 0 : 1 + CONVERSIONS.indexOf(out.conv) }];
    return stretches('lit' in out ? out.lit : 'any' in out ? '*' : `(${out.alt.join('|')})`);
  });
}

export function emitCode(variant: Variant, emit: CutEmit, pool: Pool): number[] {
  const pieces = outputPieces(variant, emit);
  // No pieces at all would be the empty form, so a negative number is free to say "the URL as it is".
  if (isWhole(pieces, variant)) return [IDENTITY];
  const code = [pieces.length];
  for (const piece of pieces) {
    if (piece.kind === 'lit') {
      const [from, length] = pool.add(piece.text);
      code.push(EMIT.lit, from, length, 0);
    } else if (piece.kind === 'copy') code.push(EMIT.copy, piece.from, piece.to, piece.conv);
    else code.push(EMIT.capture, piece.cap, 0, piece.conv);
  }
  return code;
}

/** True if the form of a URL that fits the variant is always that URL. */
export function isIdentityEmit(variant: Variant, emit: CutEmit): boolean {
  return isWhole(outputPieces(variant, emit), variant);
}

function isWhole(pieces: readonly Piece[], { segments }: Variant): boolean {
  const [only] = pieces;
  return (
    pieces.length === 1 &&
    only?.kind === 'copy' &&
    only.conv === 0 &&
    only.from === 0 &&
    only.to === 2 * segments.length - 1
  );
}

/** The emit in order; a literal that stands in the URL right after what was copied last is a copy too. */
function outputPieces(variant: Variant, emit: CutEmit): Piece[] {
  const { stars, typed } = capturesOf(variant);
  const pieces: Piece[] = [];
  for (const out of emit) {
    if (typeof out !== 'string') {
      const star = stars.get(out.ref);
      if (star !== undefined) addPiece(pieces, { kind: 'copy', from: star * 2, to: star * 2 + 1, conv: out.conv });
      else if (typed.has(out.ref)) addPiece(pieces, { kind: 'capture', cap: out.ref, conv: out.conv });
      continue;
    }
    const last = pieces.at(-1);
    const from = last === undefined ? 0 : last.kind === 'copy' && last.conv === 0 ? last.to : -1;
    // An empty text between two delimiters is stepped over.
    const at = from >= 0 && fixedText(variant, from) === '' ? from + 1 : from;
    if (from >= 0 && fixedText(variant, at) === out) addPiece(pieces, { kind: 'copy', from, to: at + 1, conv: 0 });
    else addPiece(pieces, { kind: 'lit', text: out });
  }
  return pieces;
}

/** The segments of runs by their captures, and the captures of typed tokens. */
function capturesOf({ segments }: Variant): { stars: Map<number, number>; typed: Set<number> } {
  const stars = new Map<number, number>();
  const typed = new Set<number>();
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]!;
    if (segment.kind === 'star') stars.set(segment.cap, i);
    else if (segment.kind === 'mixed')
      for (const item of segment.items) if ('type' in item && item.cap !== null) typed.add(item.cap);
  }
  return { stars, typed };
}

/** The text between two neighbouring boundaries, where the variant fixes it. */
function fixedText({ shape, segments }: Variant, boundary: number): string | null {
  if (boundary % 2 === 1) return shape[(boundary - 1) / 2] ?? null;
  const segment = segments[boundary / 2];
  return segment?.kind === 'lit' ? segment.text : segment?.kind === 'empty' ? '' : null;
}

/** Neighbouring literals become one, neighbouring copies too. */
function addPiece(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (last?.kind === 'lit' && piece.kind === 'lit')
    pieces[pieces.length - 1] = { kind: 'lit', text: last.text + piece.text };
  else if (
    last?.kind === 'copy' &&
    piece.kind === 'copy' &&
    last.conv === 0 &&
    piece.conv === 0 &&
    last.to === piece.from
  )
    pieces[pieces.length - 1] = { ...last, to: piece.to };
  else pieces.push(piece);
}
