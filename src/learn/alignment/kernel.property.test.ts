/** The kernel and its plain twin give every cluster the same rule, byte for byte, and the halves the same candidates. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelPack, type PackedClusters, packClusters, unpackClusters, urlText } from '../../clusters/index.ts';
import { alignLinearly } from '../dustlin/linear-alignment.ts';
import { ClusterRules, PROBLEMS } from './cluster-rule.ts';
import { FOR_HOST, NOTHING_IN_COMMON, RULE, startAlignKernel } from './kernel.ts';
import { ALIGNMENT_DEFAULTS, type AlignmentOptions } from './options.ts';
import { proposeHalves, proposePart } from './propose-packed.ts';
import { RuleCode } from './rule-code.ts';
import { oddClusters, urlClusters } from './support.case.ts';

const METHOD = { name: 'dustlin', align: alignLinearly } as const;

const arbOdd = oddClusters(12).map((urls) => urls.map((url) => url.replaceAll('\ud800', 'é')));
const arbSites = fc
  .tuple(urlClusters(14), fc.constantFrom('', '', '/\u0001', '/é', '/long'.repeat(40)))
  .map(([urls, tail]) => urls.map((url) => url + tail));
/** The same pattern, which the kernel remembers, with other texts; and patterns that differ in one thing alone: kinds of tokens, which of them are delimiters, whether something was left out before or behind them. */
const arbAlike = fc
  .array(fc.oneof(arbOdd, arbSites, arbShort()), { minLength: 1, maxLength: 6 })
  .map((clusters) => clusters.flatMap((urls) => [urls, ...LIKE.map((change) => urls.map(change))]));
const arbCases = fc.tuple(
  fc.oneof(fc.array(fc.oneof(arbOdd, arbSites), { minLength: 1, maxLength: 12 }), arbAlike),
  fc.record({
    cardinality: fc.constantFrom(2, 3, 5),
    sample: fc.constantFrom(3, 10, 13),
    caseFoldScore: fc.boolean(),
    canonicalMode: fc.constantFrom('delete', 'keep'),
  }),
);

const LIKE: readonly ((url: string) => string)[] = [
  (url) => url.replace(/[a-y]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1)),
  (url) => url.replace(/[a-z]/gi, (letter) => String(letter.charCodeAt(0) % 10)),
  (url) => url.replaceAll('/', '-'),
  (url) => `/z/${url}`,
  (url) => `${url}/z/`,
];

/** URLs of single tokens, so that patterns meet. */
function arbShort(): fc.Arbitrary<string[]> {
  const arbToken = fc.constantFrom('a', 'b', 'c', 'd', '1', '2');
  const arbUrl = fc.array(arbToken, { minLength: 1, maxLength: 3 }).map((tokens) => tokens.join('/'));
  return fc.uniqueArray(arbUrl, { minLength: 2, maxLength: 4 });
}

/** Clusters in a kernel's memory; URLs of several are in none. */
function inKernel(clusters: readonly (readonly string[])[]): PackedClusters {
  const labels = new LabelPack(0);
  labels.expect(2 ** 17);
  for (const [c, urls] of clusters.entries())
    for (const url of urls) if (url !== '') labels.addText(url, `${c}`, undefined);
  return labels.finish().packed;
}

