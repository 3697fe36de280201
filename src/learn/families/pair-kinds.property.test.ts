/** Pairs by kinds are what each family would have found by itself. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editSource } from '../../rules/index.ts';
import type { SitePair } from './family.ts';
import { componentPairs, pairKinds, paramPairs } from './pair-kinds.ts';

const arbUrl = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.constantFrom('a.org', 'www.a.org'),
    fc.constantFrom('/', '/x', '/x/', '/x/y', '/z/y', '/X/y'),
    fc.constantFrom('', '?', '?p=1', '?p=2', '?p=1&q=2', '?q=2&p=1', '?P=1', '?p', '?p=1&p=2'),
  )
  .map(([scheme, host, path, query]) => `${scheme}://${host}${path}${query}`);

const arbPairs = fc.array(fc.tuple(arbUrl, arbUrl), { maxLength: 12 }).map((pairs) =>
  pairs.map(([a, b], page): SitePair => {
    const [x, y] = [a, b].map((text) => ({ text, source: editSource(text) }));
    return { a: x!, b: y!, page };
  }),
);

/** Places at which two lists differ, if they have one length. */
function differences<T>(x: readonly T[], y: readonly T[]): number[] | null {
  if (x.length !== y.length) return null;
  return [...x.keys()].filter((i) => JSON.stringify(x[i]) !== JSON.stringify(y[i]));
}

function named({ source }: SitePair['a']): readonly (readonly [string, string | null])[] {
  return source.params.map(({ name, value }) => [name, value] as const);
}

describe('pairs by kinds', () => {
  it('are told by scheme, host, path and query', () => {
    fc.assert(
      fc.property(arbPairs, (pairs) => {
        const kinds = pairKinds({ forms: [], pairs });
        const parts = ({ a, b }: SitePair) => [a.source.parts, b.source.parts] as const;
        const are = (test: (p: ReturnType<typeof parts>[0], q: ReturnType<typeof parts>[0]) => boolean) =>
          pairs.filter((pair) => test(...parts(pair)));
        expect(kinds.otherAddress).toEqual(are((p, q) => p.scheme !== q.scheme || p.host !== q.host));
        expect(kinds.otherPath).toEqual(are((p, q) => p.path !== q.path));
        expect(kinds.otherQuery).toEqual(are((p, q) => p.query !== q.query));
        expect(kinds.onlyPath).toEqual(are((p, q) => p.path !== q.path && p.query === q.query));
        expect(kinds.onlyQuery).toEqual(are((p, q) => p.path === q.path && p.query !== q.query));
        const one = are((p, q) => (p.query === null) !== (q.query === null));
        expect(kinds.oneQuery.map(({ page }) => page)).toEqual(one.map(({ page }) => page));
        for (const { a, b } of kinds.oneQuery)
          expect([a.source.parts.query === null, b.source.parts.query]).toEqual([false, null]);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it('have the one place at which they differ', () => {
    fc.assert(
      fc.property(arbPairs, (pairs) => {
        const view = { forms: [], pairs };
        const plain = (differencesOf: (pair: SitePair) => number[] | null) =>
          pairs.flatMap((pair) => {
            const found = differencesOf(pair);
            return found?.length === 1 ? [{ pair, at: found[0]! }] : [];
          });
        const isOnePath = ({ a, b }: SitePair) => a.source.parts.path === b.source.parts.path;
        expect(paramPairs(view)).toEqual(
          plain((pair) => (isOnePath(pair) ? differences(named(pair.a), named(pair.b)) : null)),
        );
        expect(componentPairs(view)).toEqual(plain(({ a, b }) => differences(a.source.path, b.source.path)));
      }),
      { seed: 6, numRuns: 300 },
    );
  });
});
