/** The worked examples of the specification on support, counts, redundancy and inverse pairs. */
import { describe, expect, it } from 'vitest';
import { vectorsOf } from '../../test/support/vectors.ts';
import { type Cluster, labelUrls } from '../clusters/index.ts';
import { compileRules } from '../normalize/index.ts';
import { applyRule, makeRule, parseRule, type Rule } from '../rules/index.ts';
import { hostOf } from '../url/index.ts';
import { type Buckets, urlOf } from './buckets.ts';
import { pruneInverse } from './inverse.ts';
import { judgeRules } from './judge.ts';
import { eliminateCovered } from './redundancy.ts';
import { selectRules } from './select.ts';

type Body = { readonly context: string; readonly transform: string };

function tokenRule({ context, transform }: Body, hosts: readonly string[]): Rule {
  // In an emit a bare `?` is a literal; only the written form escapes it.
  const { match, emit } = parseRule(`@* T ${context} => ${transform.replaceAll('?', '\\?')}`);
  return makeRule({ learner: 'dustlin', hosts, match, emit });
}

/** Clusters of URLs by label; the numbers of the URLs in the clusters are those of `labelUrls`. */
function clustersOf(urls: readonly string[], labels: readonly number[]): Cluster[] {
  return [...new Set(labels)].map((label) => ({ id: String(label), urls: urls.filter((_, i) => labels[i] === label) }));
}

function judge(rules: readonly Rule[], clusters: readonly Cluster[]) {
  const labels = labelUrls(clusters);
  return { labels, judged: judgeRules(rules, { labels, texts: labels.urls }, { confidence: 0.95 }, () => true) };
}

/** Buckets as lists of places in `urls`. */
function listed({ starts, members }: Buckets, labelled: readonly string[], urls: readonly string[]): number[][] {
  return Array.from(starts.subarray(1), (end, b) =>
    Array.from(members.subarray(starts[b], end), (member) => urls.indexOf(labelled[urlOf(member)]!)).sort(
      (a, b) => a - b,
    ),
  ).sort((a, b) => a[0]! - b[0]!);
}

function pairsIn(bucket: readonly number[]): number[][] {
  return bucket.flatMap((a, i) => bucket.slice(i + 1).map((b) => [a, b]));
}

function packed(lists: readonly (readonly number[])[]): Buckets {
  const starts = [0];
  for (const list of lists) starts.push(starts.at(-1)! + list.length);
  return { starts: Int32Array.from(starts), members: Int32Array.from(lists.flat()) };
}

describe('rule.apply+support', () => {
  it.each(vectorsOf('rule.apply+support'))('$id', ({ input, expected }) => {
    const rule = tokenRule(input, [...new Set<string>(input.urls.map(hostOf))]);
    expect(input.urls.map((url: string) => applyRule(rule, url))).toEqual(expected.canonical);
    const { labels, judged } = judge([rule], clustersOf(input.urls, input.clusters));
    expect(listed(judged[0]!.buckets!, labels.urls, input.urls).flatMap(pairsIn)).toEqual(expected.support);
    expect(judged[0]!.evidence).toMatchObject({
      support: expected.support.length,
      falsePairs: expected.falsePositives,
      fpr: expected.fpr,
    });
  });
});

describe('validate.counts', () => {
  it.each(vectorsOf('validate.counts'))('$id', ({ input, expected }) => {
    // A form of the vector becomes a page name, a cluster its owner; the rule drops what tells the URLs apart.
    const rows = Object.entries<Record<string, number>>(input.counts).flatMap(([form, counts]) =>
      Object.entries(counts).flatMap(([cluster, count]) =>
        Array.from({ length: count }, (_, i) => ({
          cluster: Number(cluster),
          url: `http://h/${form}/${cluster}-${i}`,
        })),
      ),
    );
    const { match, emit } = parseRule('@* T ^<a>://<a>/<a><n>/<~n>-<~n>$ => $1://$2/$3$4/\\*');
    const rule = makeRule({ learner: 'dustlin', hosts: ['h'], match, emit });
    const { judged } = judge(
      [rule],
      clustersOf(
        rows.map(({ url }) => url),
        rows.map(({ cluster }) => cluster),
      ),
    );
    const { support, falsePairs, fpr } = judged[0]!.evidence;
    expect(support).toBe(expected.nsupp);
    expect(support - falsePairs).toBe(expected.nci);
    expect(fpr).toBeCloseTo(expected.fpr, 9);
  });
});

