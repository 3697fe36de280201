/** The support of a rule as buckets: the URLs that it gives one form, never a list of pairs. */
import { WordHash } from '../base/index.ts';
import { doubled, packTexts, TextNumbers } from '../clusters/index.ts';
import type { RuleMatches } from './matches.ts';
import type { TextIndex } from './text-index.ts';

/**
 * The URLs of bucket b are `members[starts[b]]` to `members[starts[b + 1] - 1]`, two or more. A URL that the rule leaves alone,
 * but whose text is the form, stands as `~url`, after the others.
 */
export type Buckets = { readonly starts: Int32Array; readonly members: Int32Array };

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
  failing = new Int32Array(1024);
  readonly #failing = new TextNumbers();
  readonly #index: TextIndex;
  readonly #numbers = new TextNumbers();
  readonly #hash = new WordHash();
  readonly #matchedIn: Int32Array;
  #round = 0;
  #looksUp = true;
  #size = new Int32Array(1024);

  /** `failing` are texts of URLs known not to answer with a page. */
  constructor(index: TextIndex, failing: readonly string[] = []) {
    this.#index = index;
    const { bytes, starts, ends } = packTexts(failing);
    for (let i = 0; i < failing.length; i++) this.#failing.add(this.#hash.ofRange(bytes, starts[i]!, ends[i]!));
    this.#matchedIn = new Int32Array(index.count);
  }

  /** Takes up the matches of a rule. `looksUp`: whether its forms may be texts of other URLs, which takes long to find out. */
  load(matches: RuleMatches, looksUp: boolean): void {
    this.#numbers.clear();
    this.#round++;
    this.#looksUp = looksUp;
    this.forms = 0;
    this.matched = 0;
    for (let place = matches.first; place !== -1; place = matches.next[place]!) {
      this.#hash.a = matches.formA[place]!;
      this.#hash.b = matches.formB[place]!;
      const form = this.#numbers.add(this.#hash);
      if (form === this.forms) this.#newForm();
      this.#size[form]!++;
      if (this.matched === this.form.length) {
        this.form = doubled(this.form);
        this.url = doubled(this.url);
      }
      const url = matches.url[place]!;
      this.form[this.matched] = form;
      this.url[this.matched++] = url;
      if (looksUp) this.#matchedIn[url] = this.#round;
    }
  }

  /** For a directed rule the URLs that it leaves alone are their own form (`spec` 1, section 7). */
  buckets(directed: boolean): Buckets {
    const size = this.#size;
    const alone = directed ? this.#leftAlone() : [];
    for (const { form } of alone) size[form]!++;
    const starts = [0];
    // From here on `size` holds where the next member of a form goes, -1 for forms of one URL.
    for (let form = 0, at = 0; form < this.forms; form++) {
      const count = size[form]!;
      size[form] = count < 2 ? -1 : at;
      if (count < 2) continue;
      at += count;
      starts.push(at);
    }
    const members = new Int32Array(starts.at(-1)!);
    for (let i = 0; i < this.matched; i++) {
      const form = this.form[i]!;
      if (size[form] !== -1) members[size[form]!++] = this.url[i]!;
    }
    for (const { form, url } of alone) if (size[form] !== -1) members[size[form]!++] = ~url;
    return { starts: Int32Array.from(starts), members };
  }

  #newForm(): void {
    if (this.forms === this.#size.length) {
      this.#size = doubled(this.#size);
      this.output = doubled(this.output);
      this.failing = doubled(this.failing);
    }
    this.#size[this.forms] = 0;
    this.output[this.forms] = this.#looksUp ? this.#index.find(this.#hash) : -1;
    this.failing[this.forms] = this.#failing.size === 0 || this.#failing.find(this.#hash) < 0 ? 0 : 1;
    this.forms++;
  }

  #leftAlone(): { readonly form: number; readonly url: number }[] {
    const found: { form: number; url: number }[] = [];
    for (let form = 0; form < this.forms; form++) {
      const text = this.output[form]!;
      if (text === -1) continue;
      for (let url = this.#index.first(text); url !== -1; url = this.#index.next(url)) {
        if (this.#matchedIn[url] !== this.#round) found.push({ form, url });
      }
    }
    return found;
  }
}
