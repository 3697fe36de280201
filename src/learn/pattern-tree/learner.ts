/**
 * The URL pattern tree (Lei et al. 2010): rules read off the patterns of whole sites.
 *
 * 1. Take K URLs of every cluster, site by site.
 * 2. Build the tree of the site's patterns, the most regular keys first.
 * 3. At each node, find the keys that do not matter.
 * 4. Between nodes that hold the same pages, find what makes the URLs of the one those of the other.
 *
 * The rules that can be used together are chosen after validation, by shared code: `selection: 'tree'`.
 */
import { compareCodePoints } from '../../base/index.ts';
import { type Cluster, labelUrls } from '../../clusters/index.ts';
import { mergeHosts } from '../../rules/index.ts';
import { hostOf } from '../../url/index.ts';
import { sampleSorted, sortDistinct } from '../alignment/index.ts';
import { ProblemList, sortCandidates } from '../candidates.ts';
import { KeyRows } from '../key-rows.ts';
import type { CandidateRule, Learner, LearnInput, Proposal } from '../learner.ts';
import { completePatternTreeOptions, PATTERN_TREE_DEFAULTS, type PatternTreeOptions } from './options.ts';
import { PairTally } from './pair-tally.ts';
import { siteRules } from './site-rules.ts';
import { type LabeledRow, siteTable } from './site-table.ts';

export const patternTree: Learner<PatternTreeOptions> = {
  name: 'pattern-tree',
  source:
    'T. Lei, R. Cai, J.-M. Yang, Y. Ke, X. Fan, L. Zhang, A Pattern Tree-based Approach to Learning URL Normalization Rules, WWW 2010',
  emits: ['keys'],
  defaults: PATTERN_TREE_DEFAULTS,
  thresholds: ['minSupport'],
  selection: 'tree',
  apply: 'first',
  propose: (input, options) => propose(input, completePatternTreeOptions(options)),
};

function propose({ clusters }: LearnInput, options: PatternTreeOptions): Proposal {
  const sampled = clusters.map((cluster) => sampleCluster(cluster, options)).filter(({ urls }) => urls.length > 0);
  const labels = labelUrls(sampled);
  const problems = new ProblemList();
  const rows = new KeyRows();
  const sites = new Map<string, LabeledRow[]>();
  for (const [label, url] of labels.urls.entries()) {
    const row = rows.add(url);
    if (row < 0) {
      problems.add('tooManyKeys', url);
      continue;
    }
    const host = hostOf(url);
    const site = sites.get(host);
    if (site) site.push({ row, label });
    else sites.set(host, [{ row, label }]);
  }
  const pairs = new PairTally(labels);
  const candidates: CandidateRule[] = [];
  for (const [host, members] of sites) {
    if (members.length < 2) continue;
    const site = siteTable(host, rows, members, labels);
    for (const rule of siteRules(site, pairs, options)) candidates.push(rule);
  }
  return { candidates: sortCandidates(joinEqual(candidates)), problems: problems.list() };
}

function sampleCluster({ id, urls, wide }: Cluster, { sample, seed }: PatternTreeOptions): Cluster {
  const taken = urls.length < 2 ? urls : sampleSorted(sortDistinct(urls), sample, seed);
  if (wide === undefined) return { id, urls: taken };
  const wideOf = new Map(urls.map((url, i) => [url, wide[i]!]));
  return { id, urls: taken, wide: taken.map((url) => wideOf.get(url)!) };
}

/** Rules of several sites, or of several nodes, that say the same become one. */
function joinEqual(candidates: readonly CandidateRule[]): CandidateRule[] {
  const found = new Map<string, CandidateRule>();
  for (const rule of candidates) {
    const known = found.get(rule.id);
    const [scope] = known ? mergeHosts([known, rule]).map((merged) => merged.scope) : [rule.scope];
    const isOfOneSite = known?.scope.hosts.includes(rule.scope.hosts[0]!);
    const sum = (known?.evidence.frequency ?? 0) + rule.evidence.frequency;
    // The clusters of two nodes of one site may be the same ones.
    const frequency = isOfOneSite ? Math.max(known!.evidence.frequency, rule.evidence.frequency) : sum;
    const shown = known && compareExamples(known, rule) <= 0 ? known : rule;
    found.set(rule.id, { ...shown, scope: scope!, evidence: { ...shown.evidence, frequency } });
  }
  return [...found.values()];
}

function compareExamples(a: CandidateRule, b: CandidateRule): number {
  const shown = ({ evidence }: CandidateRule) => evidence.examples?.[0]?.urls.join(' ') ?? '';
  return compareCodePoints(shown(a), shown(b));
}
