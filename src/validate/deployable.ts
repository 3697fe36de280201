/** The rules of a pattern tree that can be in use together: none that another covers, none that contradict each other, none that lead in a circle. */
import { compareCodePoints } from '../base/index.ts';
import { doubled } from '../clusters/index.ts';
import { matchAllRules } from '../normalize/index.ts';
import { emitsUrl, printRuleBody, type Rule } from '../rules/index.ts';
import type { Buckets } from './buckets.ts';
import { eachRuleMatches, type RuleMatches } from './matches.ts';
import { countMembers, KeptBuckets } from './redundancy.ts';

export type Deployable = {
  readonly rule: Rule;
  readonly evidence: { readonly support: number; readonly falsePairs: number };
  readonly buckets: Buckets;
};

export type Deployed<T> = { readonly kept: readonly T[]; readonly covered: number; readonly conflicting: number };

/**
 * Goes through the rules from the one that joins most, taking each unless a rule taken before it covers it, has the same context, writes
 * something else to the same key of some URL, or leads back with others to what it changes (Lei et al. 2010, selection of deployable rules).
 */
export function pickDeployable<T extends Deployable>(rules: readonly T[], texts: readonly string[]): Deployed<T> {
  const ordered = inOrder(rules);
  const leadsTo = findSuccessors(
    ordered.map(({ rule }) => rule),
    texts,
  );
  const buckets = new KeptBuckets(texts.length, countMembers(rules));
  const matching = new TakenMatches(texts.length);
  const taken = new Set<number>();
  const contexts = new Set<string>();
  let covered = 0;
  eachRuleMatches(
    ordered.map(({ rule }) => rule),
    texts,
    (r, matches) => {
      const { rule, buckets: own } = ordered[r]!;
      if (buckets.cover(own)) {
        covered++;
        return;
      }
      const places = contextsOf(rule);
      if (places.some((place) => contexts.has(place)) || leadsBack(r, leadsTo, taken)) return;
      const writesElse = (other: number) => isContradicting(rule, ordered[other]!.rule);
      if (matching.some(matches, writesElse)) return;
      buckets.add(taken.size, own);
      matching.add(r, matches);
      taken.add(r);
      for (const place of places) contexts.add(place);
    },
  );
  const kept = ordered.filter((_, r) => taken.has(r));
  return { kept, covered, conflicting: rules.length - kept.length - covered };
}

/** The most right pairs first (support times one less fpr), then the shallower pattern, then by text. */
function inOrder<T extends Deployable>(rules: readonly T[]): T[] {
  const keyed = rules.map((entry) => {
    const { rule, evidence } = entry;
    const depth = rule.match.view === 'keys' ? Object.keys(rule.match.where).length : 0;
    return { entry, pairs: evidence.support - evidence.falsePairs, depth, text: printRuleBody(rule.match, rule.emit) };
  });
  keyed.sort((a, b) => b.pairs - a.pairs || a.depth - b.depth || compareCodePoints(a.text, b.text));
  return keyed.map(({ entry }) => entry);
}

/** The rule's context on each of its hosts: where only one rule can ever be the first that applies. */
function contextsOf({ match, emit, scope }: Rule): string[] {
  const context = printRuleBody(match, emit).split(' => ')[0]!;
  return (scope.hosts === '*' ? ['*'] : scope.hosts).map((host) => `${host} ${context}`);
}

/** True if both write to one key, and not the same. */
function isContradicting({ emit: a }: Rule, { emit: b }: Rule): boolean {
  if (a.view !== 'keys' || b.view !== 'keys') return false;
  return Object.entries(a.set).some(([key, value]) => {
    const other = b.set[key];
    return other !== undefined && JSON.stringify(other) !== JSON.stringify(value);
  });
}

/** For each rule those that change what it makes of some URL. Forms with a `*` are no URLs, and lead nowhere. */
function findSuccessors(rules: readonly Rule[], texts: readonly string[]): ReadonlyMap<number, ReadonlySet<number>> {
  const leading = rules.flatMap((rule, r) => (rule.directed && emitsUrl(rule) ? [r] : []));
  const found = new Map<number, Set<number>>(leading.map((r) => [r, new Set()]));
  if (leading.length < 2) return found;
  const all = matchAllRules(leading.map((r) => rules[r]!));
  const decoder = new TextDecoder();
  for (const text of texts) {
    const images: { from: number; image: string }[] = [];
    all.each(text, (i, form, length) => {
      images.push({ from: leading[i]!, image: decoder.decode(form.subarray(0, length)) });
    });
    for (const { from, image } of images) {
      if (image === text) continue;
      all.each(image, (i, form, length) => {
        if (leading[i] !== from && decoder.decode(form.subarray(0, length)) !== image)
          found.get(from)!.add(leading[i]!);
      });
    }
  }
  return found;
}

/** True if what the rule makes of URLs leads, by rules that are taken, back to it. */
function leadsBack(
  rule: number,
  leadsTo: ReadonlyMap<number, ReadonlySet<number>>,
  taken: ReadonlySet<number>,
): boolean {
  const seen = new Set<number>();
  const open = [rule];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const to of leadsTo.get(from) ?? []) {
      if (to === rule) return true;
      if (!taken.has(to) || seen.has(to)) continue;
      seen.add(to);
      open.push(to);
    }
  }
  return false;
}

/** For every URL the taken rules that match it. */
class TakenMatches {
  readonly #first: Int32Array;
  #rule = new Int32Array(1024);
  #next = new Int32Array(1024);
  #size = 0;

  constructor(urls: number) {
    this.#first = new Int32Array(urls).fill(-1);
  }

  add(rule: number, matches: RuleMatches): void {
    for (let place = matches.first; place !== -1; place = matches.next[place]!) {
      if (this.#size === this.#rule.length) {
        this.#rule = doubled(this.#rule);
        this.#next = doubled(this.#next);
      }
      const url = matches.url[place]!;
      this.#rule[this.#size] = rule;
      this.#next[this.#size] = this.#first[url]!;
      this.#first[url] = this.#size++;
    }
  }

  /** True if `test` holds for a taken rule that matches one of these URLs; asked once for each rule. */
  some(matches: RuleMatches, test: (rule: number) => boolean): boolean {
    const asked = new Set<number>();
    for (let place = matches.first; place !== -1; place = matches.next[place]!) {
      for (let at = this.#first[matches.url[place]!]!; at !== -1; at = this.#next[at]!) {
        const rule = this.#rule[at]!;
        if (asked.has(rule)) continue;
        asked.add(rule);
        if (test(rule)) return true;
      }
    }
    return false;
  }
}
