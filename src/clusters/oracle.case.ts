/** Clusters by the plain definition: every pair of URLs is looked at, and pairs that are one page are joined. */
import { compareCodePoints } from '../base/index.ts';
import type { CrawlRecord } from '../records/index.ts';
import { resemblance } from '../records/page/index.ts';
import { declaredForm, parseNoVarySearch, sun } from '../url/index.ts';
import type { EvidenceKind } from './options.ts';

export type OracleOptions = { readonly by: readonly EvidenceKind[]; readonly shingles: number };

/** One record a URL, no filters. Clusters and wide groups as sorted lists of sorted URLs; URLs of which no page is known are in none. */
export function plainClusters(
  given: readonly CrawlRecord[],
  options: OracleOptions,
): { strict: string[][]; wide: string[][]; listed: string[] } {
  const records = given.map(withoutOtherBody);
  const byUrl = new Map(records.map((record) => [record.url, record]));
  const isPage = (record: CrawlRecord | undefined) => record?.near === undefined && (record?.status ?? 200) === 200;
  const seen = records.filter(({ near }) => near === undefined);
  const endOf = (record: CrawlRecord): CrawlRecord | null => {
    const visited = new Set<string>();
    for (let at: CrawlRecord | undefined = record; at && !visited.has(at.url); at = byUrl.get(at.redirect ?? '')) {
      if (at.near !== undefined) return null;
      if (isPage(at)) return at;
      if (!isRedirect(at)) return null;
      visited.add(at.url);
    }
    return null;
  };
  const members = seen.filter((record) =>
    isPage(record) ? true : options.by.includes('redirect') && isRedirect(record) && endOf(record) !== null,
  );
  /** Of pages that name one address which leads to no page, the smallest. */
  const firstToName = (a: CrawlRecord, addressOf: AddressOf): CrawlRecord | null => {
    const address = addressOf(a);
    const target = byUrl.get(address ?? '');
    if (address === undefined || (target && endOf(target))) return null;
    const naming = seen.filter((record) => isPage(record) && addressOf(record) === address);
    return naming.sort((a, b) => compareCodePoints(a.url, b.url))[0]!;
  };
  const evidence = (a: CrawlRecord, b: CrawlRecord, isWide: boolean): boolean => {
    const uses = (kind: EvidenceKind) => isWide || options.by.includes(kind);
    if (isPage(a) && isPage(b)) {
      if (uses('digest') && a.digest !== undefined && a.digest === b.digest) return true;
      if (uses('sketch') && (isWide || a.type === b.type) && sameSketch(a, b, options.shingles)) return true;
      if (uses('canonical') && names(canonicalOf(a), b, endOf, byUrl) && !differ(a, b)) return true;
      if (isWide && firstToName(a, canonicalOf) === b && !differ(a, b)) return true;
      if (isWide && names(declaredOf(a), b, endOf, byUrl) && !differ(a, b)) return true;
      if (isWide && firstToName(a, declaredOf) === b && !differ(a, b)) return true;
    }
    if (isWide && sun(a.url) === sun(b.url)) return true;
    return uses('redirect') && isRedirect(a) && endOf(a) === b;
  };
  // What is no member may still tie two wide groups together: a redirect that is not followed, an error.
  const groups = partition(members, (a, b) => evidence(a, b, false));
  const isUnknown = (url: string) => isPage(byUrl.get(url)) && !hasContent(byUrl.get(url)!);
  const isClear = (group: readonly string[]) => group.length > 1 || !isUnknown(group[0]!);
  const strict = groups.filter(isClear);
  const moved = seen.filter(({ status = 200, redirect }) => status >= 300 && status < 400 && redirect === undefined);
  const inside = new Set(strict.flat());
  const wide = partition(seen, (a, b) => evidence(a, b, true)).map((group) => group.filter((url) => inside.has(url)));
  return {
    strict,
    wide: sorted(wide.filter((group) => group.length > 0)),
    listed: [...groups.filter((group) => !isClear(group)).flat(), ...moved.map(({ url }) => url)].sort(
      compareCodePoints,
    ),
  };
}

