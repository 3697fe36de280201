/** All that is known of the URLs, as columns: URLs are numbered in their order, so that the smallest of a group has the smallest number. */
import { type CrawlRecord, isEmptyDigest } from '../../records/index.ts';
import { TextHash } from '../text-hash.ts';
import { TextNumbers } from '../text-numbers.ts';
import { decideUrl, type Seen } from './decide.ts';
import { Growing, growingBytes, growingInts } from './growing.ts';
import { isAsset } from './kinds.ts';
import { decodeRow, encodeRecord, NO_LENGTH } from './row.ts';
import { RowSorter } from './row-sorter.ts';
import { Sketches } from './sketches.ts';
import type { OpenSpill } from './spill.ts';
import { addUnknown, noUnknowns, type Unknowns } from './unknowns.ts';
import { UrlLog } from './url-log.ts';

/** Shorter bodies are empty frames and error lines. */
const TINY_BYTES = 100;
/** Texts of fewer words are one shingle, or less. */
const MIN_WORDS = 10;
/** No number: no digest, no sketch, no title. */
export const NONE = -1;

export const PAGE = 1;
export const REDIRECT = 2;
export const ERROR = 3;
/** Leads elsewhere, nobody knows where. */
export const MOVED = 4;
/** Named by other records, or in labels; not part of what was fetched. */
export const ABSENT = 0;

export const IS_TINY = 1;
export const IS_EMPTY = 2;
export const IS_ASSET = 4;
export const HAS_ERROR_TITLE = 8;
/** Did not answer with a page. */
export const IS_FAILING = 16;

/** What one URL says about another: hashes of the other, as written and without a fragment. */
export type Links = {
  readonly from: Growing<Int32Array<ArrayBuffer>>;
  readonly hashes: Growing<Int32Array<ArrayBuffer>>;
};

export type PageTable = {
  readonly urls: UrlLog;
  readonly count: number;
  /** PAGE, REDIRECT, MOVED, ERROR or ABSENT. */
  readonly kind: Uint8Array;
  readonly flags: Uint8Array;
  readonly digest: Int32Array;
  readonly sketch: Int32Array;
  readonly title: Int32Array;
  readonly length: Uint32Array;
  readonly digests: number;
  readonly titles: number;
  readonly sketches: Sketches;
  readonly redirects: Links;
  readonly canonicals: Links;
  /** Also of URLs that are their own form: others may lead to it. */
  readonly declared: Links;
  readonly near: Links;
  readonly unknowns: Unknowns;
  /** The number of a URL by its hash. */
  readonly numbers: TextNumbers;
};

/** Takes records, in any order, and holds them sorted, on disk if need be. */
export class PageTableBuilder {
  readonly #sorter: RowSorter;
  readonly #urls: UrlLog;

  /** Bytes for rows and for URLs; numbers come on top of it. */
  constructor(rowBytes: number, urlBytes: number, openSpill: OpenSpill) {
    this.#sorter = new RowSorter(Math.floor(rowBytes), openSpill);
    this.#urls = new UrlLog(Math.floor(urlBytes), openSpill);
  }

  add(record: CrawlRecord): void {
    this.#sorter.add(record.url, encodeRecord(record));
  }

  /** `isElsewhere`: labels say what the URL is; `keepErrors`: errors with content are taken for pages. */
  finish(isElsewhere: (url: string) => boolean, keepErrors: boolean, onUrl: (count: number) => void): PageTable {
    const columns = new Columns();
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    this.#sorter.finish((bytes, rows) => {
      const seen = decideUrl(rows.map(decodeRow));
      this.#urls.append(bytes);
      const url = decoder.decode(bytes);
      columns.add(url, seen, isElsewhere(url), keepErrors);
      onUrl(this.#urls.size);
    });
    return columns.finish(this.#urls);
  }

  close(): void {
    this.#sorter.close();
    this.#urls.close();
  }
}

const KINDS = { page: PAGE, redirect: REDIRECT, moved: MOVED, error: ERROR, none: ABSENT } as const;

