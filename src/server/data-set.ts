/** The labeled URLs that the server was started with, or that a job learned from, and what the rules in use make of them. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Cluster } from '../index.ts';
import type { Normalizer } from '../normalize/index.ts';
import type { ClusterRow } from './api.ts';
import type { Snapshot } from './snapshot.ts';

export type DataSet = {
  /** Names for people, without folders. */
  readonly sources: readonly string[];
  readonly clusters: readonly Cluster[];
  /** URLs of whose pages nothing is known. */
  readonly listed: readonly string[];
};

/** URLs are numbered cluster by cluster; listed ones come last and have no cluster. */
export type Applied = {
  readonly revision: string;
  /** The number of each URL's key. */
  readonly keys: Int32Array;
  readonly numbers: ReadonlyMap<string, number>;
  /** The first URL of each cluster, and one more for the end. */
  readonly starts: Int32Array;
  /** Keys of each cluster. */
  readonly keysOf: Int32Array;
  readonly isImpure: Uint8Array;
  /** URLs by key: those of key k are `members[memberStarts[k]]` up to the next start. */
  readonly members: Int32Array;
  readonly memberStarts: Int32Array;
  readonly sharedKeys: number;
  readonly impureKeys: number;
  /** URLs that are removed, and those of them that are of one page with the one that stays. */
  readonly removed: number;
  readonly removedRightly: number;
  /** Pages that would be lost: of each key all certainly different ones but one. */
  readonly pagesLost: number;
};

/** URLs between two looks at what else is to be done. */
const SLICE = 5000;

/** One pass over the data for each revision of the rules; who asks meanwhile waits for the same pass. */
export class AppliedData {
  readonly data: DataSet;
  private revision = '';
  private pass: Promise<Applied> | null = null;

  constructor(data: DataSet) {
    this.data = data;
  }

  under(snapshot: Snapshot): Promise<Applied> {
    if (this.pass === null || this.revision !== snapshot.keyRevision) {
      this.revision = snapshot.keyRevision;
      this.pass = applyRules(this.data, snapshot.normalizer(false), snapshot.keyRevision);
    }
    return this.pass;
  }

  /** All of them, in the order of the data. */
  urls(): string[] {
    return [...this.data.clusters.flatMap(({ urls }) => urls), ...this.data.listed];
  }

  urlAt(applied: Applied, url: number): string {
    const cluster = clusterOf(applied, url);
    const { clusters, listed } = this.data;
    return cluster === -1
      ? listed[url - applied.starts.at(-1)!]!
      : clusters[cluster]!.urls[url - applied.starts[cluster]!]!;
  }
}

export async function applyRules(data: DataSet, normalizer: Normalizer, revision = ''): Promise<Applied> {
  const { clusters, listed } = data;
  const starts = new Int32Array(clusters.length + 1);
  for (const [i, { urls }] of clusters.entries()) starts[i + 1] = starts[i]! + urls.length;
  const labeled = starts[clusters.length]!;
  const keys = new Int32Array(labeled + listed.length);
  const numbers = new Map<string, number>();
  let at = 0;
  const add = (url: string) => {
    const key = normalizer.key(url);
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
    }
    keys[at++] = number;
  };
  for (const { urls } of clusters) {
    for (const url of urls) {
      add(url);
      if (at % SLICE === 0) await turn();
    }
  }
  for (const url of listed) {
    add(url);
    if (at % SLICE === 0) await turn();
  }
  return { revision, keys, starts, numbers, ...(await judge(data, keys, starts, numbers.size)) };
}

type Judged = Omit<Applied, 'revision' | 'keys' | 'starts' | 'numbers'>;

async function judge({ clusters }: DataSet, keys: Int32Array, starts: Int32Array, keyCount: number): Promise<Judged> {
  const { members, memberStarts } = groupByKey(keys, keyCount);
  const keysOf = new Int32Array(clusters.length);
  const impure = new Uint8Array(keyCount);
  const wides = new Array<string | undefined>(keyCount);
  /** The last cluster in which a key was seen, so that each counts once. */
  const last = new Int32Array(keyCount).fill(-1);
  let pairsOfPage = 0;
  for (const [i, { id, urls, wide }] of clusters.entries()) {
    for (let j = 0; j < urls.length; j++) {
      const key = keys[starts[i]! + j]!;
      if (last[key] === i) pairsOfPage++;
      else keysOf[i]!++;
      last[key] = i;
      const page = wide?.[j] ?? id;
      if (wides[key] === undefined) wides[key] = page;
      else if (wides[key] !== page) impure[key] = 1;
    }
    if (i % SLICE === 0) await turn();
  }
  const isImpure = new Uint8Array(clusters.length);
  const pages = new Map<number, Set<string>>();
  for (let i = 0; i < clusters.length; i++) {
    const { id, wide } = clusters[i]!;
    for (let url = starts[i]!; url < starts[i + 1]!; url++) {
      const key = keys[url]!;
      if (impure[key] === 0) continue;
      isImpure[i] = 1;
      const known = pages.get(key) ?? new Set();
      pages.set(key, known.add(wide?.[url - starts[i]!] ?? id));
    }
  }
  const pagesLost = [...pages.values()].reduce((sum, { size }) => sum + size - 1, 0);
  let sharedKeys = 0;
  let removed = 0;
  const labeled = starts[clusters.length]!;
  for (let key = 0; key < keyCount; key++) {
    let size = 0;
    for (let m = memberStarts[key]!; m < memberStarts[key + 1]!; m++) if (members[m]! < labeled) size++;
    if (size > 1) sharedKeys++;
    removed += Math.max(0, size - 1);
  }
  const counts = { sharedKeys, impureKeys: pages.size, removed, removedRightly: pairsOfPage, pagesLost };
  return { keysOf, isImpure, members, memberStarts, ...counts };
}

function groupByKey(keys: Int32Array, keyCount: number): Pick<Applied, 'members' | 'memberStarts'> {
  const memberStarts = new Int32Array(keyCount + 1);
  for (const key of keys) memberStarts[key + 1]!++;
  for (let key = 0; key < keyCount; key++) memberStarts[key + 1]! += memberStarts[key]!;
  const next = memberStarts.slice(0, keyCount);
  const members = new Int32Array(keys.length);
  for (let url = 0; url < keys.length; url++) members[next[keys[url]!]!++] = url;
  return { members, memberStarts };
}

/** The cluster of a URL by its number; -1 for a listed one. */
export function clusterOf({ starts }: Applied, url: number): number {
  if (url >= starts.at(-1)!) return -1;
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= url) low = middle;
    else high = middle;
  }
  return low;
}

export function kindOf(size: number, keys: number): ClusterRow['kind'] {
  if (size === 1) return 'single';
  if (keys === 1) return 'joined';
  return keys < size ? 'partly' : 'apart';
}
