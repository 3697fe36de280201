/** Sites with their paths and pages, as columns of numbers; texts of paths are kept once each, as bytes. */
import { compareCodePoints } from '../base/index.ts';
import { doubled, TextHash, TextNumbers } from '../clusters/index.ts';
import { splitUrl, type UrlParts } from '../url/index.ts';
import type { Sketches, SketchLog } from './sketch-log.ts';
import { TextLog } from './text-log.ts';

/** A term is a path with its query, without the fragment; an empty path is `/`. */
export type SiteTable = {
  /** Every host of the collection, sorted. */
  readonly hosts: readonly string[];
  /** Columns by row: a row is a URL. Rows of one cluster follow each other. */
  readonly host: Int32Array;
  readonly term: Int32Array;
  readonly cluster: Int32Array;
  readonly wide: Int32Array;
  /** Number in `sketches`, or -1. */
  readonly sketch: Int32Array;
  readonly rows: number;
  readonly terms: number;
  readonly clusters: number;
  /** Rows of each host by term, one row a term (the first of its cluster order): `pages[starts[h] .. starts[h + 1]]`. */
  readonly starts: Int32Array;
  readonly pages: Int32Array;
  /** Sites that have a term, and the largest of these numbers. */
  readonly df: Int32Array;
  readonly maxDf: number;
  /** Different sites of each cluster. */
  readonly sites: Int32Array;
  /** The number of the path `/`, or -1. */
  readonly root: number;
  readonly sketches: Sketches | null;
  termText(term: number): string;
  findTerm(text: string): number;
  urlOf(row: number): string;
};

/** A URL with its term. */
export function splitSite(url: string): UrlParts & { readonly term: string } {
  const parts = splitUrl(url);
  const { path, query } = parts;
  return { ...parts, term: (path === '' ? ROOT : path) + (query === null ? '' : `?${query}`) };
}

/** The term of a home page. */
export const ROOT = '/';

export class SiteTableBuilder {
  readonly #hosts = new Map<string, number>();
  readonly #terms = new TextNumbers();
  readonly #hash = new TextHash();
  readonly #texts = new TextLog();
  /** Scheme and authority as written. */
  readonly #prefixes = new Map<string, number>();
  /** URLs that are not their prefix and their term. */
  readonly #odd = new Map<number, string>();
  readonly #sketches: SketchLog | null;
  #host = new Int32Array(1024);
  #term = new Int32Array(1024);
  #cluster = new Int32Array(1024);
  #wide = new Int32Array(1024);
  #prefix = new Int32Array(1024);
  #sketch = new Int32Array(1024);
  #rows = 0;
  #clusters = 0;

  constructor(sketches: SketchLog | null = null) {
    this.#sketches = sketches;
  }