class Columns {
  readonly #kind = growingBytes();
  readonly #flags = growingBytes();
  readonly #digest = growingInts();
  readonly #sketch = growingInts();
  readonly #title = growingInts();
  readonly #length = new Growing(new Uint32Array(1024));
  readonly #types = new Map<string, number>();
  readonly #digests = new TextNumbers();
  readonly #titles = new TextNumbers();
  readonly #sketches = new Sketches();
  readonly #redirects: Links = { from: growingInts(), hashes: growingInts() };
  readonly #canonicals: Links = { from: growingInts(), hashes: growingInts() };
  readonly #declared: Links = { from: growingInts(), hashes: growingInts() };
  readonly #near: Links = { from: growingInts(), hashes: growingInts() };
  readonly #unknowns = noUnknowns();
  readonly #numbers = new TextNumbers();
  readonly #hash = new TextHash();

  add(url: string, { kind, row, rows, near }: Seen, isElsewhere: boolean, keepErrors: boolean): void {
    const number = this.#numbers.add(this.#hash.ofText(url));
    for (const other of near) this.#link(this.#near, number, other);
    const failing = kind === 'page' || kind === 'none' ? 0 : IS_FAILING;
    if (isElsewhere || !(kind === 'page' || ((kind === 'error' || kind === 'moved') && keepErrors))) {
      this.#kind.push(isElsewhere ? ABSENT : KINDS[kind]);
      if (kind === 'redirect' && !isElsewhere) this.#link(this.#redirects, number, row.target);
      // The body of such an answer is not the page, so its size says nothing.
      if (kind === 'moved' && !isElsewhere) addUnknown(this.#unknowns, number, []);
      this.#pushContent(failing, NONE, NONE, NONE, NO_LENGTH);
      return;
    }
    this.#kind.push(PAGE);
    if (row.target !== '' && row.target !== url) this.#link(this.#canonicals, number, row.target);
    if (row.declared !== '') this.#link(this.#declared, number, row.declared);
    const isUnknown = row.digest === '' && row.sketch === '';
    // Logs have answers that were broken off: one of no bytes does not make a URL empty.
    const isEmpty = isUnknown
      ? rows.every(({ length }) => length <= 0) && row.length === 0
      : row.length === 0 || isEmptyDigest(row.digest);
    const isTiny = row.length >= 0 && row.length < TINY_BYTES;
    const flags =
      failing |
      (isEmpty ? IS_EMPTY : isTiny ? IS_TINY : 0) |
      (isAsset(row.type, url) ? IS_ASSET : 0) |
      (row.hasErrorTitle ? HAS_ERROR_TITLE : 0);
    const digest = row.digest === '' ? NONE : this.#digests.add(this.#hash.ofText(row.digest));
    const sketch =
      row.sketch === '' || (row.words >= 0 && row.words < MIN_WORDS)
        ? NONE
        : this.#sketches.add(row.sketch, this.#typeNumber(row.type));
    if (digest === NONE && sketch === NONE) addUnknown(this.#unknowns, number, rows);
    this.#pushContent(
      flags,
      digest,
      sketch,
      row.title === '' ? NONE : this.#titles.add(this.#hash.ofText(row.title)),
      row.length < 0 ? NO_LENGTH : Math.min(row.length, NO_LENGTH - 1),
    );
  }

  finish(urls: UrlLog): PageTable {
    return {
      urls,
      count: urls.size,
      kind: this.#kind.values,
      flags: this.#flags.values,
      digest: this.#digest.values,
      sketch: this.#sketch.values,
      title: this.#title.values,
      length: this.#length.values,
      digests: this.#digests.size,
      titles: this.#titles.size,
      sketches: this.#sketches,
      redirects: this.#redirects,
      canonicals: this.#canonicals,
      declared: this.#declared,
      near: this.#near,
      unknowns: this.#unknowns,
      numbers: this.#numbers,
    };
  }

  #pushContent(flags: number, digest: number, sketch: number, title: number, length: number): void {
    this.#flags.push(flags);
    this.#digest.push(digest);
    this.#sketch.push(sketch);
    this.#title.push(title);
    this.#length.push(length);
  }

  #link({ from, hashes }: Links, number: number, target: string): void {
    from.push(number);
    const mark = target.indexOf('#');
    for (const form of [target, mark === -1 ? target : target.slice(0, mark)]) {
      const { a, b } = this.#hash.ofText(form);
      hashes.push(a);
      hashes.push(b);
    }
  }

  #typeNumber(type: string): number {
    const known = this.#types.get(type) ?? this.#types.size;
    this.#types.set(type, known);
    return known;
  }
}
