/** Properties: replaying rules that compose agrees with the definition taken literally, URL by URL and pair by pair. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import { arbClusters, arbShuffled } from '../clusters/arb-clusters.case.ts';
import { type Cluster, labelUrls } from '../clusters/index.ts';
import { keyPlain, type Rule, type RuleSet, rulesOf, type Stage } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { Replay } from './replay.ts';
import { validateRules } from './validate-rules.ts';

const RULES: readonly Rule[] = [
  '@* T ^*://(www.)?*.*/*(/index.html)?$ => $1://$2.$3/$4',
  "@{a.com} K host=a.com => host:='www.a.com'",
  '@* S "/index.html$" => "/$"',
  '@* S "/b$" => "/a$"',
  '@* E => dropParam(sid)',
  '@* E => dropParam(x)',
  '@* E => trimSlash()',
  '@{www.a.com} E => dropSuffix(index.html)',
].map((text) => ruleOf(text));

const arbUrl = fc
  .tuple(
    fc.constantFrom('http://', 'HTTP://'),
    fc.constantFrom('a.com', 'www.a.com', 'b.com'),
    fc.constantFrom('/', '/a', '/b', '/%61', '/a/', '/a/index.html', '/b/index.html'),
    fc.constantFrom('', '', '?sid=1', '?sid=2', '?x=1&sid=1', '?x=2'),
  )
  .map((parts) => parts.join(''));

const arbRules = fc.shuffledSubarray([...RULES], { minLength: 1 }).chain((rules) =>
  fc
    .array(fc.constantFrom('active', 'active', 'active', 'quarantined', 'refuted'), {
      minLength: rules.length,
      maxLength: rules.length,
    })
    .map((states) => rules.map((rule, i) => ({ ...rule, state: states[i] }) as Rule)),
);
const arbStage = fc.record({ apply: fc.constantFrom('fixpoint', 'first'), sun: fc.boolean(), rules: arbRules });
const arbStages = fc.oneof(
  arbStage.map((stage) => [{ ...stage, apply: 'fixpoint' }]),
  fc.array(arbStage, { minLength: 2, maxLength: 2 }),
) as fc.Arbitrary<Stage[]>;

const setOf = (stages: readonly Stage[]): RuleSet =>
  stages.length === 1 ? { dustpan: 1, options: {}, ...stages[0]! } : { dustpan: 1, options: {}, stages };

/** What `spec` and the house rules say, with no thought of cost: every pair of URLs, before and after each rule. */
function plainReplay(stages: readonly Stage[], clusters: readonly Cluster[], maxFpr: number) {
  const urls = clusters.flatMap(({ id, urls: members, wide }) =>
    members.map((url, i) => ({ url, cluster: id, wide: wide?.[i] ?? id, isSingle: members.length === 1 })),
  );
  const page = plainPages(urls);
  let forms = urls.map(({ url }) => url);
  const found: { support: number; falsePairs: number; falseWithoutSingles: number; refuted: boolean }[] = [];
  for (const { apply, sun: useSun, rules } of stages) {
    forms = forms.map((form) => (useSun ? sun(form) : form));
    const use = (used: readonly Rule[], texts: readonly string[], how = apply) =>
      texts.map((text) =>
        keyPlain(
          {
            dustpan: 1,
            options: {},
            apply: how,
            sun: useSun,
            rules: used.map((r): Rule => ({ ...r, state: 'active' })),
          },
          text,
        ),
      );
    const used: Rule[] = [];
    for (const rule of rules) {
      const after = apply === 'first' ? use([rule], forms) : use([...used, rule], forms);
      // A form that the rule does not match when its turn comes stays as it is.
      const matched = use([rule], forms, 'first');
      const next = forms.map((form, u) => (matched[u] === form ? form : after[u]!));
      let [right, wrong, wrongPlural] = [0, 0, 0];
      for (const [i, a] of urls.entries()) {
        for (const [j, b] of urls.entries()) {
          if (j <= i || forms[i] === forms[j] || next[i] !== next[j]) continue;
          if (page(a.wide) !== page(b.wide)) {
            wrong++;
            if (!a.isSingle && !b.isSingle) wrongPlural++;
          } else if (a.cluster === b.cluster && a.wide === b.wide) right++;
        }
      }
      const isBad = wrong > maxFpr * (right + wrong);
      found.push({
        support: right + wrong,
        falsePairs: wrong,
        falseWithoutSingles: wrongPlural,
        refuted: isBad && rule.state !== 'refuted',
      });
      if (isBad || rule.state !== 'active') continue;
      used.push(rule);
      if (apply === 'fixpoint') forms = next;
    }
    if (apply === 'first') forms = use(used, forms);
  }
  return found;
}

