/** How good a ranking of likely rules is: the share of valid ones among the first k (`spec` 8, section 6). */
import { byteLength } from '../base/index.ts';
import { type Labels, TextHash, TextNumbers } from '../clusters/index.ts';
import { matchAllRules } from '../normalize/index.ts';
import { formLimit, type Rule } from '../rules/index.ts';

export type PrecisionAt = {
  readonly k: number;
  /** Of the first k rules, those that labels say are right. */
  readonly valid: number;
  /** Of the first k rules, those that join no two URLs of which the labels say anything: neither right nor wrong. */
  readonly unknown: number;
  /** valid / k. */
  readonly precision: number;
};

/** Ranks that are looked at, as far as there are rules. */
const RANKS = [1, 5, 10, 20, 50, 100];

/** A rule is valid if it joins URLs of one page, and different pages in no more than this share of its pairs (ε of DustBuster). */
const MAX_ERROR = 0.05;

/** Pairs that a rule joins: of one page, and of different pages. */
export type RulePairs = { readonly right: number; readonly wrong: number };

/** In the order of the rules, whatever their state; the two directions of a substitution join the same pairs, so one is tried. */
export function precisionAt(rules: readonly Rule[], labels: Labels): PrecisionAt[] {
  return ranksOf(countRules(rankedRules(rules), labels));
}

/** The rules whose ranks are looked at. */
export function rankedRules(rules: readonly Rule[]): readonly Rule[] {
  return rules.slice(0, RANKS.at(-1)!);
}

/** The same from what is known of each rule. */
export function ranksOf(counts: readonly RulePairs[]): PrecisionAt[] {
  const verdicts = counts.map(verdictOn);
  return RANKS.filter((k) => k <= verdicts.length).map((k) => {
    const first = verdicts.slice(0, k);
    const valid = first.filter((verdict) => verdict === 'valid').length;
    return { k, valid, unknown: first.filter((verdict) => verdict === 'unknown').length, precision: valid / k };
  });
}

type Verdict = 'valid' | 'false' | 'unknown';

function verdictOn({ right, wrong }: RulePairs): Verdict {
  if (right + wrong === 0) return 'unknown';
  return right > 0 && wrong <= MAX_ERROR * (right + wrong) ? 'valid' : 'false';
}

function countRules(rules: readonly Rule[], labels: Labels): RulePairs[] {
  const numbers = new TextNumbers();
  const hash = new TextHash();
  // The URLs come first, so that a form which is a URL has its number.
  const first = new Int32Array(labels.urls.length).fill(-1);
  for (const [u, url] of labels.urls.entries()) {
    const number = numbers.add(hash.ofText(url));
    if (first[number] === -1) first[number] = u;
  }
  const forms = rules.map(() => new Map<number, number[]>());
  const matched = rules.map(() => new Set<number>());
  const all = matchAllRules(rules);
  for (const [u, url] of labels.urls.entries()) {
    all.each(url, (rule, form, length) => {
      if (length > formLimit(0) && length > formLimit(byteLength(url))) return;
      const number = numbers.add(hash.ofBytes(form, length));
      const known = forms[rule]!.get(number);
      if (known) known.push(u);
      else forms[rule]!.set(number, [u]);
      matched[rule]!.add(u);
    });
  }
  return rules.map((rule, r) => {
    let [right, wrong] = [0, 0];
    for (const [number, urls] of forms[r]!) {
      const target = first[number] ?? -1;
      // A directed rule leaves a URL that it does not match as it is.
      const isJoined = rule.directed && target >= 0 && !matched[r]!.has(target);
      const counts = countPairs(isJoined ? [...urls, target] : urls, labels);
      right += counts.right;
      wrong += counts.wrong;
    }
    return { right, wrong };
  });
}

/** Pairs of one page, and pairs of different pages; of others the labels say nothing. */
function countPairs(urls: readonly number[], { page, wide }: Labels): RulePairs {
  const pages = new Map<number, number>();
  const wides = new Map<number, number>();
  let [right, wrong] = [0, 0];
  for (const [i, u] of urls.entries()) {
    const [same, near] = [pages.get(page[u]!) ?? 0, wides.get(wide[u]!) ?? 0];
    right += same;
    wrong += i - near;
    pages.set(page[u]!, same + 1);
    wides.set(wide[u]!, near + 1);
  }
  return { right, wrong };
}
