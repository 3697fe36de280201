/** Counting by groups gives what looking at every pair gives. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Cluster, labelUrls } from '../../clusters/index.ts';
import { KeyRows } from '../key-rows.ts';
import { PairTally } from './pair-tally.ts';
import { siteTable } from './site-table.ts';

const arbUrls = fc.array(fc.record({ cluster: fc.nat(2), wide: fc.nat(2), form: fc.nat(2) }), {
  minLength: 2,
  maxLength: 14,
});

it('agrees with all pairs', () => {
  const seen = { truePairs: 0, falsePairs: 0 };
  fc.assert(
    fc.property(arbUrls, (list) => {
      const urls = list.map((entry, i) => ({ ...entry, url: `http://h/${String(i).padStart(2, '0')}` }));
      const clusters: Cluster[] = [...new Set(list.map(({ cluster }) => cluster))].map((cluster) => {
        const own = urls.filter((entry) => entry.cluster === cluster);
        return { id: String(cluster), urls: own.map(({ url }) => url), wide: own.map(({ wide }) => `w${wide}`) };
      });
      const labels = labelUrls(clusters);
      const rows = new KeyRows();
      const site = siteTable(
        'h',
        rows,
        labels.urls.map((url, label) => ({ row: rows.add(url), label })),
        labels,
      );
      const pairs = new PairTally(labels);
      const expected = { truePairs: 0, falsePairs: 0 };
      const joined = new Set<number>();
      for (const [i, a] of urls.entries()) {
        for (const b of urls.slice(i + 1)) {
          if (a.form !== b.form) continue;
          if (a.wide !== b.wide) expected.falsePairs++;
          else if (a.cluster === b.cluster) {
            expected.truePairs++;
            joined.add(a.cluster);
          }
        }
      }
      // Twice, because the memory of a count is used again.
      for (let round = 0; round < 2; round++) {
        for (const [u, { form }] of urls.entries()) pairs.add(u, form, ~form);
        const { example, ...counts } = pairs.count(site);
        expect(counts).toEqual({ ...expected, clusters: joined.size });
        expect(example !== null).toBe(expected.truePairs > 0);
        if (example) expect(urls[example[0]]!.form).toBe(urls[example[1]]!.form);
      }
      seen.truePairs += expected.truePairs;
      seen.falsePairs += expected.falsePairs;
    }),
    { seed: 1, numRuns: 200 },
  );
  expect(Math.min(seen.truePairs, seen.falsePairs)).toBeGreaterThan(100);
});
