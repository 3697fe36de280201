/** Filters that look at a whole cluster: pictures used everywhere, giants, soft 404 and login pages, boilerplate. */
import type { FilterName } from '../options.ts';
import type { Groups } from '../records/groups.ts';
import { HAS_ERROR_TITLE, IS_ASSET, NONE, type PageTable, PAGE } from '../records/page-table.ts';
import { type Address, addressOf } from './address.ts';
import { countWords, WordCounts } from './common-words.ts';
import * as T from './thresholds.ts';

/** The filter that objects to each cluster; most have none. */
export function filterClusters(table: PageTable, groups: Groups, keep: readonly FilterName[]): Map<number, FilterName> {
  const isOn = (filter: FilterName) => !keep.includes(filter);
  const suspects = findSuspects(table, groups);
  const addresses = readAddresses(table, groups, suspects);
  const found = new Map<number, FilterName>();
  const doubtful = new Map<number, readonly string[]>();
  for (const [cluster, suspect] of suspects) {
    const seen = addresses.get(cluster)!;
    const common = new WordCounts(seen).common(T.MOST);
    const paths = distinct(seen, ({ path }) => path);
    const different = distinct(seen, ({ words }) => words.join('\n'));
    const folders = distinct(seen, ({ folder }) => folder);
    const isDoubtful = different >= (suspect.hasErrorTitles ? T.ERROR_ADDRESSES : T.MANY_ADDRESSES);
    if (isOn('assets') && suspect.isAsset && folders >= T.MANY_FOLDERS) found.set(cluster, 'assets');
    else if (isOn('giant') && groups.sizeOf(cluster) >= T.GIANT && common.length === 0) found.set(cluster, 'giant');
    else if (isOn('soft-404') && suspect.hasErrorTitles && paths >= T.ERROR_ADDRESSES) found.set(cluster, 'soft-404');
    else if (isOn('boilerplate') && suspect.isMixed) found.set(cluster, 'boilerplate');
    else if (isOn('soft-404') && isDoubtful && suspect.pages >= T.ERROR_ADDRESSES) doubtful.set(cluster, common);
  }
  for (const cluster of withoutOwnWord(table, groups, doubtful)) found.set(cluster, 'soft-404');
  return found;
}

type Suspect = {
  /** Members that are pages, not redirects. */
  readonly pages: number;
  readonly isAsset: boolean;
  /** Most titles are those of errors. */
  readonly hasErrorTitles: boolean;
  /** Many titles, none of which stands on most pages. */
  readonly isMixed: boolean;
};

/** Clusters that a filter could object to, by what can be told without their URLs. */
function findSuspects(table: PageTable, groups: Groups): Map<number, Suspect> {
  const suspects = new Map<number, Suspect>();
  for (let c = 0; c < groups.size; c++) {
    const size = groups.sizeOf(c);
    if (size < 2) continue;
    const suspect = look(table, groups.membersOf(c));
    const { pages, isAsset, hasErrorTitles, isMixed } = suspect;
    if (hasErrorTitles || isMixed || pages >= T.MANY_ADDRESSES || size >= T.GIANT || (isAsset && size >= T.MANY_FOLDERS)) {
      suspects.set(c, suspect);
    }
  }
  return suspects;
}

function look({ kind, flags, title }: PageTable, members: Int32Array): Suspect {
  let pages = 0;
  let assets = 0;
  let errors = 0;
  let titled = 0;
  const titles = new Map<number, number>();
  for (const u of members) {
    if (kind[u] !== PAGE) continue;
    pages++;
    if ((flags[u]! & IS_ASSET) !== 0) assets++;
    if (title[u] === NONE) continue;
    titled++;
    if ((flags[u]! & HAS_ERROR_TITLE) !== 0) errors++;
    titles.set(title[u]!, (titles.get(title[u]!) ?? 0) + 1);
  }
  const isMixed = titles.size >= T.MANY_TITLES && Math.max(...titles.values()) <= titled * T.MOST;
  return { pages, isAsset: assets === pages, hasErrorTitles: errors > titled * T.MOST, isMixed };
}

/** Addresses of the suspects, up to SAMPLE of each. */
function readAddresses(table: PageTable, groups: Groups, suspects: ReadonlyMap<number, Suspect>): Map<number, Address[]> {
  const clusterOf = new Map<number, number>();
  for (const cluster of suspects.keys()) {
    const members = groups.membersOf(cluster);
    const taken = Math.min(T.SAMPLE, members.length);
    for (let i = 0; i < taken; i++) clusterOf.set(members[Math.floor((i * members.length) / taken)]!, cluster);
  }
  const addresses = new Map<number, Address[]>();
  if (clusterOf.size === 0) return addresses;
  for (const { number, url } of table.urls.scan((u) => clusterOf.has(u))) {
    const cluster = clusterOf.get(number)!;
    const known = addresses.get(cluster);
    if (known) known.push(addressOf(url));
    else addresses.set(cluster, [addressOf(url)]);
  }
  return addresses;
}

/** Clusters of which no common word is their own: what they have in common, the whole site has. */
function withoutOwnWord(table: PageTable, groups: Groups, doubtful: ReadonlyMap<number, readonly string[]>): number[] {
  if (doubtful.size === 0) return [];
  const { inside, all } = countWords(table, groups, doubtful);
  return [...doubtful].filter(([cluster, words]) => {
    return !words.some((word) => inside.get(`${cluster} ${word}`)! >= T.OWN_SHARE * all.get(word)!);
  }).map(([cluster]) => cluster);
}

function distinct(addresses: readonly Address[], key: (address: Address) => string): number {
  return new Set(addresses.map(key)).size;
}
