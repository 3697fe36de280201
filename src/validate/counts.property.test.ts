/** Properties: counting by groups agrees with the definitions taken pair by pair, in any order and within any memory. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRegularUrl, arbRule, arbUrlFor } from '../../test/support/arbitraries.ts';
import { ruleOf } from '../../test/support/rule-of.ts';
import { arbSimilarUrl } from '../../test/support/similar-urls.ts';
import { arbClusters, arbShuffled } from '../clusters/arb-clusters.case.ts';
import { type Cluster, labelUrls } from '../clusters/index.ts';
import { emitsUrl, printRuleBody, type Rule } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { findExamples } from './examples.ts';
import { type JudgingData, judgeRules, packData } from './judge.ts';
import { eachRuleMatches } from './matches.ts';
import { plainCounts, plainFetchable, plainInstances, plainKept, plainLabels } from './oracle.case.ts';
import { selectRules } from './select.ts';

/** Rules that join much of what `arbSimilarUrl` gives, of all views, directed and not. */
const JOINING: readonly Rule[] = [
  '@* T ^*://(www.)?*.*/*(/index.html)?$ => $1://$2.$3/$4',
  '@* T ^*://(www.)?*.*/(a|b)(/index.html)?$ => $1://$2.$3/a',
  '@* T ^*://(www.)?*.*/<~a>$ => $1://$2.$3/\\*',
  '@* K query[sid]=* => query[sid]:=⊥',
  "@{a.com} K host=a.com => host:='www.a.com'",
  "@{www.a.com} K host=www.a.com => host:='a.com'",
  '@* S "/index.html$" => "$"',
  '@* E => dropParam(sid)',
  '@* E => trimSlash()',
].map((text) => ruleOf(text));

const arbCase: fc.Arbitrary<{ rules: readonly Rule[]; clusters: Cluster[] }> = fc.oneof(
  fc.record({ rules: fc.shuffledSubarray([...JOINING], { minLength: 1 }), clusters: arbClusters(arbSimilarUrl) }),
  fc.array(arbRule(), { minLength: 1, maxLength: 4 }).chain((rules) =>
    fc.record({
      rules: fc.constant(rules),
      clusters: arbClusters(fc.oneof(arbRegularUrl, ...rules.map((rule) => arbUrlFor(rule)))),
    }),
  ),
);

function dataOf(clusters: readonly Cluster[], useSun = false, failing: readonly string[] = []): JudgingData {
  const labels = labelUrls(clusters);
  return { labels, texts: useSun ? labels.urls.map(sun) : labels.urls, failing };
}