describe('support.directed', () => {
  it.each(vectorsOf('support.directed'))('$id', ({ input, expected }) => {
    const { match, emit, scope } = parseRule(input.rule);
    const directed = makeRule({ learner: 'rewrite', hosts: scope.hosts, match, emit });
    const undirected: Rule = { ...directed, directed: false };
    const { labels, judged } = judge([directed, undirected], clustersOf(input.urls, input.clusters));
    expect(listed(judged[0]!.buckets!, labels.urls, input.urls)).toEqual(expected.support);
    expect(judged[0]!.evidence).toMatchObject({ support: expected.nsupp, falsePairs: expected.fp, fpr: expected.fpr });
    expect(judged[1]!.evidence).toMatchObject({ support: expected.undirectedSupport, fpr: null });
  });
});

describe('rules.pruneInverse', () => {
  it.each(vectorsOf('rules.pruneInverse'))('$id', ({ input, expected }) => {
    const rules: Rule[] = input.rules.map((text: string) => {
      const { match, emit, scope } = parseRule(text);
      return makeRule({ learner: 'rewrite', hosts: scope.hosts, match, emit });
    });
    const forms = (used: readonly Rule[]) => {
      const normalizer = compileRules({ dustpan: 1, options: {}, apply: 'first', sun: false, rules: used });
      return input.urls.map((url: string) => normalizer.key(url));
    };
    expect(forms(rules)).toEqual(expected.formsWithoutPruning);
    expect(forms([rules[0]!])).toEqual(expected.formsWithPruningKeepingFirst);
    const ranked = (supports: readonly number[]) => rules.map((rule, i) => ({ rule, support: supports[i]! }));
    const kept = (supports: readonly number[]) => pruneInverse(ranked(supports), input.urls).map(({ rule }) => rule);
    expect(kept([2, 1])).toEqual([rules[0]]);
    expect(kept([1, 2])).toEqual([rules[1]]);
    // "www" is shorter than "comprar".
    expect(kept([1, 1])).toEqual([rules[1]]);
  });
});

describe('redundancy', () => {
  it.each(vectorsOf('redundancy.refines'))('refines $id', ({ input, expected }) => {
    const hosts = [...new Set<string>(input.urls.map(hostOf))];
    const rules: Rule[] = input.rules.map((body: Body) => tokenRule(body, hosts));
    const clusters = [{ id: 'c', urls: input.urls }];
    const { labels, judged } = judge(rules, clusters);
    expect(judged.map(({ buckets }) => listed(buckets!, labels.urls, input.urls))).toEqual(expected.buckets);
    const options = { confidence: 0.95, minSupport: 1, maxFpr: 0 } as const;
    const kept = (style: 'none' | 'covered') => {
      const { rules: chosen, rejected } = selectRules(rules, { labels, texts: labels.urls }, { ...options, style });
      return { ids: chosen.map(({ id }) => rules.findIndex((rule) => rule.id === id)), covered: rejected.covered };
    };
    expect(kept('covered')).toEqual({ ids: expected.kept, covered: 1 });
    expect(kept('none').ids.sort()).toEqual([0, 1]);
  });

  it.each(vectorsOf('redundancy.eliminate'))('eliminates $id', ({ input, expected }) => {
    const rules = (input.ids as string[]).map((id, i) => ({
      id,
      buckets: packed(input.supports[i]),
      pairs: input.supports[i].flatMap(pairsIn).length,
      hosts: input.sites?.[i] ?? 1,
      contextLength: input.contextLength?.[i] ?? 1,
    }));
    const kept = eliminateCovered(rules, 10).map(({ id }) => id);
    expect(kept).toEqual(expected.kept);
    expect(eliminateCovered([...rules].reverse(), 10).map(({ id }) => id)).toEqual(expected.kept);
  });
});

describe('rules.normalizeFirst', () => {
  it.each(vectorsOf('rules.normalizeFirst'))('$id', ({ input, expected }) => {
    const rules = input.rules.map((body: Body & { hosts: string[] }) => tokenRule(body, body.hosts));
    const normalizer = compileRules({ dustpan: 1, options: {}, apply: 'first', sun: false, rules });
    expect(input.urls.map((url: string) => normalizer.key(url))).toEqual(expected.canonical);
  });
});
