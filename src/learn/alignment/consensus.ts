/** A consensus sequence: for each position the set of tokens seen there, and which of the aligned URLs have a token there. */
import { grown } from './grown.ts';
import type { TokenTable } from './tokens.ts';

/** Steps of an alignment path: both sequences go on, or the columns alone, or the rows alone. */
export const BOTH = 0;
export const LEFT = 1;
export const UP = 2;

/** URLs whose presence fits into the bits of an integer; beyond that a presence is an opaque number. */
export const MASK_URLS = 31;

/** The presence of a position that all URLs have, when presences are opaque numbers. */
const EVERYWHERE = 1;

/**
 * Buffers are reused from cluster to cluster; a sequence is written once, by `setUrl` or `setMerged`, and then only read.
 * The set of position p is `tokens[first[p]] .. tokens[first[p + 1] - 1]`, all of one type.
 */
export class Consensus {
  length = 0;
  /** Number of URLs aligned in it. */
  urls = 0;
  first = new Int32Array(64);
  tokens = new Int32Array(64);
  /** The only element of a position that all URLs have; -1 if there is a gap or more than one element. Most positions are plain. */
  plain = new Int32Array(64);
  /** Of positions that are not plain: the number of elements, of URLs that have a token there, and which these are. */
  readonly #rest = { distinct: new Int32Array(64), count: new Int32Array(64), presence: new Int32Array(64) };
  #everywhere = 0;

  /** The sequence of one URL. */
  setUrl(table: TokenTable, u: number): void {
    const length = table.count(u);
    this.#start(length, length, 1);
    this.#everywhere = table.urls <= MASK_URLS ? 1 << u : EVERYWHERE;
    const { first, tokens, plain } = this;
    const { ids, scored } = table;
    const start = table.starts[u]!;
    for (let p = 0; p < length; p++) {
      const token = ids[start + p]!;
      first[p] = p;
      tokens[p] = token;
      plain[p] = scored[token]!;
    }
    first[length] = length;
  }

  /** The union of two sequences along an alignment path, which is given from the end to the beginning. */
  setMerged(table: TokenTable, rows: Consensus, columns: Consensus, path: Uint8Array, length: number): void {
    this.#start(length, rows.first[rows.length]! + columns.first[columns.length]!, rows.urls + columns.urls);
    const classes = table.urls <= MASK_URLS ? null : new PresenceClasses();
    this.#everywhere = classes === null ? rows.#everywhere | columns.#everywhere : EVERYWHERE;
    const { first, tokens, plain } = this;
    const { first: rowFirst, tokens: rowTokens, plain: rowPlain } = rows;
    const { first: columnFirst, tokens: columnTokens, plain: columnPlain } = columns;
    let i = 0;
    let j = 0;
    let end = 0;
    for (let p = 0; p < length; p++) {
      const step = path[length - 1 - p]!;
      first[p] = end;
      if (step === BOTH && rowPlain[i]! >= 0 && rowPlain[i] === columnPlain[j]) {
        const r = rowFirst[i++]!;
        const c = columnFirst[j++]!;
        plain[p] = rowPlain[i - 1]!;
        tokens[end++] = rowTokens[r]!;
        // There is more than one token only if spellings differ.
        for (let k = r + 1; k < rowFirst[i]!; k++) tokens[end++] = rowTokens[k]!;
        for (let k = c; k < columnFirst[j]!; k++) {
          if (columnTokens[k] !== rowTokens[r]) end = addToken(tokens, first[p]!, end, columnTokens[k]!);
        }
        continue;
      }
      plain[p] = -1;
      this.#rest.distinct[p] = 0;
      this.#rest.count[p] = 0;
      let a = 0;
      let b = 0;
      if (step !== LEFT) {
        end = this.#unite(table, rows, i, p, end);
        a = rows.presence(i++);
      }
      if (step !== UP) {
        end = this.#unite(table, columns, j, p, end);
        b = columns.presence(j++);
      }
      this.#rest.presence[p] = classes === null ? a | b : classes.join(a, b);
    }
    first[length] = end;
  }

  setSize(p: number): number {
    return this.first[p + 1]! - this.first[p]!;
  }

  /** Number of tokens that differ by more than what scoring overlooks. */
  distinct(p: number): number {
    return this.plain[p]! >= 0 ? 1 : this.#rest.distinct[p]!;
  }

  /** How many URLs have a token here. */
  count(p: number): number {
    return this.plain[p]! >= 0 ? this.urls : this.#rest.count[p]!;
  }

  /** Which URLs have a token here: equal numbers in one consensus are equal sets. A bit mask when all URLs of the cluster fit. */
  presence(p: number): number {
    return this.plain[p]! >= 0 ? this.#everywhere : this.#rest.presence[p]!;
  }

  /** True if some URL has no token here. */
  hasGap(p: number): boolean {
    return this.plain[p]! < 0 && this.#rest.count[p]! < this.urls;
  }

  /** Number of elements of the set when sets are compared, λ included. */
  scoredSize(p: number): number {
    if (this.plain[p]! >= 0) return 1;
    return this.#rest.count[p]! < this.urls ? this.#rest.distinct[p]! + 1 : this.#rest.distinct[p]!;
  }

  #start(length: number, tokens: number, urls: number): void {
    this.length = length;
    this.urls = urls;
    this.tokens = grown(this.tokens, tokens);
    if (length < this.first.length) return;
    this.first = grown(this.first, length + 1);
    const size = this.first.length;
    this.plain = grown(this.plain, size);
    this.#rest.distinct = grown(this.#rest.distinct, size);
    this.#rest.count = grown(this.#rest.count, size);
    this.#rest.presence = grown(this.#rest.presence, size);
  }

  /** Adds the tokens of a position of another sequence to position p, whose own begin at first[p]. */
  #unite(table: TokenTable, from: Consensus, q: number, p: number, end: number): number {
    const { tokens } = this;
    const { scored } = table;
    const start = this.first[p]!;
    this.#rest.count[p]! += from.count(q);
    for (let k = from.first[q]!; k < from.first[q + 1]!; k++) {
      const token = from.tokens[k]!;
      const element = scored[token]!;
      let alike = false;
      for (let own = start; own < end && !alike; own++) alike = scored[tokens[own]!] === element;
      if (!alike) this.#rest.distinct[p]!++;
      end = addToken(tokens, start, end, token);
    }
    return end;
  }
}

/** Adds a token to the set that is `tokens[start] .. tokens[end - 1]`, unless it is there; returns the new end. */
function addToken(tokens: Int32Array, start: number, end: number, token: number): number {
  for (let own = start; own < end; own++) if (tokens[own] === token) return end;
  tokens[end] = token;
  return end + 1;
}

/**
 * Numbers pairs of presence sets. The two sequences hold different URLs, so a union tells which sets it was made of,
 * and equal numbers are equal sets without any set being kept.
 */
class PresenceClasses {
  readonly #numbers = new Map([[pair(EVERYWHERE, EVERYWHERE), EVERYWHERE]]);

  join(a: number, b: number): number {
    const key = pair(a, b);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}

function pair(a: number, b: number): number {
  return a * 2 ** 26 + b;
}
