/** The compiled normalizer agrees with the plain interpreter on everything, and really takes its own ways. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRule, arbRuleSet, arbUrl, arbUrlFor } from '../../test/support/arbitraries.ts';
import {
  applyRule,
  checkRuleSet,
  keyPlain,
  normalizePlain,
  type RuleSet,
  rewritePlain,
  rulesOf,
  type View,
} from '../rules/index.ts';
import { encode } from './bytes.ts';
import { compileRules, loadCompiled, matchAllRules, saveCompiled } from './index.ts';

const RUNS = 700;
const setAndUrls = arbRuleSet().chain((set) => {
  const rules = rulesOf(set);
  const url =
    rules.length === 0
      ? arbUrl()
      : fc.oneof(
          arbUrl(),
          fc.constantFrom(...rules).chain((rule) => arbUrlFor(rule)),
        );
  return fc.tuple(fc.constant(set), fc.array(url, { minLength: 1, maxLength: 6 }));
});

describe('compiled equals plain', () => {
  it('for whole sets, from JSON and from the flat file, per string and per line', () => {
    let changed = 0;
    const counts = { variants: 0, keys: 0, texts: 0, edits: 0, interpreted: 0 };
    fc.assert(
      fc.property(setAndUrls, fc.boolean(), ([set, urls], include) => {
        const options = include ? ({ include: ['quarantined'] } as const) : {};
        const compiled = compileRules(set, options);
        const loaded = loadCompiled(saveCompiled(set), options);
        for (const url of urls) {
          const key = keyPlain(set, url, options);
          expect(compiled.key(url)).toBe(key);
          expect(compiled.rewrite(url)).toBe(rewritePlain(set, url, options));
          expect(loaded.key(url)).toBe(key);
          if (key !== url) changed++;
          const line = url.replace(/[\n\r]/g, '');
          // A lone surrogate has no UTF-8, so it can neither come out of a stream nor be written to one.
          const lineKey = keyPlain(set, line, options);
          if (line.isWellFormed() && lineKey.isWellFormed()) {
            const stream = compiled.lines('key');
            const out = Buffer.concat([Buffer.from(stream.push(encode(`${line}\r\n`))), stream.end()]).toString();
            expect(out).toBe(`${lineKey}\r\n`);
          }
        }
        for (const way of Object.keys(counts) as (keyof typeof counts)[]) counts[way] += compiled.counts[way];
      }),
      { seed: 1, numRuns: RUNS },
    );
    // The test means something only if rules hit often, and each way of applying them is really taken.
    expect(changed).toBeGreaterThan(RUNS);
    for (const way of ['variants', 'keys', 'texts', 'edits'] as const)
      expect(counts[way], way).toBeGreaterThan(RUNS / 8);
    expect(counts.interpreted).toBeGreaterThan(RUNS / 2);
  });

  it.each<View>(['tokens', 'keys', 'text', 'edit'])(
    'for every rule of view %s that applies, not only the first',
    (view) => {
      let found = 0;
      const rulesAndUrl = fc.array(arbRule(view), { minLength: 1, maxLength: 5 }).chain((rules) =>
        fc.tuple(
          fc.constant(rules),
          fc.oneof(
            arbUrl(),
            fc.constantFrom(...rules).chain((rule) => arbUrlFor(rule)),
          ),
        ),
      );
      fc.assert(
        fc.property(rulesAndUrl, ([rules, url]) => {
          const seen: [number, string][] = [];
          const decoder = new TextDecoder();
          matchAllRules(rules).each(url, (rule, form, length) =>
            seen.push([rule, decoder.decode(form.subarray(0, length))]),
          );
          const expected = rules.flatMap((rule, i) => {
            const form = applyRule(rule, url);
            return form === null ? [] : [[i, new TextDecoder().decode(encode(form))]];
          });
          expect(seen).toEqual(expected);
          found += seen.length;
        }),
        { seed: 1, numRuns: 1000 },
      );
      expect(found).toBeGreaterThan(250);
    },
  );

  it('a flat file gives back the rule set it was made from', () => {
    fc.assert(
      fc.property(arbRuleSet(), (set) => {
        const { $schema: _, ...checked } = checkRuleSet(set) as RuleSet & { $schema?: string };
        expect(loadCompiled(saveCompiled(set)).ruleSet).toEqual(checked);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('the key of a converged fixpoint set is its own key', () => {
    let checked = 0;
    fc.assert(
      fc.property(setAndUrls, ([set, urls]) => {
        if ('stages' in set || set.apply !== 'fixpoint') return;
        const compiled = compileRules(set);
        for (const url of urls) {
          if (!normalizePlain(set, url).converged) continue;
          const key = compiled.key(url);
          // A longer limit for the longer form is the one thing that may differ.
          if (key.length > 2000) continue;
          expect(compiled.key(key)).toBe(key);
          checked++;
        }
      }),
      { seed: 1, numRuns: 2000 },
    );
    expect(checked).toBeGreaterThan(1000);
  });
});