/** What is answered with a part, or with "not modified", is a page without a body. */
function withoutOtherBody(record: CrawlRecord): CrawlRecord {
  if (record.status !== 206 && record.status !== 304) return record;
  const { status: _status, digest: _digest, sketch: _sketch, length: _length, ...rest } = record;
  return rest;
}

function hasContent({ digest, sketch, words = 10 }: CrawlRecord): boolean {
  return digest !== undefined || (sketch !== undefined && words >= 10);
}

function isRedirect({ status = 200, redirect }: CrawlRecord): boolean {
  return status >= 300 && status < 400 && redirect !== undefined;
}

/** What a page says its address is. */
type AddressOf = (record: CrawlRecord) => string | undefined;

const canonicalOf: AddressOf = ({ canonical }) => canonical;

const declaredOf: AddressOf = ({ url, noVarySearch }) => {
  const header = parseNoVarySearch(noVarySearch ?? '');
  return header === null ? undefined : declaredForm(url, header);
};

/** The address is that of `b`, or redirects to it. */
function names(
  address: string | undefined,
  b: CrawlRecord,
  endOf: (record: CrawlRecord) => CrawlRecord | null,
  byUrl: ReadonlyMap<string, CrawlRecord>,
): boolean {
  const target = byUrl.get(address ?? '');
  return target !== undefined && endOf(target) === b;
}

function sameSketch(a: CrawlRecord, b: CrawlRecord, shingles: number): boolean {
  if ([a, b].some(({ sketch, words = 10 }) => sketch === undefined || words < 10)) return false;
  // Only sketches of one form are compared.
  if (a.sketch!.startsWith('d1:') && a.sketch!.length === b.sketch!.length)
    return resemblance(a.sketch!, b.sketch!) >= 0.95;
  const x = a.sketch!.split('.');
  const y = b.sketch!.split('.');
  if (x.length !== 4 || y.length !== 4) return a.sketch === b.sketch;
  return x.filter((value, i) => value === y[i]).length >= shingles;
}

function differ(a: CrawlRecord, b: CrawlRecord): boolean {
  if (a.digest !== undefined && a.digest === b.digest) return false;
  const known = [a, b].every(({ sketch, words = 10 }) => sketch !== undefined && words >= 10);
  // Of other forms it is known only whether they are equal.
  if (known && a.sketch === b.sketch && a.sketch!.split('.').length >= 4) return false;
  const isOwn = (record: CrawlRecord) => record.sketch!.startsWith('d1:');
  if (known && isOwn(a) && isOwn(b) && a.sketch!.length === b.sketch!.length)
    return resemblance(a.sketch!, b.sketch!) < 0.25;
  const x = a.sketch?.split('.') ?? [];
  const y = b.sketch?.split('.') ?? [];
  if (known && x.length === 4 && y.length === 4) return !x.some((value, i) => value === y[i]);
  if (a.length === undefined || b.length === undefined) return false;
  return Math.max(a.length, b.length) > 2 * Math.min(a.length, b.length);
}

function partition(records: readonly CrawlRecord[], isOne: (a: CrawlRecord, b: CrawlRecord) => boolean): string[][] {
  let groups = records.map((record) => [record]);
  for (const a of records) {
    for (const b of records) {
      if (a === b || !isOne(a, b)) continue;
      const first = groups.find((group) => group.includes(a))!;
      const second = groups.find((group) => group.includes(b))!;
      if (first !== second)
        groups = [...groups.filter((group) => group !== first && group !== second), [...first, ...second]];
    }
  }
  return sorted(groups.map((group) => group.map(({ url }) => url)));
}

export function sorted(groups: readonly (readonly string[])[]): string[][] {
  return groups.map((group) => [...group].sort()).sort((a, b) => (a[0]! < b[0]! ? -1 : 1));
}
