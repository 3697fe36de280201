/** Finds, in packed URLs, the parts in which a change joins what may be different pages, so that only those are made into sites to look at it. */
import { type PackedClusters, TextHash, TextNumbers, urlText } from '../clusters/index.ts';
import type { SiteParts } from '../learn/index.ts';
import { sun } from '../url/index.ts';

/** More than there are, never fewer: wide groups of URLs that are equal under RFC 3986 count as different here. `keyOf` must leave hosts as they are. */
export function doubtfulParts(
  { urls, cluster, wide }: PackedClusters,
  { partOf }: Pick<SiteParts, 'partOf'>,
  keyOf: (text: string) => string,
): Set<number> {
  const widesOf = wide ?? cluster;
  const hash = new TextHash();
  const numbers = new TextNumbers(urls.count);
  const keys = new Int32Array(urls.count);
  /** A wide group of texts that have become a key, or -1. */
  const wideOfKey = new Int32Array(urls.count).fill(-1);
  for (let u = 0; u < urls.count; u++) {
    const text = sun(urlText(urls, u));
    const key = keyOf(text);
    const number = numbers.add(hash.ofText(key));
    keys[u] = number;
    if (key !== text) wideOfKey[number] = widesOf[u]!;
  }
  const found = new Set<number>();
  for (let u = 0; u < urls.count; u++) {
    const other = wideOfKey[keys[u]!]!;
    if (other !== -1 && other !== widesOf[u]) found.add(partOf[cluster[u]!]!);
  }
  return found;
}
