/** Key rules, interpreted: conditions on scheme, host, path components and parameters, and the URL rebuilt from what the rule sets. */
import { compareCodePoints } from '../../base/index.ts';
import { buildUrl, occurrences, type Param, type UrlKeys, urlKeys } from '../../url/index.ts';
import { type KeyParts, parseKey, printKey, wholeKey } from '../key.ts';
import type { Key, KeyEmit, KeyMatch, ValueExpr, ValuePattern } from '../rule.ts';
import { convert } from './convert.ts';

/** `undefined` is absence; `null` is a parameter without `=`. */
type Value = string | null | undefined;

/** A URL's keys, and the deep pieces of the components and parameters that have a glob, by `placeName`. */
export type KeySource = { readonly keys: UrlKeys; readonly pieces: ReadonlyMap<string, readonly string[]> };

/** The form of a URL under a key rule, or null when it does not match or a value it needs is absent. */
export function applyKeys(match: KeyMatch, emit: KeyEmit, url: string): string | null {
  return keysParsed(match, emit, urlKeys(url));
}

/** The same for a URL that is parsed already: many rules are tried on one URL. */
export function keysParsed(match: KeyMatch, emit: KeyEmit, keys: UrlKeys): string | null {
  const source = sourceOf(keys, match.deep);
  if (source === null || !matchKeys(match, source)) return null;
  const built = emitKeys(emit, source);
  return built === null ? null : buildUrl(built);
}

/** Whether a rule is about a URL, whatever it makes of it. */
export function keysMatch(match: KeyMatch, keys: UrlKeys): boolean {
  const source = sourceOf(keys, match.deep);
  return source !== null && matchKeys(match, source);
}

/** The key view with its deep pieces; null when a value does not fit its glob. */
export function keySource(url: string, deep: Readonly<Record<Key, readonly (string | null)[]>>): KeySource | null {
  return sourceOf(urlKeys(url), deep);
}

function sourceOf(keys: UrlKeys, deep: KeyMatch['deep']): KeySource | null {
  if (deep === undefined) return { keys, pieces: NO_PIECES };
  const pieces = new Map<string, readonly string[]>();
  const source = { keys, pieces };
  for (const [key, glob] of Object.entries(deep)) {
    const value = keyValue(key, source);
    const parts = parseKey(key);
    const matched = typeof value === 'string' && parts ? matchGlob(glob, value) : null;
    if (matched === null) return null;
    pieces.set(placeName(parts!, keys), matched);
  }
  return source;
}

const NO_PIECES: KeySource['pieces'] = new Map();

function matchKeys(match: KeyMatch, source: KeySource): boolean {
  const { path, params } = source.keys;
  if (match.pathLen !== null && match.pathLen !== path.length) return false;
  const { tests, absent, named } = takenApart(match);
  for (const { name } of params) if (absent.has(name)) return false;
  if (named !== null && params.length > 0 && !areNamed(params, named)) return false;
  for (const { parts, pattern } of tests) if (!accepts(pattern, partValue(parts, source))) return false;
  return true;
}

/** Whether a rule names every parameter, each by its name and how often it came before. */
function areNamed(params: readonly Param[], named: ReadonlySet<Key>): boolean {
  const seen = occurrences(params);
  for (let i = 0; i < params.length; i++)
    if (!named.has(printKey({ part: 'query', name: params[i]!.name, occurrence: seen[i]!, piece: null }))) return false;
  return true;
}

/** What a rule asks of a URL. */
type Asked = {
  readonly tests: readonly { readonly parts: KeyParts | null; readonly pattern: ValuePattern }[];
  /** Parameters that there must not be: learners name dozens of them, and few URLs have one. */
  readonly absent: ReadonlySet<string>;
  /** The parameters that there may be; null if there may be any. */
  readonly named: ReadonlySet<Key> | null;
};

/** Taken apart once for each rule: it is asked of very many URLs. */
const asked = new WeakMap<KeyMatch, Asked>();

