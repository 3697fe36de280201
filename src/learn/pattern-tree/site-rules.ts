/** The rules of one site: keys that do not matter at a node, and nodes that hold the same pages. */
import { type Emit, type Match, makeRule } from '../../rules/index.ts';
import { exampleOf } from '../candidates.ts';
import type { CandidateRule } from '../learner.ts';
import { type CrossChange, changedValue, crossChanges } from './cross-rule.ts';
import { HashIndex } from './hash-index.ts';
import { type IrrelevantKey, IrrelevantKeys } from './irrelevant-keys.ts';
import { type NodePair, nodePairs } from './node-pairs.ts';
import type { PatternTreeOptions } from './options.ts';
import { type PairTally, supportOf, type Tally } from './pair-tally.ts';
import { buildPatternTree, closedPatternOf, type PatternTree } from './pattern-tree.ts';
import { crossBody, irrelevantBody } from './rule-body.ts';
import type { SiteTable } from './site-table.ts';

export function siteRules(site: SiteTable, pairs: PairTally, options: PatternTreeOptions): CandidateRule[] {
  const tree = buildPatternTree(site, options);
  const index = new HashIndex(site);
  const rules: CandidateRule[] = [];
  for (const { states, keys, tally } of irrelevantAtNodes(
    site,
    tree,
    new IrrelevantKeys(site, tree, index, pairs),
    options,
  )) {
    rules.push(candidate(site, irrelevantBody(site, states, keys), tally.clusters, tally));
  }
  const counter = new CrossCounter(site, tree, index, pairs);
  for (const pair of nodePairs(site, tree)) {
    const changes = crossChanges(site, pair);
    if (changes === null) continue;
    const tally = counter.count(pair, changes);
    if (supportOf(tally) < options.minSupport) continue;
    rules.push(candidate(site, crossBody(site, pair.source.states, changes), pair.shared, tally));
  }
  return rules;
}

type Found = { readonly states: Int32Array; readonly keys: readonly IrrelevantKey[]; readonly tally: Tally };

/** The keys that do not matter, node by node. Where a child joins all the pairs that its parent does, its pattern is the more exact, and the parent's is not needed. */
function irrelevantAtNodes(
  site: SiteTable,
  tree: PatternTree,
  keys: IrrelevantKeys,
  { minSupport, maxFpr }: PatternTreeOptions,
): Found[] {
  const found = new Map<number, Found>();
  // Parents come before their children.
  for (const [node, { from, to, parent }] of tree.nodes.entries()) {
    if (to - from < minSupport) continue;
    const states = closedPatternOf(site, tree, node);
    const irrelevant = keys.find(node, states, maxFpr);
    if (irrelevant === null || supportOf(irrelevant.tally) < minSupport) continue;
    const above = found.get(parent);
    if (above && isSameEvidence(above, irrelevant)) found.delete(parent);
    found.set(node, { states, ...irrelevant });
  }
  return [...found.values()];
}

function isSameEvidence(a: Omit<Found, 'states'>, b: Omit<Found, 'states'>): boolean {
  const { truePairs, falsePairs } = a.tally;
  if (truePairs !== b.tally.truePairs || falsePairs !== b.tally.falsePairs || a.keys.length !== b.keys.length)
    return false;
  return a.keys.every(({ key, to }, i) => key === b.keys[i]!.key && to === b.keys[i]!.to);
}

function candidate(
  { host, urls }: SiteTable,
  body: { readonly match: Match; readonly emit: Emit },
  frequency: number,
  { example }: Tally,
): CandidateRule {
  const rule = makeRule({ learner: 'pattern-tree', hosts: [host], ...body });
  return { ...rule, evidence: { frequency, ...(example && exampleOf(rule, [urls[example[0]]!, urls[example[1]]!])) } };
}

/** Counts the pairs that rules between nodes join: URLs of the source with each other, and with the URLs they become. */
class CrossCounter {
  readonly #site: SiteTable;
  readonly #tree: PatternTree;
  readonly #pairs: PairTally;
  readonly #index: HashIndex;
  /** The last rule for which each URL was counted. */
  readonly #counted: Int32Array;
  #round = 0;

  constructor(site: SiteTable, tree: PatternTree, index: HashIndex, pairs: PairTally) {
    this.#site = site;
    this.#tree = tree;
    this.#index = index;
    this.#pairs = pairs;
    this.#counted = new Int32Array(site.urls.length);
  }

  count({ source }: NodePair, changes: readonly CrossChange[]): Tally {
    const { order, nodes } = this.#tree;
    const { from, to } = nodes[source.node]!;
    this.#round++;
    for (let i = from; i < to; i++) this.#counted[order[i]!] = this.#round;
    for (let i = from; i < to; i++) {
      const { a, b } = this.#imageOf(order[i]!, changes);
      this.#pairs.add(order[i]!, a, b);
      this.#index.each(a, b, (url) => {
        if (this.#counted[url] === this.#round) return;
        this.#counted[url] = this.#round;
        this.#pairs.add(url, a, b);
      });
    }
    return this.#pairs.count(this.#site);
  }

  /** The hash of the keys that a URL has after the changes. */
  #imageOf(url: number, changes: readonly CrossChange[]): { readonly a: number; readonly b: number } {
    const site = this.#site;
    let a = site.hashA[url]!;
    let b = site.hashB[url]!;
    for (const change of changes) {
      const old = site.columns[change.key]![url]!;
      const value = changedValue(site, url, change);
      a ^= site.cellA(change.key, old) ^ site.cellA(change.key, value);
      b ^= site.cellB(change.key, old) ^ site.cellB(change.key, value);
    }
    return { a, b };
  }
}
