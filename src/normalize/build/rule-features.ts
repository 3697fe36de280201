/** Which features a key, text, edit or irregular token rule is found by. Complete, not exact: whatever is found is then applied by definition. */

import {
  type Cond,
  type Conv,
  type El,
  type KeyEmit,
  type KeyMatch,
  type KeyParts,
  type Op,
  parseKey,
  type Rule,
  type TextMatch,
  type ValuePattern,
  wholeKey,
} from '../../rules/index.ts';
import { tokenizeDuster, tokenType } from '../../url/index.ts';
import { encode } from '../bytes.ts';
import { MOST_ANCHORED, MULTI, NULL_HASH, SINGLE } from '../features.ts';
import { hashRange, mix, SEED } from '../hash.ts';
import { FACT } from '../keys-scan.ts';
import { hashText } from './text-list.ts';

/** One way to find a rule: the features to look at, and the hash they have when the rule may apply. */
export type FeatureLookup = { readonly group: readonly number[]; readonly hash: number; readonly hints: Hints };

/** What a URL has whenever it has the features, for a quick no; null where anything will do. */
export type Hints = {
  /** Second and last byte of the path. */
  readonly second: number | null;
  readonly last: number | null;
  /** Hash of the name of a parameter. */
  readonly name: number | null;
};

type Single = { readonly kind: number; readonly a: number; readonly value: number } & Partial<Omit<Hints, 'name'>>;
type Multi = { readonly kind: number; readonly a: number; readonly value: number };
type Way = { readonly singles: readonly Single[]; readonly multi: Multi | null };

/** Room for the filter, which is known when all rules are. */
const NO_FILTER = [0, 0];

/** Finds a rule on every URL. */
export const ANY_URL: FeatureLookup = toLookup({ singles: [], multi: null });

/** `composes`: the rule only matters where it changes something, because others are tried after it in any case. */
export function featureLookups({ match, emit }: Rule, composes = false): FeatureLookup[] {
  if (match.view === 'tokens')
    return [toLookup({ singles: [], multi: trigger(literalTokens(match.seq), MULTI.tokenWord) })];
  if (match.view === 'text') return [toLookup(textWay(match))];
  if (match.view === 'keys') {
    const reasons = composes && emit.view === 'keys' ? changeWays(emit) : null;
    const ways = keyWays(match);
    return (reasons === null ? ways : ways.flatMap((way) => narrowed(way, reasons))).map(toLookup);
  }
  const conditions = match.when.map(conditionWay);
  const singles = conditions.flatMap((way) => way.singles);
  const multi = conditions.find((way) => way.multi !== null)?.multi ?? null;
  const ways = emit.view === 'edit' ? operationWays(emit.op) : [];
  return ways.map((way) => toLookup({ singles: [...way.singles, ...singles], multi: way.multi ?? multi }));
}

/** Singles in a fixed order, so that rules with the same features share a group. */
function toLookup({ singles, multi }: Way): FeatureLookup {
  const sorted = [...singles].sort((x, y) => x.kind - y.kind || x.a - y.a || x.value - y.value);
  let hash = SEED;
  for (const { value } of sorted) hash = mix(hash, value);
  const group = [
    sorted.length,
    ...sorted.flatMap(({ kind, a }) => [kind, a]),
    multi?.kind ?? MULTI.none,
    multi?.kind === MULTI.namePrefix ? multi.a : 0,
    ...NO_FILTER,
  ];
  return { group, hash: multi === null ? hash : mixMulti(hash, multi), hints: hintsOf({ singles, multi }) };
}

function hintsOf({ singles, multi }: Way): Hints {
  const first = (hint: 'second' | 'last') => singles.find((single) => typeof single[hint] === 'number')?.[hint] ?? null;
  const isName = multi?.kind === MULTI.paramName;
  const name = isName ? multi.value : multi?.kind === MULTI.paramNameValue ? multi.a : null;
  return { second: first('second'), last: first('last'), name };
}

function mixMulti(hash: number, { kind, value, a }: Multi): number {
  // A name and a value are mixed one after the other; `a` carries the name's hash then.
  return kind === MULTI.paramNameValue ? mix(mix(hash, a), value) : mix(hash, value);
}

/** The literal tokens of a context that every URL it matches must have. */
function literalTokens(seq: readonly El[]): string[] {
  return seq.flatMap((el) => ('lit' in el ? tokenizeDuster(el.lit) : []));
}

/** The longest word, else an ASCII character; a rule without either is tried on every URL. Words come first because they are rarer. */
function trigger(tokens: readonly string[], wordKind: number): Multi | null {
  const words = tokens.filter((token) => tokenType(token) !== 'p');
  const longest = words.reduce((best, token) => (token.length > best.length ? token : best), '');
  if (longest !== '') return { kind: wordKind, a: 0, value: hashText(longest) };
  const mark = tokens.find((token) => token.charCodeAt(0) < 0x80);
  return mark === undefined ? null : { kind: MULTI.mark, a: 0, value: hashText(mark) };
}

