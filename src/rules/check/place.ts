/** The small tests that checking is made of; each names the place in the file and says what should stand there. */
import { ConfigError } from '../../base/index.ts';

/** Nesting of values we only carry (options, evidence); far beyond any use, and safe for every JSON printer. */
const MAX_JSON_NESTING = 32;

/** An object whose fields are not known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Throws the one sentence. */
export function fail(place: string, problem: string): never {
  throw new ConfigError('bad-rule', `${place} ${problem}.`);
}

/** `rules[3].match`; at the top of a rule text the place is empty. */
export function at(place: string, field: string): string {
  return place === '' ? field : `${place}.${field}`;
}

/** A value as people see it in the file, shortened; lists and objects only by name, for they may be deep. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** An object that has all required fields and no others than the optional ones. */
export function fields<const R extends string, const O extends string = never>(
  value: unknown,
  place: string,
  required: readonly R[],
  optional: readonly O[] = [],
): Readonly<Record<R, unknown> & Partial<Record<O, unknown>>> {
  const object = anyObject(value, place);
  const known: readonly string[] = [...required, ...optional];
  for (const name of Object.keys(object)) {
    if (!known.includes(name)) fail(place, `has an unknown field ${show(name)}; its fields are ${known.join(', ')}`);
  }
  for (const name of required) if (!Object.hasOwn(object, name)) fail(place, `has no field "${name}"; add it`);
  return object as Record<R, unknown> & Partial<Record<O, unknown>>;
}

/** The one of several kinds of object this is, told by a field that only that kind has. */
export function kindOf<K extends string>(value: unknown, place: string, kinds: readonly K[]): K {
  const object = anyObject(value, place);
  const found = kinds.filter((kind) => Object.hasOwn(object, kind));
  if (found.length !== 1) fail(place, `must have exactly one of the fields ${kinds.join(', ')}`);
  return found[0]!;
}

export function anyObject(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    fail(place, `must be an object, not ${show(value)}`);
  return value as Fields;
}

export function array(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) fail(place, `must be a list, not ${show(value)}`);
  return value;
}

export function string(value: unknown, place: string): string {
  if (typeof value !== 'string') fail(place, `must be a text, not ${show(value)}`);
  return value;
}

export function boolean(value: unknown, place: string): boolean {
  if (typeof value !== 'boolean') fail(place, `must be true or false, not ${show(value)}`);
  return value;
}

/** A whole number of at least `least`. */
export function integer(value: unknown, place: string, least: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    fail(place, `must be a whole number of at least ${least}, not ${show(value)}`);
  }
  return value;
}

/** The place of a path component: 1, 2 … from the start, -1, -2 … from the end. */
export function segmentPlace(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value === 0) {
    fail(place, `must be 1, 2, … from the start or -1, -2, … from the end, not ${show(value)}`);
  }
  return value;
}

export function oneOf<T extends string>(value: unknown, place: string, allowed: readonly T[]): T {
  const found = allowed.find((word) => word === value);
  return found ?? fail(place, `must be one of ${allowed.map(show).join(', ')}, not ${show(value)}`);
}

/** A field whose only value is `true`. */
export function mark(value: unknown, place: string): true {
  if (value !== true) fail(place, `must be true, not ${show(value)}`);
  return true;
}

export function strings(value: unknown, place: string): string[] {
  return array(value, place).map((item, i) => string(item, `${place}[${i}]`));
}

/** As `strings`, with at least one entry. */
export function someStrings(value: unknown, place: string): string[] {
  const list = strings(value, place);
  if (list.length === 0) fail(place, 'is empty; give at least one entry');
  return list;
}

/** As `someStrings`, and none of them the empty text. */
export function fullStrings(value: unknown, place: string): string[] {
  const list = someStrings(value, place);
  const empty = list.indexOf('');
  if (empty >= 0) fail(`${place}[${empty}]`, 'is empty; remove it');
  return list;
}

/** A value that we only carry: anything JSON can hold. */
export function json(value: unknown, place: string, nesting = 0): void {
  if (nesting > MAX_JSON_NESTING) fail(place, `is nested more than ${MAX_JSON_NESTING} deep; flatten it`);
  if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value))
      json(item, Array.isArray(value) ? `${place}[${name}]` : at(place, name), nesting + 1);
  } else if (
    typeof value === 'number'
      ? !Number.isFinite(value)
      : !['string', 'boolean'].includes(typeof value) && value !== null
  ) {
    fail(place, `cannot be written as JSON; remove it`);
  }
}
