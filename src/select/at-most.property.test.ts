/** No change joins forms of more pages than its family said it could. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAMILIES, pairsOf } from '../learn/index.ts';
import { sun } from '../url/index.ts';
import { candidateOf } from './candidate.ts';
import { Changes } from './changes.ts';
import { Forms } from './forms.ts';
import { measureChanges } from './measure.ts';

const arbUrl = fc
  .tuple(
    fc.constantFrom('a.com', 'a.com', 'www.a.com'),
    fc.array(fc.constantFrom('x', 'y', 'z', ''), { minLength: 1, maxLength: 3 }),
    fc.uniqueArray(fc.constantFrom('list=all', 'list=1', 'sort=up', 'v', 'q=?'), { maxLength: 2 }),
  )
  .map(([host, path, params]) =>
    sun(`http://${host}/${path.join('/')}${params.length > 0 ? '?' : ''}${params.join('&')}`),
  );
/** More addresses than all pairs are made of, too. */
const arbPages = fc.array(fc.uniqueArray(arbUrl, { minLength: 4, maxLength: 24 }), { minLength: 5, maxLength: 9 });

describe('pages that a change can join at most', () => {
  it('are not fewer than those it joins', () => {
    let said = 0;
    fc.assert(
      fc.property(arbPages, (pages) => {
        const pageOf = new Map(pages.flatMap((texts, page) => texts.map((text) => [text, page] as const)));
        const numbers = [...pageOf.values()];
        const forms = new Forms({ texts: [...pageOf.keys()], pages: numbers, wides: numbers });
        const view = { forms: [...forms.all()], pairs: pairsOf(forms.all()) };
        for (const hypothesis of FAMILIES.flatMap((family) => family.propose(view))) {
          if (hypothesis.atMost === undefined) continue;
          const changes = new Changes(forms).of(candidateOf(hypothesis, forms.hosts()));
          expect(measureChanges(changes, forms).pages).toBeLessThanOrEqual(hypothesis.atMost);
          said++;
        }
      }),
      { seed: 5, numRuns: 400 },
    );
    expect(said).toBeGreaterThan(300);
  });
});
