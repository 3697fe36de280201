/** Which URLs each rule matches and which of them get the same form, found URL by URL and handed out rule by rule, in bounded memory. */
import { WordHash } from '../base/index.ts';
import { doubled, packOf, readText, type Texts, type UrlPack, urlText } from '../clusters/index.ts';
import { type AllMatches, type HashedMatch, matchAllRules, type UrlHashes } from '../normalize/index.ts';
import { formLimit, type Rule } from '../rules/index.ts';
import type { CountKernel } from './kernel.ts';

/** The matches of one rule, in the order of the URLs. */
export type RuleMatches = {
  readonly count: number;
  /** Number of the URL, and hash of its form, of the match at a place; places are walked with `next` from `first`, -1 is the end. */
  readonly first: number;
  readonly url: Int32Array;
  readonly formA: Int32Array;
  readonly formB: Int32Array;
  readonly next: Int32Array;
  /** The rule's form of a URL that it matches. */
  formOf(url: number): string;
  /** The kernel that they lie in, and the rule's number there, if any. */
  readonly inKernel?: { readonly kernel: CountKernel; readonly rule: number };
};

/** Matches held at a time: 16 bytes each. More than that, and the URLs are gone through once more for the rules left over. */
const HELD = 6_000_000;

/** Matches of a URL that there is room for at once: growing costs as much as filling, and pages that are not used cost nothing. */
const EXPECTED = 2;

/** Places that a rule takes at a time. */
const STRETCH = 16;

/**
 * Calls `visit` once for every rule, in order. What it gets is valid during the call only, unless there was room for the matches of all
 * rules at once: then true is returned, and it stays valid. `hashes`: where those of the texts are written before the first call, if wanted.
 */
export function eachRuleMatches(
  rules: readonly Rule[],
  texts: Texts,
  visit: (rule: number, matches: RuleMatches) => void,
  held = HELD,
  hashes?: UrlHashes,
): boolean {
  const store = new MatchStore(held);
  const pack = packOf(texts);
  let isWhole = true;
  for (let from = 0; from < rules.length; ) {
    const part = from === 0 ? rules : rules.slice(from);
    const done = store.fill(part, pack, from === 0 ? hashes : undefined);
    for (let rule = 0; rule < done; rule++) visit(from + rule, store.of(rule));
    from += done;
    isWhole &&= done === rules.length;
  }
  return isWhole;
}

/** Every match of many URLs, in their order: by its rule, its URL and the `WordHash` of its form. */
export function eachMatch(all: AllMatches, texts: UrlPack, found: HashedMatch, hashes?: UrlHashes): void {
  // Two lone surrogates may become one character when they meet, which bytes by themselves do not tell.
  if (texts.isWellFormed) {
    all.eachHashed(texts, { add: found }, hashes);
    return;
  }
  eachHashedText(all, texts, found);
  if (hashes) hashTexts(texts, hashes);
}

/** Writes down the hashes of texts. */
export function hashTexts({ bytes, starts, ends, count }: UrlPack, hashes: UrlHashes): void {
  const hash = new WordHash();
  for (let text = 0; text < count; text++) {
    hash.ofRange(bytes, starts[text]!, ends[text]!);
    hashes[2 * text] = hash.a;
    hashes[2 * text + 1] = hash.b;
  }
}

/** As `eachHashed`, for URLs with lone surrogates. */
function eachHashedText(all: AllMatches, texts: UrlPack, found: HashedMatch): void {
  const hash = new WordHash();
  for (let url = 0; url < texts.count; url++) {
    const limit = formLimit(texts.ends[url]! - texts.starts[url]!);
    all.each(urlText(texts, url), (rule, form, length) => {
      if (length > limit) return;
      hash.ofRange(form, 0, length);
      found(rule, url, hash.a, hash.b);
    });
  }
}

/** A rule's form of a URL that it matches. */
export function formsBy(all: AllMatches, texts: UrlPack, wanted: number): (url: number) => string {
  return (url) => {
    if (texts.isWellFormed) {
      const made = all.formOf(texts, url, wanted);
      return made === null ? urlText(texts, url) : readText(made, 0, made.length);
    }
    const text = urlText(texts, url);
    let form = text;
    all.each(text, (rule, bytes, length) => {
      if (rule === wanted) form = readText(bytes, 0, length);
    });
    return form;
  };
}

