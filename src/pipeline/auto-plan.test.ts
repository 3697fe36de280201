/** Learning part by part gives the rules of learning at once, wherever and in whatever order the parts are done. */
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../clusters/index.ts';
import { selectTogether } from '../select/index.ts';
import {
  type AutoPlan,
  composeParts,
  countsInParts,
  fallenInParts,
  type PartWork,
  suspectsInParts,
} from './auto-plan.ts';
import { LEARNER_PROPOSERS } from './auto-proposals.ts';
import { doubtfulInParts } from './doubtful-parts.ts';
import { learnRules, learnRulesBy } from './learn.ts';

/** Seven sites with sessions, one of them with a mirror, one without duplicates. */
const CLUSTERS: Cluster[] = Array.from({ length: 7 }, (_, s) =>
  Array.from({ length: 40 }, (_, i): Cluster => {
    const page = `http://site${s}.org/page/${i * 7 + s}.html`;
    const copies = [`${page}?sid=${i * 31 + 1000}`, `${page}?sid=${i * 17 + 5000}`];
    const mirror = s === 2 ? [page.replace('site2.org', 'mirror.net')] : [];
    return { id: `${s}-${i}`, urls: s === 6 ? [page] : [page, ...copies, ...mirror] };
  }),
).flat();

/** What a thread is given. */
function partsOf({ columns }: AutoPlan, numbers: readonly number[], only: Uint8Array | null = null) {
  return { columns: structuredClone(columns), numbers, only };
}

/** The last part first. */
const WORK: PartWork = {
  compose: async (plan, failing) => {
    const parts = plan.urls.map((_, part) => part).reverse();
    return parts.flatMap((part) => composeParts(partsOf(plan, [part]), plan.options, failing));
  },
  doubtful: async (plan, rules) => doubtfulInParts(rules)(partsOf(plan, [...plan.urls.keys()])),
  fallen: async (plan, parts, question) => {
    const fallenIn = fallenInParts(question);
    return new Set([...parts].reverse().flatMap((part) => fallenIn(partsOf(plan, [part]))));
  },
  suspects: async (plan, { numbers, only }, rules) => suspectsInParts(rules)(partsOf(plan, numbers, only)),
  count: async (plan, parts, rules) => countsInParts(rules)(partsOf(plan, parts)),
};

describe('auto by parts', () => {
  it('finds what it finds at once', () => {
    const { ruleSet, summary } = learnRules(CLUSTERS);
    const options = { maxRisk: 0.04, seenShare: 1, confidence: 0.95, proposers: LEARNER_PROPOSERS };
    expect('rules' in ruleSet && ruleSet.rules).toEqual(selectTogether(CLUSTERS, options).rules);
    expect(summary.removed).toBeGreaterThan(400);
    expect(summary.share).toBeUndefined();
  });

  it('does not depend on the order of the parts', async () => {
    expect(await learnRulesBy(WORK, CLUSTERS)).toEqual(learnRules(CLUSTERS));
  });

  it('asks parts whether a rule holds for every host', async () => {
    const others = Array.from({ length: 12 }, (_, i) => `http://other.net/${i}`).flatMap((url): Cluster[] => [
      { id: url, urls: [url] },
      { id: `${url} sid`, urls: [`${url}?sid=1`] },
    ]);
    const scopes = async (clusters: readonly Cluster[]) => {
      const learned = await learnRulesBy(WORK, clusters);
      expect(learned).toEqual(learnRules(clusters));
      const { ruleSet } = learned;
      return 'rules' in ruleSet && ruleSet.rules.map(({ scope }) => scope.hosts === '*');
    };
    expect(await scopes(CLUSTERS)).toContain(true);
    expect(await scopes([...CLUSTERS, ...others])).not.toContain(true);
  });

  it('asks parts whether their rules hold beside those for every host, and counts what is left', async () => {
    // A slash is left out everywhere; on one site that leads two pages to one address without their parameter.
    const slashes = CLUSTERS.map(({ id, urls }) => ({
      id,
      urls: id.startsWith('6-') ? urls : [...urls, `${urls[0]}/`],
    }));
    const own = Array.from({ length: 40 }, (_, i): Cluster => {
      const page = `http://other.net/page/${i * 7}.html`;
      return { id: page, urls: [page, `${page}?v=${i * 3}`] };
    });
    const apart = ['k', 'l'].flatMap((page): Cluster[] => [
      { id: `${page} 1`, urls: [`http://other.net/${page}/?v=1`] },
      { id: `${page} 2`, urls: [`http://other.net/${page}?v=2`] },
    ]);
    for (const [clusters, isThere] of [
      [[...slashes, ...own], true],
      [[...slashes, ...own, ...apart], false],
    ] as const) {
      const learned = await learnRulesBy(WORK, clusters);
      expect(learned).toEqual(learnRules(clusters));
      const { ruleSet, summary } = learned;
      const hosts = 'rules' in ruleSet ? ruleSet.rules.flatMap(({ scope }) => scope.hosts) : [];
      expect(hosts.includes('other.net')).toBe(isThere);
      expect(summary.impureForms).toBe(0);
    }
  });

  it('looks at a part of a site that is too large, and says so', () => {
    const giant: Cluster[] = Array.from({ length: 12_000 }, (_, i) => ({
      id: `${i}`,
      urls: [`http://giant.org/${i}`, `http://giant.org/${i}?sid=${i * 13}`],
    }));
    const { ruleSet, summary } = learnRules(giant, { memory: 2 ** 20 });
    expect(summary.share).toBeCloseTo(20 / 24, 2);
    expect(summary.urls).toBe(24_000);
    expect('rules' in ruleSet && ruleSet.rules.length).toBeGreaterThan(0);
  });
});
