/** Whether a page belongs to the sites that have it, or is furniture that many sites have beside their own pages. */
import type { SiteTable } from '../site-table.ts';

/**
 * For each cluster the share of its sites to which it belongs: those whose pages are, in the middle, on at least half as many sites. All
 * pages of a mirrored site are on about as many sites. A licence page, a hosting firm's default page or the first page of a fresh
 * installation is on many more sites than the other pages of most of them.
 */
export function belongingOf(table: SiteTable): Float64Array {
  const { sites, cluster, host, rows, clusters } = table;
  const usual = usualSites(table);
  const own = new Float64Array(clusters);
  for (let from = 0; from < rows; ) {
    let to = from + 1;
    while (to < rows && cluster[to] === cluster[from]) to++;
    const c = cluster[from]!;
    if (sites[c] === 1) own[c] = 1;
    else {
      let belongs = 0;
      for (const site of new Set(host.subarray(from, to))) if (2 * usual[site]! >= sites[c]!) belongs++;
      own[c] = belongs / sites[c]!;
    }
    from = to;
  }
  return own;
}

/** The median over a site's pages of the number of sites that have the page. */
function usualSites({ hosts, starts, pages, cluster, sites }: SiteTable): Float64Array {
  return Float64Array.from(hosts, (_, h) => {
    const counts = pages.subarray(starts[h]!, starts[h + 1]!).map((row) => sites[cluster[row]!]!);
    if (counts.length === 0) return 0;
    counts.sort();
    return counts[counts.length >> 1]!;
  });
}
