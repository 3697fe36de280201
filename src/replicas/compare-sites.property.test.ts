/** What pairs of sites have in common, against going through all their pages. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareSites } from './compare-sites.ts';
import { belongingOf } from './extended/belonging.ts';
import { PairSet } from './pair-set.ts';
import { SiteTableBuilder } from './site-table.ts';

const page = fc.record({ host: fc.nat({ max: 4 }), path: fc.nat({ max: 6 }), text: fc.nat({ max: 5 }) });

it('compares pages at the same paths as a plain walk does', () => {
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 40 }), (pages) => {
      // One page for a path of a host.
      const texts = new Map(pages.map(({ host, path, text }) => [`h${host} /${path}`, text]));
      const builder = new SiteTableBuilder();
      for (let text = 0; text <= 5; text++) {
        for (const [key, own] of texts) if (own === text) builder.addRow(`http://${key.replace(' ', '')}`, text, text);
      }
      const table = builder.finish();
      const set = new PairSet();
      for (let a = 0; a < table.hosts.length; a++) for (let b = a + 1; b < table.hosts.length; b++) set.add(a, b, 0);
      const pairs = set.list();
      const found = compareSites(table, pairs, belongingOf(table));
      const siteOf = (h: number) =>
        new Map(
          [...texts]
            .filter(([key]) => key.startsWith(`${table.hosts[h]} `))
            .map(([key, text]) => [key.split(' ')[1]!, text]),
        );
      const sitesWith = (text: number) =>
        new Set([...texts].filter(([, own]) => own === text).map(([key]) => key.split(' ')[0])).size;
      for (let pair = 0; pair < pairs.size; pair++) {
        const [x, y] = [siteOf(pairs.a[pair]!), siteOf(pairs.b[pair]!)];
        const common = [...x.keys()].filter((path) => y.has(path));
        const equal = common.filter((path) => x.get(path) === y.get(path));
        expect(found.common[pair]).toBe(common.length);
        expect(found.equal[pair]).toBe(equal.length);
        expect(found.same[pair]).toBe(equal.length);
        const weight = equal.reduce((sum, path) => sum + 1 / sitesWith(x.get(path)!), 0);
        expect(found.weightA[pair]).toBeCloseTo(weight, 9);
        expect(found.weightB[pair]).toBeCloseTo(weight, 9);
        expect(found.fullpath[pair]).toBeLessThanOrEqual(1 + 1e-9);
        expect(found.fullpath[pair]! > 0).toBe(common.length > 0);
      }
    }),
    { seed: 3, numRuns: 200 },
  );
});
