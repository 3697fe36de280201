/** What a narrow hypothesis joins, the one that it names as wider joins too: where that joins nothing, it is not tried. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAMILIES, pairsOf } from '../learn/index.ts';
import { candidateOf } from './candidate.ts';
import { Changes } from './changes.ts';
import { Forms } from './forms.ts';
import { measureChanges } from './measure.ts';

const arbPath = fc.array(fc.constantFrom('a', 'A', 'aB', 'x%2F', 'X%2f', ''), { minLength: 1, maxLength: 3 });

describe('a hypothesis within another', () => {
  it('joins nothing where that joins nothing', () => {
    let [joined, barren] = [0, 0];
    fc.assert(
      fc.property(fc.array(arbPath, { minLength: 2, maxLength: 9 }), (paths) => {
        const texts = [...new Set(paths.map((path) => `http://a.org/${path.join('/')}`))].sort();
        const numbers = texts.map((_, u) => u);
        const forms = new Forms({ texts, pages: numbers, wides: numbers });
        const changes = new Changes(forms);
        const view = { forms: [...forms.all()], pairs: pairsOf(forms.all()) };
        const gainOf = (hypothesis: Parameters<typeof candidateOf>[0]) =>
          measureChanges(changes.of(candidateOf(hypothesis, ['a.org'])), forms).gain;
        for (const hypothesis of FAMILIES.flatMap((family) => family.propose(view))) {
          if (hypothesis.within === undefined) continue;
          const [own, wider] = [gainOf(hypothesis), gainOf({ ...hypothesis, ops: [hypothesis.within] })];
          expect(wider).toBeGreaterThanOrEqual(own);
          if (own > 0) joined++;
          if (wider === 0) barren++;
        }
      }),
      { seed: 7, numRuns: 400 },
    );
    expect(joined).toBeGreaterThan(50);
    expect(barren).toBeGreaterThan(5);
  });
});
