/** The names of URL parts in key rules: `scheme`, `host`, `path[2]`, `path[-1].1`, `query[name#2]`, taken apart, put together, ordered. */
import { compareCodePoints } from '../base/index.ts';
import type { Key } from './rule.ts';

export type KeyParts =
  | { readonly part: 'scheme' }
  | { readonly part: 'host' }
  | {
      readonly part: 'path';
      /** From 1, or from -1 backwards. */
      readonly index: number;
      /** Number of the deep piece, from 1; null for the whole component. */
      readonly piece: number | null;
    }
  | {
      readonly part: 'query';
      readonly name: string;
      /** Which of a repeated parameter, from 1. */
      readonly occurrence: number;
      readonly piece: number | null;
    };

const PATH = /^path\[(-?[1-9][0-9]{0,5})\](?:\.([1-9][0-9]{0,5}))?$/;
const QUERY = /^query\[([^#]*)(?:#([1-9][0-9]{0,5}))?\](?:\.([1-9][0-9]{0,5}))?$/;

/**
 * The parts of a key, or null if it is not one. A parameter's name is everything between the first `[` and the last `]` or `#`,
 * which cannot stand in a query and so can only introduce the occurrence.
 */
export function parseKey(key: Key): KeyParts | null {
  const known = parsed.get(key);
  if (known !== undefined) return known;
  if (parsed.size >= MOST_PARSED) parsed.clear();
  const parts = parseNew(key);
  parsed.set(key, parts);
  return parts;
}

/** The keys of a rule are asked for at every URL that it is tried on. */
const parsed = new Map<Key, KeyParts | null>();
const MOST_PARSED = 1_000;

function parseNew(key: Key): KeyParts | null {
  if (key === 'scheme' || key === 'host') return { part: key };
  const path = PATH.exec(key);
  if (path) return { part: 'path', index: Number(path[1]), piece: optionalNumber(path[2]) };
  const query = QUERY.exec(key);
  if (!query || query[2] === '1') return null;
  const occurrence = optionalNumber(query[2]) ?? 1;
  return { part: 'query', name: query[1]!, occurrence, piece: optionalNumber(query[3]) };
}

/** The inverse of `parseKey`. */
export function printKey(parts: KeyParts): Key {
  if (parts.part === 'scheme' || parts.part === 'host') return parts.part;
  const piece = parts.piece === null ? '' : `.${parts.piece}`;
  if (parts.part === 'path') return `path[${parts.index}]${piece}`;
  return `query[${parts.name}${parts.occurrence === 1 ? '' : `#${parts.occurrence}`}]${piece}`;
}

/** The key of the whole component or value that a deep piece belongs to; any other key is its own whole. */
export function wholeKey(parts: KeyParts): Key {
  return printKey('piece' in parts ? { ...parts, piece: null } : parts);
}

/** The order in which key rules list keys, as in a URL: scheme, host, path from the start, path from the end, parameters by name. */
export function compareKeys(a: Key, b: Key): number {
  const x = rank(a);
  const y = rank(b);
  for (const [i, value] of x.entries()) {
    const other = y[i]!;
    const order = typeof value === 'number' ? value - Number(other) : compareCodePoints(value, String(other));
    if (order !== 0) return order;
  }
  return compareCodePoints(a, b);
}

/** What is compared, in turn: kind, place, name, occurrence, deep piece. */
function rank(key: Key): readonly [number, number, string, number, number] {
  const parts = parseKey(key);
  if (parts === null) return [5, 0, key, 0, 0];
  if (parts.part === 'path') return [parts.index > 0 ? 2 : 3, parts.index, '', 0, parts.piece ?? 0];
  if (parts.part === 'query') return [4, 0, parts.name, parts.occurrence, parts.piece ?? 0];
  return [parts.part === 'scheme' ? 0 : 1, 0, '', 0, 0];
}

function optionalNumber(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}
