/** Copies under another path: the prefix that one site has and the other has not is read off the pages that both have. */
import { resemblance } from '../compare-sites.ts';
import type { SiteTable } from '../site-table.ts';
import type { Common } from './verdict.ts';

/** Paths of the first site that begin with `from` are those of the second with `to` in its place. */
export type Move = { readonly from: string; readonly to: string };

/** Pages that vote. */
const MOST_VOTES = 200;

/** The move that most of the pages of both sites show; null if there is none, or most lie at the same path. */
export function findMove({ starts, pages, cluster, term, termText }: SiteTable, a: number, b: number): Move | null {
  const termOf = new Map<number, number>();
  for (let k = starts[b]!; k < starts[b + 1]!; k++) {
    const row = pages[k]!;
    if (!termOf.has(cluster[row]!)) termOf.set(cluster[row]!, term[row]!);
  }
  const both: number[] = [];
  const seen = new Set<number>();
  for (let k = starts[a]!; k < starts[a + 1]!; k++) {
    const row = pages[k]!;
    if (!termOf.has(cluster[row]!) || seen.has(cluster[row]!)) continue;
    seen.add(cluster[row]!);
    both.push(row);
  }
  const votes = new Map<string, { readonly move: Move; count: number }>();
  const step = Math.max(1, Math.floor(both.length / MOST_VOTES));
  let best: { readonly move: Move; count: number } | null = null;
  for (let i = 0; i < both.length; i += step) {
    const row = both[i]!;
    const move = moveBetween(termText(term[row]!), termText(termOf.get(cluster[row]!)!));
    if (move === null) continue;
    const key = `${move.from} ${move.to}`;
    const vote = votes.get(key) ?? { move, count: 0 };
    vote.count++;
    votes.set(key, vote);
    if (best === null || vote.count > best.count) best = vote;
  }
  return best === null || best.move.from === best.move.to ? null : best.move;
}

/** What two paths have before their longest common end that begins with a slash. */
export function moveBetween(a: string, b: string): Move | null {
  let common = 0;
  let end = -1;
  while (common < a.length && common < b.length && a[a.length - 1 - common] === b[b.length - 1 - common]) {
    common++;
    if (a[a.length - common] === '/') end = common;
  }
  return end === -1 ? null : { from: a.slice(0, a.length - end), to: b.slice(0, b.length - end) };
}

/** What the sites have in common when the paths of the first are moved. `totals` are the weights of all pages of each site. */
export function compareMoved(
  table: SiteTable,
  a: number,
  b: number,
  { from, to }: Move,
  totals: Float64Array,
  own: Float64Array,
): Common & { readonly equal: number } {
  const { starts, pages, term, cluster, sites, termText, findTerm } = table;
  const rowOf = new Map<number, number>();
  let [common, equal, same, weightA, weightB, belonging, insideA, insideB] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let k = starts[b]!; k < starts[b + 1]!; k++) {
    rowOf.set(term[pages[k]!]!, pages[k]!);
    if (termText(term[pages[k]!]!).startsWith(`${to}/`)) insideB++;
  }
  const distinct = new Set<number>();
  for (let k = starts[a]!; k < starts[a + 1]!; k++) {
    const row = pages[k]!;
    const text = termText(term[row]!);
    if (!text.startsWith(`${from}/`)) continue;
    insideA++;
    const other = rowOf.get(findTerm(to + text.slice(from.length)));
    if (other === undefined) continue;
    const share = resemblance(table, row, other);
    common++;
    if (cluster[row] === cluster[other]) equal++;
    same += share;
    weightA += share / sites[cluster[row]!]!;
    weightB += share / sites[cluster[other]!]!;
    belonging += Math.min(own[cluster[row]!]!, own[cluster[other]!]!);
    distinct.add(cluster[row]!);
  }
  return {
    ...{ common, equal, same },
    distinct: distinct.size,
    coverA: weightA / totals[a]!,
    coverB: weightB / totals[b]!,
    home: null,
    belonging: common === 0 ? 0 : belonging / common,
    inside: Math.min(insideA / (starts[a + 1]! - starts[a]!), insideB / (starts[b + 1]! - starts[b]!)),
  };
}