/** Matches of many rules in one pool, those of a rule chained in the order they came, in stretches that lie side by side: what is read together is in the cache together. */
class MatchStore {
  readonly #held: number;
  #url = new Int32Array(1024);
  #formA = new Int32Array(1024);
  #formB = new Int32Array(1024);
  #next = new Int32Array(1024);
  #used = 0;
  /** First place of a stretch that can be used again; others follow by `next`. */
  #free = -1;
  #first = new Int32Array(0);
  #last = new Int32Array(0);
  #count = new Int32Array(0);
  #all: AllMatches | null = null;
  #texts: UrlPack | null = null;
  /** Rules from here on are left for later. */
  #end = 0;

  readonly #stretch: number;

  constructor(held: number) {
    this.#held = held;
    this.#stretch = held < STRETCH * STRETCH ? 1 : STRETCH;
  }

  /** Finds the matches of the first rules, as many as fit; gives how many rules that are, at least one. */
  fill(rules: readonly Rule[], texts: UrlPack, hashes?: UrlHashes): number {
    this.#used = 0;
    this.#free = -1;
    this.#first = new Int32Array(rules.length).fill(-1);
    this.#last = new Int32Array(rules.length).fill(-1);
    this.#count = new Int32Array(rules.length);
    this.#end = rules.length;
    this.#expect(Math.min(this.#held, EXPECTED * texts.count));
    const all = matchAllRules(rules);
    this.#all = all;
    this.#texts = texts;
    const found: HashedMatch = (rule, url, a, b) => {
      if (rule < this.#end) this.#add(rule, url, a, b);
    };
    eachMatch(all, texts, found, hashes);
    return this.#end;
  }

  /** Makes room for so many matches, if there is less. */
  #expect(matches: number): void {
    if (matches <= this.#url.length) return;
    this.#url = new Int32Array(matches);
    this.#formA = new Int32Array(matches);
    this.#formB = new Int32Array(matches);
    this.#next = new Int32Array(matches);
  }

  of(rule: number): RuleMatches {
    return {
      count: this.#count[rule]!,
      first: this.#first[rule]!,
      url: this.#url,
      formA: this.#formA,
      formB: this.#formB,
      next: this.#next,
      formOf: formsBy(this.#all!, this.#texts!, rule),
    };
  }

  #add(rule: number, url: number, a: number, b: number): void {
    const place = this.#place(rule);
    // Making room may just have put this rule off.
    if (rule >= this.#end) return;
    this.#url[place] = url;
    this.#formA[place] = a;
    this.#formB[place] = b;
    this.#next[place] = -1;
    if (this.#last[rule] === -1) this.#first[rule] = place;
    else this.#next[this.#last[rule]!] = place;
    this.#last[rule] = place;
    this.#count[rule]!++;
  }

  /** The place behind the rule's last one, or the first of another stretch. */
  #place(rule: number): number {
    const stretch = this.#stretch;
    if (this.#count[rule]! % stretch !== 0) return this.#last[rule]! + 1;
    if (this.#free === -1 && this.#used + stretch > this.#held) this.#putOff(rule);
    if (rule >= this.#end) return -1;
    if (this.#free !== -1) {
      const place = this.#free;
      this.#free = this.#next[place]!;
      return place;
    }
    if (this.#used + stretch > this.#url.length) {
      this.#url = doubled(this.#url);
      this.#formA = doubled(this.#formA);
      this.#formB = doubled(this.#formB);
      this.#next = doubled(this.#next);
    }
    this.#used += stretch;
    return this.#used - stretch;
  }

  /** Leaves the last rules for later, so many that half of the room is free again; a rule alone may have all it needs. */
  #putOff(rule: number): void {
    let freed = 0;
    while (this.#end > 1 && (freed * 2 < this.#used || (this.#free === -1 && this.#end > rule))) {
      const last = --this.#end;
      const stretches = Math.ceil(this.#count[last]! / this.#stretch);
      for (let k = 0, at = this.#first[last]!; k < stretches; k++) {
        const next = this.#next[at + this.#stretch - 1]!;
        this.#next[at] = this.#free;
        this.#free = at;
        at = next;
      }
      freed += stretches * this.#stretch;
    }
  }
}
