/** Detection as the thesis writes it down, slow and obvious, to compare the real one with (Fig. 5.1 and 5.2). */
import { compareCodePoints } from '../../base/index.ts';
import { refines, type TextPair } from '../../rules/index.ts';
import { tokenizeInner } from '../../url/index.ts';

export type PlainPair = { readonly alpha: string; readonly beta: string; readonly low: number; readonly high: number };

type Limits = { readonly S: number; readonly low: number; readonly high: number; readonly MS: number };

/** The sentinels, as characters that no URL of a test has. */
export const FIRST = '\u0001';
export const LAST = '\u0002';

/** Pairs with enough support within `low`, in order. */
export function plainDetect(
  urls: readonly string[],
  limits: Limits,
  isSimilar: (u: number, v: number) => boolean = () => true,
  tokensOf: (url: string) => readonly string[] = allTokens,
): PlainPair[] {
  const low = supports(urls, limits.S, limits.low, isSimilar, tokensOf);
  const high = supports(urls, limits.S, limits.high, isSimilar, tokensOf);
  const found: PlainPair[] = [];
  for (const [key, pairs] of low) {
    const [alpha, beta] = JSON.parse(key) as [string, string];
    if (pairs.size >= limits.MS) found.push({ alpha, beta, low: pairs.size, high: high.get(key)!.size });
  }
  return found.sort((a, b) => b.high - a.high || plainCompare(a.alpha, b.alpha) || plainCompare(a.beta, b.beta));
}

/** For each pair of substrings the different pairs of URLs that show it. */
function supports(
  urls: readonly string[],
  S: number,
  T: number,
  isSimilar: (u: number, v: number) => boolean,
  tokensOf: (url: string) => readonly string[],
): Map<string, Set<string>> {
  const buckets = new Map<string, { u: number; substring: string }[]>();
  for (const [u, url] of urls.entries()) {
    const tokens = tokensOf(url);
    for (let length = 0; length <= S; length++) {
      for (let i = 0; i + length <= tokens.length; i++) {
        const [before, behind] = [tokens.slice(0, i), tokens.slice(i + length)];
        if (length === 0 && (before.length === 0 || behind.length === 0)) continue;
        const key = JSON.stringify([before, behind]);
        const substring = tokens.slice(i, i + length).join('');
        buckets.set(key, [...(buckets.get(key) ?? []), { u, substring }]);
      }
    }
  }
  const found = new Map<string, Set<string>>();
  for (const bucket of buckets.values()) {
    if (bucket.length === 1 || bucket.length > T) continue;
    for (const a of bucket) {
      for (const b of bucket) {
        if (a.u === b.u || plainCompare(a.substring, b.substring) <= 0 || !isSimilar(a.u, b.u)) continue;
        const key = JSON.stringify([a.substring, b.substring]);
        found.set(key, (found.get(key) ?? new Set()).add(`${a.u} ${b.u}`));
      }
    }
  }
  return found;
}

function allTokens(url: string): readonly string[] {
  return [FIRST, ...tokenizeInner(url), LAST];
}

export function plainCompare(a: string, b: string): number {
  return plainTokens(a).length - plainTokens(b).length || a.length - b.length || compareCodePoints(a, b);
}

type Deficiency = { readonly MRD: number; readonly MAD: number };

/** Of a list in order, those that stay; the window is as long as the list. */
export function plainEliminate(pairs: readonly PlainPair[], { MRD, MAD }: Deficiency): PlainPair[] {
  const dropped = new Set<number>();
  for (const [i, pair] of pairs.entries()) {
    if (dropped.has(i)) continue;
    for (let j = 1; i + j < pairs.length; j++) {
      const other = pairs[i + j]!;
      if (pair.high - other.high > Math.max(MRD * pair.high, MAD)) break;
      if (dropped.has(i + j)) continue;
      if (plainRefines(pair, other)) dropped.add(i + j);
      else if (plainRefines(other, pair)) {
        dropped.add(i);
        break;
      }
    }
  }
  return pairs.filter((_, i) => !dropped.has(i));
}

/** Sentinels are tokens like others here. */
function plainRefines(a: PlainPair, b: PlainPair): boolean {
  const pair = (alpha: string, beta: string): TextPair => ({
    alpha: plainTokens(alpha),
    beta: plainTokens(beta),
    start: false,
    end: false,
  });
  const narrow = pair(a.alpha, a.beta);
  return refines(narrow, pair(b.alpha, b.beta)) || refines(narrow, pair(b.beta, b.alpha));
}

/** The characters that stand for sentinels are punctuation, and so tokens. */
const plainTokens = tokenizeInner;
