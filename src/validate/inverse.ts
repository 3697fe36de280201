/** Pruning of inverse pairs: with A to B and B to A both in use, "first applicable rule" would swap the two URLs and join nothing. */
import { compareCodePoints } from '../base/index.ts';
import { stringsOf, type Texts } from '../clusters/index.ts';
import { type AllMatches, matchAllRules } from '../normalize/index.ts';
import { applyRule, type Rule } from '../rules/index.ts';
import { tokenizeDuster } from '../url/index.ts';

export type Ranked = { readonly rule: Rule; readonly support: number };

/**
 * The rules without those that a stronger one undoes. A directed rule goes if another, of larger support, maps back the images of at least half of the URLs
 * that it changes: a few URLs that are swapped cost less than the rule. Of equal support, the rule with the smaller image stays.
 */
export function pruneInverse<T extends Ranked>(rules: readonly T[], given: Texts): T[] {
  const directed = directedOf(rules);
  if (directed.length < 2) return [...rules];
  const counter = new UndoneCounter(directed);
  for (const text of stringsOf(given)) counter.add(text);
  return dropUndone(rules, counter);
}

/** What directed rules do to URLs that others undo; places are those among the directed rules. */
export type Undone = {
  /** URLs that each rule changes, and the smallest of them. */
  readonly changed: readonly number[];
  readonly firstUrl: readonly (string | null)[];
  /** For the pair (a, b), at a * rules + b: URLs that a changes and b changes back. */
  readonly undone: ReadonlyMap<number, number>;
};

/** Those of the rules that can undo each other. */
export function directedOf(rules: readonly Ranked[]): Rule[] {
  return rules.flatMap(({ rule }) => (rule.directed ? [rule] : []));
}

/** The same as `pruneInverse`, with the URLs already counted. */
export function dropUndone<T extends Ranked>(rules: readonly T[], { changed, undone, firstUrl }: Undone): T[] {
  const directed = rules.flatMap(({ rule }, i) => (rule.directed ? [i] : []));
  const dropped = new Set<number>();
  const pairs = [...undone.keys()].map((key) => [Math.floor(key / directed.length), key % directed.length] as const);
  // Pairs of strong rules are settled first, so that a rule does not fall to one that falls itself.
  const strength = ([a, b]: readonly [number, number]) => rules[directed[a]!]!.support + rules[directed[b]!]!.support;
  pairs.sort((x, y) => strength(y) - strength(x) || byIds(x, y));
  for (const [a, b] of pairs) {
    const first = directed[a]!;
    const second = directed[b]!;
    if (dropped.has(first) || dropped.has(second)) continue;
    if (!isStronger(rules[second]!, rules[first]!, firstUrl[a]!)) continue;
    if (undone.get(a * directed.length + b)! * 2 >= changed[a]!) dropped.add(first);
  }
  return rules.filter((_, i) => !dropped.has(i));

  function byIds(x: readonly [number, number], y: readonly [number, number]): number {
    const id = (i: number) => rules[directed[i]!]!.rule.id;
    return compareCodePoints(id(x[0]), id(y[0])) || compareCodePoints(id(x[1]), id(y[1]));
  }
}

const decoder = new TextDecoder();

/** Looks at URLs one by one. */
export class UndoneCounter implements Undone {
  readonly changed: number[];
  readonly firstUrl: (string | null)[];
  readonly undone = new Map<number, number>();
  readonly #all: AllMatches;

  constructor(rules: readonly Rule[]) {
    this.changed = rules.map(() => 0);
    this.firstUrl = rules.map(() => null);
    this.#all = matchAllRules(rules);
  }

  add(text: string): void {
    const images: { rule: number; image: string }[] = [];
    this.#all.each(text, (rule, form, length) =>
      images.push({ rule, image: decoder.decode(form.subarray(0, length)) }),
    );
    for (const { rule, image } of images) {
      if (image === text) continue;
      this.changed[rule]!++;
      const first = this.firstUrl[rule] ?? null;
      if (first === null || compareCodePoints(text, first) < 0) this.firstUrl[rule] = text;
      this.#all.each(image, (other, form, length) => {
        if (other === rule || decoder.decode(form.subarray(0, length)) !== text) return;
        const key = rule * this.changed.length + other;
        this.undone.set(key, (this.undone.get(key) ?? 0) + 1);
      });
    }
  }
}

/** Larger support; of equal support the one that makes URLs smaller: fewer tokens, then shorter, then first by code point. */
function isStronger(a: Ranked, b: Ranked, urlOfB: string): boolean {
  if (a.support !== b.support) return a.support > b.support;
  // The image of b is what a maps back, so the URL itself is the image of a.
  const imageOfA = urlOfB;
  const imageOfB = applyRule(b.rule, urlOfB) ?? urlOfB;
  const tokens = tokenizeDuster(imageOfA).length - tokenizeDuster(imageOfB).length;
  return (tokens || imageOfA.length - imageOfB.length || compareCodePoints(imageOfA, imageOfB)) < 0;
}
