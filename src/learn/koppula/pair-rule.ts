/** The pair rule (KOP Algorithm 3): what turns one URL into another of the same page, key by key. */
import { compareCodePoints } from '../../base/index.ts';
import { type Conv, convert, type Key, type KeyEmit, type ValueExpr } from '../../rules/index.ts';
import { type KeyedUrl, type Part, pieceKey } from './keyed-url.ts';
import { MIN_REFERENCE } from './options.ts';
import type { Change, Transformation } from './transformation.ts';

/** Null if the key view does not tell the URLs apart, or no key rule turns the source into the target. */
export function pairRule(source: KeyedUrl, target: KeyedUrl): Transformation | null {
  if (source.scheme !== target.scheme && target.scheme === null) return null;
  const writer = new PairWriter(source);
  if (source.scheme !== target.scheme) writer.set('scheme', { lit: target.scheme });
  if (source.host !== target.host) writer.set('host', { lit: target.host });
  writer.writePath(target.path);
  return writer.writeQuery(target.params) ? writer.finish() : null;
}

class PairWriter {
  readonly #source: KeyedUrl;
  readonly #changes: Change[] = [];
  readonly #changed = new Set<Key>();
  readonly #deep = new Map<Key, readonly (string | null)[]>();
  #path: ValueExpr[] | null = null;
  #fromEnd = 0;
  #pathLength: number | null = null;
  #queryOrder: KeyEmit['queryOrder'] = 'keep';

  constructor(source: KeyedUrl) {
    this.#source = source;
  }

  set(key: Key, value: ValueExpr): void {
    this.#changes.push({ key, value });
    this.#changed.add(key);
  }

  /** Components by their place when there are equally many; else what is between the common beginning and the common end. */
  writePath(target: readonly Part[]): void {
    const { path } = this.#source;
    if (path.length === target.length) {
      for (const [i, part] of path.entries()) this.#change(part, target[i]!, part.key);
      return;
    }
    const least = Math.min(path.length, target.length);
    let before = 0;
    while (before < least && path[before]!.value === target[before]!.value) before++;
    let after = 0;
    while (after < least - before && path.at(-1 - after)!.value === target.at(-1 - after)!.value) after++;
    if (target.length > path.length) {
      this.#insert(target, before, after);
      return;
    }
    const isFromEnd = after === 0 && before > 0;
    for (let i = before; i < path.length - after; i++) {
      const part = path[i]!;
      const key = isFromEnd ? `path[${i - path.length}]` : part.key;
      if (isFromEnd) this.#fromEnd = Math.max(this.#fromEnd, path.length - i);
      const other = i < target.length - after ? target[i]! : null;
      if (other === null) this.set(key, { del: true });
      else this.#change(part, other, key);
    }
  }