/** Wide groups, joined where two URLs are equal in the standard form. */
function plainPages(urls: readonly { readonly url: string; readonly wide: string }[]): (wide: string) => string {
  const parent = new Map(urls.map(({ wide }) => [wide, wide]));
  const root = (wide: string): string => (parent.get(wide) === wide ? wide : root(parent.get(wide)!));
  for (const a of urls) for (const b of urls) if (sun(a.url) === sun(b.url)) parent.set(root(a.wide), root(b.wide));
  return root;
}

describe('validateRules on rules that compose', () => {
  it('counts, rule by rule, the pairs that were not together before', () => {
    const seen = { support: 0, falsePairs: 0, refuted: 0, falseWithoutSingles: 0 };
    fc.assert(
      fc.property(arbStages, arbClusters(arbUrl), fc.constantFrom(0, 0.3, 1), (stages, clusters, maxFpr) => {
        const { ruleSet, refuted } = validateRules(setOf(stages), clusters, { maxFpr });
        const plain = plainReplay(stages, clusters, maxFpr);
        const rules = rulesOf(ruleSet);
        expect(
          rules.map(({ evidence }) => ({
            support: evidence?.support ?? 0,
            falsePairs: evidence?.falsePairs ?? 0,
            falseWithoutSingles: evidence?.withoutSingles?.falsePairs ?? 0,
          })),
        ).toEqual(plain.map(({ refuted: _, ...counts }) => counts));
        expect(refuted).toEqual(rules.filter((_, i) => plain[i]!.refuted).map(({ id }) => id));
        for (const { evidence } of rules) {
          expect((evidence?.examples?.length ?? 0) > 0).toBe((evidence?.support ?? 0) > (evidence?.falsePairs ?? 0));
          expect((evidence?.counterExamples?.length ?? 0) > 0).toBe((evidence?.falsePairs ?? 0) > 0);
        }
        for (const counts of plain)
          for (const name of Object.keys(seen) as (keyof typeof seen)[]) seen[name] += Number(counts[name]);
      }),
      { seed: 1, numRuns: 120 },
    );
    // The property means something only if there was something to count.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30);
  });

  it('does not depend on the order of the data', () => {
    fc.assert(
      fc.property(
        arbStages,
        arbClusters(arbUrl).chain((clusters) => arbShuffled(clusters).map((shuffled) => ({ clusters, shuffled }))),
        (stages, { clusters, shuffled }) => {
          expect(validateRules(setOf(stages), shuffled)).toEqual(validateRules(setOf(stages), clusters));
        },
      ),
      { seed: 1, numRuns: 40 },
    );
  });
});

describe('Replay', () => {
  it('gives the same whatever it may hold at a time', () => {
    const texts = (stage: Stage, clusters: readonly Cluster[], held: number) => {
      const { urls } = labelUrls(clusters);
      const replay = new Replay(stage.rules, urls, { sun: stage.sun, held });
      for (let r = 0; r < stage.rules.length; r++) replay.use(r, replay.movesOf(r));
      return urls.map((_, u) => replay.textOf(u));
    };
    fc.assert(
      fc.property(arbStage, arbClusters(arbUrl), fc.integer({ min: 1, max: 20 }), (stage, clusters, held) => {
        expect(texts(stage as Stage, clusters, held)).toEqual(texts(stage as Stage, clusters, 1e6));
      }),
      { seed: 1, numRuns: 40 },
    );
  });
});
