/** A change of a parameter that is said to join nothing joins nothing, however queries are written. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Op } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { changesBy } from './changes.ts';
import { Forms } from './forms.ts';
import { measureChanges } from './measure.ts';
import { PRIORS } from './priors.ts';
import { Sensitivity } from './sensitivity.ts';

const NAMES = ['a', 'b', 'c d', ''];
const VALUES = ['1', '2', ''];

const arbParam = fc
  .tuple(fc.constantFrom(...NAMES), fc.option(fc.constantFrom(...VALUES), { freq: 8 }))
  .map(([name, value]) => (value === null ? name : `${name}=${value}`));
/** Mostly as servers write it. */
const arbSeparator = fc.constantFrom('&', '&', '&', '&', ';');
const arbUrl = fc
  .tuple(fc.constantFrom('x', 'y'), fc.array(fc.tuple(arbSeparator, arbParam), { maxLength: 3 }))
  .map(([path, params]) => {
    const query = params.map(([separator, text], i) => `${i === 0 ? '?' : separator}${text}`).join('');
    return sun(`http://h/${path}${query}`);
  });
const OPS: readonly Op[] = NAMES.flatMap((name): Op[] => [
  { op: 'dropParam', name },
  { op: 'anyParam', name },
  ...VALUES.map((value): Op => ({ op: 'dropParam', name, value })),
  { op: 'aliasParam', name, from: ['1'], to: '2' },
]);

describe('a change that is said to join nothing', () => {
  it('joins nothing', () => {
    let [spared, joined] = [0, 0];
    fc.assert(
      fc.property(fc.uniqueArray(arbUrl, { minLength: 2, maxLength: 8 }), (texts) => {
        const numbers = texts.map((_, u) => u);
        const forms = new Forms({ texts, pages: numbers, wides: numbers });
        const sensitivity = new Sensitivity(forms, PRIORS);
        for (const op of OPS) {
          const match = { view: 'edit', when: [], unless: [] } as const;
          const { gain } = measureChanges(
            changesBy({ learner: 'families', match, emit: { view: 'edit', op } }, forms),
            forms,
          );
          if (sensitivity.mayJoin(op)) joined += Math.sign(gain);
          else {
            spared++;
            expect([op, texts, gain]).toEqual([op, texts, 0]);
          }
        }
      }),
      // One value at two places of a query.
      { seed: 17, numRuns: 1_500, examples: [[['http://h/x?a=1&b=1', 'http://h/x?b=1&a=1']]] },
    );
    expect(spared).toBeGreaterThan(2_000);
    expect(joined).toBeGreaterThan(2_000);
  });
});
