/** Arbitrary edit rules: every operation, with conditions over the same small alphabets as the URLs. */
import fc, { type Arbitrary } from 'fast-check';
import { type Cond, type Op, type PathCond, QUERY_CONDS } from '../../src/rules/index.ts';
import { type Body, orOdd } from './arb-odd.ts';
import { arbHost, arbName, arbSegment, arbValue, HOSTS, pick, SUFFIXES } from './arb-url.ts';

const arbPlace = fc.constantFrom(1, 1, 2, 3, -1, -2);
const arbPrefix = fc.array(arbSegment, { minLength: 1, maxLength: 2 }).map((segments) => `/${segments.join('/')}`);

const arbPathField: Arbitrary<PathCond> = fc.oneof(
  orOdd(fc.oneof(arbPrefix, fc.constant('/'))).map((prefix) => ({ prefix })),
  fc.nat(4).map((depth) => ({ depth })),
  orOdd(pick(['html', 'php', ''])).map((ext) => ({ ext })),
  fc.tuple(arbPlace, orOdd(arbSegment)).map((segment) => ({ segment })),
);

const arbCond: Arbitrary<Cond> = fc.oneof(
  { weight: 3, arbitrary: arbPathField.map((path) => ({ path })) },
  {
    weight: 1,
    arbitrary: fc
      .array(arbPathField, { minLength: 2, maxLength: 3 })
      .map((all) => ({ path: Object.assign({}, ...all) as PathCond })),
  },
  { weight: 2, arbitrary: orOdd(arbName).map((param) => ({ param })) },
  { weight: 2, arbitrary: fc.tuple(orOdd(arbName), orOdd(arbValue)).map(([param, value]) => ({ param, value })) },
  { weight: 1, arbitrary: fc.uniqueArray(orOdd(arbName), { maxLength: 2 }).map((params) => ({ params })) },
  { weight: 2, arbitrary: fc.constantFrom(...QUERY_CONDS).map((query) => ({ query })) },
);

/** A text that may be put into a query or path without changing how the URL splits. */
function harmless(text: Arbitrary<string>): Arbitrary<string> {
  return text.map((value) => value.replace(/[&;=#?]/g, '.'));
}

const OPERATIONS: { readonly [K in Op['op']]: Arbitrary<Op> } = {
  host: fc.tuple(fc.uniqueArray(arbHost, { minLength: 1, maxLength: 2 }), arbHost).map(
    ([from, to]): Op => ({
      op: 'host',
      from,
      to: from.includes(to) ? HOSTS.find((host) => !from.includes(host))! : to,
    }),
  ),
  scheme: fc.constantFrom('http', 'https').map((to): Op => ({ op: 'scheme', to })),
  dropPort: fc.constant({ op: 'dropPort' }),
  dropParam: fc.oneof(
    orOdd(arbName).map((name): Op => ({ op: 'dropParam', name })),
    fc.tuple(orOdd(arbName), orOdd(arbValue)).map(([name, value]): Op => ({ op: 'dropParam', name, value })),
    orOdd(pick(['utm_', 'a', 'i'])).map((prefix): Op => ({ op: 'dropParam', prefix })),
  ),
  anyParam: orOdd(arbName).map((name): Op => ({ op: 'anyParam', name })),
  aliasParam: fc
    .tuple(orOdd(arbName), fc.uniqueArray(orOdd(arbValue), { minLength: 1, maxLength: 3 }), harmless(orOdd(arbValue)))
    .filter(([, from, to]) => !from.includes(to))
    .map(([name, from, to]): Op => ({ op: 'aliasParam', name, from, to })),
  renameParam: fc
    .tuple(orOdd(arbName), harmless(orOdd(arbName)))
    .filter(([from, to]) => from !== to)
    .map(([from, to]): Op => ({ op: 'renameParam', from, to })),
  dropQuery: fc.constant({ op: 'dropQuery' }),
  sortParams: fc.constant({ op: 'sortParams' }),
  dropEmptyParams: fc.constant({ op: 'dropEmptyParams' }),
  dropRepeatedParams: fc.constant({ op: 'dropRepeatedParams' }),
  separator: fc.constant({ op: 'separator', to: '&' }),
  lowerPath: fc.oneof(
    fc.constant<Op>({ op: 'lowerPath' }),
    arbPlace.map((segment): Op => ({ op: 'lowerPath', segment })),
  ),
  decode: fc.constant({ op: 'decode' }),
  collapseSlashes: fc.constant({ op: 'collapseSlashes' }),
  trimSlash: fc.constant({ op: 'trimSlash' }),
  dropSuffix: orOdd(pick(SUFFIXES)).map((suffix): Op => ({ op: 'dropSuffix', suffix })),
  dropSegment: fc.oneof(arbPlace, orOdd(arbSegment)).map((segment): Op => ({ op: 'dropSegment', segment })),
  anySegment: arbPlace.map((segment): Op => ({ op: 'anySegment', segment })),
  dropPathParam: orOdd(pick(['s', 'a'])).map((name): Op => ({ op: 'dropPathParam', name })),
  aliasPrefix: fc
    .tuple(fc.uniqueArray(harmless(arbPrefix), { minLength: 1, maxLength: 2 }), harmless(arbPrefix))
    .filter(([from, to]) =>
      from.every((prefix) => !`${to}/`.startsWith(prefix) && prefix.endsWith('/') === to.endsWith('/')),
    )
    .map(([from, to]): Op => ({ op: 'aliasPrefix', from, to })),
  pathFromParam: fc.oneof(
    fc
      .tuple(orOdd(arbName), harmless(arbPrefix))
      .map(([param, prefix]): Op => ({ op: 'pathFromParam', param, prefix })),
    fc
      .tuple(orOdd(arbName), harmless(arbPrefix), harmless(orOdd(pick(['', ...SUFFIXES]))))
      .map(([param, prefix, suffix]): Op => ({ op: 'pathFromParam', param, prefix, suffix })),
  ),
};

/** Edit rules; few have many conditions, so that most URLs meet them. */
export const arbEditBody: Arbitrary<Body> = fc
  .record({
    op: fc.oneof(...Object.values(OPERATIONS)),
    when: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Cond[]>([]) },
      { weight: 2, arbitrary: fc.array(arbCond, { maxLength: 2 }) },
    ),
    unless: fc.oneof(
      { weight: 4, arbitrary: fc.constant<Cond[]>([]) },
      { weight: 1, arbitrary: fc.array(arbCond, { maxLength: 2 }) },
    ),
    depth: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ op, when, unless, depth }): Body => {
    const byNumber = op.op === 'dropSegment' && typeof op.segment === 'number';
    const conditions: Cond[] = byNumber ? [{ path: { depth } }, ...when] : when;
    return { match: { view: 'edit', when: conditions, unless }, emit: { view: 'edit', op } };
  });