/** An anchored text is found by its place, any other by a word. */
function textWay({ alpha, start, end }: TextMatch): Way {
  if (!start && !end) return { singles: [], multi: trigger(alpha, MULTI.textWord) };
  const bytes = encode(alpha.join(''));
  const looked = bytes.subarray(Math.max(0, bytes.length - MOST_ANCHORED));
  const kind = start ? SINGLE.head : SINGLE.tail;
  return { singles: [{ kind, a: bytes.length, value: hashRange(looked, 0, looked.length) }], multi: null };
}

/** Path and scheme literals by place; of the parameters the exact set of names, and one name with its value, the longest there is. */
function keyWays({ where, deep, pathLen, query }: KeyMatch): Way[] {
  const singles: Single[] = [];
  const names = new Map<string, number>();
  let best: { readonly multi: Multi; readonly length: number } | null = null;
  let choice: { readonly texts: readonly string[]; readonly way: (text: string) => Way } | null = null;
  const patterns: [string, ValuePattern][] = [
    ...Object.entries(where),
    ...Object.keys(deep ?? {}).map((key): [string, ValuePattern] => [key, { any: true }]),
  ];
  for (const [key, pattern] of patterns) {
    const ref = parseKey(key);
    if (ref === null || 'absent' in pattern) continue;
    const place = singlePlace(ref);
    const param = ref.part === 'query' ? ref : null;
    if (place !== null && 'eq' in pattern) singles.push(placed(place, pattern.eq ?? ''));
    const isWhole = place !== null || param?.piece === null;
    if ('in' in pattern && isWhole && pattern.in.length > (choice?.texts.length ?? 0)) {
      choice = {
        texts: pattern.in,
        way: (text) =>
          place
            ? { singles: [placed(place, text)], multi: null }
            : { singles: [], multi: nameValue(param?.name ?? '', text) },
      };
    }
    if (param === null) continue;
    names.set(wholeKey(param), hashText(param.name));
    const value = 'eq' in pattern && param.piece === null ? pattern.eq : undefined;
    const length = value === undefined ? -1 : (value ?? '').length;
    if (best !== null && length <= best.length) continue;
    best = { length, multi: value === undefined ? name(param.name) : nameValue(param.name, value) };
  }
  if (pathLen !== null) singles.push({ kind: SINGLE.depth, a: 0, value: pathLen });
  if (query === 'exact')
    singles.push({
      kind: SINGLE.names,
      a: 0,
      value: mix(
        names.size,
        [...names.values()].reduce((sum, hash) => (sum + hash) | 0, 0),
      ),
    });
  if (choice === null) return [{ singles, multi: best?.multi ?? null }];
  const { texts, way } = choice;
  return texts.map((text) => {
    const one = way(text);
    return { singles: [...singles, ...one.singles], multi: one.multi ?? best?.multi ?? null };
  });
}

/** A way, narrowed to URLs that have one of the others as well. A parameter that it looks for already tells them apart well enough. */
function narrowed(way: Way, others: readonly Way[]): Way[] {
  if (way.multi !== null && others.some(({ multi }) => multi !== null)) return [way];
  return others.map(({ singles, multi }) => ({ singles: [...way.singles, ...singles], multi: multi ?? way.multi }));
}

/**
 * What a URL has in one of these ways wherever a rule changes anything that does nothing but convert components in their places and
 * delete parameters; null for other rules.
 */
function changeWays({ set, path, queryOrder }: KeyEmit): Way[] | null {
  if (path !== undefined || queryOrder !== 'keep') return null;
  const facts = new Set<number>([FACT.untidy]);
  const names = new Map<string, Way>();
  for (const [key, expr] of Object.entries(set)) {
    const ref = parseKey(key);
    if ('del' in expr && ref?.part === 'query' && ref.piece === null) {
      // A second one is only where one name stands twice.
      const singles = ref.occurrence > 1 ? [fact(FACT.manyParams)] : [];
      if (singles.length === 0 || !names.has(ref.name)) names.set(ref.name, { singles, multi: name(ref.name) });
    } else {
      const needed =
        'conv' in expr && expr.of === key && ref?.part === 'path' ? factOfConversion(expr.conv, key) : null;
      if (needed === null) return null;
      facts.add(needed);
    }
  }
  return [...[...facts].map((one): Way => ({ singles: [fact(one)], multi: null })), ...names.values()];
}

function factOfConversion(conversion: Conv, key: string): number | null {
  switch (conversion) {
    case 'lower':
      return FACT.upperPath;
    case 'decode':
    case 'underscore':
      return FACT.percent;
    case 'capital':
      return key === 'path[-1]' ? FACT.smallInitial : null;
    default:
      return null;
  }
}

/** The single feature that gives a key's value, if there is one. */
function singlePlace(ref: KeyParts): Omit<Single, 'value'> | null {
  if (ref.part === 'scheme') return { kind: SINGLE.scheme, a: 0 };
  return ref.part === 'path' && ref.piece === null ? { kind: SINGLE.component, a: ref.index } : null;
}

