/** Which URLs each rule matches and which of them get the same form, found URL by URL and handed out rule by rule, in bounded memory. */
import { byteLength } from '../base/index.ts';
import { doubled, TextHash } from '../clusters/index.ts';
import { matchAllRules } from '../normalize/index.ts';
import { formLimit, type Rule } from '../rules/index.ts';

/** The matches of one rule, in the order of the URLs. */
export type RuleMatches = {
  readonly count: number;
  /** Number of the URL, and hash of its form, of the match at a place; places are walked with `next` from `first`, -1 is the end. */
  readonly first: number;
  readonly url: Int32Array;
  readonly formA: Int32Array;
  readonly formB: Int32Array;
  readonly next: Int32Array;
};

/** Matches held at a time: 16 bytes each. More than that, and the URLs are gone through once more for the rules left over. */
const HELD = 6_000_000;

/** Calls `visit` once for every rule, in order. What it gets is valid during the call only. */
export function eachRuleMatches(
  rules: readonly Rule[],
  texts: readonly string[],
  visit: (rule: number, matches: RuleMatches) => void,
  held = HELD,
): void {
  const store = new MatchStore(held);
  for (let from = 0; from < rules.length; ) {
    const part = from === 0 ? rules : rules.slice(from);
    const done = store.fill(part, texts);
    for (let rule = 0; rule < done; rule++) visit(from + rule, store.of(rule));
    from += done;
  }
}

/** Matches of many rules in one pool, those of a rule chained in the order they came. */
class MatchStore {
  readonly #held: number;
  #url = new Int32Array(1024);
  #formA = new Int32Array(1024);
  #formB = new Int32Array(1024);
  #next = new Int32Array(1024);
  #used = 0;
  #free = -1;
  #first = new Int32Array(0);
  #last = new Int32Array(0);
  #count = new Int32Array(0);
  /** Rules from here on are left for later. */
  #end = 0;

  constructor(held: number) {
    this.#held = held;
  }

  /** Finds the matches of the first rules, as many as fit; gives how many rules that are, at least one. */
  fill(rules: readonly Rule[], texts: readonly string[]): number {
    this.#used = 0;
    this.#free = -1;
    this.#first = new Int32Array(rules.length).fill(-1);
    this.#last = new Int32Array(rules.length).fill(-1);
    this.#count = new Int32Array(rules.length);
    this.#end = rules.length;
    const all = matchAllRules(rules);
    const hash = new TextHash();
    for (let url = 0; url < texts.length; url++) {
      const text = texts[url]!;
      all.each(text, (rule, form, length) => {
        // The shortest limit there is comes first, because few forms are longer.
        if (rule >= this.#end || (length > formLimit(0) && length > formLimit(byteLength(text)))) return;
        this.#add(rule, url, hash.ofBytes(form, length));
      });
    }
    return this.#end;
  }

  of(rule: number): RuleMatches {
    return {
      count: this.#count[rule]!,
      first: this.#first[rule]!,
      url: this.#url,
      formA: this.#formA,
      formB: this.#formB,
      next: this.#next,
    };
  }

  #add(rule: number, url: number, { a, b }: TextHash): void {
    const place = this.#place();
    // Making room may just have put this rule off.
    if (rule >= this.#end) {
      this.#next[place] = this.#free;
      this.#free = place;
      return;
    }
    this.#url[place] = url;
    this.#formA[place] = a;
    this.#formB[place] = b;
    this.#next[place] = -1;
    if (this.#last[rule] === -1) this.#first[rule] = place;
    else this.#next[this.#last[rule]!] = place;
    this.#last[rule] = place;
    this.#count[rule]!++;
  }

  #place(): number {
    if (this.#free === -1 && this.#used >= this.#held) this.#putOff();
    if (this.#free !== -1) {
      const place = this.#free;
      this.#free = this.#next[place]!;
      return place;
    }
    if (this.#used === this.#url.length) {
      this.#url = doubled(this.#url);
      this.#formA = doubled(this.#formA);
      this.#formB = doubled(this.#formB);
      this.#next = doubled(this.#next);
    }
    return this.#used++;
  }

  /** Leaves the last rules for later, so many that half of the room is free again; a rule alone may have all it needs. */
  #putOff(): void {
    let freed = 0;
    while (this.#end > 1 && freed * 2 < this.#used) {
      const rule = --this.#end;
      if (this.#last[rule] === -1) continue;
      freed += this.#count[rule]!;
      this.#next[this.#last[rule]!] = this.#free;
      this.#free = this.#first[rule]!;
    }
  }
}
