/** Joins URLs that are one page, and in a wider sense those that may be one. */
import { sun } from '../../url/index.ts';
import type { ClusterOptions } from '../options.ts';
import { TextHash } from '../text-hash.ts';
import { TextNumbers } from '../text-numbers.ts';
import { Union } from '../union.ts';
import { growingInts } from './growing.ts';
import { findLinked } from './linked.ts';
import { IS_TINY, type Links, NONE, PAGE, type PageTable, REDIRECT } from './page-table.ts';
import { NO_LENGTH } from './row.ts';

export type Joined = {
  /** URLs of one page. */
  readonly strict: Union;
  /** URLs that may be one page: joined by all evidence there is. */
  readonly wide: Union;
};

type Join = (a: number, b: number) => void;

/** `isOut`: pages that take no part. `ends`: where redirects lead to. */
export function joinPages(
  table: PageTable,
  { by, shingles, keep }: Pick<ClusterOptions, 'by' | 'shingles' | 'keep'>,
  isOut: (url: number) => boolean,
  ends: Int32Array,
): Joined {
  const strict = new Union(table.count);
  const wide = new Union(table.count);
  const maybe: Join = (a, b) => wide.join(a, b);
  const certain: Join = (a, b) => {
    strict.join(a, b);
    wide.join(a, b);
  };
  const joinIf = (isCertain: boolean) => (isCertain ? certain : maybe);
  joinEqual(table.digest, table.digests, table.count, isOut, joinIf(by.includes('digest')));
  // The few words of a tiny body are a shingle at most.
  const hasNoText = (url: number) => isOut(url) || (!keep.includes('tiny') && (table.flags[url]! & IS_TINY) !== 0);
  if (by.includes('sketch')) joinSketches(table, shingles, true, hasNoText, certain);
  joinSketches(table, shingles, false, hasNoText, maybe);
  for (let u = 0; u < table.count; u++)
    if (ends[u]! >= 0 && !isOut(ends[u]!)) joinIf(by.includes('redirect'))(u, ends[u]!);
  joinNamed(table, table.canonicals, ends, joinIf(by.includes('canonical')), maybe);
  // What a server declares is no proof: caches may believe it, and pages may still differ.
  joinNamed(table, table.declared, ends, maybe, maybe);
  findLinked(table, table.near, maybe);
  joinEquivalent(table, maybe);
  return { strict, wide };
}

/** URLs with the same number in a column. */
function joinEqual(column: Int32Array, size: number, count: number, isOut: (url: number) => boolean, join: Join): void {
  const first = new Int32Array(size).fill(-1);
  for (let u = 0; u < count; u++) {
    const value = column[u]!;
    if (value === NONE || isOut(u)) continue;
    if (first[value] === -1) first[value] = u;
    else join(first[value]!, u);
  }
}

function joinSketches(
  { sketch, sketches, count }: PageTable,
  shingles: number,
  isGrouped: boolean,
  isOut: (url: number) => boolean,
  join: Join,
): void {
  const near = new Union(sketches.size);
  sketches.joinNear(shingles, isGrouped, (a, b) => near.join(a, b));
  const roots = new Int32Array(count);
  for (let u = 0; u < count; u++) roots[u] = sketch[u] === NONE ? NONE : near.root(sketch[u]!);
  joinEqual(roots, sketches.size, count, isOut, join);
}

/**
 * A page's word for another address of it is believed unless the two pages differ by far. If the address was not fetched,
 * pages that name it are compared with the first of them, and can only be perhaps the same.
 */
function joinNamed(table: PageTable, links: Links, ends: Int32Array, join: Join, maybe: Join): void {
  const { kind } = table;
  const isFound = new Uint8Array(links.from.size);
  let at = 0;
  findLinked(table, links, (from, to) => {
    while (links.from.values[at] !== from) at++;
    const page = kind[to] === PAGE ? to : kind[to] === REDIRECT ? ends[to]! : -1;
    if (page < 0) return;
    isFound[at] = 1;
    if (!differByFar(table, from, page)) join(from, page);
  });
  const names = new TextNumbers();
  const first = growingInts();
  const hash = new TextHash();
  for (let i = 0; i < links.from.size; i++) {
    if (isFound[i] === 1) continue;
    hash.a = links.hashes.values[4 * i + 2]!;
    hash.b = links.hashes.values[4 * i + 3]!;
    const name = names.add(hash);
    const from = links.from.values[i]!;
    if (name === first.size) first.push(from);
    else if (!differByFar(table, from, first.values[name]!)) maybe(from, first.values[name]!);
  }
}

/** Fewer than one in four values of their sketches agree; without sketches that can be compared, one body is more than twice as long. */
function differByFar({ digest, sketch, sketches, length }: PageTable, a: number, b: number): boolean {
  if (digest[a] !== NONE && digest[a] === digest[b]) return false;
  const isFar = sketch[a] === NONE || sketch[b] === NONE ? null : sketches.areFarApart(sketch[a]!, sketch[b]!);
  if (isFar !== null) return isFar;
  const x = length[a]!;
  const y = length[b]!;
  return x !== NO_LENGTH && y !== NO_LENGTH && Math.max(x, y) > 2 * Math.min(x, y);
}

/** URLs that are the same under RFC 3986 are never certainly different, whatever two fetches gave. */
function joinEquivalent({ urls, numbers }: PageTable, join: Join): void {
  const hash = new TextHash();
  const others = new TextNumbers();
  const first = growingInts();
  for (const { number, url } of urls.scan(() => true)) {
    const form = sun(url);
    if (form === url) continue;
    const known = numbers.find(hash.ofText(form));
    if (known !== -1) {
      join(known, number);
      continue;
    }
    const other = others.add(hash);
    if (other === first.size) first.push(number);
    else join(first.values[other]!, number);
  }
}