describe('the kernel', () => {
  it('gives clusters the rules of its twin', () => {
    let byKernel = 0;
    fc.assert(
      fc.property(arbCases, ([clusters, asked]) => {
        const packed = inKernel(clusters);
        const options: AlignmentOptions = { ...ALIGNMENT_DEFAULTS, ...asked };
        const kernel = startAlignKernel(packed, options)!;
        const plain = new ClusterRules(METHOD, options);
        const code = new RuleCode();
        for (let c = 0; c < packed.size; c++) {
          const numbers = packed.members.slice(packed.first[c], packed.first[c + 1]);
          const expected = plain.generate(packed.urls, numbers.slice(), numbers.length, 'trimmed');
          const count = kernel.sort(numbers, numbers.length);
          if (count < 2 || count > kernel.most) continue;
          expect(urlText(packed.urls, numbers[0]!)).toBe(urlText(packed.urls, plain.smallest));
          const outcome = kernel.propose(numbers, count, 0);
          if (outcome === FOR_HOST) continue;
          byKernel++;
          expect(outcome === RULE).toBe(expected === 'rule');
          expect(outcome === NOTHING_IN_COMMON).toBe(expected === PROBLEMS.nothingInCommon);
          if (outcome !== RULE) continue;
          // The plain code of the rule, counted for the other half, is the rule that the kernel counted.
          code.write(plain.table, plain.consensus, plain.plan, options.cardinality);
          const frequency = (rule: number) => [kernel.frequencyOf(rule, 0), kernel.frequencyOf(rule, 1)];
          const rule = kernel.count(code.bytes, code.end, 1, numbers, count);
          expect(frequency(rule)[0]).toBe(frequency(rule)[1]);
          expect(kernel.codeOf(rule)).toEqual(code.bytes.subarray(0, code.end));
          expect(kernel.seenOn(rule, 0).sort()).toEqual(kernel.seenOn(rule, 1).sort());
        }
      }),
      { seed: 1, numRuns: 250 },
    );
    expect(byKernel).toBeGreaterThan(500);
  });

  it('remembers patterns until others take their room', () => {
    // Another pattern for each number, of some 850 bytes with what became of it, so that all of them go around the ring of four megabytes, and come again.
    const clusterOf = (n: number, text: string): string[] => {
      const tokens = Array.from({ length: 70 }, (_, t) => ((n >> (t % 13)) & 1 ? text : `${t % 10}`)).join('/');
      return [`http://h/1/${tokens}/x`, `http://h/y/${tokens}/2`];
    };
    const clusters = ['a', 'b'].flatMap((text) => Array.from({ length: 5_200 }, (_, n) => clusterOf(n, text)));
    const packed = inKernel(clusters);
    const options: AlignmentOptions = { ...ALIGNMENT_DEFAULTS, minFrequency: 1 };
    expect(proposeHalves(METHOD, packed, options).proposals).toEqual(
      proposeHalves(METHOD, packClusters(unpackClusters(packed)), options).proposals,
    );
  });

  it('sorts as its twin does, and both halves, and any part, propose the same', () => {
    fc.assert(
      fc.property(arbCases, ([clusters, asked]) => {
        const packed = inKernel(clusters);
        const options: AlignmentOptions = { ...ALIGNMENT_DEFAULTS, ...asked, minFrequency: 1 };
        const plain = packClusters(unpackClusters(packed));
        const { halves, proposals } = proposeHalves(METHOD, packed, options);
        const expected = proposeHalves(METHOD, plain, options);
        expect(proposals).toEqual(expected.proposals);
        for (let c = 0; c < packed.size; c++)
          if (packed.first[c + 1]! - packed.first[c]! > 1) expect(halves[c]).toBe(expected.halves[c]);
        const isTaken = (cluster: number) => cluster % 3 !== 1;
        expect(proposePart(METHOD, packed, options, isTaken)).toEqual(proposePart(METHOD, plain, options, isTaken));
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it('chooses of large clusters the URLs that its twin does', () => {
    const clusters = Array.from({ length: 40 }, (_, c) =>
      Array.from({ length: 11 + 7 * c }, (_, u) => `http://h${c % 3}.x/${c}/a${(u * 7919) % 97}?s=${u % 5}&t=${u}`),
    );
    const packed = inKernel(clusters);
    const plain = packClusters(unpackClusters(packed));
    for (const [sample, seed] of [
      [10, 1],
      [3, 2 ** 32 + 5],
      [7, 77],
    ]) {
      const options: AlignmentOptions = { ...ALIGNMENT_DEFAULTS, sample: sample!, seed: seed!, minFrequency: 1 };
      const told: number[] = [];
      const kernel = startAlignKernel(packed, options)!;
      kernel.proposeAll(new Uint8Array(packed.size), 'halves', (cluster) => told.push(cluster));
      kernel.end();
      // What the host is told of it does itself, and it would agree in any case.
      expect(told).toEqual([]);
      const { halves, proposals } = proposeHalves(METHOD, packed, options);
      const expected = proposeHalves(METHOD, plain, options);
      expect(proposals).toEqual(expected.proposals);
      expect(halves).toEqual(expected.halves);
    }
  });
});
