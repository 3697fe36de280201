/** Filters that look at a whole cluster: pictures used everywhere, giants, soft 404 and login pages, boilerplate. */
import type { FilterName } from '../options.ts';
import type { Groups } from '../records/groups.ts';
import { HAS_ERROR_TITLE, IS_ASSET, NONE, PAGE, type PageTable } from '../records/page-table.ts';
import { type Address, addressOf } from './address.ts';
import { countUnrelated } from './relations.ts';
import * as T from './thresholds.ts';

/** The filter that objects to each cluster; most have none. */
export function filterClusters(table: PageTable, groups: Groups, keep: readonly FilterName[]): Map<number, FilterName> {
  const isOn = (filter: FilterName) => !keep.includes(filter);
  const suspects = findSuspects(table, groups);
  const addresses = readAddresses(table, groups, suspects);
  const found = new Map<number, FilterName>();
  const doubtful = new Map<number, readonly Address[]>();
  for (const [cluster, suspect] of suspects) {
    const seen = addresses.get(cluster)!;
    if (isOn('assets') && suspect.isAsset && distinct(seen, ({ folder }) => folder) >= T.MANY_FOLDERS) {
      found.set(cluster, 'assets');
    } else if (isOn('giant') && groups.sizeOf(cluster) >= T.GIANT && haveNothingInCommon(seen))
      found.set(cluster, 'giant');
    else if (isOn('boilerplate') && suspect.isMixed) found.set(cluster, 'boilerplate');
    else if (isOn('soft-404') && distinct(seen, ({ words }) => words.join('\n')) >= unrelatedNeeded(suspect)) {
      doubtful.set(cluster, seen);
    }
  }
  for (const [cluster, unrelated] of countUnrelated(table, groups, doubtful)) {
    if (unrelated >= unrelatedNeeded(suspects.get(cluster)!)) found.set(cluster, 'soft-404');
  }
  return found;
}

function unrelatedNeeded({ hasErrorTitles }: Suspect): number {
  return hasErrorTitles ? T.FEW_ADDRESSES : T.MANY_ADDRESSES;
}

/** No part of the path and no parameter is in most of them. */
function haveNothingInCommon(addresses: readonly Address[]): boolean {
  const counts = new Map<string, number>();
  for (const { words } of addresses) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Math.max(0, ...counts.values()) <= T.MOST * addresses.length;
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
    if (
      hasErrorTitles ||
      isMixed ||
      pages >= T.MANY_ADDRESSES ||
      size >= T.GIANT ||
      (isAsset && size >= T.MANY_FOLDERS)
    ) {
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
function readAddresses(
  table: PageTable,
  groups: Groups,
  suspects: ReadonlyMap<number, Suspect>,
): Map<number, Address[]> {
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

function distinct(addresses: readonly Address[], key: (address: Address) => string): number {
  return new Set(addresses.map(key)).size;
}
