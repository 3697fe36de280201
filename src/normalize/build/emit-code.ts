/**
 * Writes the emit of a token rule for one of its variants. With groups taken or skipped it is known which captures there are and what
 * stands between them, so that an emit which repeats a stretch of the URL becomes one copy of that stretch.
 */
import { CONVERSIONS, type TokenEmit } from '../../rules/index.ts';
import { isDelimiter, tokenizeDuster } from '../../url/index.ts';
import { EMIT, IDENTITY } from '../token-program.ts';
import type { Variant } from './variants.ts';
import type { Pool } from './writer.ts';

/** A piece of output: literal text, a stretch of the URL between two boundaries, or a typed token by its capture number. */
type Piece =
  | { readonly kind: 'lit'; readonly text: string }
  | { readonly kind: 'copy'; readonly from: number; readonly to: number; readonly conv: number }
  | { readonly kind: 'capture'; readonly cap: number; readonly conv: number };

export function emitCode(variant: Variant, emit: TokenEmit, pool: Pool): number[] {
  const pieces = joinPieces(outputPieces(variant, emit));
  // No pieces at all would be the empty form, so a negative number is free to say "the URL as it is".
  if (isWhole(pieces, variant)) return [IDENTITY];
  return [
    pieces.length,
    ...pieces.flatMap((piece) => {
      if (piece.kind === 'lit') return [EMIT.lit, ...pool.add(piece.text), 0];
      return piece.kind === 'copy'
        ? [EMIT.copy, piece.from, piece.to, piece.conv]
        : [EMIT.capture, piece.cap, 0, piece.conv];
    }),
  ];
}

/** True if the form of a URL that fits the variant is always that URL. */
export function isIdentityEmit(variant: Variant, emit: TokenEmit): boolean {
  return isWhole(joinPieces(outputPieces(variant, emit)), variant);
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
function outputPieces({ shape, segments }: Variant, emit: TokenEmit): Piece[] {
  const stars = new Map<number, number>();
  const typed = new Set<number>();
  for (const [i, segment] of segments.entries()) {
    if (segment.kind === 'star') stars.set(segment.cap, i);
    else if (segment.kind === 'mixed')
      for (const item of segment.items) if ('type' in item && item.cap !== null) typed.add(item.cap);
  }
  /** The text between two neighbouring boundaries, where the variant fixes it. */
  const fixedText = (boundary: number): string | null => {
    if (boundary % 2 === 1) return shape[(boundary - 1) / 2] ?? null;
    const segment = segments[boundary / 2];
    return segment?.kind === 'lit' ? segment.text : segment?.kind === 'empty' ? '' : null;
  };
  const pieces: Piece[] = [];
  for (const out of emit.seq) {
    if ('ref' in out) {
      const conv = out.conv === undefined ? 0 : 1 + CONVERSIONS.indexOf(out.conv);
      const star = stars.get(out.ref);
      if (star !== undefined) pieces.push({ kind: 'copy', from: star * 2, to: star * 2 + 1, conv });
      else if (typed.has(out.ref)) pieces.push({ kind: 'capture', cap: out.ref, conv });
      continue;
    }
    for (const text of stretches('lit' in out ? out.lit : 'any' in out ? '*' : `(${out.alt.join('|')})`)) {
      const last = pieces.at(-1);
      const from = last === undefined ? 0 : last.kind === 'copy' && last.conv === 0 ? last.to : -1;
      // An empty text between two delimiters is stepped over.
      const at = from >= 0 && fixedText(from) === '' ? from + 1 : from;
      if (from >= 0 && fixedText(at) === text) pieces.push({ kind: 'copy', from, to: at + 1, conv: 0 });
      else pieces.push({ kind: 'lit', text });
    }
  }
  return pieces;
}

/** A literal cut into delimiters and what stands between them. */
function stretches(text: string): string[] {
  const out: string[] = [];
  let open = '';
  for (const token of tokenizeDuster(text)) {
    if (!isDelimiter(token)) {
      open += token;
      continue;
    }
    if (open !== '') out.push(open);
    out.push(token);
    open = '';
  }
  return open === '' ? out : [...out, open];
}

/** Neighbouring literals become one, neighbouring copies too. */
function joinPieces(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (last?.kind === 'lit' && piece.kind === 'lit')
      out[out.length - 1] = { kind: 'lit', text: last.text + piece.text };
    else if (
      last?.kind === 'copy' &&
      piece.kind === 'copy' &&
      last.conv === 0 &&
      piece.conv === 0 &&
      last.to === piece.from
    )
      out[out.length - 1] = { ...last, to: piece.to };
    else out.push(piece);
  }
  return out;
}
