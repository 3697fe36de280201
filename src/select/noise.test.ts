/** What all hypotheses of a site say of the noise of its pages, and what that means for those of which little is known. */
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../clusters/index.ts';
import type { Op } from '../rules/index.ts';
import type { Candidate } from './candidate.ts';
import type { Measured } from './measure.ts';
import { believedHere } from './noise.ts';
import { PRIORS } from './priors.ts';
import { expectedRisk } from './risk.ts';
import { textsOf } from './sites.case.ts';

type Measurement = { candidate: Candidate; measured: Measured };

const REF: Op = { op: 'dropParam', name: 'ref' };

function seen(good: number, bad: number, ops: readonly Op[] = [REF]): Measurement {
  const candidate = { family: 'param', ops } as unknown as Candidate;
  const measured = { good, bad, gain: good + bad, pages: good, bare: good, met: 1, changed: 1 } as Measured;
  return { candidate, measured };
}

function riskAfter(measurements: readonly Measurement[], good: number, bad = 0): number {
  return expectedRisk('param', { good, bad, open: 0 }, 1, believedHere(PRIORS, measurements, 1));
}

const many = (good: number, bad: number) => Array.from({ length: 10 }, () => seen(good, bad));

describe('believedHere', () => {
  it('leaves what is believed of any site where nothing was measured, and weights stay one together', () => {
    expect(riskAfter([], 4)).toBeCloseTo(expectedRisk('param', { good: 4, bad: 0, open: 0 }, 1, PRIORS), 3);
    const { right } = believedHere(PRIORS, many(50, 2), 1);
    expect(right.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
  });

  it('asks for more where right changes are wrong now and then, and for less where they never are', () => {
    const [quiet, noisy] = [many(60, 0), many(60, 4)];
    expect(riskAfter(noisy, 6)).toBeGreaterThan(1.5 * riskAfter([], 6));
    expect(riskAfter(quiet, 6)).toBeLessThan(riskAfter([], 6));
  });

  it('does not take changes that are simply wrong for noise', () => {
    const wrong = many(10, 30);
    expect(riskAfter(wrong, 6)).toBeLessThan(1.1 * riskAfter([], 6));
  });

  it('hears a family with very many hypotheses no more than ten times', () => {
    const hundred = Array.from({ length: 100 }, () => seen(60, 4));
    expect(riskAfter(hundred, 6)).toBeCloseTo(riskAfter(many(60, 4), 6), 9);
  });

  it('hears a share of a site as much less', () => {
    const quiet = many(60, 0);
    const at = (share: number) =>
      expectedRisk('param', { good: 6, bad: 0, open: 0 }, 1, believedHere(PRIORS, quiet, share));
    expect(at(1)).toBeLessThan(at(0.3));
    expect(at(0.3)).toBeLessThan(at(0.01));
  });

  it('does not hear what does several things at once: it repeats what others say', () => {
    const sets = Array.from({ length: 10 }, () => seen(60, 4, [REF, { op: 'dropParam', name: 'page' }]));
    const queries = Array.from({ length: 10 }, () => seen(60, 4, [{ op: 'dropQuery' }]));
    expect(riskAfter([...sets, ...queries], 6)).toBeCloseTo(riskAfter([], 6), 9);
  });

  it('does not hear what cannot be judged', () => {
    const alone = many(60, 4).map(({ candidate, measured }) => ({ candidate, measured: { ...measured, bare: 0 } }));
    expect(riskAfter(alone, 6)).toBeCloseTo(riskAfter([], 6), 9);
  });

  it('is not upset by more contradictions than numbers can tell apart', () => {
    expect(riskAfter([seen(10_000, 90_000)], 6)).toBeCloseTo(riskAfter([], 6), 2);
    expect(riskAfter([], 10_000, 90_000)).toBeCloseTo(0.9, 2);
  });
});

/** Pages with a parameter that does not matter, of which every `odd`-th is two pages; and four more with another one. */
function site(odd: number): Cluster[] {
  const pair = (name: string, i: number): Cluster[] => {
    const urls = [`http://a.com/${name}/p${i}`, `http://a.com/${name}/p${i}?${name}=${i}x`];
    return name !== 'thin' && i % odd === odd - 1
      ? urls.map((url) => ({ id: url, urls: [url] }))
      : [{ id: urls[0]!, urls }];
  };
  const names = ['ref', 'src', 'from', 'via', 'token'];
  return [
    ...names.flatMap((name) => Array.from({ length: 120 }, (_, i) => pair(name, i)).flat()),
    ...Array.from({ length: 4 }, (_, i) => pair('thin', i)).flat(),
  ];
}

describe('the rules of a site', () => {
  it('are taken on the word of a few pages where pages stay the same, and not where they do not', () => {
    expect(textsOf(site(1000)).some((rule) => rule.includes('thin'))).toBe(true);
    expect(textsOf(site(20)).some((rule) => rule.includes('thin'))).toBe(false);
  });
});