describe('judgeRules', () => {
  it('agrees with the pairs themselves', () => {
    const seen = { true: 0, false: 0, unknown: 0, directed: 0, outputs: 0 };
    fc.assert(
      fc.property(
        arbCase,
        fc.boolean(),
        fc.integer({ min: 0, max: 3 }),
        ({ rules, clusters }, useSun, failingCount) => {
          const labeled = plainLabels(clusters, useSun);
          const failing = ['http://a.com/a', 'http://a.com/b', 'http://www.a.com/'].slice(0, failingCount);
          const judged = judgeRules(rules, dataOf(clusters, useSun, failing), { confidence: 0.9 });
          for (const { rule, evidence, pairs } of judged) {
            const instances = plainInstances(rule, labeled);
            expect(evidence).toMatchObject(plainCounts(instances));
            expect(pairs).toBe(instances.length);
            expect(evidence.fetchable).toEqual(emitsUrl(rule) ? plainFetchable(rule, labeled, failing) : undefined);
            for (const { kind } of instances) seen[kind]++;
            if (rule.directed) seen.directed += instances.length;
            seen.outputs += evidence.fetchable?.ok ?? 0;
          }
        },
      ),
      { seed: 1, numRuns: 300 },
    );
    // The property means something only if there was something to count.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30);
  });

  it('counts true pairs only where it is told to, and false ones everywhere', () => {
    fc.assert(
      fc.property(arbCase, fc.func(fc.nat(7)), fc.func(fc.nat(255)), ({ rules, clusters }, partOf, partsOf) => {
        const ofRule = rules.map((_, rule) => partsOf(rule));
        const isCounted = (rule: number, cluster: string) => ((ofRule[rule]! >> partOf(cluster)) & 1) === 1;
        const judged = judgeRules(rules, dataOf(clusters), {
          confidence: 0.9,
          counted: { parts: Uint8Array.from(clusters, ({ id }) => partOf(id)), ofRule },
        });
        for (const [i, { rule, evidence }] of judged.entries()) {
          const counts = plainCounts(plainInstances(rule, plainLabels(clusters)), (cluster) => isCounted(i, cluster));
          expect(evidence).toMatchObject(counts);
        }
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('gives the smallest examples, one a form', () => {
    fc.assert(
      fc.property(arbCase, ({ rules, clusters }) => {
        const data = dataOf(clusters);
        for (const { rule, buckets, evidence } of judgeRules(rules, data, { confidence: 0.9 }, () => true)) {
          const instances = plainInstances(rule, plainLabels(clusters));
          const smallest = (kind: string) => {
            const sorted = instances
              .filter((pair) => pair.kind === kind)
              .sort((x, y) => compare(x.a.url, y.a.url) || compare(x.b.url, y.b.url));
            const firsts = sorted.filter((pair, i) => sorted.findIndex(({ form }) => form === pair.form) === i);
            return firsts.slice(0, 5).map(({ a, b, form }) => ({ urls: [a.url, b.url], form }));
          };
          expect(findExamples(rule, buckets!, packData(data), evidence.falsePairs)).toEqual({
            examples: smallest('true'),
            counterExamples: smallest('false'),
          });
        }
      }),
      { seed: 1, numRuns: 150 },
    );
  });
});

describe('eachRuleMatches', () => {
  it('gives the same whatever it may hold at a time', () => {
    const list = (rules: readonly Rule[], texts: readonly string[], held: number) => {
      const all: string[] = [];
      eachRuleMatches(
        rules,
        texts,
        (rule, { first, next, url, formA, formB, count }) => {
          all.push(`${rule} has ${count}`);
          for (let at = first; at !== -1; at = next[at]!) all.push(`${rule} ${url[at]} ${formA[at]} ${formB[at]}`);
        },
        held,
      );
      return all;
    };
    fc.assert(
      fc.property(arbCase, fc.integer({ min: 1, max: 30 }), ({ rules, clusters }, held) => {
        const texts = clusters.flatMap(({ urls }) => urls);
        expect(list(rules, texts, held)).toEqual(list(rules, texts, 1e6));
      }),
      { seed: 1, numRuns: 150 },
    );
  });
});

describe('selectRules', () => {
  const options = { confidence: 0.9, minSupport: 1, maxFpr: 0.2, style: 'covered' } as const;

  it('keeps what Algorithm 6 keeps', () => {
    let dropped = 0;
    fc.assert(
      fc.property(arbClusters(arbSimilarUrl), (clusters) => {
        // Directed rules lose their inverses first; that is tested elsewhere.
        const rules = JOINING.map((rule): Rule => ({ ...rule, directed: false }));
        const all = { ...options, maxFpr: 1 };
        const { rules: chosen, rejected } = selectRules(rules, dataOf(clusters), all);
        const supports = rules.flatMap((rule) => {
          const pairs = plainInstances(rule, plainLabels(clusters));
          if (plainCounts(pairs).support === 0) return [];
          const contextLength = printRuleBody(rule.match, rule.emit).split(' => ')[0]!.length;
          return [
            {
              id: rule.id,
              pairs: pairs.map(({ a, b }) => `${a.url} ${b.url}`),
              hosts: rule.scope.hosts === '*' ? 9 : 1,
              contextLength,
            },
          ];
        });
        expect(chosen.map(({ id }) => id).sort()).toEqual(plainKept(supports).sort());
        expect(rejected.covered).toBe(supports.length - chosen.length);
        dropped += rejected.covered;
      }),
      { seed: 1, numRuns: 200 },
    );
    expect(dropped).toBeGreaterThan(20);
  });

  it('does not depend on the order of clusters and URLs', () => {
    fc.assert(
      fc.property(
        arbCase.chain((c) => arbShuffled(c.clusters).map((shuffled) => ({ ...c, shuffled }))),
        ({ rules, clusters, shuffled }) => {
          expect(selectRules(rules, dataOf(shuffled), options)).toEqual(selectRules(rules, dataOf(clusters), options));
        },
      ),
      { seed: 1, numRuns: 150 },
    );
  });
});

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
