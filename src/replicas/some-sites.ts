/** Some sites compared apart from all others: what the others say of their pages comes with the pages. */
import { compareCodePoints } from '../base/index.ts';
import { TextHash, TextNumbers } from '../clusters/index.ts';
import { type Comparisons, compareSites } from './compare-sites.ts';
import { type Extended, extendedScores, type Finding } from './extended/extended.ts';
import type { PairList } from './pair-set.ts';
import { ROOT, type SiteTable, splitSite } from './site-table.ts';
import { resemblanceOf } from './sketch-log.ts';

/** A page of a site, with what all sites together say of it. */
export type SitePage = {
  readonly url: string;
  /** Its place among all rows, as text that sorts. */
  readonly place: string;
  readonly cluster: number;
  /** Sites of its cluster, the share of them that it belongs to, sites that have its path, and those that have this page there. */
  readonly sites: number;
  readonly own: number;
  readonly df: number;
  readonly tuple: number;
  readonly sketch: readonly number[] | null;
};

export type SitePages = {
  readonly host: string;
  /** In the order of their terms. */
  readonly pages: readonly SitePage[];
  /** What all its clusters weigh. */
  readonly clusterTotal: number;
};

/** A site to be compared with another one, and what is known of the pair. */
export type Partner = SitePages & { readonly shared: number; readonly weight: number };

export type ComparedPair = {
  readonly a: string;
  readonly b: string;
  readonly shared: number;
  readonly weight: number;
  readonly compared: Readonly<Record<keyof Comparisons, number>>;
  /** Of the extended method, if asked for; that a site only redirects is not known here. */
  readonly extended: { readonly score: number; readonly finding: Finding } | null;
};

export type PartnerOptions = {
  /** Sites of the path that most sites have. */
  readonly maxDf: number;
  readonly isExtended: boolean;
};

/** What the site has in common with each of its partners; the first of a pair is the one with the smaller name. */
export function comparePartners(
  site: SitePages,
  partners: readonly Partner[],
  { maxDf, isExtended }: PartnerOptions,
): { readonly pairs: readonly ComparedPair[]; readonly table: SiteTable; readonly list: PairList } {
  const all = [site, ...partners];
  const { table, own, tuples } = tableOf(all, maxDf);
  const isFirst = partners.map(({ host }) => compareCodePoints(site.host, host) < 0);
  const list: PairList = {
    size: partners.length,
    a: Int32Array.from(partners, (_, i) => (isFirst[i] ? 0 : i + 1)),
    b: Int32Array.from(partners, (_, i) => (isFirst[i] ? i + 1 : 0)),
    shared: Int32Array.from(partners, ({ shared }) => shared),
    weight: Float64Array.from(partners, ({ weight }) => weight),
  };
  const comparisons = compareSites(table, list, own, tuples);
  const totals = Float64Array.from(all, ({ clusterTotal }) => clusterTotal);
  const extended: Extended | null = isExtended
    ? extendedScores(table, list, comparisons, own, new Set(), totals)
    : null;
  const names = Object.keys(comparisons) as (keyof Comparisons)[];
  const pairs = partners.map(({ shared, weight }, pair): ComparedPair => {
    const compared = Object.fromEntries(names.map((name) => [name, comparisons[name][pair]!]));
    return {
      a: table.hosts[list.a[pair]!]!,
      b: table.hosts[list.b[pair]!]!,
      ...{ shared, weight },
      compared: compared as ComparedPair['compared'],
      extended: extended && { score: extended.scores[pair]!, finding: extended.finding(pair) },
    };
  });
  return { pairs, table, list };
}

/** A table of these sites alone, in the order given, with counts of all sites. */
function tableOf(sites: readonly SitePages[], maxDf: number) {
  const rows = sites.flatMap(({ pages }, host) => pages.map((page) => ({ page, host })));
  // Rows are numbered as in the table of all sites, with gaps left out.
  const order = rows.map((_, i) => i).sort((x, y) => compareCodePoints(rows[x]!.page.place, rows[y]!.page.place));
  const numbers = new Int32Array(rows.length);
  for (const [number, i] of order.entries()) numbers[i] = number;
  const sorted = order.map((i) => rows[i]!);
  const starts = new Int32Array(sites.length + 1);
  for (const [h, { pages }] of sites.entries()) starts[h + 1] = starts[h]! + pages.length;
  const [hash, terms, texts] = [new TextHash(), new TextNumbers(), [] as string[]];
  const term = Int32Array.from(sorted, ({ page }) => {
    const text = splitSite(page.url).term;
    const number = terms.add(hash.ofText(text));
    texts[number] = text;
    return number;
  });
  const df = new Int32Array(terms.size);
  const clusters = new Map<number, number>();
  const cluster = Int32Array.from(sorted, ({ page }, row) => {
    df[term[row]!] = page.df;
    const number = clusters.get(page.cluster) ?? clusters.size;
    clusters.set(page.cluster, number);
    return number;
  });
  const [ofCluster, own] = [new Int32Array(clusters.size), new Float64Array(clusters.size)];
  for (const [row, { page }] of sorted.entries()) {
    ofCluster[cluster[row]!] = page.sites;
    own[cluster[row]!] = page.own;
  }
  const valueAt = (row: number, place: number) => sorted[row]!.page.sketch![place]!;
  const table: SiteTable = {
    hosts: sites.map(({ host }) => host),
    ...{ term, cluster, df, maxDf, starts, pages: numbers, sites: ofCluster, rows: rows.length },
    host: Int32Array.from(sorted, ({ host }) => host),
    wide: cluster,
    sketch: Int32Array.from(sorted, ({ page }, row) => (page.sketch === null ? -1 : row)),
    terms: terms.size,
    clusters: clusters.size,
    root: terms.find(hash.ofText(ROOT)),
    sketches: {
      value: valueAt,
      resemblance: (x, y) => resemblanceOf((place) => valueAt(x, place) === valueAt(y, place)),
    },
    termText: (number) => texts[number]!,
    findTerm: (text) => terms.find(hash.ofText(text)),
    urlOf: (row) => sorted[row]!.page.url,
  };
  return { table, own, tuples: Int32Array.from(sorted, ({ page }) => page.tuple) };
}
