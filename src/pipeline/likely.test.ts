/** Checks of learning from URLs of whose pages nothing is known. */
import { describe, expect, it } from 'vitest';
import type { Cluster, ListedUrl } from '../clusters/index.ts';
import { parseRuleSet, printRuleBody, printRuleSet, rulesOf } from '../rules/index.ts';
import { learnRules } from './learn.ts';

const names = Array.from({ length: 20 }, (_, i) => `p${i}x`);
const listed = names.flatMap((name): ListedUrl[] => [
  { url: `http://x.org/${name}/`, sizes: [100, 200] },
  { url: `http://x.org/${name}/index.html`, sizes: [150, 150] },
]);
const clusters: Cluster[] = names.map((name) => ({
  id: name,
  urls: listed.flatMap(({ url }) => (url.includes(`/${name}/`) ? [url] : [])),
}));
const learn = (data: readonly Cluster[], urls: readonly ListedUrl[]) =>
  learnRules(data, { learner: 'dustbuster', listed: urls, minFrequency: 3 });
const texts = (result: ReturnType<typeof learn>) =>
  rulesOf(result.ruleSet).map(({ match, emit, state }) => `${state} ${printRuleBody(match, emit)}`);

const INDEX = 'S "/index.html$" => "/$"';

describe('likely rules', () => {
  it('are written down quarantined, and told of', () => {
    const result = learn([], listed);
    expect(texts(result)).toContain(`quarantined ${INDEX}`);
    expect(result.ruleSet).toMatchObject({ apply: 'fixpoint' });
    const { likely, advice, accepted } = result.summary;
    expect(accepted).toBe(0);
    expect(advice).toBeNull();
    expect(likely).toMatchObject({ urls: 40, rules: rulesOf(result.ruleSet).length });
    expect(likely!.withEvidence).toBe(likely!.rules);
    expect(likely!.strongest[0]).toMatchObject({ pairs: 20, known: 20 });
    expect(printRuleSet(parseRuleSet(printRuleSet(result.ruleSet)))).toBe(printRuleSet(result.ruleSet));
  });

  it('are proven by labels that did not propose them', () => {
    const result = learn(clusters, []);
    expect(texts(result)).toEqual([`active ${INDEX}`]);
    expect(result.summary).toMatchObject({ removed: 20, impureForms: 0, likely: null });
  });

  it('are left out if labels contradict them', () => {
    const other = listed.map((page) => ({ ...page, url: page.url.replace('/p', '/q') }));
    const apart = [
      ...clusters.slice(0, 1).flatMap(({ urls }) => urls.map((url): Cluster => ({ id: url, urls: [url] }))),
    ];
    expect(texts(learn([], other))).toContain(`quarantined ${INDEX}`);
    expect(texts(learn(apart, other))).not.toContain(`quarantined ${INDEX}`);
  });

  it('say what to do when there are none', () => {
    const { summary } = learn([], listed.slice(0, 2));
    expect(summary.likely).toMatchObject({ rules: 0 });
    expect(summary.advice).toMatch(/^no two URLs often differ/);
  });

  it('are found by learners that take lists, and by no others', () => {
    expect(learnRules([], { learner: 'dustlin', listed }).summary.likely).toBeNull();
  });
});
