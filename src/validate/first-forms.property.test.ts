/** The forms of the first rule that matches, counted from matches, against those that the compiled rules give. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRegularUrl, arbRule, arbUrlFor } from '../../test/support/arbitraries.ts';
import { arbClusters } from '../clusters/arb-clusters.case.ts';
import { labelUrls } from '../clusters/index.ts';
import { compileRules } from '../normalize/index.ts';
import type { Rule } from '../rules/index.ts';
import { countFirstForms } from './first-forms.ts';
import { eachRuleMatches, type RuleMatches } from './matches.ts';

describe('countFirstForms', () => {
  it('counts what the rules make of the URLs, from matches that are known or not', () => {
    const arbCase = fc.uniqueArray(arbRule(), { minLength: 1, maxLength: 4, selector: ({ id }) => id }).chain((rules) =>
      fc.record({
        rules: fc.constant(rules.map((rule): Rule => ({ ...rule, state: 'active' }))),
        clusters: arbClusters(fc.oneof(arbRegularUrl, ...rules.map((rule) => arbUrlFor(rule)))),
      }),
    );
    fc.assert(
      fc.property(arbCase, ({ rules, clusters }) => {
        const labels = labelUrls(clusters);
        const compiled = compileRules({ dustpan: 1, apply: 'first', sun: false, options: {}, rules });
        const pages = new Map<string, { urls: number; wides: Set<number> }>();
        for (const [u, url] of labels.urls.entries()) {
          const form = pages.get(compiled.key(url)) ?? { urls: 0, wides: new Set() };
          form.urls++;
          form.wides.add(labels.wide[u]!);
          pages.set(compiled.key(url), form);
        }
        const forms = [...pages.values()];
        const expected = {
          urls: labels.urls.length,
          forms: forms.length,
          sharedForms: forms.filter(({ urls }) => urls > 1).length,
          impureForms: forms.filter(({ wides }) => wides.size > 1).length,
        };
        const data = { labels, texts: labels.urls };
        expect(countFirstForms(rules, data)).toEqual(expected);
        const known: RuleMatches[] = [];
        const isWhole = eachRuleMatches(rules, labels.urls, (_rule, matches) => void known.push(matches));
        expect(isWhole).toBe(true);
        expect(countFirstForms(rules, data, known)).toEqual(expected);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
