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
      for (let k = 0; k < all.length; k++) all[k]!.hash = mix(all[k]!.hash, hash);
    } else if (segment.kind === 'alt' && expanded.has(i)) {
      const before = all;
      all = [];
      for (let k = 0; k < before.length; k++) {
        const { hash, choice } = before[k]!;
        for (let t = 0; t < segment.texts.length; t++) {
          const text = segment.texts[t]!;
          all.push({ hash: mix(hash, hashText(text)), choice: choice === null ? [text] : choice.concat(text) });
        }
      }
    } else if (segment.kind === 'mixed')
      for (let k = 0; k < all.length; k++) all[k]!.hash = hashMixed(all[k]!.hash, segment.items);
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
  const place = pool.add(shape);
  code[3] = place[0];
  code[4] = place[1];
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
    for (let k = 0; k < segment.items.length; k++) {
      const item = segment.items[k]!;
      if ('lit' in item) {
        code.push(SEGMENT.lit);
        addText(code, item.lit, pool);
      } else code.push(item.type === 'a' ? SEGMENT.letters : SEGMENT.digits, item.cap ?? 0, 0);
    }
    return SEGMENT.mixed;
  }
  if (isChosen) return SEGMENT.chosen;
  code.push(segment.texts.length);
  for (let k = 0; k < segment.texts.length; k++) addText(code, segment.texts[k]!, pool);
  return SEGMENT.alt;
}

function addText(code: number[], text: string, pool: Pool): void {
  const place = pool.add(text);
  code.push(place[0], place[1]);
}

/** The highest capture number that a context sets or an emit reads. */
export function highestCapture(seq: readonly El[], emit: TokenEmit): number {
  let highest = 0;
  for (let i = 0; i < emit.seq.length; i++) {
    const out = emit.seq[i]!;
    if ('ref' in out) highest = Math.max(highest, out.ref);
  }
  for (let i = 0; i < seq.length; i++) {
    const el = seq[i]!;
    if ('star' in el) highest = Math.max(highest, el.star);
    else if ('type' in el) highest = Math.max(highest, el.cap ?? 0);
    else if ('opt' in el) highest = Math.max(highest, highestCapture(el.opt, emit));
  }
  return highest;
}

/** The chosen texts of a lookup, as pool places. */
export function choiceCode(choice: readonly string[], pool: Pool): number[] {
  const code: number[] = [];
  for (let k = 0; k < choice.length; k++) addText(code, choice[k]!, pool);
  return code;
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
  let all: Set<number> | null = null;
  let combinations = 1;
  let most = 0;
  let largest = -1;
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]!;
    if (segment.kind !== 'alt') continue;
    all = (all ?? new Set()).add(i);
    const size = segment.texts.length;
    combinations *= size;
    if (size <= most) continue;
    most = size;
    largest = i;
  }
  if (all === null) return NONE;
  return combinations <= MOST_CHOICES ? all : new Set([largest]);
}

/** Number of tokens of a mixed segment, and a bit for each of the first 31 that is literal. */
function literalTokens(items: readonly MixedItem[]): { count: number; bits: number } {
  let count = 0;
  let bits = 0;
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    const tokens = 'lit' in item ? tokenizeDuster(item.lit).length : 1;
    for (let k = 0; k < tokens; k++, count++) if ('lit' in item && count < 31) bits |= 1 << count;
  }
  return { count, bits };
}

function hashMixed(start: number, items: readonly MixedItem[]): number {
  let hash = start;
  let count = 0;
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (!('lit' in item)) {
      count++;
      continue;
    }
    const tokens = tokenizeDuster(item.lit);
    for (let k = 0; k < tokens.length; k++, count++) if (count < 31) hash = mix(hash, hashText(tokens[k]!));
  }
  return hash;
}
