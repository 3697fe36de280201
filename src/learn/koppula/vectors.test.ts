/** The worked examples of the paper that the specification writes down: deep tokens, targets, pair rules, generalization, gain. */
import { describe, expect, it } from 'vitest';
import { type Vector, vectorsOf } from '../../../test/support/vectors.ts';
import type { Rule, ValueExpr, ValuePattern } from '../../rules/index.ts';
import { deepTokenize } from './deep-tokens.ts';
import { koppula } from './index.ts';
import { type Column, infoGains } from './info-gain.ts';
import { keyedUrl } from './keyed-url.ts';
import { pairRule } from './pair-rule.ts';
import { selectTargets } from './targets.ts';

const NO_TOKENS = new Map();

describe('deepTokenize', () => {
  it.each(vectorsOf('deepTokenize'))('$id', ({ input, expected }) => {
    const options = { minCoverageShare: input.covMin, maxUniqueShare: input.rho, maxVariation: input.cvMax };
    const found = deepTokenize(input.tokens, options);
    const shown = input.tokens.map((token: string, i: number) => [
      token,
      { pattern: found[i]?.glob.map((piece) => piece ?? '*').join(''), tokens: found[i]?.pieces },
    ]);
    expect(Object.fromEntries(shown)).toEqual(expected);
  });
});

describe('koppula.pairRule', () => {
  it.each(vectorsOf('koppula.pairRule'))('$id', ({ input, expected }: Vector) => {
    if (expected.context) expect(contextOf(input.source)).toEqual(expected.context);
    expect(transformOf(input.source, input.target)).toEqual(expected.transform);
  });
});

describe('koppula.pairRules+generalize', () => {
  it.each(vectorsOf('koppula.pairRules+generalize'))('$id', ({ input, expected }: Vector) => {
    const pairs: [string, string][] = input.clusters.map((urls: string[], i: number) => {
      const target = urls[input.targets[i]]!;
      expect(selectTargets(urls, { targets: 1, importance: null })).toEqual([target]);
      return [urls.find((url) => url !== target)!, target];
    });
    if (expected.pairRules)
      expect(
        pairs.map(([source, target]) => ({ context: contextOf(source), transform: transformOf(source, target) })),
      ).toEqual(expected.pairRules);
    const clusters = input.clusters.map((urls: string[], i: number) => ({ id: String(i), urls }));
    const options = { maxValues: input.thresholdV, minFrequency: 1, minCoverage: 1 };
    const { candidates, problems } = koppula.propose({ clusters }, options);
    expect(candidates.map(showRule)).toEqual(expected.generalized);
    expect(problems).toEqual([]);
  });
});

describe('koppula.target', () => {
  it.each(vectorsOf('koppula.target'))('$id', ({ input, expected }: Vector) => {
    const targets = selectTargets(input.urls, { targets: input.k, importance: null });
    expect(targets.map((url) => input.urls.indexOf(url))).toEqual(expected.targets);
  });
});

describe('koppula.infoGain', () => {
  it.each(vectorsOf('koppula.infoGain'))('$id', ({ input, expected }: Vector) => {
    const rows: [Record<string, string>, string][] = input.rows;
    const classes = [...new Set(rows.map(([, name]) => name))];
    const texts = [...new Set(rows.flatMap(([values]) => Object.values(values)))];
    const keys = Object.keys(rows[0]![0]);
    const columns = keys.map(
      (key): Column => ({ rows: rows.map((_, r) => r), values: rows.map(([values]) => texts.indexOf(values[key]!)) }),
    );
    const gains = infoGains(
      columns,
      Int32Array.from(rows, ([, name]) => classes.indexOf(name)),
    );
    for (const [i, key] of keys.entries()) expect(gains[i]).toBeCloseTo(expected[key], 9);
    expect(keys.toSorted((a, b) => gains[keys.indexOf(b)]! - gains[keys.indexOf(a)]!)).toEqual(expected.order);
  });
});

function contextOf(url: string): Record<string, string | null> {
  const { scheme, host, path, params } = keyedUrl(url, NO_TOKENS);
  const parts = [...path, ...params].map(({ key, value }) => [key, value]);
  return Object.fromEntries([['scheme', scheme], ['host', host], ...parts]);
}

function transformOf(source: string, target: string): Record<string, string | null> {
  const found = pairRule(keyedUrl(source, NO_TOKENS), keyedUrl(target, NO_TOKENS))!;
  const components = (found.path ?? []).map((value, i) => [`path[${i + 1}]`, showValue(value)]);
  return Object.fromEntries([...components, ...found.changes.map(({ key, value }) => [key, showValue(value)])]);
}

function showRule({ match, emit }: Rule): {
  context: Record<string, string>;
  transform: Record<string, string | null>;
} {
  if (match.view !== 'keys' || emit.view !== 'keys') throw new Error('no key rule');
  const pieces = Object.entries(match.deep ?? {}).flatMap(([key, glob]) =>
    glob.map((piece, i) => [`${key}.${i + 1}`, piece ?? '*']),
  );
  const where = Object.entries(match.where).map(([key, pattern]) => [key, showPattern(pattern)]);
  const set = Object.entries(emit.set).map(([key, value]) => [key, showValue(value)]);
  return { context: Object.fromEntries([...pieces, ...where]), transform: Object.fromEntries(set) };
}

function showPattern(pattern: ValuePattern): string {
  if ('eq' in pattern) return pattern.eq ?? 'null';
  return 'any' in pattern ? '*' : JSON.stringify(pattern);
}

function showValue(value: ValueExpr): string | null {
  if ('del' in value) return null;
  if ('ref' in value) return `ref(${value.ref})`;
  if ('conv' in value) return `${value.conv}(${value.of})`;
  return 'lit' in value ? `'${value.lit}'` : '*';
}
