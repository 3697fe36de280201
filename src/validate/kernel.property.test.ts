/** Judging with the kernel against judging without it: counts, buckets, what covers what, examples and forms. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbRegularUrl, arbRule, arbUrlFor } from '../../test/support/arbitraries.ts';
import { ruleOf } from '../../test/support/rule-of.ts';
import { arbSimilarUrl } from '../../test/support/similar-urls.ts';
import { arbClusters } from '../clusters/arb-clusters.case.ts';
import { type Cluster, LabelPack, labelPacked } from '../clusters/index.ts';
import type { Rule } from '../rules/index.ts';
import { countFirstForms } from './first-forms.ts';
import { type JudgingData, judgeRules } from './judge.ts';
import { startCountKernel } from './kernel.ts';
import { selectRules } from './select.ts';

/** Rules that join much of what `arbSimilarUrl` gives, some inside others, none of them directed. */
const JOINING: readonly Rule[] = [
  '@* T ^*://(www.)?*.*/*(/index.html)?$ => $1://$2.$3/$4',
  '@* T ^*://*.*/*(/index.html)?$ => $1://$2.$3/$4',
  '@* T ^*://(www.)?*.*/(a|b)(/index.html)?$ => $1://$2.$3/a',
  '@* T ^*://(www.)?*.*/<~a>$ => $1://$2.$3/\\*',
  '@{a.com,www.a.com} T ^*://(www.)?*.*/*(/index.html)?$ => $1://$2.$3/$4',
  '@{a.com} T ^*://*.*/*(/index.html)?$ => $1://$2.$3/$4',
].map((text) => ruleOf(text));

const arbCase: fc.Arbitrary<{ rules: readonly Rule[]; clusters: Cluster[] }> = fc.oneof(
  fc.record({ rules: fc.shuffledSubarray([...JOINING], { minLength: 4 }), clusters: arbClusters(arbSimilarUrl, 40) }),
  fc.array(arbRule(), { minLength: 1, maxLength: 4 }).chain((rules) =>
    fc.record({
      rules: fc.constant(rules.map((rule) => ({ ...rule, directed: false }))),
      clusters: arbClusters(fc.oneof(arbRegularUrl, ...rules.map((rule) => arbUrlFor(rule)))),
    }),
  ),
);

/** The same numbers of URLs and clusters, in a kernel's memory and out of it. */
function dataOf(clusters: readonly Cluster[]): { kernel: JudgingData; plain: JudgingData; clusters: number } {
  const pack = new LabelPack(0);
  pack.expect(1 << 17);
  for (const { id, urls, wide } of clusters) for (const [i, url] of urls.entries()) pack.addText(url, id, wide?.[i]);
  const labels = labelPacked(pack.finish().packed);
  const { memory: _none, ...texts } = labels.urls;
  return {
    kernel: { labels, texts: labels.urls },
    plain: { labels: { ...labels, urls: texts }, texts },
    clusters: labels.clusters,
  };
}

describe('the counting kernel', () => {
  it('starts where the URLs lie in its memory', () => {
    const { kernel, plain } = dataOf([{ id: 'c', urls: ['http://a.com/', 'http://a.com/b'] }]);
    expect(judgeRules(JOINING, kernel, { confidence: 0.9 }, () => true)[0]!.buckets).toHaveProperty('kernel');
    expect(judgeRules(JOINING, plain, { confidence: 0.9 }, () => true)[0]!.buckets).not.toHaveProperty('kernel');
  });

  it('says what the plain code says', () => {
    const seen = { true: 0, false: 0, unknown: 0, outputs: 0, covered: 0, examples: 0, joined: 0, large: 0 };
    fc.assert(
      fc.property(arbCase, fc.nat(255), fc.nat(7), ({ rules, clusters }, mask, salt) => {
        const { kernel, plain, clusters: count } = dataOf(clusters);
        const parts = Uint8Array.from({ length: count }, (_, c) => (c * salt) % 8);
        const counted = { parts, ofRule: rules.map((_, r) => mask ^ r) };
        const [found, wanted] = [kernel, plain].map((data) =>
          judgeRules(rules, data, { confidence: 0.9, counted }, () => true).map(({ buckets, matches, ...rest }) => ({
            ...rest,
            starts: [...buckets!.starts],
            members: [...buckets!.members],
            matched: matches!.count,
          })),
        );
        expect(found).toEqual(wanted);
        for (const { evidence, pairs, starts } of wanted!) {
          seen.true += evidence.support - evidence.falsePairs;
          seen.false += evidence.falsePairs;
          seen.unknown += pairs - evidence.support;
          seen.outputs += evidence.fetchable?.ok ?? 0;
          for (let b = 1; b < starts.length; b++) if (starts[b]! - starts[b - 1]! > 2) seen.large++;
        }
        const options = {
          confidence: 0.9,
          minSupport: 1,
          maxFpr: mask / 255,
          style: 'covered',
          countsForms: true,
        } as const;
        const [chosen, expected] = [kernel, plain].map((data) => selectRules(rules, data, options));
        expect(chosen).toEqual(expected);
        seen.covered += expected!.rejected.covered;
        for (const { evidence } of expected!.rules) seen.examples += evidence?.examples?.length ?? 0;
        seen.joined += expected!.forms!.sharedForms;
        // Also where nobody has looked for matches yet.
        expect(countFirstForms(rules, kernel)).toEqual(countFirstForms(rules, plain));
      }),
      { seed: 1, numRuns: 300 },
    );
    // The property means something only if there was something to count.
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(10);
  });

  it('says when matches find no room, and counts nothing then', () => {
    const { kernel } = dataOf([{ id: 'c', urls: ['http://a.com/', 'http://a.com/b'] }]);
    const counting = startCountKernel(kernel.labels as Parameters<typeof startCountKernel>[0], 1)!;
    // Room is given in pieces of a megabyte, and one is enough for two URLs.
    for (let i = 0; i < 2 ** 16; i++) counting.add(0, i % 2, i, i);
    expect(counting.isWhole).toBe(true);
    counting.add(0, 0, 0, 0);
    expect(counting.isWhole).toBe(false);
    expect(counting.start()).toBe(false);
  });
});
