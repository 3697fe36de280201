/** The clusters browser: which URLs are one page, and what the rules in use make of them. */
import { alignTexts } from '../index.ts';
import type { ClusterDetail, ClusterRow, ClustersAnswer, ClustersQuery, ExplainedUrl, KeyGroup } from './api.ts';
import { type Applied, type AppliedData, clusterOf, kindOf } from './data-set.ts';
import { rulesOn } from './explainer.ts';
import { hostOf } from './host.ts';
import { Refusal } from './problem.ts';
import { countValues } from './rule-list.ts';
import type { Snapshot } from './snapshot.ts';

const SHOWN_URLS = 3;
/** Of a cluster's page: URLs, URLs of other clusters with the same key, and URLs side by side. */
const DETAIL_URLS = 1000;
const STRANGERS = 20;
const ALIGNED = 8;
/** Of a URL that is tried: others with its key. */
const OTHERS = 20;
/** URLs for which it is said which rules took part; that is slow. */
const EXPLAINED = 200;

export async function listClusters(
  data: AppliedData,
  snapshot: Snapshot,
  query: ClustersQuery,
): Promise<ClustersAnswer> {
  const { q = '', host, kind = 'all', sort = 'order', offset = 0, limit = 50 } = query;
  const applied = await data.under(snapshot);
  const { clusters } = data.data;
  const wantedHost = host?.toLowerCase();
  const kinds = clusters.map(({ urls }, i) => kindOf(urls.length, applied.keysOf[i]!));
  const found: number[] = [];
  for (const [i, { id, urls }] of clusters.entries()) {
    if (kind === 'impure' ? applied.isImpure[i] === 0 : kind !== 'all' && kinds[i] !== kind) continue;
    if (wantedHost !== undefined && !urls.some((url) => hostOf(url) === wantedHost)) continue;
    if (q !== '' && id !== q && !urls.some((url) => url.includes(q))) continue;
    found.push(i);
  }
  const size = (i: number) => clusters[i]!.urls.length;
  if (sort === 'size') found.sort((a, b) => size(b) - size(a) || a - b);
  if (sort === 'left') found.sort((a, b) => applied.keysOf[b]! - applied.keysOf[a]! || a - b);
  const impure = applied.isImpure.reduce((sum, flag) => sum + flag, 0);
  return {
    revision: snapshot.revision,
    total: clusters.length,
    matched: found.length,
    kinds: [...countValues(kinds, (value) => [value]), { value: 'impure', count: impure }],
    offset,
    rows: found.slice(offset, offset + limit).map((i) => rowOf(data, applied, i)),
  };
}

export async function clusterDetail(data: AppliedData, snapshot: Snapshot, index: number): Promise<ClusterDetail> {
  const cluster = data.data.clusters[index];
  if (!cluster) throw new Refusal(404, 'no-cluster', 'There is no such cluster; load the list again.');
  const applied = await data.under(snapshot);
  const normalizer = snapshot.normalizer(false);
  const byKey = new Map<number, string[]>();
  const urls = cluster.urls.slice(0, DETAIL_URLS);
  for (const [i, url] of urls.entries()) {
    const key = applied.keys[applied.starts[index]! + i]!;
    const group = byKey.get(key);
    if (group) group.push(url);
    else byKey.set(key, [url]);
  }
  let explained = 0;
  const groups = [...byKey].map(([number, members]): KeyGroup => {
    const key = normalizer.key(members[0]!);
    return {
      key,
      urls: members.map((url) => ({ url, rules: explained++ < EXPLAINED ? rulesOn(snapshot, url) : [] })),
      strangers: strangersOf(data, applied, index, number),
      columns: alignTexts([...members.slice(0, ALIGNED), key]),
    };
  });
  return { ...rowOf(data, applied, index), revision: snapshot.revision, groups, shown: urls.length };
}

/** URLs of the data with this key other than the URL itself, the first of them. */
export async function othersOf(
  data: AppliedData,
  snapshot: Snapshot,
  url: string,
  key: string,
): Promise<ExplainedUrl['others']> {
  const applied = await data.under(snapshot);
  const number = applied.numbers.get(key);
  if (number === undefined) return { total: 0, urls: [] };
  const [start, end] = [applied.memberStarts[number]!, applied.memberStarts[number + 1]!];
  const first = Array.from(applied.members.subarray(start, Math.min(end, start + OTHERS + 1)), (member) =>
    data.urlAt(applied, member),
  );
  const others = first.filter((other) => other !== url);
  const isItself = applied.members.subarray(start, end).some((member) => data.urlAt(applied, member) === url);
  return { total: end - start - (isItself ? 1 : 0), urls: others.slice(0, OTHERS) };
}

function rowOf({ data }: AppliedData, applied: Applied, index: number): ClusterRow {
  const { id, urls } = data.clusters[index]!;
  const keys = applied.keysOf[index]!;
  return {
    index,
    id,
    size: urls.length,
    keys,
    kind: kindOf(urls.length, keys),
    isImpure: applied.isImpure[index] === 1,
    urls: urls.slice(0, SHOWN_URLS),
  };
}

function strangersOf(data: AppliedData, applied: Applied, index: number, key: number): KeyGroup['strangers'][number][] {
  const { id, wide } = data.data.clusters[index]!;
  const own = new Set(wide ?? [id]);
  const found: KeyGroup['strangers'][number][] = [];
  for (let m = applied.memberStarts[key]!; m < applied.memberStarts[key + 1]! && found.length < STRANGERS; m++) {
    const url = applied.members[m]!;
    const cluster = clusterOf(applied, url);
    if (cluster === index || cluster === -1) continue;
    const other = data.data.clusters[cluster]!;
    const page = other.wide?.[url - applied.starts[cluster]!] ?? other.id;
    found.push({ url: data.urlAt(applied, url), cluster, isWrong: !own.has(page) });
  }
  return found;
}
