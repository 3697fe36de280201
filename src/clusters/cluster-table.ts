/** Records to clusters, in as much memory as is allowed: the numbers of all URLs are in memory, the URLs themselves where there is room. */
import { EngineError } from '../base/index.ts';
import type { CrawlRecord } from '../records/index.ts';
import type { ClusterNote, ListedUrl } from './cluster.ts';
import { filterClusters } from './hygiene/cluster-filters.ts';
import { filterPages, IN, reasonOf } from './hygiene/page-filters.ts';
import { type FilterReport, reportFilters } from './hygiene/report.ts';
import type { ClusterOptions } from './options.ts';
import { Groups } from './records/groups.ts';
import { joinPages } from './records/join-pages.ts';
import { listedNotes, listedOf, markListed } from './records/listed.ts';
import { failingOf, redirectNotes } from './records/notes.ts';
import { PAGE, type PageTable, PageTableBuilder, REDIRECT } from './records/page-table.ts';
import { followRedirects } from './records/redirects.ts';
import { NO_LENGTH } from './records/row.ts';
import type { OpenSpill } from './records/spill.ts';

export type ClusterRow = {
  /** Number of the cluster, from 1 in the order of the smallest URLs. */
  readonly cluster: number;
  readonly url: string;
  /** Number of the wide group, from 1 in the same order. */
  readonly wide: number;
  /** Bytes of the body, if known. */
  readonly length?: number;
};

export type ClusterTable = {
  readonly urls: number;
  /** Bytes of all URLs that were seen, also of those that are in no cluster. */
  readonly bytes: number;
  readonly clusters: number;
  /** Clusters of two URLs or more. */
  readonly plural: number;
  readonly wides: number;
  /** In the order of clusters, then of URLs. Can be asked for until the table is closed. */
  rows(): Iterable<ClusterRow>;
  /** URLs that were seen, and nothing is known of their pages. */
  listed(): Iterable<ListedUrl>;
  /** URLs that were seen and did not answer with a page. */
  failing(): Iterable<string>;
  readonly notes: readonly ClusterNote[];
  readonly hygiene: readonly FilterReport[];
  close(): void;
};

/** Shares of the memory: for rows while they are sorted, for URLs while they are numbered, and for URLs while they are written; the rest is for numbers. */
const ROW_SHARE = 0.2;
const URL_SHARE = 0.05;
const OUTPUT_SHARE = 0.1;
/** Numbers of one URL, with the room that growing tables have to spare. */
const BYTES_PER_URL = 150;
/** Less would not be worth refusing. */
const LEAST_MEMORY = 64 * 1024 ** 2;
/** Of a string, beside its bytes. */
const STRING_BYTES = 48;

/** Takes records one by one. `openSpill` is called when they do not fit. */
export class ClusterTableBuilder {
  readonly #options: ClusterOptions;
  readonly #pages: PageTableBuilder;

  constructor(options: ClusterOptions, openSpill: OpenSpill) {
    this.#options = options;
    this.#pages = new PageTableBuilder(options.memory * ROW_SHARE, options.memory * URL_SHARE, openSpill);
  }

  add(record: CrawlRecord): void {
    this.#pages.add(record);
  }

  /** `isElsewhere`: the URL has labels, which are believed more. */
  finish(isElsewhere: (url: string) => boolean): ClusterTable {
    const { keep, memory } = this.#options;
    const table = this.#pages.finish(isElsewhere, keep.includes('status'), (count) => checkMemory(count, memory));
    return { ...clusterPages(table, this.#options), close: () => this.#pages.close() };
  }

  close(): void {
    this.#pages.close();
  }
}

function clusterPages(table: PageTable, options: ClusterOptions): Omit<ClusterTable, 'close'> {
  const reasons = filterPages(table, options.keep);
  const ends = followRedirects(table);
  const { strict, wide } = joinPages(table, options, (u) => reasons[u] !== IN, ends);
  // A redirect to a page that takes no part takes none either, for the same reason.
  const followsRedirects = options.by.includes('redirect');
  for (let u = 0; u < table.count; u++)
    if (table.kind[u] === REDIRECT && ends[u]! >= 0) reasons[u] = reasons[ends[u]!]!;
  const isMember = (u: number) =>
    reasons[u] === IN && (table.kind[u] === REDIRECT ? followsRedirects && ends[u]! >= 0 : table.kind[u] === PAGE);
  const all = new Groups(table.count, strict, isMember);
  markListed(table, all, reasons);
  for (const [cluster, filter] of filterClusters(table, all, options.keep)) {
    for (const u of all.membersOf(cluster)) reasons[u] = reasonOf(filter);
  }
  const groups = new Groups(table.count, strict, isMember);
  const wideOf = numberWide(new Groups(table.count, wide, isMember));
  return {
    urls: groups.members.length,
    bytes: table.urls.bytes,
    clusters: groups.size,
    plural: countPlural(groups),
    wides: wideOf.count,
    rows: () => rowsOf(table, groups, wideOf.numbers, options.memory),
    listed: () => listedOf(table, reasons),
    failing: () => failingOf(table),
    notes: [...redirectNotes(table, ends, followsRedirects), ...listedNotes(table, reasons)],
    hygiene: reportFilters(table, reasons, all, options.keep),
  };
}

function checkMemory(urls: number, memory: number): void {
  const needed = urls * BYTES_PER_URL;
  if (needed <= Math.max(memory * (1 - ROW_SHARE), LEAST_MEMORY)) return;
  throw new EngineError(
    'too-little-memory',
    `more than ${urls.toLocaleString('en-US')} URLs do not fit into ${Math.round(memory / 1024 ** 2)} MB; allow more with --memory, about 200 bytes a URL`,
  );
}

function countPlural(groups: Groups): number {
  let plural = 0;
  for (let c = 0; c < groups.size; c++) if (groups.sizeOf(c) > 1) plural++;
  return plural;
}

/** The number of each URL's wide group, from 1 in the order of their smallest URLs. */
function numberWide(groups: Groups): { readonly numbers: Int32Array; readonly count: number } {
  const numbers = groups.rootOf;
  for (let c = 0; c < groups.size; c++) for (const u of groups.membersOf(c)) numbers[u] = c + 1;
  return { numbers, count: groups.size };
}

/** Rows are in the order of clusters and URLs on disk are not: as many rows as fit are collected in one reading. */
function* rowsOf(
  { urls, length, count }: PageTable,
  groups: Groups,
  wideOf: Int32Array,
  memory: number,
): Generator<ClusterRow> {
  const place = new Int32Array(count).fill(-1);
  for (let p = 0; p < groups.members.length; p++) place[groups.members[p]!] = p;
  const bytesPerUrl = STRING_BYTES + urls.bytes / Math.max(1, count);
  const atOnce = Math.max(1000, Math.floor((memory * OUTPUT_SHARE) / bytesPerUrl));
  let cluster = 0;
  for (let from = 0; from < groups.members.length; from += atOnce) {
    const to = Math.min(from + atOnce, groups.members.length);
    const found = new Array<string>(to - from);
    for (const { number, url } of urls.scan((u) => place[u]! >= from && place[u]! < to))
      found[place[number]! - from] = url;
    for (let p = from; p < to; p++) {
      while (p >= groups.starts[cluster + 1]!) cluster++;
      const u = groups.members[p]!;
      const known = length[u] === NO_LENGTH ? {} : { length: length[u]! };
      yield { cluster: cluster + 1, url: found[p - from]!, wide: wideOf[u]!, ...known };
    }
  }
}
