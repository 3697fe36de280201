/** The support of a rule as buckets: the URLs that it gives one form, never a list of pairs. */
import { WordHash } from '../base/index.ts';
import { packTexts, TextNumbers } from '../clusters/index.ts';
import type { CountKernel } from './kernel.ts';
import type { RuleMatches } from './matches.ts';
import type { TextIndex } from './text-index.ts';

/**
 * The URLs of bucket b are `members[starts[b]]` to `members[starts[b + 1] - 1]`, two or more. A URL that the rule leaves alone,
 * but whose text is the form, stands as `~url`, after the others.
 */
export type Buckets = {
  readonly starts: Int32Array;
  readonly members: Int32Array;
  /** The kernel that they lie in, if any. */
  readonly kernel?: CountKernel;
};

/** The number of the URL that a member stands for. */
export function urlOf(member: number): number {
  return member < 0 ? ~member : member;
}

/** Groups the matches of one rule after another by form; the memory is used again. */
export class FormGroups {
  /** How many different forms the rule gives. */
  forms = 0;
  /** How many URLs it matches. */
  matched = 0;
  /** Form and URL of each match. */
  form = new Int32Array(1024);
  url = new Int32Array(1024);
  /** For each form the number of the same text among the URLs, or -1. */
  output = new Int32Array(1024);
  /** 1 for each form that is a URL known not to answer. */
  failing = new Uint8Array(1024);
  readonly #failing = new TextNumbers();
  readonly #hash = new WordHash();
  readonly #urls: number;
  /** The round in which each URL was matched last; only rules that are directed ask. */
  #matchedIn: Int32Array | null = null;
  #round = 0;
  #index: TextIndex | null = null;
  #size = new Int32Array(1024);
  /** Open addressing: numbers of forms, or -1. The halves of each form's hash stand beside its number. */
  #slots = new Int32Array(2048);
  #a = new Int32Array(1024);
  #b = new Int32Array(1024);

  /** `failing` are texts of URLs known not to answer with a page. */
  constructor(urls: number, failing: readonly string[] = []) {
    this.#urls = urls;
    const { bytes, starts, ends } = packTexts(failing);
    for (let i = 0; i < failing.length; i++) this.#failing.add(this.#hash.ofRange(bytes, starts[i]!, ends[i]!));
  }

  /** Takes up the matches of a rule. `index`: where its forms are looked up, if they may be texts of other URLs. */
  load(matches: RuleMatches, index: TextIndex | null, directed: boolean): void {
    const { count, next } = matches;
    this.#makeRoom(count);
    this.#index = index;
    const mask = slotsFor(count) - 1;
    const slots = this.#slots.fill(-1, 0, mask + 1);
    const [ownA, ownB, sizes] = [this.#a, this.#b, this.#size];
    let forms = 0;
    let matched = 0;
    for (let place = matches.first; place !== -1; place = next[place]!) {
      const a = matches.formA[place]!;
      const b = matches.formB[place]!;
      let slot = a & mask;
      let form = slots[slot]!;
      while (form >= 0 && (ownA[form] !== a || ownB[form] !== b)) {
        slot = (slot + 1) & mask;
        form = slots[slot]!;
      }
      if (form < 0) {
        form = forms++;
        slots[slot] = form;
        ownA[form] = a;
        ownB[form] = b;
        sizes[form] = 0;
      }
      sizes[form]!++;
      this.form[matched] = form;
      this.url[matched++] = matches.url[place]!;
    }
    this.forms = forms;
    this.matched = matched;
    for (let form = 0; form < forms; form++)
      this.output[form] = index === null ? -1 : index.find(ownA[form]!, ownB[form]!);
    this.#findFailing();
    if (directed) this.#markMatched();
  }

  /** For a directed rule the URLs that it leaves alone are their own form (`spec` 1, section 7). */
  buckets(directed: boolean): Buckets {
    const size = this.#size;
    const alone = directed ? this.#leftAlone() : [];
    for (const { form } of alone) size[form]!++;
    let plural = 0;
    for (let form = 0; form < this.forms; form++) if (size[form]! > 1) plural++;
    const starts = new Int32Array(plural + 1);
    // From here on `size` holds where the next member of a form goes, -1 for forms of one URL.
    let at = 0;
    for (let form = 0, bucket = 0; form < this.forms; form++) {
      const count = size[form]!;
      size[form] = count < 2 ? -1 : at;
      if (count < 2) continue;
      at += count;
      starts[++bucket] = at;
    }
    const members = new Int32Array(at);
    for (let i = 0; i < this.matched; i++) {
      const form = this.form[i]!;
      if (size[form] !== -1) members[size[form]!++] = this.url[i]!;
    }
    for (const { form, url } of alone) if (size[form] !== -1) members[size[form]!++] = ~url;
    return { starts, members };
  }

  /** So many matches have so many forms at most. */
  #makeRoom(count: number): void {
    if (count > this.form.length) {
      const length = 2 * count;
      for (const name of ['form', 'url', 'output'] as const) this[name] = new Int32Array(length);
      this.failing = new Uint8Array(length);
      this.#size = new Int32Array(length);
      this.#a = new Int32Array(length);
      this.#b = new Int32Array(length);
    }
    if (slotsFor(count) > this.#slots.length) this.#slots = new Int32Array(slotsFor(count));
  }

  #findFailing(): void {
    this.failing.fill(0, 0, this.forms);
    if (this.#failing.size === 0) return;
    for (let form = 0; form < this.forms; form++) {
      this.#hash.a = this.#a[form]!;
      this.#hash.b = this.#b[form]!;
      if (this.#failing.find(this.#hash) >= 0) this.failing[form] = 1;
    }
  }

  #markMatched(): void {
    this.#matchedIn ??= new Int32Array(this.#urls);
    this.#round++;
    for (let i = 0; i < this.matched; i++) this.#matchedIn[this.url[i]!] = this.#round;
  }

  #leftAlone(): { readonly form: number; readonly url: number }[] {
    const found: { form: number; url: number }[] = [];
    for (let form = 0; form < this.forms; form++) {
      const text = this.output[form]!;
      if (text === -1) continue;
      for (let url = this.#index!.first(text); url !== -1; url = this.#index!.next(url)) {
        if (this.#matchedIn![url] !== this.#round) found.push({ form, url });
      }
    }
    return found;
  }
}

/** Room for so many forms, a power of two: a table that is as small as can be stays in the cache. */
function slotsFor(count: number): number {
  return 1 << (33 - Math.clz32(Math.max(count, 8)));
}
