/**
 * Pairwise rewrite rules with fan-out N (Dasgupta et al. 2008).
 *
 * 1. Take K URLs of a cluster, as rows of keys and values.
 * 2. Make a rule of every pair that differs in one key: the keys of the one, and what makes the other of it. A key whose
 *    value does not matter gets one more rule that says so.
 * 3. Generalize: a key with more than N values in rules that are otherwise equal may have any (fan-out).
 *
 * Inverse rules are pruned after validation, by shared code.
 */
import { makeRule } from '../../rules/index.ts';
import { hostOf } from '../../url/index.ts';
import { sampleSorted, sortDistinct } from '../alignment/index.ts';
import { exampleOf, ProblemList, sortCandidates } from '../candidates.ts';
import { KeyRows } from '../key-rows.ts';
import type { CandidateRule, Learner, LearnInput, Proposal } from '../learner.ts';
import { compareTargets, targetRank } from '../target.ts';
import { type FanOutRule, FanOutRules } from './fan-out.ts';
import { completeRewriteOptions, MAX_PAIRED, REWRITE_DEFAULTS, type RewriteOptions } from './options.ts';
import { changesOf, onlyDifference } from './pair-rule.ts';
import { isOfOnePage, ruleBody } from './rule-body.ts';

/** The problem of a cluster in which no two URLs could make a rule. */
const NO_PAIR = 'noPairDiffersInOneKey';
const TOO_MANY_KEYS = 'tooManyKeys';

export const rewrite: Learner<RewriteOptions> = {
  name: 'rewrite',
  source: 'A. Dasgupta, R. Kumar, A. Sasturkar, De-duping URLs via Rewrite Rules, KDD 2008',
  emits: ['keys'],
  defaults: REWRITE_DEFAULTS,
  thresholds: ['fanout'],
  selection: 'none',
  apply: 'first',
  propose: (input, options) => propose(input, completeRewriteOptions(options)),
};

function propose({ clusters }: LearnInput, options: RewriteOptions): Proposal {
  const rows = new KeyRows();
  const rules = new FanOutRules(rows);
  const problems = new ProblemList();
  for (const [cluster, { urls }] of clusters.entries()) {
    if (urls.length < 2) continue;
    const sorted = sortDistinct(urls);
    if (sorted.length < 2) continue;
    const sampled = sampleSorted(sorted, Math.min(options.sample, MAX_PAIRED), options.seed);
    const added = sampled.map((url) => rows.add(url)).filter((row) => row >= 0);
    if (added.length < 2) problems.add(TOO_MANY_KEYS, sorted[0]!);
    else if (!addPairRules(rules, rows, cluster, added, options)) problems.add(NO_PAIR, sorted[0]!);
  }
  rules.generalize(options.fanout);
  const candidates: CandidateRule[] = [];
  for (const rule of rules.rules()) if (!isOfOnePage(rows, rule)) candidates.push(candidate(rows, rule));
  return { candidates: sortCandidates(candidates), problems: problems.list() };
}

/** Adds the rules of all pairs of a cluster; false if there are none. */
export function addPairRules(
  rules: FanOutRules,
  rows: KeyRows,
  cluster: number,
  members: readonly number[],
  { singleKey, direction }: Pick<RewriteOptions, 'singleKey' | 'direction'>,
): boolean {
  const target = direction === 'all' ? -1 : preferred(rows, members);
  const host = rows.keyNumber('host');
  let found = false;
  for (const u of members) {
    for (const v of members) {
      if (u === v) continue;
      const at = onlyDifference(rows, u, v);
      const key = at < 0 ? -1 : rows.shapes[rows.shapeOf[u]!]!.keys[at]!;
      // A `*` for a host would join only URLs of one host, which agree in it anyway.
      if (at >= 0 && key !== host) rules.add(cluster, u, v, 1 << at, [{ key, to: 'any' }]);
      if (at >= 0) found = true;
      if ((singleKey === 'urls' && at < 0) || (target >= 0 && v !== target)) continue;
      const changes = changesOf(rows, u, v);
      if (changes === null || changes.length === 0) continue;
      rules.add(cluster, u, v, 0, changes);
      found = true;
    }
  }
  return found;
}

function preferred(rows: KeyRows, members: readonly number[]): number {
  const ranked = members.map((row) => ({ row, ...targetRank(rows.urls[row]!) })).sort(compareTargets);
  return ranked[0]!.row;
}

function candidate(rows: KeyRows, rule: FanOutRule): CandidateRule {
  const source = rows.urls[rule.row]!;
  const made = makeRule({ learner: 'rewrite', hosts: [hostOf(source)], ...ruleBody(rows, rule) });
  return { ...made, evidence: { frequency: rule.frequency, ...exampleOf(made, [source, rows.urls[rule.partner]!]) } };
}
