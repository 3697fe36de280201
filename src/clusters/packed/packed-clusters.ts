/** Clusters as columns over packed URLs: what learning and judging millions of labeled URLs work on, with a view as plain objects. */
import type { Cluster } from '../cluster.ts';
import { longer } from './byte-names.ts';
import { packTexts, type UrlPack, urlText } from './url-pack.ts';

export type PackedClusters = {
  readonly urls: UrlPack;
  /** How many clusters there are; each has a URL or more, unless it was given without any. */
  readonly size: number;
  /** Number of each URL's cluster. */
  readonly cluster: Int32Array;
  /** The URLs of cluster c, in the order they came, are `members[first[c]] .. members[first[c + 1] - 1]`. */
  readonly first: Int32Array;
  readonly members: Int32Array;
  /** Number of each URL's wide group, and how many there are; null if it is the cluster. */
  readonly wide: Int32Array | null;
  readonly wides: number;
  idOf(cluster: number): string;
  wideIdOf(wide: number): string;
  /** Bytes of the smallest and of the largest body of a cluster, where any is known. */
  sizesOf?(cluster: number): Cluster['sizes'];
};

/** Packs clusters, URLs in their order. */
export function packClusters(clusters: readonly Cluster[]): PackedClusters {
  const first = new Int32Array(clusters.length + 1);
  for (let c = 0; c < clusters.length; c++) first[c + 1] = first[c]! + clusters[c]!.urls.length;
  const count = first[clusters.length]!;
  const cluster = new Int32Array(count);
  for (let c = 0; c < clusters.length; c++) cluster.fill(c, first[c]!, first[c + 1]!);
  const names = new Map<string, number>();
  const wide = clusters.some((c) => c.wide) ? numberWides(clusters, count, names) : null;
  const wideNames = [...names.keys()];
  return {
    urls: packTexts(clusters.flatMap(({ urls }) => urls)),
    size: clusters.length,
    cluster,
    first,
    members: Int32Array.from({ length: count }, (_, u) => u),
    wide,
    wides: wide ? names.size : clusters.length,
    idOf: (c) => clusters[c]!.id,
    wideIdOf: (w) => (wide ? wideNames[w]! : clusters[w]!.id),
    sizesOf: (c) => clusters[c]!.sizes,
  };
}

/** The same clusters as objects, or some of them. */
export function unpackClusters(packed: PackedClusters, some?: Int32Array): Cluster[] {
  const { urls, first, members, wide } = packed;
  const clusters: Cluster[] = [];
  // Few wide groups are numbered as often as there are URLs, and a string for each would be one for each URL.
  const names = new Map<number, string>();
  for (let k = 0; k < (some?.length ?? packed.size); k++) {
    const c = some ? some[k]! : k;
    const texts = new Array<string>(first[c + 1]! - first[c]!);
    for (let i = 0; i < texts.length; i++) texts[i] = urlText(urls, members[first[c]! + i]!);
    const sizes = packed.sizesOf?.(c);
    const own = { id: packed.idOf(c), urls: texts, ...(sizes && { sizes }) };
    if (wide === null) clusters.push(own);
    else {
      const ids = texts.map((_, i) => {
        const number = wide[members[first[c]! + i]!]!;
        const known = names.get(number) ?? packed.wideIdOf(number);
        names.set(number, known);
        return known;
      });
      clusters.push({ ...own, wide: ids });
    }
  }
  return clusters;
}

/** Some of the clusters, by their numbers, ascending. The text of the others stays where it is. */
export function takeClusters(packed: PackedClusters, taken: ArrayLike<number>): PackedClusters {
  const { urls, wide } = packed;
  const numberOf = new Int32Array(packed.size).fill(-1);
  for (let k = 0; k < taken.length; k++) numberOf[taken[k]!] = k;
  const isKept = (u: number) => numberOf[packed.cluster[u]!]! >= 0;
  let count = 0;
  for (let u = 0; u < urls.count; u++) if (isKept(u)) count++;
  const kept = new Int32Array(count);
  for (let u = 0, k = 0; u < urls.count; u++) if (isKept(u)) kept[k++] = u;
  const pick = (column: Int32Array) => kept.map((u) => column[u]!);
  const cluster = kept.map((u) => numberOf[packed.cluster[u]!]!);
  return {
    urls: { ...urls, count, starts: pick(urls.starts), ends: pick(urls.ends) },
    size: taken.length,
    cluster,
    ...membersOf(cluster, taken.length),
    wide: wide && pick(wide),
    wides: wide ? packed.wides : taken.length,
    idOf: (c) => packed.idOf(taken[c]!),
    wideIdOf: (w) => packed.wideIdOf(wide ? w : taken[w]!),
    ...(packed.sizesOf && { sizesOf: (c: number) => packed.sizesOf!(taken[c]!) }),
  };
}

/** Where the members of each cluster begin, and the members, out of each URL's cluster. */
export function membersOf(cluster: Int32Array, size: number): Pick<PackedClusters, 'first' | 'members'> {
  const first = new Int32Array(size + 1);
  for (let u = 0; u < cluster.length; u++) first[cluster[u]! + 1]!++;
  for (let c = 0; c < size; c++) first[c + 1]! += first[c]!;
  const next = longer(first, size);
  const members = new Int32Array(cluster.length);
  for (let u = 0; u < cluster.length; u++) members[next[cluster[u]!]!++] = u;
  return { first, members };
}

function numberWides(clusters: readonly Cluster[], count: number, names: Map<string, number>): Int32Array {
  const wide = new Int32Array(count);
  let at = 0;
  for (const { id, urls, wide: ids } of clusters) {
    for (let i = 0; i < urls.length; i++, at++) {
      const name = ids?.[i] ?? id;
      const number = names.get(name) ?? names.size;
      names.set(name, number);
      wide[at] = number;
    }
  }
  return wide;
}
