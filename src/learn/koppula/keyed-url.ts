/** A URL as keys and values, with the deep tokens of its host: what pair rules compare. */
import type { Key } from '../../rules/index.ts';
import { printKey } from '../../rules/index.ts';
import { occurrences, urlKeys } from '../../url/index.ts';
import type { KeyRows } from '../key-rows.ts';
import { type DeepToken, deepTokenize } from './deep-tokens.ts';
import type { DeepOptions } from './options.ts';

/** The deep tokens of a host: by key, `path[1]` or `query[id]`, and value. */
export type HostTokens = ReadonlyMap<Key, ReadonlyMap<string, DeepToken>>;

export type Part = {
  readonly key: Key;
  /** `null` for a parameter without `=`. */
  readonly value: string | null;
  readonly deep: DeepToken | null;
};

export type KeyedUrl = {
  readonly scheme: string | null;
  readonly host: string;
  readonly path: readonly Part[];
  /** In the order of the URL. */
  readonly params: readonly (Part & { readonly name: string })[];
};

/** Deep tokens of all values that the URLs of a host have, key by key (KOP 4, deep tokenization). */
export function tokenizeHost(rows: KeyRows, options: DeepOptions): HostTokens {
  const valuesOf: Set<number>[] = rows.keys.map(() => new Set());
  for (let row = 0; row < rows.urls.length; row++) {
    const start = rows.start[row]!;
    const { keys } = rows.shapes[rows.shapeOf[row]!]!;
    for (let i = 0; i < keys.length; i++) valuesOf[keys[i]!]!.add(rows.cells[start + i]!);
  }
  const tokens = new Map<Key, Map<string, DeepToken>>();
  for (const [k, numbers] of valuesOf.entries()) {
    const key = rows.keys[k]!;
    if (key === 'scheme' || key === 'host' || numbers.size < 2) continue;
    const values = [...numbers].map((number) => rows.values[number]!).filter((value) => value !== null);
    const known = new Map<string, DeepToken>();
    for (const [i, token] of deepTokenize(values, options).entries()) if (token) known.set(values[i]!, token);
    if (known.size > 0) tokens.set(key, known);
  }
  return tokens;
}

export function keyedUrl(url: string, tokens: HostTokens): KeyedUrl {
  const { scheme, host, path, params } = urlKeys(url);
  const part = (key: Key, value: string | null): Part => {
    return { key, value, deep: value === null ? null : (tokens.get(key)?.get(value) ?? null) };
  };
  const seen = occurrences(params);
  return {
    scheme,
    host,
    path: path.map((value, i) => part(`path[${i + 1}]`, value)),
    params: params.map(({ name, value }, i) => {
      return { name, ...part(printKey({ part: 'query', name, occurrence: seen[i]!, piece: null }), value) };
    }),
  };
}

/** The key of the n-th piece of a value, from 1. */
export function pieceKey(key: Key, n: number): Key {
  return `${key}.${n}`;
}
