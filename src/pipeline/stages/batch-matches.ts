/** What rules make of a batch of URLs: matches of each stretch, those of one rule and one form side by side. */
import { WordHash } from '../../base/index.ts';
import { doubled, packTexts } from '../../clusters/index.ts';
import { type AllMatches, matchAllRules } from '../../normalize/index.ts';
import type { Rule } from '../../rules/index.ts';
import { sun } from '../../url/index.ts';
import { eachMatch } from '../../validate/index.ts';
import type { MemberBatch, Stretch } from './members.ts';

/** Matches of one rule that give one form: those at `order[from]` to `order[to - 1]`, in no order. */
export type FormVisit = (from: number, to: number) => void;

/** The memory is used again for every batch. */
export class BatchMatches {
  /** Of each match: its rule, the place of its URL in the batch, and the hash of its form. */
  rule = new Int32Array(1024);
  url = new Int32Array(1024);
  a = new Int32Array(1024);
  b = new Int32Array(1024);
  /** Where the matches of a URL begin; those of the last end at `count`. */
  first = new Int32Array(1024);
  count = 0;
  /** Matches of a stretch by rule and form. */
  order = new Int32Array(1024);
  /** Of each URL the hash of what rules see of it, if it was asked for. */
  textA = new Int32Array(0);
  textB = new Int32Array(0);
  readonly #all: AllMatches;
  readonly #isSun: boolean;
  readonly #hashesTexts: boolean;
  readonly #hash = new WordHash();

  /** `isSun`: rules see URLs in their standard form. */
  constructor(rules: readonly Rule[], isSun: boolean, hashesTexts: boolean) {
    this.#all = matchAllRules(rules);
    this.#isSun = isSun;
    this.#hashesTexts = hashesTexts;
  }

  load({ urls }: MemberBatch): void {
    const pack = packTexts(this.#isSun ? urls.map(sun) : urls);
    this.count = 0;
    this.first = new Int32Array(urls.length + 1);
    let seen = 0;
    eachMatch(this.#all, pack, (rule, url, a, b) => {
      if (this.count === this.rule.length) this.#grow();
      for (; seen <= url; seen++) this.first[seen] = this.count;
      this.rule[this.count] = rule;
      this.url[this.count] = url;
      this.a[this.count] = a;
      this.b[this.count++] = b;
    });
    for (; seen <= urls.length; seen++) this.first[seen] = this.count;
    if (!this.#hashesTexts) return;
    this.textA = new Int32Array(urls.length);
    this.textB = new Int32Array(urls.length);
    for (let u = 0; u < urls.length; u++) {
      const { a, b } = this.#hash.ofRange(pack.bytes, pack.starts[u]!, pack.ends[u]!);
      this.textA[u] = a;
      this.textB[u] = b;
    }
  }

  eachForm(stretch: Stretch, visit: FormVisit): void {
    const from = this.first[stretch.from]!;
    const to = this.first[stretch.to]!;
    const { order } = this;
    for (let i = from; i < to; i++) order[i] = i;
    this.#sort(from, to);
    for (let start = from; start < to; ) {
      let end = start + 1;
      while (end < to && this.#compare(order[start]!, order[end]!) === 0) end++;
      visit(start, end);
      start = end;
    }
  }

  /** Most stretches are of a few URLs. */
  #sort(from: number, to: number): void {
    const { order } = this;
    if (to - from > FEW) {
      order.subarray(from, to).sort((x, y) => this.#compare(x, y));
      return;
    }
    for (let i = from + 1; i < to; i++) {
      const match = order[i]!;
      let at = i;
      for (; at > from && this.#compare(order[at - 1]!, match) > 0; at--) order[at] = order[at - 1]!;
      order[at] = match;
    }
  }

  #compare(x: number, y: number): number {
    return this.rule[x]! - this.rule[y]! || this.a[x]! - this.a[y]! || this.b[x]! - this.b[y]!;
  }

  #grow(): void {
    this.rule = doubled(this.rule);
    this.url = doubled(this.url);
    this.a = doubled(this.a);
    this.b = doubled(this.b);
    this.order = doubled(this.order);
  }
}

/** Up to this many matches are sorted by insertion. */
const FEW = 16;