function takenApart(match: KeyMatch): Asked {
  const known = asked.get(match);
  if (known !== undefined) return known;
  const absent = new Set<string>();
  const tests: { parts: KeyParts | null; pattern: ValuePattern }[] = [];
  for (const [key, pattern] of Object.entries(match.where)) {
    const parts = parseKey(key);
    const isFirst = parts?.part === 'query' && parts.occurrence === 1 && parts.piece === null;
    if (isFirst && 'absent' in pattern) absent.add(parts.name);
    else tests.push({ parts, pattern });
  }
  const named = match.query === 'exact' ? new Set(Object.keys({ ...match.where, ...match.deep }).map(wholeName)) : null;
  const made = { tests, absent, named };
  asked.set(match, made);
  return made;
}

/** Pieces of a glob against a value: first as prefix, last as suffix, the middle ones leftmost; `*` is one character or more. */
function matchGlob(glob: readonly (string | null)[], value: string): string[] | null {
  const pieces: string[] = [];
  let at = 0;
  for (let i = 0; i < glob.length; i++) {
    const literal = glob[i];
    if (typeof literal === 'string') {
      if (!value.startsWith(literal, at)) return null;
      pieces.push(literal);
      at += literal.length;
      continue;
    }
    const next = glob[i + 1];
    const last = i + 2 === glob.length;
    const end =
      typeof next !== 'string' ? value.length : last ? value.length - next.length : value.indexOf(next, at + 1);
    if (end <= at) return null;
    pieces.push(value.slice(at, end));
    at = end;
  }
  return at === value.length ? pieces : null;
}

function accepts(pattern: ValuePattern, value: Value): boolean {
  if ('absent' in pattern) return value === undefined;
  if (value === undefined) return false;
  if ('any' in pattern) return true;
  if ('eq' in pattern) return value === pattern.eq;
  if (value === null) return false;
  if ('in' in pattern) return pattern.in.includes(value);
  return value !== '' && [...value].every((ch) => isOfType(pattern.type, ch.charCodeAt(0)));
}

