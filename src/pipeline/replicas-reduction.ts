/** How many duplicate URLs go when the best pairs of a ranking are joined (CAR's reduction ratio at a rate of false positives). */
import { groupReplicas, type Prepared } from '../replicas/index.ts';

export type RankedPair = {
  /** Number of the pair, or -1 if it is no candidate. */
  readonly pair: number;
  readonly score: number;
  readonly isReplica: boolean;
};

/** Joins pairs from the best score down, as long as no larger share of the negative pairs is among them; equal scores go together. */
export function reductionAt(data: Prepared, judged: readonly RankedPair[], maxFpr: number): number | null {
  const negatives = judged.filter(({ isReplica }) => !isReplica).length;
  const sorted = judged.filter(({ pair, score }) => pair !== -1 && score > 0).sort((x, y) => y.score - x.score);
  const joined = new Set<number>();
  let wrong = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]!.score === sorted[from]!.score) if (!sorted[to++]!.isReplica) wrong++;
    if (wrong > maxFpr * negatives) break;
    for (; from < to; from++) joined.add(sorted[from]!.pair);
  }
  return duplicatesRemoved(data, (pair) => joined.has(pair));
}

/** Share of the URLs that are not alone in their cluster whose page the site that stands for their own has too. */
function duplicatesRemoved({ table, pairs }: Prepared, isJoined: (pair: number) => boolean): number | null {
  const place = new Map(table.hosts.map((host, h) => [host, h]));
  const target = new Int32Array(table.hosts.length).fill(-1);
  for (const { representative, replicas } of groupReplicas(table, pairs, isJoined)) {
    for (const host of replicas) target[place.get(host)!] = place.get(representative)!;
  }
  const { rows, cluster, host } = table;
  let [all, removed] = [0, 0];
  for (let from = 0, to = 1; from < rows; from = to) {
    for (to = from + 1; to < rows && cluster[to] === cluster[from]; ) to++;
    if (to - from < 2) continue;
    all += to - from;
    const sites = new Set(host.subarray(from, to));
    for (let row = from; row < to; row++) if (sites.has(target[host[row]!]!)) removed++;
  }
  return all === 0 ? null : removed / all;
}
