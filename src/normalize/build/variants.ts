/**
 * Token rules without optionals: each way of taking and skipping groups becomes a variant, a fixed sequence of delimiters
 * with one test per text between them. Variants stand in the order in which the interpreter would try them.
 */

import type { El } from '../../rules/index.ts';
import { isDelimiter, tokenType } from '../../url/index.ts';

/** What may stand between two delimiters. */
export type Segment =
  | { readonly kind: 'empty' }
  | { readonly kind: 'star'; readonly cap: number }
  | { readonly kind: 'lit'; readonly text: string }
  /** One of several texts. */
  | { readonly kind: 'alt'; readonly texts: readonly string[] }
  /** Literal and typed tokens in a row. */
  | { readonly kind: 'mixed'; readonly items: readonly MixedItem[] };
export type MixedItem = { readonly lit: string } | { readonly type: 'a' | 'n'; readonly cap: number | null };
export type Variant = { readonly shape: string; readonly segments: readonly Segment[] };

/** More than this and the rule is left to the interpreter; learned rules have a handful. */
const MOST_VARIANTS = 512;

type Item = Exclude<El, { readonly opt: readonly El[] }>;
/** Literals are cut at delimiters before anything else is done with them: once for all variants. */
type Atom = Item | { readonly delimiter: string };

/** The variants of a rule's context, none of them impossible; null when a `*` does not stand alone between delimiters, or there are too many. */
export function tokenVariants(seq: readonly El[]): Variant[] | null {
  const flat = expand(seq);
  if (flat === null) return null;
  const variants: Variant[] = [];
  for (const atoms of flat) {
    const cut = cutSegments(atoms);
    const made = cut === null ? null : assemble(cut.shape, cut.segments);
    if (made === null || variants.length + made.length > MOST_VARIANTS) return null;
    variants.push(...made);
  }
  return variants;
}

/** All ways of taking and skipping groups, taken first; alternatives that contain a delimiter are taken apart too, for they change the shape. */
function expand(seq: readonly El[]): Atom[][] | null {
  let all: Atom[][] = [[]];
  for (const el of seq) {
    let ways: readonly (readonly Atom[])[];
    if ('opt' in el) {
      const inner = expand(el.opt);
      if (inner === null) return null;
      ways = [...inner, []];
    } else if ('alt' in el && el.alt.some((text) => stretches(text).some(isDelimiter))) ways = el.alt.map(cutLiteral);
    else ways = ['lit' in el ? cutLiteral(el.lit) : [el]];
    if (all.length * ways.length > MOST_VARIANTS) return null;
    all = extended(all, ways);
  }
  return all;
}

/** Each list continued in each way. With one way to go on nothing is copied, or a long rule would cost the square of its length. */
function extended<T>(lists: T[][], ways: readonly (readonly T[])[]): T[][] {
  const [only] = ways;
  if (ways.length !== 1 || only === undefined) return lists.flatMap((list) => ways.map((way) => [...list, ...way]));
  for (const list of lists) for (const item of only) list.push(item);
  return lists;
}

/** A literal cut into delimiters and what stands between them. */
export function stretches(text: string): string[] {
  const out: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (!isDelimiter(text[i]!)) continue;
    if (i > from) out.push(text.slice(from, i));
    out.push(text[i]!);
    from = i + 1;
  }
  if (from < text.length) out.push(text.slice(from));
  return out;
}

function cutLiteral(text: string): Atom[] {
  return stretches(text).map((lit) => (isDelimiter(lit) ? { delimiter: lit } : { lit }));
}

function cutSegments(atoms: readonly Atom[]): { shape: string; segments: Item[][] } | null {
  let shape = '';
  let last: Item[] = [];
  const segments = [last];
  for (const atom of atoms) {
    if (!('delimiter' in atom)) last.push(atom);
    else {
      shape += atom.delimiter;
      last = [];
      segments.push(last);
    }
  }
  // A run next to anything but a delimiter has several ways to end.
  return segments.some((items) => items.length > 1 && items.some((item) => 'star' in item))
    ? null
    : { shape, segments };
}

/** Variants of one shape: alternatives inside a mixed segment are taken apart, in order. */
function assemble(shape: string, cut: readonly (readonly Item[])[]): Variant[] | null {
  let all: Segment[][] = [[]];
  for (const items of cut) {
    const only = segmentOf(items);
    if (only !== null) {
      for (const segments of all) segments.push(only);
      continue;
    }
    const ways = segmentWays(items);
    if (ways === null || all.length * ways.length > MOST_VARIANTS) return null;
    all = extended(
      all,
      ways.map((way) => [way]),
    );
  }
  return all.map((segments) => ({ shape, segments }));
}

/** What most segments are: nothing, or one item; null for others. */
function segmentOf(items: readonly Item[]): Segment | null {
  const [only] = items;
  if (only === undefined) return EMPTY;
  if (items.length > 1) return null;
  if ('star' in only) return { kind: 'star', cap: only.star };
  if ('lit' in only) return { kind: 'lit', text: only.lit };
  if ('alt' in only) return { kind: 'alt', texts: only.alt };
  return { kind: 'mixed', items: [only] };
}

const EMPTY: Segment = { kind: 'empty' };

function segmentWays(items: readonly Item[]): Segment[] | null {
  let all: MixedItem[][] = [[]];
  for (const item of items) {
    const ways: readonly MixedItem[] = 'alt' in item ? item.alt.map((lit) => ({ lit })) : 'star' in item ? [] : [item];
    if (all.length * ways.length > MOST_VARIANTS) return null;
    all = all.flatMap((before) =>
      ways.filter((way) => canFollow(before.at(-1), way)).map((way) => joinLiterals(before, way)),
    );
  }
  return all.map((mixed) => {
    const [first] = mixed;
    return mixed.length === 1 && first && 'lit' in first
      ? { kind: 'lit', text: first.lit }
      : { kind: 'mixed', items: mixed };
  });
}

/** Two letters in a row are one token, so an item that ends with a letter is never followed by one that begins with a letter. */
function canFollow(before: MixedItem | undefined, item: MixedItem): boolean {
  if (before === undefined) return true;
  const last = 'lit' in before ? tokenType(before.lit.slice(-1)) : before.type;
  const first = 'lit' in item ? tokenType(item.lit) : item.type;
  return last === 'p' || first !== last;
}

function joinLiterals(before: readonly MixedItem[], item: MixedItem): MixedItem[] {
  const last = before.at(-1);
  if (last && 'lit' in last && 'lit' in item) return [...before.slice(0, -1), { lit: last.lit + item.lit }];
  return [...before, item];
}
