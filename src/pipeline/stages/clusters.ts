/** From records that hang together to clusters, by the function that works in memory, and their numbers. */
import { byteLength } from '../../base/index.ts';
import {
  type Cluster,
  type Clustering,
  type ClusterOptions,
  clusterRecords,
  type Fold,
  halvesOf,
  keyOf,
  packClusters,
  smallestOf,
  takeFold,
} from '../../clusters/index.ts';
import type { CrawlRecord } from '../../records/index.ts';
import { clusterOf, emitMember, type Member, wideOf } from './members.ts';
import { openProposer, type ProposeParams } from './propose.ts';
import type { EmitRow, RawLine, Row, Stage } from './stage.ts';
import { padded, sortable, textOfBytes } from './texts.ts';

export type ClusterParams = {
  readonly options: ClusterOptions;
  /** A part of the clusters, which alone is kept or left out. */
  readonly fold: { readonly part: Fold; readonly which: 'inside' | 'outside' } | null;
  /** The share of the pages that is taken; `seen` is counted without regard to it. */
  readonly share: number;
  /** Of learners that look at one cluster at a time: what clusters are asked for as they are made. */
  readonly proposing: ProposeParams | null;
  /** Whether clusters and wide groups will be numbered. */
  readonly isNumbered: boolean;
};

export type ClusterCount = Pick<Clustering, 'notes' | 'hygiene' | 'seen'> & {
  readonly urls: number;
  /** Of the URLs. */
  readonly bytes: number;
  readonly clusters: number;
  readonly plural: number;
};

/** Records that are clustered at once. What hangs together is never cut. */
const BATCH = 50_000;
const CHUNK = 10_000;

/**
 * In: records by root. Out: URLs by cluster (`c`), if they are to be numbered a row for each cluster (`n`) and each wide group (`w`) at its smallest URL, URLs of whose
 * pages nothing is known (`x`), URLs that did not answer (`f`), counts, and what clusters propose if they are asked (`p`).
 */
export const clusterGroups: Stage = {
  name: 'reduce:cluster',
  kind: 'reduce',
  open(params, emit) {
    const { fold, options, share, proposing, isNumbered } = params as ClusterParams;
    const proposer = proposing && openProposer(proposing, emit);
    let waiting: CrawlRecord[] = [];
    const flush = async (batches: Iterable<readonly CrawlRecord[]>): Promise<void> => {
      const found = await clusterRecords(batches, options, undefined, () => share);
      // Whatever decides on the fold of a cluster hangs together with it.
      const clusters = fold ? takeFold(found.clusters, fold.part, fold.which) : found.clusters;
      emitClustering({ ...found, clusters }, isNumbered, emit);
      proposer?.add(fold ? packClusters(clusters) : found.packed);
    };
    return {
      async group(_root, rows) {
        const records = recordsOf(rows);
        const own: CrawlRecord[] = [];
        for (const record of records) if (own.push(record) >= BATCH) break;
        if (own.length >= BATCH) {
          await flush(joined(own, records));
          return;
        }
        for (const record of own) waiting.push(record);
        if (waiting.length < BATCH) return;
        await flush([waiting]);
        waiting = [];
      },
      async end() {
        if (waiting.length > 0) await flush([waiting]);
        proposer?.end();
      },
    };
  },
};

/** A generator that a loop left is over, so rows are taken one by one. */
function recordsOf(rows: Iterable<Row>): IterableIterator<CrawlRecord> {
  const iterator = rows[Symbol.iterator]();
  return {
    [Symbol.iterator]() {
      return this;
    },
    next() {
      const { done, value } = iterator.next();
      return done ? { done, value: undefined } : { done: false, value: JSON.parse(value.v) as CrawlRecord };
    },
  };
}

