/** What a page that does not show a difference is worth: little where the difference is seen, much in a folder where hardly a page shows it. */
import { describe, expect, it } from 'vitest';
import { changesBy } from './changes.ts';
import { Forms } from './forms.ts';
import { measureChanges } from './measure.ts';
import { PRIORS } from './priors.ts';
import { Sensitivity } from './sensitivity.ts';

const ORDERS = ['o=d', 'c=m&o=d', 'c=s&o=d'];

/** Listings of a folder in three orders: all the same, or each another page. */
function listings(folder: string, count: number, isSorted: boolean, first: number) {
  return Array.from({ length: count }, (_, i) =>
    ORDERS.map((order, k) => ({
      text: `http://h/${folder}/${'bcdfghjklm'[i % 10]}${'aeiou'[Math.floor(i / 10)]}/?${order}`,
      page: first + 3 * i + (isSorted ? k : 0),
    })),
  ).flat();
}

/** Witnesses for "sorted by m is sorted by name" in folder a, on the site and in the folder. */
function witnesses(sortedInA: number) {
  const all = [
    ...listings('a', 30, false, 0),
    ...listings('a/z', sortedInA, true, 1_000),
    ...listings('b', 40, true, 2_000),
  ];
  const pages = all.map(({ page }) => page);
  const forms = new Forms({ texts: all.map(({ text }) => text), pages, wides: pages });
  const sensitivity = new Sensitivity(forms, PRIORS);
  const match = { view: 'edit', when: [{ path: { prefix: '/a/' } }], unless: [] } as const;
  const op = { op: 'dropParam', name: 'c', value: 'm' } as const;
  const changes = changesBy({ learner: 'families', match, emit: { view: 'edit', op } }, forms);
  const good = (worth: Pick<Sensitivity, 'weight'>) => measureChanges(changes, forms, worth).good;
  return { onSite: good(sensitivity), inFolder: good(sensitivity.inFolder()) };
}

describe('pages that do not show a difference', () => {
  it('are worth little where others show it', () => {
    expect(witnesses(0).onSite).toBeLessThan(3);
  });

  it('are worth much for a rule of a folder in which none shows it', () => {
    expect(witnesses(0).inFolder).toBeGreaterThan(20);
  });

  it('are worth little in a folder in which many show it', () => {
    expect(witnesses(30).inFolder).toBeLessThan(3);
  });
});
