/** Arbitrary key rules: most with conditions that a certain URL meets, some put together at random. */
import fc, { type Arbitrary } from 'fast-check';
import {
  CONVERSIONS,
  type Key,
  type KeyEmit,
  type KeyMatch,
  type ValueExpr,
  type ValuePattern,
} from '../../src/rules/index.ts';
import { urlKeys } from '../../src/url/index.ts';
import { type Body, orOdd } from './arb-odd.ts';
import { arbHost, arbName, arbRegularUrl, arbSegment, arbValue, pick, rarely, SEGMENTS } from './arb-url.ts';

const arbPlace = fc.constantFrom(1, 1, 2, 3, -1, -1, -2);
const arbPathKey = arbPlace.map((place): Key => `path[${place}]`);
const arbQueryKey = fc
  .tuple(orOdd(arbName), rarely(1, fc.constant(2)))
  .map(([name, n]): Key => `query[${name.replaceAll('#', '')}${n === 1 ? '' : `#${n}`}]`);
const arbKey: Arbitrary<Key> = fc.oneof(fc.constantFrom<Key>('scheme', 'host'), arbPathKey, arbQueryKey);

/** Key rules. */
export const arbKeyBody: Arbitrary<Body> = fc
  .oneof({ weight: 2, arbitrary: arbMatchOfUrl() }, { weight: 1, arbitrary: arbLooseMatch() })
  .chain((match) => arbKeyEmit(match).map((emit): Body => ({ match, emit })));

/** Conditions that a certain URL meets. */
function arbMatchOfUrl(): Arbitrary<KeyMatch> {
  return fc
    .record({
      url: arbRegularUrl,
      choices: fc.array(fc.nat(7), { minLength: 16, maxLength: 16 }),
      closed: fc.boolean(),
      deep: fc.nat(3),
    })
    .map(({ url, choices, closed, deep }) => {
      const { scheme, host, path, params } = urlKeys(url);
      const values: [Key, string | null][] = [['host', host]];
      if (scheme !== null) values.push(['scheme', scheme]);
      for (const [i, segment] of path.entries()) values.push([`path[${i + 1}]`, segment]);
      const names = new Set(params.map(({ name }) => name).filter((name) => !name.includes('#')));
      for (const name of names) values.push([`query[${name}]`, params.find((param) => param.name === name)!.value]);
      const kept = values.flatMap(([key, value], i) => forget(key, value, choices[i % choices.length]!));
      const first = path[0] ?? '';
      const globs = deep === 0 && first.length > 1 ? { deep: { 'path[1]': [first[0]!, null] } } : {};
      const exact = closed && names.size === params.length;
      return {
        view: 'keys',
        where: Object.fromEntries(kept),
        pathLen: closed ? path.length : null,
        query: exact ? 'exact' : 'open',
        ...globs,
      };
    });
}

function forget(key: Key, value: string | null, choice: number): [Key, ValuePattern][] {
  if (choice <= 2) return [[key, { any: true }]];
  if (choice <= 4) return [[key, { eq: value }]];
  if (choice === 5 && value !== null) return [[key, { in: [value, 'a'] }]];
  return [];
}

function arbLooseMatch(): Arbitrary<KeyMatch> {
  return fc
    .record({
      keys: fc.uniqueArray(arbKey, { maxLength: 4 }),
      patterns: fc.array(arbPattern(), { minLength: 4, maxLength: 4 }),
      pathLen: fc.option(fc.nat(4)),
      query: fc.constantFrom('exact' as const, 'open' as const),
      globs: rarely<readonly [Key, (string | null)[]][]>(
        [],
        fc.tuple(fc.oneof(arbPathKey, arbQueryKey), arbGlob()).map((entry) => [entry]),
        3,
      ),
      piece: fc.boolean(),
    })
    .map(({ keys, patterns, pathLen, query, globs, piece }) => {
      const where = keys.map((key, i): [Key, ValuePattern] => [key, withoutNull(key, patterns[i]!)]);
      const [glob] = globs;
      if (glob !== undefined && piece) where.push([`${glob[0]}.1`, withoutNull('', patterns[0]!)]);
      const match = { view: 'keys' as const, where: Object.fromEntries(where), pathLen, query };
      return glob === undefined ? match : { ...match, deep: Object.fromEntries(globs) };
    });
}

function withoutNull(key: Key, pattern: ValuePattern): ValuePattern {
  return 'eq' in pattern && pattern.eq === null && !key.startsWith('query[') ? { any: true } : pattern;
}

function arbPattern(): Arbitrary<ValuePattern> {
  const text = orOdd(fc.oneof(arbValue, arbSegment, arbHost));
  return fc.oneof(
    text.map((eq): ValuePattern => ({ eq })),
    fc.constant<ValuePattern>({ eq: null }),
    fc.uniqueArray(text, { minLength: 1, maxLength: 3 }).map((list): ValuePattern => ({ in: list })),
    fc.constant<ValuePattern>({ any: true }),
    fc.constantFrom('a' as const, 'n' as const, 'alnum' as const).map((type): ValuePattern => ({ type })),
    fc.constant<ValuePattern>({ absent: true }),
  );
}

/** Pieces without two wildcards side by side. */
function arbGlob(): Arbitrary<(string | null)[]> {
  const piece = orOdd(pick(['a', 'b', '-', '.', '1', 'index', 'html', '*', '{', '}', '{*}']));
  return fc
    .array(fc.oneof(piece as Arbitrary<string | null>, fc.constant(null)), { minLength: 1, maxLength: 4 })
    .map((glob) => glob.filter((item, i) => item !== null || glob[i - 1] !== null));
}

function arbKeyEmit(match: KeyMatch): Arbitrary<KeyEmit> {
  const there = Object.entries(match.where).flatMap(([key, pattern]) => ('absent' in pattern ? [] : [key]));
  const known = [...there, ...Object.keys(match.deep ?? {}).map((key) => `${key}.1`)];
  const anyKey =
    known.length === 0
      ? arbKey
      : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: arbKey });
  const expr = arbExpr(anyKey);
  const set = fc.array(
    fc.tuple(
      anyKey,
      fc.oneof({ weight: 3, arbitrary: expr }, { weight: 2, arbitrary: fc.constant<ValueExpr>({ del: true }) }),
    ),
    { maxLength: 3 },
  );
  const queryOrder: Arbitrary<KeyEmit['queryOrder']> = fc.oneof(
    { weight: 3, arbitrary: fc.constant('keep' as const) },
    { weight: 1, arbitrary: fc.constant('sort' as const) },
    { weight: 1, arbitrary: fc.uniqueArray(orOdd(arbName), { minLength: 1, maxLength: 3 }) },
  );
  const path = rarely<readonly ValueExpr[] | null>(null, fc.array(expr, { maxLength: 3 }), 5);
  return fc.record({ set, queryOrder, path }).map(({ set: entries, queryOrder: order, path: whole }) => {
    const allowed = entries
      .filter(([key]) => whole === null || !key.startsWith('path['))
      .map(([key, value]): [Key, ValueExpr] =>
        'del' in value && !/^(path|query)/.test(key) ? [key, { lit: 'http' }] : [key, value],
      )
      .concat(
        [[`query[new]`, { lit: null }] as [Key, ValueExpr]].filter(() => order === 'sort' && entries.length === 1),
      );
    const emit = { view: 'keys' as const, set: Object.fromEntries(allowed), queryOrder: order };
    return whole === null ? emit : { ...emit, path: whole };
  });
}

function arbExpr(key: Arbitrary<Key>): Arbitrary<ValueExpr> {
  const { expr } = fc.letrec<{ expr: ValueExpr }>((tie) => ({
    expr: fc.oneof(
      { maxDepth: 2 },
      {
        weight: 4,
        arbitrary: orOdd(fc.oneof(arbSegment, arbValue, fc.constantFrom(...SEGMENTS))).map(
          (lit): ValueExpr => ({ lit }),
        ),
      },
      { weight: 3, arbitrary: key.map((ref): ValueExpr => ({ ref })) },
      {
        weight: 2,
        arbitrary: fc.tuple(fc.constantFrom(...CONVERSIONS), key).map(([conv, of]): ValueExpr => ({ conv, of })),
      },
      { weight: 1, arbitrary: fc.constant<ValueExpr>({ any: true }) },
      {
        weight: 1,
        arbitrary: fc.array(tie('expr'), { minLength: 1, maxLength: 3 }).map((cat): ValueExpr => ({ cat })),
      },
    ),
  }));
  return expr;
}
