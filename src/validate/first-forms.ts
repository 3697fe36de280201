/** What a set of rules makes of URLs when the first that matches is applied: how many forms there are, and how many join different pages. */
import { WordHash } from '../base/index.ts';
import { TextNumbers } from '../clusters/index.ts';
import { matchAllRules } from '../normalize/index.ts';
import type { Rule } from '../rules/index.ts';
import { type JudgingData, type PackedData, packData } from './judge.ts';
import { startCountKernel } from './kernel.ts';
import { eachRuleMatches, type RuleMatches } from './matches.ts';

export type FormCounts = {
  readonly urls: number;
  readonly forms: number;
  /** Forms that two URLs or more have, and those of them with URLs of different wide groups. */
  readonly sharedForms: number;
  readonly impureForms: number;
};

/** In the order of the rules. `known`: the matches of each rule, where they were found already. */
export function countFirstForms(
  rules: readonly Rule[],
  given: JudgingData,
  known: readonly (RuleMatches | undefined)[] = [],
): FormCounts {
  const kernel = known[0]?.inKernel?.kernel;
  if (kernel && known.length === rules.length && known.every((matches) => matches?.inKernel?.kernel === kernel)) {
    const counts = kernel.countForms(known.map((matches) => matches!.inKernel!.rule));
    if (counts) return counts;
  }
  const data = packData(given);
  if (known.length === 0) {
    const counts = countByKernel(rules, data);
    if (counts) return counts;
  }
  const first = new FirstForms(data);
  if (known.length === rules.length && known.every((matches) => matches !== undefined))
    known.forEach(first.take, first);
  else eachRuleMatches(rules, data.texts, (_rule, matches) => first.take(matches));
  return first.count();
}

/** In WebAssembly; null where there is none, and for data that it does not know. */
function countByKernel(rules: readonly Rule[], { labels, texts }: PackedData): FormCounts | null {
  const kernel = texts === labels.urls ? startCountKernel(labels, rules.length) : null;
  if (kernel === null) return null;
  matchAllRules(rules).eachHashed(texts, kernel, kernel.hashes);
  return kernel.start() ? kernel.countForms(rules.map((_, r) => r)) : null;
}

class FirstForms {
  readonly #data: PackedData;
  /** Number of each URL's form, or -1. */
  readonly #form: Int32Array;
  readonly #numbers: TextNumbers;
  readonly #hash = new WordHash();

  constructor(data: PackedData) {
    this.#data = data;
    this.#form = new Int32Array(data.texts.count).fill(-1);
    this.#numbers = new TextNumbers(data.texts.count / 4);
  }

  /** The matches of the next rule. */
  take({ first, next, url, formA, formB }: RuleMatches): void {
    const hash = this.#hash;
    for (let place = first; place !== -1; place = next[place]!) {
      const its = url[place]!;
      if (this.#form[its] !== -1) continue;
      hash.a = formA[place]!;
      hash.b = formB[place]!;
      this.#form[its] = this.#numbers.add(hash);
    }
  }

  count(): FormCounts {
    const { texts, labels } = this.#data;
    const index = this.#data.index();
    const form = this.#form;
    /** URLs that no rule matches, and whose text is no other URL's form. */
    let alone = 0;
    for (let url = 0; url < texts.count; url++) {
      if (form[url] !== -1) continue;
      const hash = index.hashOf(url, this.#hash);
      form[url] = index.isShared ? this.#numbers.add(hash) : this.#numbers.find(hash);
      if (form[url] === -1) alone++;
    }
    const forms = this.#numbers.size;
    const wideOf = new Int32Array(forms).fill(-1);
    /** 1 for forms of several URLs, 2 for those of different pages. */
    const state = new Uint8Array(forms);
    for (let url = 0; url < texts.count; url++) {
      const f = form[url]!;
      if (f === -1) continue;
      if (wideOf[f] === -1) wideOf[f] = labels.wide[url]!;
      else if (wideOf[f] !== labels.wide[url]) state[f] = 2;
      else if (state[f] === 0) state[f] = 1;
    }
    let sharedForms = 0;
    let impureForms = 0;
    for (let f = 0; f < forms; f++) {
      if (state[f]! > 0) sharedForms++;
      if (state[f] === 2) impureForms++;
    }
    return { urls: texts.count, forms: forms + alone, sharedForms, impureForms };
  }
}
