/** What all URLs of a cluster begin and end with may be left out of aligning: the rule is the same as of the whole URLs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packTexts } from '../../clusters/index.ts';
import { alignProgressively } from '../duster/progressive-alignment.ts';
import { alignLinearly } from '../dustlin/linear-alignment.ts';
import { ClusterRules } from './cluster-rule.ts';
import { ALIGNMENT_DEFAULTS } from './options.ts';
import { RuleTable } from './rule-table.ts';
import { oddClusters, urlClusters } from './support.case.ts';

const METHODS = {
  linear: { name: 'dustlin', align: alignLinearly },
  progressive: { name: 'duster', align: alignProgressively },
} as const;

/** Texts around those of a cluster, often of the same tokens, so that what is left out could be aligned with what is not. */
const around = fc
  .array(fc.constantFrom('a', 'b', '1', '/', '/', '.', '-', '=', 'a/', '/a', 'www.'), { maxLength: 8 })
  .map((parts) => parts.join(''));
const clusters = fc
  .tuple(around, fc.oneof(oddClusters(5), urlClusters(5)), around)
  .map(([before, urls, after]) => urls.map((url) => `${before}${url}${after}`));

describe.each(['linear', 'progressive'] as const)('the rule of trimmed URLs, %s', (method) => {
  it('is that of whole URLs', () => {
    let trimmed = 0;
    fc.assert(
      fc.property(clusters, fc.integer({ min: 2, max: 5 }), (urls, cardinality) => {
        const options = { ...ALIGNMENT_DEFAULTS, cardinality };
        const generator = new ClusterRules(METHODS[method], options);
        const pack = packTexts(urls);
        const rules = new RuleTable();
        const [quick, whole] = (['trimmed', 'whole'] as const).map((how) => {
          const outcome = generator.generate(pack, Int32Array.from(urls.keys()), urls.length, how);
          const { left, right } = generator.table.source;
          if (how === 'trimmed' && left + right > 0) trimmed++;
          if (how === 'whole') expect(left + right).toBe(0);
          const rule =
            outcome === 'rule' ? rules.add(generator.table, generator.consensus, generator.plan, cardinality) : -1;
          return { outcome, rule, smallest: generator.smallest };
        });
        expect(quick).toEqual(whole);
      }),
      { seed: 1, numRuns: 1000 },
    );
    expect(trimmed).toBeGreaterThan(100);
  });
});
