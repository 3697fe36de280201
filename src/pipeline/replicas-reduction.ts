/** How many duplicate URLs go when the best pairs of a ranking are joined (CAR's reduction ratio at a rate of false positives). */
import { countUrls, groupReplicas, type Prepared } from '../replicas/index.ts';

export type RankedPair = {
  /** Number of the pair, or -1 if it is no candidate. */
  readonly pair: number;
  readonly score: number;
  readonly isReplica: boolean;
};

export type ReductionStep = { readonly fpr: number; readonly rate: number | null };

/** Ends of the ranking that are tried: each goes over all URLs. */
const MOST_STEPS = 200;

/** For each limit the best reduction that joining the best pairs gives, with no larger share of the negative pairs among them. */
export function reductionsAt(
  data: Prepared,
  judged: readonly RankedPair[],
  limits: readonly number[],
): ReductionStep[] {
  const negatives = judged.filter(({ isReplica }) => !isReplica).length;
  const sorted = judged.filter(({ pair, score }) => pair !== -1 && score > 0).sort((x, y) => y.score - x.score);
  const largest = limits.reduce((a, b) => Math.max(a, b), 0);
  const ends: { readonly end: number; readonly fpr: number }[] = [{ end: 0, fpr: 0 }];
  let wrong = 0;
  for (let end = 0; end < sorted.length; ) {
    // Equal scores go together.
    const { score } = sorted[end]!;
    while (end < sorted.length && sorted[end]!.score === score) if (!sorted[end++]!.isReplica) wrong++;
    if (wrong > largest * negatives) break;
    ends.push({ end, fpr: negatives === 0 ? 0 : wrong / negatives });
  }
  const every = Math.ceil(ends.length / MOST_STEPS);
  const steps = ends
    .filter(({ fpr }, i) => i % every === 0 || ends[i + 1]?.fpr !== fpr)
    .map(({ end, fpr }) => {
      const joined = new Set(sorted.slice(0, end).map(({ pair }) => pair));
      return { fpr, rate: duplicatesRemoved(data, (pair) => joined.has(pair)) };
    });
  return limits.map((limit) => {
    const rates = steps.filter(({ fpr }) => fpr <= limit).flatMap(({ rate }) => (rate === null ? [] : [rate]));
    return { fpr: limit, rate: rates.length === 0 ? null : Math.max(...rates) };
  });
}

/** Share of the URLs that are not alone in their cluster whose page the site that stands for their own has too. */
function duplicatesRemoved({ table, pairs }: Prepared, isJoined: (pair: number) => boolean): number | null {
  const place = new Map(table.hosts.map((host, h) => [host, h]));
  const target = new Int32Array(table.hosts.length).fill(-1);
  for (const { representative, replicas } of groupReplicas(table.hosts, countUrls(table), pairs, isJoined)) {
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
