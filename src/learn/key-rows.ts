/** URLs as rows of numbers in the key view, so that methods that compare keys and values compare integers. */
import { compareCodePoints } from '../base/index.ts';
import { printKey } from '../rules/index.ts';
import { occurrences, type Param, type UrlKeys, urlKeys } from '../url/index.ts';

/** The number of a value that a URL does not have. */
export const ABSENT = 0;
/** Keys above which a URL is not looked at: nobody writes so many, and generated ones would cost without limit. */
export const MAX_KEYS = 32;

/** The keys that a URL has, in the order of rules: scheme, host, path from the start, parameters by name. */
export type Shape = {
  /** Number of each key. */
  readonly keys: readonly number[];
  readonly hasScheme: boolean;
  readonly pathLength: number;
};

export class KeyRows {
  /** Names of keys, `path[1]`, by number. */
  readonly keys: string[] = [];
  /** Values by number; the first stands for absence. `null` is a parameter without `=`. */
  readonly values: (string | null)[] = [''];
  readonly shapes: Shape[] = [];
  /** By row: the URL, its shape, and where its values begin in `cells`, one for each key of the shape. */
  readonly urls: string[] = [];
  readonly shapeOf: number[] = [];
  readonly start: number[] = [];
  cells = new Int32Array(1024);
  #used = 0;
  readonly #keyNumbers = new Map<string, number>();
  readonly #valueNumbers = new Map<string | null, number>();
  readonly #shapeNumbers = new Map<string, number>();

  /** The number of the new row, or -1 if the URL has too many keys. */
  add(url: string): number {
    const keys = urlKeys(url);
    const count = (keys.scheme === null ? 1 : 2) + keys.path.length + keys.params.length;
    if (count > MAX_KEYS) return -1;
    const params = sortParams(keys.params);
    if (this.#used + count > this.cells.length) this.#grow();
    this.urls.push(url);
    this.start.push(this.#used);
    this.shapeOf.push(this.#shape(keys, params));
    if (keys.scheme !== null) this.#put(keys.scheme);
    this.#put(keys.host);
    for (const component of keys.path) this.#put(component);
    for (const { value } of params) this.#put(value);
    return this.urls.length - 1;
  }

  /** The value of a key in a row, or ABSENT. */
  valueOf(row: number, key: number): number {
    const at = this.shapes[this.shapeOf[row]!]!.keys.indexOf(key);
    return at < 0 ? ABSENT : this.cells[this.start[row]! + at]!;
  }

  /** The number of a key; of one that no row has yet, a new one. */
  keyNumber(key: string): number {
    return numberOf(this.#keyNumbers, this.keys, key);
  }

  #put(value: string | null): void {
    this.cells[this.#used++] = numberOf(this.#valueNumbers, this.values, value);
  }

  #shape({ scheme, path }: UrlKeys, params: readonly NamedParam[]): number {
    let text = `${scheme === null ? '' : ':'}${path.length}`;
    for (const { key } of params) text += `&${key}`;
    const known = this.#shapeNumbers.get(text);
    if (known !== undefined) return known;
    const names = ['host', ...path.map((_, i) => `path[${i + 1}]`), ...params.map(({ key }) => key)];
    if (scheme !== null) names.unshift('scheme');
    const keys = names.map((name) => this.keyNumber(name));
    this.#shapeNumbers.set(text, this.shapes.length);
    return this.shapes.push({ keys, hasScheme: scheme !== null, pathLength: path.length }) - 1;
  }

  #grow(): void {
    const bigger = new Int32Array(this.cells.length * 2);
    bigger.set(this.cells);
    this.cells = bigger;
  }
}

type NamedParam = { readonly key: string; readonly name: string; readonly value: string | null };

/** In the order of their names, repeated ones as they stand. */
function sortParams(params: readonly Param[]): readonly NamedParam[] {
  if (params.length === 0) return [];
  const seen = occurrences(params);
  const named = params.map(({ name, value }, i) => {
    return { key: printKey({ part: 'query', name, occurrence: seen[i]!, piece: null }), name, value };
  });
  return named.length === 1 ? named : named.sort((a, b) => compareCodePoints(a.name, b.name));
}

function numberOf<T>(numbers: Map<T, number>, list: T[], item: T): number {
  const known = numbers.get(item);
  if (known !== undefined) return known;
  numbers.set(item, list.length);
  return list.push(item) - 1;
}
