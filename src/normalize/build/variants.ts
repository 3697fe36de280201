/**
 * Token rules without optionals: each way of taking and skipping groups becomes a variant, a fixed sequence of delimiters
 * with one test per text between them. Variants stand in the order in which the interpreter would try them.
 *
 * Here and where variants are written, loops count: thousands of candidates are compiled before the engine has compiled this, and until then
 * every step of `for (const … of …)` makes an object.
 */

import type { El } from '../../rules/index.ts';
import { tokenType } from '../../url/index.ts';
import { CLASS, DELIMITER } from '../bytes.ts';

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
/**
 * Literals are cut at delimiters before anything else is done with them: once for all variants. An atom is a delimiter, or an item and
 * the segment that it is when it stands alone between two, which is shared by all variants as well.
 */
type Atom = { readonly delimiter: string; readonly item: Item | null; readonly alone: Segment };

const EMPTY: Segment = { kind: 'empty' };
/** By the byte of each delimiter. */
const DELIMITER_ATOMS: readonly (Atom | undefined)[] = Array.from(CLASS, (kind, byte) =>
  kind === DELIMITER ? { delimiter: String.fromCharCode(byte), item: null, alone: EMPTY } : undefined,
);

/** The variants of a rule's context, none of them impossible; null when a `*` does not stand alone between delimiters, or there are too many. */
export function tokenVariants(seq: readonly El[]): Variant[] | null {
  const flat = expand(seq);
  if (flat === null) return null;
  const variants: Variant[] = [];
  for (let i = 0; i < flat.length; i++) if (!addVariants(variants, flat[i]!)) return null;
  return variants;
}

/** All ways of taking and skipping groups, taken first; alternatives that contain a delimiter are taken apart too, for they change the shape. */
function expand(seq: readonly El[]): Atom[][] | null {
  let all: Atom[][] = [[]];
  for (let i = 0; i < seq.length; i++) {
    const el = seq[i]!;
    if ('lit' in el) {
      // With one way to go on nothing is copied, or a long rule would cost the square of its length.
      for (let k = 0; k < all.length; k++) addLiteral(all[k]!, el.lit);
      continue;
    }
    let ways: readonly (readonly Atom[])[];
    if ('opt' in el) {
      const inner = expand(el.opt);
      if (inner === null) return null;
      ways = [...inner, []];
    } else if ('alt' in el && el.alt.some(hasDelimiter)) ways = el.alt.map((text) => addLiteral([], text));
    else {
      const atom: Atom = { delimiter: '', item: el, alone: aloneOf(el) };
      for (let k = 0; k < all.length; k++) all[k]!.push(atom);
      continue;
    }
    if (all.length * ways.length > MOST_VARIANTS) return null;
    all = all.flatMap((list) => ways.map((way) => list.concat(way)));
  }
  return all;
}

function hasDelimiter(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (DELIMITER_ATOMS[text.charCodeAt(i)] !== undefined) return true;
  return false;
}

/** Adds a literal, cut into delimiters and what stands between them. */
function addLiteral(atoms: Atom[], text: string): Atom[] {
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const delimiter = DELIMITER_ATOMS[text.charCodeAt(i)];
    if (delimiter === undefined) continue;
    if (i > from) atoms.push(literalAtom(text.slice(from, i)));
    atoms.push(delimiter);
    from = i + 1;
  }
  if (from < text.length) atoms.push(literalAtom(from === 0 ? text : text.slice(from)));
  return atoms;
}

function literalAtom(lit: string): Atom {
  return { delimiter: '', item: { lit }, alone: { kind: 'lit', text: lit } };
}

/** The same as texts. */
export function addStretches(out: unknown[], text: string): void {
  const atoms = addLiteral([], text);
  for (let i = 0; i < atoms.length; i++) {
    const { delimiter, alone } = atoms[i]!;
    out.push(alone.kind === 'lit' ? alone.text : delimiter);
  }
}

/** What an item is that stands alone between delimiters. */
function aloneOf(item: Item): Segment {
  if ('star' in item) return { kind: 'star', cap: item.star };
  if ('lit' in item) return { kind: 'lit', text: item.lit };
  if ('alt' in item) return { kind: 'alt', texts: item.alt };
  return { kind: 'mixed', items: [item] };
}

/** Adds the variants of one shape: alternatives inside a mixed segment are taken apart, in order. False if that cannot be done. */
function addVariants(variants: Variant[], atoms: readonly Atom[]): boolean {
  let shape = '';
  let all: Segment[][] = [[]];
  let from = 0;
  for (let to = 0; to <= atoms.length; to++) {
    const atom = atoms[to];
    if (atom !== undefined && atom.item !== null) continue;
    if (to - from <= 1) {
      const segment = to === from ? EMPTY : atoms[from]!.alone;
      for (let k = 0; k < all.length; k++) all[k]!.push(segment);
    } else {
      const ways = segmentWays(atoms.slice(from, to));
      if (ways === null || all.length * ways.length > MOST_VARIANTS) return false;
      all = all.flatMap((segments) => ways.map((way) => [...segments, way]));
    }
    if (atom !== undefined) shape += atom.delimiter;
    from = to + 1;
  }
  if (variants.length + all.length > MOST_VARIANTS) return false;
  for (let k = 0; k < all.length; k++) variants.push({ shape, segments: all[k]! });
  return true;
}

/** Several items in a row; null if there is a run among them, which has several ways to end next to anything but a delimiter, or there are too many. */
function segmentWays(atoms: readonly Atom[]): Segment[] | null {
  let all: MixedItem[][] = [[]];
  for (const { item } of atoms) {
    if (item === null || 'star' in item) return null;
    const ways: readonly MixedItem[] = 'alt' in item ? item.alt.map((lit) => ({ lit })) : [item];
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