function isOfType(type: 'a' | 'n' | 'alnum', c: number): boolean {
  const digit = c >= 48 && c <= 57;
  const letter = (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
  return type === 'n' ? digit : type === 'a' ? letter : digit || letter;
}

/** The value a key has in the source URL. */
export function keyValue(key: Key, source: KeySource): Value {
  return partValue(parseKey(key), source);
}

function partValue(parts: KeyParts | null, { keys, pieces }: KeySource): Value {
  if (parts === null) return undefined;
  if (parts.part === 'scheme') return keys.scheme ?? undefined;
  if (parts.part === 'host') return keys.host;
  if (parts.piece !== null) return pieces.get(placeName(parts, keys))?.[parts.piece - 1];
  return parts.part === 'path' ? keys.path[placeOf(parts, keys)] : keys.params[placeOf(parts, keys)]?.value;
}

const MISSING = Symbol('a value that the source does not have');

function emitKeys(emit: KeyEmit, source: KeySource): UrlKeys | null {
  const { keys } = source;
  let { scheme, host } = keys;
  const path: Value[] = [...keys.path];
  const params: (Param | undefined)[] = [...keys.params];
  const pieces = copiedPieces(source);
  for (const key in emit.set) {
    const parts = parseKey(key);
    let value = evaluate(emit.set[key]!, source);
    if (parts === null || value === MISSING) return null;
    if (parts.part === 'scheme' || parts.part === 'host') {
      if (typeof value !== 'string') return null;
      if (parts.part === 'scheme') scheme = value;
      else host = value;
      continue;
    }
    const at = placeOf(parts, keys);
    if (parts.piece !== null) {
      const texts = pieces.get(placeName(parts, keys));
      if (texts?.[parts.piece - 1] === undefined) return null;
      texts[parts.piece - 1] = value ?? '';
      value = texts.join('');
    }
    if (parts.part === 'query') setParam(params, keys.params[at], at, parts.name, value);
    else if (value === undefined && keys.path[at] === undefined) continue;
    else if (at < 0 || value === null) return null;
    else path[at] = value;
  }
  const components = emit.path ? replacePath(emit.path, source) : closeGaps(path, keys.path.length);
  if (components === null) return null;
  return {
    scheme,
    host,
    path: components,
    params: order(
      params.filter((p) => p !== undefined),
      emit.queryOrder,
    ),
  };
}

/** Pieces that may be changed; mostly there are none, and nothing is made. */
function copiedPieces({ pieces }: KeySource): ReadonlyMap<string, string[]> {
  if (pieces.size === 0) return NOTHING;
  return new Map([...pieces].map(([place, texts]) => [place, [...texts]]));
}

const NOTHING: ReadonlyMap<string, string[]> = new Map();

/** `undefined` means delete. */
function evaluate(expr: ValueExpr, source: KeySource): Value | typeof MISSING {
  if ('del' in expr) return undefined;
  if ('lit' in expr) return expr.lit;
  if ('any' in expr) return '*';
  if ('cat' in expr) {
    let text = '';
    for (const part of expr.cat) {
      const value = evaluate(part, source);
      if (value === MISSING || value === undefined) return MISSING;
      text += value ?? '';
    }
    return text;
  }
  const value = keyValue('ref' in expr ? expr.ref : expr.of, source);
  if (value === undefined) return MISSING;
  return 'conv' in expr && value !== null ? convert(expr.conv, value) : value;
}

/** New parameters go to the end, in the order of the rule. */
function setParam(params: (Param | undefined)[], old: Param | undefined, at: number, name: string, value: Value): void {
  if (old !== undefined) params[at] = value === undefined ? undefined : { ...old, value };
  else if (value !== undefined) params.push({ name, value, separator: '&' });
}

function replacePath(exprs: readonly ValueExpr[], source: KeySource): string[] | null {
  const path: string[] = [];
  for (const expr of exprs) {
    const value = evaluate(expr, source);
    if (typeof value !== 'string') return null;
    path.push(value);
  }
  return path;
}

/** Deleted components vanish; one set past the end with nothing before it would leave a hole, and then the rule does not apply. */
function closeGaps(path: readonly Value[], sourceLength: number): string[] | null {
  for (let i = sourceLength; i < path.length; i++) if (path[i] === undefined) return null;
  return path.filter((value) => typeof value === 'string');
}

function order(params: readonly Param[], queryOrder: KeyEmit['queryOrder']): Param[] {
  if (queryOrder === 'keep') return [...params];
  if (queryOrder === 'sort') return reorderParams(params, (a, b) => compareCodePoints(a.name, b.name));
  const rank = (name: string) => {
    const at = queryOrder.indexOf(name);
    return at < 0 ? queryOrder.length : at;
  };
  return reorderParams(params, (a, b) => rank(a.name) - rank(b.name));
}

/** A stable sort of parameters in which the k-th separator stays the k-th. */
export function reorderParams(params: readonly Param[], compare: (a: Param, b: Param) => number): Param[] {
  return [...params].sort(compare).map(({ name, value }, i) => ({ name, value, separator: params[i]!.separator }));
}

/** Index of a component or parameter; a component may be addressed past the end, -1 is before the start or no such parameter. */
function placeOf(parts: KeyParts & { readonly part: 'path' | 'query' }, keys: UrlKeys): number {
  if (parts.part === 'path') return parts.index > 0 ? parts.index - 1 : Math.max(-1, keys.path.length + parts.index);
  const { params } = keys;
  let seen = 0;
  for (let i = 0; i < params.length; i++) if (params[i]!.name === parts.name && ++seen === parts.occurrence) return i;
  return -1;
}

/** The same name for `path[-1]` and `path[3]` when both mean one component. */
function placeName(parts: KeyParts, keys: UrlKeys): string {
  return parts.part === 'path' || parts.part === 'query' ? `${parts.part} ${placeOf(parts, keys)}` : parts.part;
}

function wholeName(key: Key): Key {
  const parts = parseKey(key);
  return parts === null ? key : wholeKey(parts);
}
