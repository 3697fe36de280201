/** Draws the pairs of URLs on which rules are tried, by chance and without replacement. */
import { createRandom, seedFrom } from '../../base/index.ts';
import { TextHash } from '../../clusters/index.ts';
import { applyBody, emitsUrl, type Rule } from '../../rules/index.ts';
import { eachRuleMatches, type RuleMatches } from '../matches.ts';
import type { TrialPair } from './try-rule.ts';

/** Two columns of numbers: a URL, and another of the same form, or -1 for the form itself. */
type Draw = { readonly urls: Int32Array; readonly others: Int32Array };

/** Pairs for each rule, in the order they are to be tried; `urls` are sorted, `texts` what the rules see of them. */
export function drawPairs(
  rules: readonly Rule[],
  urls: readonly string[],
  texts: readonly string[],
  seed: number,
  most: number,
): Iterable<TrialPair>[] {
  const draws: Draw[] = [];
  eachRuleMatches(rules, texts, (r, matches) => {
    const rule = rules[r]!;
    const random = createRandom(seedFrom(seed, 'fetch', rule.id));
    const candidates = isTriedOnOutput(rule) ? outputs(matches, texts) : partners(matches);
    draws.push(shuffled(candidates, Math.min(most, candidates.urls.length), (n) => random.below(n)));
  });
  return draws.map((draw, r) => pairsOf(rules[r]!, draw, urls, texts));
}

/** A directed rule says that its output is the page; another only that URLs of one form are, and the form need not exist. */
export function isTriedOnOutput(rule: Rule): boolean {
  return rule.directed && emitsUrl(rule);
}

/** The URLs that the rule changes: to many it applies without effect. */
function outputs({ first, next, url, formA, formB }: RuleMatches, texts: readonly string[]): Draw {
  const hash = new TextHash();
  const urls: number[] = [];
  for (let place = first; place !== -1; place = next[place]!) {
    const { a, b } = hash.ofText(texts[url[place]!]!);
    if (a !== formA[place] || b !== formB[place]) urls.push(url[place]!);
  }
  return { urls: Int32Array.from(urls), others: new Int32Array(urls.length).fill(-1) };
}

/** Each URL with the one before it that has the same form. */
function partners({ first, next, url, formA, formB }: RuleMatches): Draw {
  const before = new Map<string, number>();
  const urls: number[] = [];
  const others: number[] = [];
  for (let place = first; place !== -1; place = next[place]!) {
    const form = `${formA[place]} ${formB[place]}`;
    const other = before.get(form);
    before.set(form, url[place]!);
    if (other === undefined) continue;
    urls.push(url[place]!);
    others.push(other);
  }
  return { urls: Int32Array.from(urls), others: Int32Array.from(others) };
}

/** The first of a shuffle; the rest is not needed. */
function shuffled({ urls, others }: Draw, count: number, below: (n: number) => number): Draw {
  for (let i = 0; i < count; i++) {
    const k = i + below(urls.length - i);
    [urls[i], urls[k]] = [urls[k]!, urls[i]!];
    [others[i], others[k]] = [others[k]!, others[i]!];
  }
  return { urls: urls.slice(0, count), others: others.slice(0, count) };
}

function* pairsOf(
  rule: Rule,
  draw: Draw,
  urls: readonly string[],
  texts: readonly string[],
): Generator<TrialPair, void, undefined> {
  for (let i = 0; i < draw.urls.length; i++) {
    const [u, other] = [draw.urls[i]!, draw.others[i]!];
    const form = applyBody(rule, texts[u]!);
    if (form === null) continue;
    if (other === -1) yield { url: urls[u]!, other: form, form };
    // Equal hashes of different forms are possible.
    else if (applyBody(rule, texts[other]!) === form) yield { url: urls[u]!, other: urls[other]!, form };
  }
}
