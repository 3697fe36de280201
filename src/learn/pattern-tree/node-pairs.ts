/** Pairs of nodes that hold the same pages: which node's URLs should become which other's. */
import { compareCodePoints } from '../../base/index.ts';
import { ABSENT } from '../key-rows.ts';
import { MAX_PARTNERS, SHARED_CLUSTERS, SHARED_SHARE } from './options.ts';
import { closedPatternOf, FREE, type PatternTree } from './pattern-tree.ts';
import type { SiteTable } from './site-table.ts';

/** A leaf, or the parent of one, with the first URL of each of its clusters. */
export type ClusterNode = {
  readonly node: number;
  readonly states: Int32Array;
  readonly urls: number;
  readonly firstOf: ReadonlyMap<number, number>;
};

export type NodePair = { readonly source: ClusterNode; readonly target: ClusterNode; readonly shared: number };

/** For each source the target with which it shares most clusters. */
export function nodePairs(site: SiteTable, tree: PatternTree): NodePair[] {
  const nodes = clusterNodes(site, tree);
  const best = new Map<number, NodePair>();
  for (const [pair, shared] of sharedClusters(nodes)) {
    const [a, b] = [nodes[Math.floor(pair / nodes.length)]!, nodes[pair % nodes.length]!];
    if (shared < SHARED_CLUSTERS || shared < SHARED_SHARE * Math.min(a.firstOf.size, b.firstOf.size)) continue;
    if (isAbove(tree, a.node, b.node) || isAbove(tree, b.node, a.node)) continue;
    const [target, source] = compareNodes(site, a, b) < 0 ? [a, b] : [b, a];
    const known = best.get(source.node);
    const order = known ? known.shared - shared || compareNodes(site, target, known.target) : -1;
    if (order < 0) best.set(source.node, { source, target, shared });
  }
  return [...best.values()];
}

/** Larger first, then with fewer keys, then by what the patterns say. */
function compareNodes(site: SiteTable, a: ClusterNode, b: ClusterNode): number {
  if (a.urls !== b.urls) return b.urls - a.urls;
  const keys = ({ states }: ClusterNode) =>
    states.reduce((sum, state) => sum + Number(state !== ABSENT && state !== FREE), 0);
  return keys(a) - keys(b) || compareCodePoints(patternText(site, a.states), patternText(site, b.states));
}

function patternText(site: SiteTable, states: Int32Array): string {
  return [...states].map((state, key) => `${site.keys[key]}=${state > 0 ? `'${site.textOf(state)}` : state}`).join(' ');
}

function clusterNodes(site: SiteTable, tree: PatternTree): ClusterNode[] {
  const wanted = new Set<number>();
  for (const [n, { isLeaf, parent, from, to }] of tree.nodes.entries()) {
    if (!isLeaf) continue;
    // A leaf of one URL has one cluster, and is its parent's business alone.
    if (to - from >= SHARED_CLUSTERS) wanted.add(n);
    if (parent >= 0) wanted.add(parent);
  }
  const found: ClusterNode[] = [];
  for (const node of wanted) {
    const { from, to } = tree.nodes[node]!;
    const firstOf = new Map<number, number>();
    for (let i = from; i < to; i++) {
      const cluster = site.cluster[tree.order[i]!]!;
      if (!firstOf.has(cluster)) firstOf.set(cluster, tree.order[i]!);
    }
    if (firstOf.size >= SHARED_CLUSTERS)
      found.push({ node, states: closedPatternOf(site, tree, node), urls: to - from, firstOf });
  }
  return found;
}

/** For each pair of nodes with a cluster in common, at a * nodes + b, how many they have; a is less than b. */
function sharedClusters(nodes: readonly ClusterNode[]): Map<number, number> {
  const nodesOf = new Map<number, number[]>();
  for (const [n, { firstOf }] of nodes.entries()) {
    for (const cluster of firstOf.keys()) {
      const list = nodesOf.get(cluster);
      if (list === undefined) nodesOf.set(cluster, [n]);
      else if (list.length < MAX_PARTNERS) list.push(n);
    }
  }
  const shared = new Map<number, number>();
  for (const list of nodesOf.values()) {
    for (const [i, a] of list.entries()) {
      for (let j = i + 1; j < list.length; j++) {
        const pair = a * nodes.length + list[j]!;
        shared.set(pair, (shared.get(pair) ?? 0) + 1);
      }
    }
  }
  return shared;
}

function isAbove(tree: PatternTree, upper: number, lower: number): boolean {
  let n = lower;
  while (n >= 0 && n !== upper) n = tree.nodes[n]!.parent;
  return n === upper;
}
