/** What a pair rule does to a URL: changes of keys, as data, with texts by which equal ones are found. */
import type { Key, KeyEmit, ValueExpr } from '../../rules/index.ts';

export type Change = { readonly key: Key; readonly value: ValueExpr };

export type Transformation = {
  /** Parameters that are new stand in the order of the target. */
  readonly changes: readonly Change[];
  /** The whole path, if components are inserted. */
  readonly path: readonly ValueExpr[] | null;
  readonly queryOrder: KeyEmit['queryOrder'];
  /** Keys whose value in the source is not what the target has. */
  readonly changed: ReadonlySet<Key>;
  /** How many components are addressed from the end, `path[-1]` first. */
  readonly fromEnd: number;
  /** Components that the path of the source must have, if the transformation names them all. */
  readonly pathLength: number | null;
  /** Globs of the keys whose pieces it names. */
  readonly deep: ReadonlyMap<Key, readonly (string | null)[]>;
};

/** Equal for transformations that do the same. */
export function transformationText(transformation: Transformation): string {
  return print(transformation, () => false);
}

/** The same for those that differ only in the texts that the keys of `isOpen` are set to. */
export function openText(transformation: Transformation, isOpen: (key: Key) => boolean): string {
  return print(transformation, isOpen);
}

/** A literal, or what stands for several of them. */
export function isText(value: ValueExpr): boolean {
  return 'lit' in value || 'any' in value;
}

/** Control characters separate, because no key name has them; a literal says how long it is. */
function print(transformation: Transformation, isOpen: (key: Key) => boolean): string {
  const { changes, path, queryOrder, fromEnd, pathLength, deep } = transformation;
  let text = `${fromEnd} ${pathLength} ${typeof queryOrder === 'string' ? queryOrder : queryOrder.join('&')}`;
  for (const { key, value } of changes) {
    text += `\u0001${key}\u0002${isText(value) && isOpen(key) ? '?' : printValue(value)}`;
  }
  if (path) for (const value of path) text += `\u0003${printValue(value)}`;
  for (const [key, glob] of deep) text += `\u0004${key}\u0002${glob.map((piece) => piece ?? '\u0000').join('\u0005')}`;
  return text;
}

function printValue(value: ValueExpr): string {
  if ('ref' in value) return `r${value.ref}`;
  if ('conv' in value) return `${value.conv} ${value.of}`;
  if ('lit' in value) return value.lit === null ? 'n' : `l${value.lit.length} ${value.lit}`;
  return 'any' in value ? '*' : 'd';
}