  /** A host that may have no page in any cluster: it counts when names are compared. */
  addHost(host: string): void {
    if (host !== '') numberOf(this.#hosts, host);
  }

  /** Rows of one cluster must follow each other, and cluster numbers must ascend from 0. URLs without a host are left out. */
  addRow(url: string, cluster: number, wide: number): void {
    const { scheme, authority, path, fragment, host, term } = splitSite(url);
    if (host === '') return;
    const termNumber = this.#terms.add(this.#hash.ofText(term));
    if (termNumber === this.#texts.size) this.#texts.add(term);
    if (this.#rows === this.#host.length) this.#grow();
    const row = this.#rows++;
    this.#host[row] = numberOf(this.#hosts, host);
    this.#term[row] = termNumber;
    this.#cluster[row] = cluster;
    this.#wide[row] = wide;
    this.#prefix[row] = numberOf(this.#prefixes, `${scheme === null ? '' : `${scheme}://`}${authority}`);
    this.#sketch[row] = this.#sketches?.find(url) ?? -1;
    if (path === '' || fragment !== null) this.#odd.set(row, url);
    this.#clusters = Math.max(this.#clusters, cluster + 1);
  }

  finish(): SiteTable {
    const rows = this.#rows;
    this.#lendSketches();
    const hosts = [...this.#hosts.keys()].sort(compareCodePoints);
    const places = new Int32Array(hosts.length);
    for (const [place, host] of hosts.entries()) places[this.#hosts.get(host)!] = place;
    const host = this.#host.subarray(0, rows).map((number) => places[number]!);
    const term = this.#term.subarray(0, rows);
    const cluster = this.#cluster.subarray(0, rows);
    const { starts, pages } = pagesOf(host, term, hosts.length, this.#terms.size);
    const df = new Int32Array(this.#terms.size);
    for (const row of pages) df[term[row]!]!++;
    const prefixes = [...this.#prefixes.keys()];
    return {
      ...{ hosts, host, term, cluster, rows, starts, pages, df },
      wide: this.#wide.subarray(0, rows),
      sketch: this.#sketch.subarray(0, rows),
      terms: this.#terms.size,
      clusters: this.#clusters,
      maxDf: df.reduce((a, b) => Math.max(a, b), 0),
      sites: countSites(cluster, host, this.#clusters),
      root: this.#terms.find(this.#hash.ofText(ROOT)),
      sketches: this.#sketches,
      termText: (number) => this.#texts.get(number),
      findTerm: (text) => this.#terms.find(this.#hash.ofText(text)),
      urlOf: (row) => this.#odd.get(row) ?? prefixes[this.#prefix[row]!]! + this.#texts.get(term[row]!),
    };
  }

  /** A row without a sketch, such as a redirect, shows the page of its cluster. */
  #lendSketches(): void {
    for (let from = 0, to = 1; from < this.#rows; from = to) {
      for (to = from + 1; to < this.#rows && this.#cluster[to] === this.#cluster[from]; ) to++;
      const lent = this.#sketch.subarray(from, to).find((sketch) => sketch !== -1);
      if (lent === undefined) continue;
      for (let row = from; row < to; row++) if (this.#sketch[row] === -1) this.#sketch[row] = lent;
    }
  }

  #grow(): void {
    this.#host = doubled(this.#host);
    this.#term = doubled(this.#term);
    this.#cluster = doubled(this.#cluster);
    this.#wide = doubled(this.#wide);
    this.#prefix = doubled(this.#prefix);
    this.#sketch = doubled(this.#sketch);
  }
}

/** Rows by host and term, the first row of each; two counting sorts, because there may be millions. */
function pagesOf(
  host: Int32Array,
  term: Int32Array,
  hosts: number,
  terms: number,
): { readonly starts: Int32Array; readonly pages: Int32Array } {
  const byTerm = countingSort(
    Int32Array.from(host, (_, row) => row),
    term,
    terms,
  );
  const byHost = countingSort(byTerm, host, hosts);
  const starts = new Int32Array(hosts + 1);
  const pages = new Int32Array(byHost.length);
  let size = 0;
  let last = -1;
  for (const row of byHost) {
    if (last !== -1 && host[last] === host[row] && term[last] === term[row]) continue;
    pages[size++] = row;
    starts[host[row]! + 1] = size;
    last = row;
  }
  // Hosts without rows begin where the one before them ends.
  for (let h = 1; h <= hosts; h++) starts[h] = Math.max(starts[h]!, starts[h - 1]!);
  return { starts, pages: pages.slice(0, size) };
}

/** Stable. */
function countingSort(items: Int32Array, key: Int32Array, keys: number): Int32Array {
  const ends = new Int32Array(keys + 1);
  for (const item of items) ends[key[item]! + 1]!++;
  for (let k = 1; k <= keys; k++) ends[k]! += ends[k - 1]!;
  const sorted = new Int32Array(items.length);
  for (const item of items) sorted[ends[key[item]!]!++] = item;
  return sorted;
}

function countSites(cluster: Int32Array, host: Int32Array, clusters: number): Int32Array {
  const sites = new Int32Array(clusters);
  let seen = new Set<number>();
  for (let row = 0; row < cluster.length; row++) {
    if (row > 0 && cluster[row] !== cluster[row - 1]) seen = new Set();
    if (seen.has(host[row]!)) continue;
    seen.add(host[row]!);
    sites[cluster[row]!]!++;
  }
  return sites;
}

function numberOf(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}
