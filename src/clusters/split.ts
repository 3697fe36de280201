/** Splits clusters for honest figures: folds, halves and thirds. What a cluster falls into never depends on the order of the input. */
import { ConfigError, compareCodePoints, seedFrom, seedFromAscii } from '../base/index.ts';
import type { Cluster } from './cluster.ts';
import { labelUrls } from './labels.ts';
import { type PackedClusters, packClusters } from './packed/packed-clusters.ts';
import { compareUrls, touchUrls, type UrlPack, urlText } from './packed/url-pack.ts';
import { joinEquivalent } from './same-pages.ts';
import { smallestOf } from './smallest.ts';
import { Union } from './union.ts';

/** One part of k, counted from 1. */
export type Fold = { readonly part: number; readonly of: number };

/** Reads `i/k`. */
export function parseFold(text: string): Fold {
  const [, part, of] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  const fold = { part: Number(part), of: Number(of) };
  if (fold.of >= 2 && fold.part >= 1 && fold.part <= fold.of) return fold;
  throw new ConfigError('bad-fold', `a fold is i/k with i from 1 to k and k of 2 or more, such as 1/3, not "${text}"`);
}

/** The clusters of a fold, or all others. */
export function takeFold(clusters: readonly Cluster[], fold: Fold, which: 'inside' | 'outside'): Cluster[] {
  const folds = foldsOf(clusters, fold.of);
  return clusters.filter((_, c) => (folds[c] === fold.part) === (which === 'inside'));
}

/**
 * The fold of each cluster, from 1. Clusters that share a wide id, or have URLs that are equal under RFC 3986, go together:
 * a hash of the smallest URL of them all decides. So nothing that might be one page is on both sides, and whoever splits the same data gets the same folds.
 */
export function foldsOf(clusters: readonly Cluster[], count: number): Int32Array {
  const labels = labelUrls(clusters);
  const roots = joinEquivalent(labels);
  // A cluster with several wide ids ties their groups together.
  const union = new Union(labels.wides);
  const firstOf = new Int32Array(clusters.length).fill(-1);
  for (let u = 0; u < labels.urls.length; u++) {
    const cluster = labels.cluster[u]!;
    const group = roots[labels.wide[u]!]!;
    if (firstOf[cluster] === -1) firstOf[cluster] = group;
    else union.join(group, firstOf[cluster]!);
  }
  const smallest = new Map<number, string>();
  for (let u = 0; u < labels.urls.length; u++) {
    const group = union.root(roots[labels.wide[u]!]!);
    const known = smallest.get(group);
    const url = labels.urls[u]!;
    if (known === undefined || compareCodePoints(url, known) < 0) smallest.set(group, url);
  }
  return Int32Array.from(clusters, (_, c) => {
    if (firstOf[c] === -1) return 1;
    return 1 + (seedFrom(0, 'fold', smallest.get(union.root(firstOf[c]!))!) % count);
  });
}

/** The half of each cluster, 0 or 1: a hash of its smallest URL. */
export function halvesOf(clusters: readonly Cluster[]): Uint8Array {
  return Uint8Array.from(clusters, ({ urls }) => (urls.length === 0 ? 0 : seedFrom(0, 'half', smallestOf(urls)) & 1));
}

/** Clusters whose URLs are brought into the cache together. */
const BATCH = 64;

/** The same for clusters in bytes. */
export function halvesOfPacked(packed: PackedClusters): Uint8Array {
  const halves = new Uint8Array(packed.size);
  eachSmallest(packed, (cluster, url) => {
    halves[cluster] = halfByUrl(packed.urls, url);
  });
  return halves;
}

/** Calls `visit` with every cluster that has a URL, and the number of its smallest. */
function eachSmallest(
  { urls, size, first, members }: PackedClusters,
  visit: (cluster: number, url: number) => void,
): void {
  for (let c = 0; c < size; c++) {
    if (c % BATCH === 0) touchUrls(urls, members, first[c]!, first[Math.min(size, c + BATCH)]!);
    if (first[c] === first[c + 1]) continue;
    let smallest = members[first[c]!]!;
    for (let i = first[c]! + 1; i < first[c + 1]!; i++)
      if (compareUrls(urls, members[i]!, smallest) < 0) smallest = members[i]!;
    visit(c, smallest);
  }
}

/** The half of the cluster whose smallest URL this is. */
export function halfByUrl(pack: UrlPack, u: number): number {
  return seedOf(pack, u, 0, 'half') & 1;
}

/** As `seedFrom` the text of a URL. */
function seedOf(pack: UrlPack, u: number, seed: number, stage: string): number {
  const { bytes, starts, ends } = pack;
  for (let i = starts[u]!; i < ends[u]!; i++) if (bytes[i]! >= 0x80) return seedFrom(seed, stage, urlText(pack, u));
  return seedFromAscii(seed, stage, bytes, starts[u]!, ends[u]!);
}

/** Three parts of nearly equal numbers of clusters, as `thirdsOfPacked` says, each in the order of the data. */
export function thirdsOf(clusters: readonly Cluster[], seed: number, rotation = 0): [Cluster[], Cluster[], Cluster[]] {
  const thirds = thirdsOfPacked(packClusters(clusters), seed, rotation);
  const part = (wanted: number) => clusters.filter((_, c) => thirds[c] === wanted);
  return [part(0), part(1), part(2)];
}

/** Of clusters without URLs. */
const NO_THIRD = 3;
/** Which of the two words of a number of 64 bits is its lower half. */
const LOWER = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;

/**
 * The third of each cluster, 0 to 2: ROD's protocol, a seeded shuffle of the clusters, which are dealt out in the order of a seeded hash of their smallest URLs.
 * `rotation` says which part comes first; the others follow in a circle.
 */
export function thirdsOfPacked(packed: PackedClusters, seed: number, rotation = 0): Uint8Array {
  const { urls, size, cluster } = packed;
  // A card is a hash and, in the lower half, the URL it is of: such numbers are sorted without a call for each two of them.
  const cards = new BigUint64Array(size);
  const halves = new Uint32Array(cards.buffer);
  let count = 0;
  eachSmallest(packed, (_, url) => {
    halves[2 * count + LOWER] = url;
    halves[2 * count++ + (1 - LOWER)] = seedOf(urls, url, seed, 'thirds');
  });
  cards.subarray(0, count).sort();
  const hashAt = (i: number) => halves[2 * i + (1 - LOWER)];
  const thirds = new Uint8Array(size).fill(NO_THIRD);
  for (let from = 0, to = 1; from < count; from = to++) {
    while (to < count && hashAt(to) === hashAt(from)) to++;
    const own = Array.from({ length: to - from }, (_, k) => halves[2 * (from + k) + LOWER]!);
    // Numbers of URLs depend on the order of the data.
    if (own.length > 1) own.sort((u, v) => compareUrls(urls, u, v));
    for (let k = 0; k < own.length; k++) thirds[cluster[own[k]!]!] = (from + k + 3 - rotation) % 3;
  }
  return thirds;
}