/** More than fits is handed on in pieces. */
function* joined(first: readonly CrawlRecord[], rest: Iterable<CrawlRecord>): Generator<readonly CrawlRecord[]> {
  yield first;
  let chunk: CrawlRecord[] = [];
  for (const record of rest) {
    if (chunk.push(record) < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}

function emitClustering(
  { clusters, listed, failing, seen, notes, hygiene }: Clustering,
  isNumbered: boolean,
  emit: EmitRow,
): void {
  const wideKeys = new WideKeys(clusters);
  if (isNumbered) for (const url of wideKeys.smallest()) emit('w', sortable(url), keyOf(url));
  let [size, bytes, plural] = [0, 0, 0];
  const halves = halvesOf(clusters);
  for (const [c, cluster] of clusters.entries()) {
    const { urls } = cluster;
    const least = smallestOf(urls);
    const key = keyOf(least);
    if (isNumbered) emit('n', sortable(least), key);
    const lead = isMixed(cluster) ? ([wideKeys.of(cluster, urls.indexOf(least))] as const) : ([] as const);
    for (const [i, url] of urls.entries()) {
      bytes += byteLength(url);
      emitMember(emit, key, [url, wideKeys.of(cluster, i), halves[c]!, urls.length, ...lead]);
    }
    size += urls.length;
    if (urls.length > 1) plural++;
  }
  for (const item of listed) emit('x', sortable(item.url), item);
  for (const url of failing) emit('f', sortable(url), url);
  const count: ClusterCount = { urls: size, bytes, clusters: clusters.length, plural, seen, notes, hygiene };
  emit('!cluster', '0', count);
}

/** Whether its URLs are of several wide groups, which labels may say. */
function isMixed({ wide }: Cluster): boolean {
  return wide?.some((name) => name !== wide[0]) ?? false;
}

type WideGroup = { readonly urls: string[]; key: string };

/** Keys of wide groups, by their smallest URLs. */
class WideKeys {
  readonly #groups = new Map<string, WideGroup>();

  constructor(clusters: readonly Cluster[]) {
    for (const { id, urls, wide } of clusters) {
      for (const [i, url] of urls.entries()) {
        const name = wide?.[i] ?? id;
        const known = this.#groups.get(name);
        if (known) known.urls.push(url);
        else this.#groups.set(name, { urls: [url], key: '' });
      }
    }
  }

  *smallest(): Generator<string> {
    for (const { urls } of this.#groups.values()) yield smallestOf(urls);
  }

  /** The key of the wide group of a URL of a cluster; empty if that is the cluster, all of it and nothing else. */
  of(cluster: Cluster, i: number): string {
    const { id, urls, wide } = cluster;
    const group = this.#groups.get(wide?.[i] ?? id)!;
    if (group.urls.length === urls.length && !isMixed(cluster)) return '';
    if (group.key === '') group.key = keyOf(smallestOf(group.urls));
    return group.key;
  }
}

/** In: URLs by cluster. Out: by wide group. */
export const byWide: Stage = {
  name: 'map:by-wide',
  kind: 'map',
  open(_params, emit) {
    return {
      row(row) {
        const member = JSON.parse(row.v) as Member;
        const cluster = clusterOf(row);
        emit(wideOf(member, cluster), `1${row.s}`, [cluster, member[0]]);
      },
    };
  },
};

/** In: URLs by wide group, and numbers of wide groups. Out: URLs by cluster, with the number of the wide group. */
export const numberWides: Stage = {
  name: 'reduce:number-wides',
  kind: 'reduce',
  open(_params, emit) {
    return {
      group(_wide, rows) {
        let number = 0;
        for (const { s, v } of rows) {
          if (s === '0') number = JSON.parse(v) as number;
          else {
            const [cluster, url] = JSON.parse(v) as [string, string];
            emit(cluster, s, [url, number]);
          }
        }
      },
    };
  },
};

const encoder = new TextEncoder();

/** In: URLs by cluster, and numbers of clusters. Out: lines `cluster_id⇥url⇥wide_id` in the order of clusters and URLs. */
export const clusterLines: Stage = {
  name: 'reduce:cluster-lines',
  kind: 'reduce',
  open(_params, emit) {
    return {
      group(_cluster, rows) {
        let number = 0;
        for (const { s, v } of rows) {
          if (s === '0') number = JSON.parse(v) as number;
          else {
            const [url, wide] = JSON.parse(v) as [string, number];
            const line = textOfBytes(encoder.encode(`${number}\t${url}\t${wide}`));
            emit('l', `${padded(number)}${s}`, [line] satisfies RawLine);
          }
        }
      },
    };
  },
};