  /** Gives the whole path, since a key rule has no name for a place between two components. */
  #insert(target: readonly Part[], before: number, after: number): void {
    const { path } = this.#source;
    this.#pathLength = path.length;
    this.#path = target.map((part, i) => {
      const fromEnd = target.length - i;
      const own = i < path.length - after ? path[i] : fromEnd <= after ? path.at(-fromEnd) : undefined;
      if (own !== undefined && own.value === part.value) return { ref: own.key };
      if (own !== undefined) this.#changed.add(own.key);
      return this.#valueFor(own ?? null, part.value, null);
    });
    for (let i = before; i < path.length - after; i++) this.#changed.add(path[i]!.key);
  }

  /** False if no order of parameters that a rule can name is that of the target. */
  writeQuery(target: KeyedUrl['params']): boolean {
    const { params } = this.#source;
    const wanted = new Map(target.map((part) => [part.key, part]));
    for (const part of params) {
      const other = wanted.get(part.key);
      if (other === undefined) this.set(part.key, { del: true });
      else this.#change(part, other, part.key);
    }
    const present = new Set(params.map(({ key }) => key));
    const added = target.filter(({ key }) => !present.has(key));
    for (const { key, value } of added) this.set(key, this.#valueFor(null, value, null));
    const kept = [...params.filter(({ key }) => wanted.has(key)), ...added];
    if (kept.every(({ key }, i) => key === target[i]!.key)) return true;
    const order = nameOrder(target.map(({ name }) => name));
    if (order === null) return false;
    this.#queryOrder = order;
    return true;
  }

  finish(): Transformation | null {
    if (this.#changes.length === 0 && this.#path === null && this.#queryOrder === 'keep') return null;
    return {
      changes: this.#changes,
      path: this.#path,
      queryOrder: this.#queryOrder,
      changed: this.#changed,
      fromEnd: this.#fromEnd,
      pathLength: this.#pathLength,
      deep: this.#deep,
    };
  }

  /** Piece by piece if both have the same pattern. */
  #change(part: Part, target: Part, key: Key): void {
    if (part.value === target.value) return;
    const { deep } = part;
    if (deep === null || deep.pattern !== target.deep?.pattern) {
      this.set(key, this.#valueFor(part, target.value, key));
      return;
    }
    this.#deep.set(key, deep.glob);
    for (const [i, piece] of deep.pieces.entries()) {
      const wanted = target.deep.pieces[i]!;
      if (piece === wanted) continue;
      const own = { key: pieceKey(key, i + 1), value: piece, deep: null };
      this.set(own.key, this.#valueFor(own, wanted, own.key));
    }
  }

  /** A reference to another key, a conversion of its own value, of another's, or the text. */
  #valueFor(own: Part | null, wanted: string | null, ownKey: Key | null): ValueExpr {
    if (wanted === null) return { lit: null };
    const isLong = wanted.length >= MIN_REFERENCE;
    const equal = isLong ? this.#find(own, (value) => value === wanted) : null;
    if (equal) return { ref: equal.key };
    const conv = typeof own?.value === 'string' ? conversion(own.value, wanted) : null;
    if (conv) return { conv, of: ownKey ?? own!.key };
    const other = isLong ? this.#find(own, (value) => conversion(value, wanted) !== null) : null;
    return other ? { conv: conversion(other.value, wanted)!, of: other.key } : { lit: wanted };
  }

  /** The first value that will do: components from the start, then parameters, each before its pieces; never the key itself. */
  #find(own: Part | null, isGood: (value: string) => boolean): { readonly key: Key; readonly value: string } | null {
    const { path, params } = this.#source;
    for (let i = 0; i < path.length + params.length; i++) {
      const part = path[i] ?? params[i - path.length]!;
      const { key, value, deep } = part;
      if (part === own) continue;
      if (value !== null && isGood(value)) return { key, value };
      const at = deep ? deep.pieces.findIndex((piece, n) => deep.glob[n] === null && isGood(piece)) : -1;
      if (at < 0 || pieceKey(key, at + 1) === own?.key) continue;
      this.#deep.set(key, deep!.glob);
      return { key: pieceKey(key, at + 1), value: deep!.pieces[at]! };
    }
    return null;
  }
}

/** How to write a value so that it becomes the text, or null. */
function conversion(value: string, wanted: string): Conv | null {
  const isSpelled = value.length === wanted.length;
  const isEncoded = value.includes('%') || wanted.includes('%');
  if (!isSpelled && !isEncoded) return null;
  return FUNCTIONS.find((conv) => convert(conv, value) === wanted) ?? null;
}

/** The functions of values that the method knows. */
const FUNCTIONS: readonly Conv[] = ['lower', 'upper', 'decode', 'encode'];

/** `sort` if the names are in order, else the names; null if one stands at two places. */
function nameOrder(names: readonly string[]): KeyEmit['queryOrder'] | null {
  if (names.every((name, i) => i === 0 || compareCodePoints(names[i - 1]!, name) <= 0)) return 'sort';
  const runs = names.filter((name, i) => i === 0 || names[i - 1] !== name);
  return new Set(runs).size < runs.length ? null : runs;
}