/** A text at a place; the first and the last component lie at the ends of the path. */
function placed(place: Omit<Single, 'value'>, text: string): Single {
  const bytes = encode(text);
  const isComponent = place.kind === SINGLE.component;
  return {
    ...place,
    value: hashText(text),
    second: (isComponent && place.a === 1 ? bytes[0] : null) ?? null,
    last: (isComponent && place.a === -1 ? bytes.at(-1) : null) ?? null,
  };
}

function conditionWay(cond: Cond): Way {
  if ('param' in cond)
    return { singles: [], multi: cond.value === undefined ? name(cond.param) : nameValue(cond.param, cond.value) };
  if ('params' in cond) {
    const [first] = cond.params;
    return first === undefined ? { singles: [hasQuery(false)], multi: null } : { singles: [], multi: name(first) };
  }
  if ('query' in cond) {
    const single = cond.query === 'semicolon' ? fact(FACT.semicolon) : hasQuery(cond.query !== 'none');
    return { singles: [single], multi: null };
  }
  const { prefix, depth, ext, segment } = cond.path;
  const singles: Single[] = [];
  if (prefix !== undefined) singles.push(pathPrefix(prefix));
  if (depth !== undefined) singles.push({ kind: SINGLE.depth, a: 0, value: depth });
  if (ext !== undefined) singles.push(atEnd({ kind: SINGLE.extension, a: 0 }, ext));
  if (segment !== undefined) singles.push(placed({ kind: SINGLE.component, a: segment[0] }, segment[1]));
  return { singles, multi: null };
}

function operationWays(op: Op): Way[] {
  const single = (one: Single): Way => ({ singles: [one], multi: null });
  const multi = (one: Multi): Way => ({ singles: [], multi: one });
  switch (op.op) {
    case 'host':
      return op.from.map((host) => single({ kind: SINGLE.host, a: 0, value: hashText(host) }));
    case 'scheme':
      return [
        ...['http', 'https']
          .filter((scheme) => scheme !== op.to)
          .map((scheme) => single({ kind: SINGLE.scheme, a: 0, value: hashText(scheme) })),
        single(fact(FACT.upperScheme)),
      ];
    case 'dropPort':
      return [single(fact(FACT.port))];
    case 'dropParam':
      if ('prefix' in op)
        return [multi({ kind: MULTI.namePrefix, a: encode(op.prefix).length, value: hashText(op.prefix) })];
      return [multi(op.value === undefined ? name(op.name) : nameValue(op.name, op.value))];
    case 'anyParam':
      return [multi(name(op.name))];
    case 'aliasParam':
      return op.from.map((value) => multi(nameValue(op.name, value)));
    case 'renameParam':
      return [multi(name(op.from))];
    case 'pathFromParam':
      return [multi(name(op.param))];
    case 'dropQuery':
      return [single(fact(FACT.query))];
    case 'sortParams':
      return [single({ kind: SINGLE.unsorted, a: 0, value: 0 })];
    case 'dropEmptyParams':
      return [single(fact(FACT.emptyParam))];
    case 'dropRepeatedParams':
      return [single(fact(FACT.manyParams))];
    case 'separator':
      return [single(fact(FACT.semicolon))];
    case 'lowerPath':
      return [single(fact(FACT.upperPath))];
    case 'decode':
      return [single(fact(FACT.percent))];
    case 'collapseSlashes':
      return [single(fact(FACT.doubleSlash))];
    case 'trimSlash':
      return [single(fact(FACT.trailingSlash))];
    case 'dropSuffix':
      return [single(atEnd({ kind: SINGLE.pathSuffix, a: encode(op.suffix).length }, op.suffix))];
    case 'dropSegment':
      return typeof op.segment === 'string'
        ? [multi({ kind: MULTI.component, a: 0, value: hashText(op.segment) })]
        : [{ singles: [], multi: null }];
    case 'anySegment':
      return [{ singles: [], multi: null }];
    case 'dropPathParam':
      return [single(fact(FACT.pathParam))];
    case 'aliasPrefix':
      return op.from.map((prefix) => single(pathPrefix(prefix)));
  }
}

function fact(facts: number): Single {
  return { kind: SINGLE.fact, a: facts, value: facts };
}

function hasQuery(has: boolean): Single {
  return { kind: SINGLE.hasQuery, a: 0, value: has ? 1 : 0 };
}

function pathPrefix(prefix: string): Single {
  const bytes = encode(prefix);
  return { kind: SINGLE.pathPrefix, a: bytes.length, value: hashText(prefix), second: bytes[1] ?? null };
}

/** A text with which the path ends. */
function atEnd(place: Omit<Single, 'value'>, text: string): Single {
  return { ...place, value: hashText(text), last: encode(text).at(-1) ?? null };
}

function name(text: string): Multi {
  return { kind: MULTI.paramName, a: 0, value: hashText(text) };
}

function nameValue(text: string, value: string | null): Multi {
  return { kind: MULTI.paramNameValue, a: hashText(text), value: value === null ? NULL_HASH : hashText(value) };
}
