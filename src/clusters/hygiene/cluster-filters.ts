/** Filters that look at a whole cluster: pictures used everywhere, giants, boilerplate, soft 404 and login pages. */
import type { FilterName } from '../options.ts';
import type { Groups } from '../records/groups.ts';
import { HAS_ERROR_TITLE, IS_ASSET, NONE, PAGE, type PageTable } from '../records/page-table.ts';
import { type Address, addressOf } from './address.ts';
import * as T from './thresholds.ts';

/** The filter that objects to each cluster; most have none. */
export function filterClusters(table: PageTable, groups: Groups, keep: readonly FilterName[]): Map<number, FilterName> {
  const isOn = (filter: FilterName) => !keep.includes(filter);
  const found = new Map<number, FilterName>();
  const doubtful = new Map<number, Look>();
  for (let c = 0; c < groups.size; c++) {
    const size = groups.sizeOf(c);
    if (size < 2) continue;
    const look = lookAt(table, groups.membersOf(c));
    if (isOn('boilerplate') && look.isMixed) found.set(c, 'boilerplate');
    else if (isOn('soft-404') && look.hasErrorTitles) found.set(c, 'soft-404');
    if (size >= T.GIANT || (look.isAsset && size >= T.MANY_FOLDERS)) doubtful.set(c, look);
  }
  // What can be told without URLs is told first, because these may have to be read from disk; what they tell has precedence.
  for (const [cluster, addresses] of readAddresses(table, groups, doubtful)) {
    const { isAsset } = doubtful.get(cluster)!;
    if (isOn('assets') && isAsset && countFolders(addresses) >= T.MANY_FOLDERS) found.set(cluster, 'assets');
    else if (isOn('giant') && groups.sizeOf(cluster) >= T.GIANT && haveNothingInCommon(addresses)) {
      found.set(cluster, 'giant');
    }
  }
  return found;
}

type Look = {
  readonly isAsset: boolean;
  /** Many titles, none of which stands on most pages. */
  readonly isMixed: boolean;
  /** Most pages have the title of an error or a login. */
  readonly hasErrorTitles: boolean;
};

function lookAt({ kind, flags, title }: PageTable, members: Int32Array): Look {
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
  const isMixed = titles.size >= T.MANY_TITLES && largestOf(titles) <= titled * T.MOST;
  return { isAsset: assets === pages, isMixed, hasErrorTitles: errors > pages * T.MOST };
}

/** Addresses of the doubtful clusters, up to SAMPLE of each. */
function readAddresses(
  table: PageTable,
  groups: Groups,
  doubtful: ReadonlyMap<number, Look>,
): Map<number, readonly Address[]> {
  const clusterOf = new Map<number, number>();
  for (const cluster of doubtful.keys()) {
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

function countFolders(addresses: readonly Address[]): number {
  return new Set(addresses.map(({ folder }) => folder)).size;
}

/** No part of the path and no parameter is in most of them. */
function haveNothingInCommon(addresses: readonly Address[]): boolean {
  const counts = new Map<string, number>();
  for (const { words } of addresses) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return largestOf(counts) <= T.MOST * addresses.length;
}

/** A loop, because there may be more counts than a call takes arguments. */
function largestOf(counts: ReadonlyMap<unknown, number>): number {
  let largest = 0;
  for (const count of counts.values()) largest = Math.max(largest, count);
  return largest;
}
