/** Finds, in packed URLs, the parts in which a change joins what may be different pages, so that only those are made into sites to look at it. */
import { type PackedClusters, urlText } from '../clusters/index.ts';
import { formNumbers } from '../evaluate/index.ts';
import type { SiteParts } from '../learn/index.ts';
import type { Normalizer } from '../normalize/index.ts';
import { sun } from '../url/index.ts';

/** The parts, and 1 for each URL that becomes one with what may be a different page: no other is joined wrongly. */
export type Doubtful = { readonly parts: ReadonlySet<number>; readonly mixed: Uint8Array };

/** More than there are, never fewer: wide groups of URLs that are equal under RFC 3986 count as different here. The rules must leave hosts as they are, and begin with SUN. */
export function doubtfulParts(
  { urls, cluster, wide }: PackedClusters,
  { partOf }: Pick<SiteParts, 'partOf'>,
  rules: Normalizer,
): Doubtful {
  const widesOf = wide ?? cluster;
  const { forms, formOf } = formNumbers(rules, urls);
  const first = new Int32Array(forms).fill(-1);
  const isMixed = new Uint8Array(forms);
  for (let u = 0; u < urls.count; u++) {
    const form = formOf[u]!;
    if (first[form] === -1) first[form] = widesOf[u]!;
    else if (first[form] !== widesOf[u]) isMixed[form] = 1;
  }
  const parts = new Set<number>();
  const mixed = new Uint8Array(urls.count);
  for (let u = 0; u < urls.count; u++) {
    if (isMixed[formOf[u]!] === 0) continue;
    mixed[u] = 1;
    const part = partOf[cluster[u]!]!;
    if (parts.has(part)) continue;
    const text = sun(urlText(urls, u));
    if (rules.key(text) !== text) parts.add(part);
  }
  return { parts, mixed };
}
