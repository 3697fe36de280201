/** The two sides of a likely substitution: their order, and which substitution says another one in more context (`spec` 3, sections 1 and 2). */
import { compareCodePoints } from '../../base/index.ts';
import { tokenizeInner } from '../../url/index.ts';
import { isAlphanumeric } from './token-rows.ts';

/** Sides are substrings without the sentinels, which both have or neither; α is the larger one. */
export type Sides = {
  readonly alpha: string;
  readonly beta: string;
  readonly start: boolean;
  readonly end: boolean;
};

/** By tokens, then characters, then code points. */
export function compareSides(a: string, b: string, tokensA = countTokens(a), tokensB = countTokens(b)): number {
  return tokensA - tokensB || a.length - b.length || compareCodePoints(a, b);
}

/** The larger side first: α → β shrinks. */
export function orderPair(a: string, b: string): readonly [string, string] {
  return compareSides(a, b) >= 0 ? [a, b] : [b, a];
}

/** Has a beginning that is also its end, and neither empty nor all of it: then several envelopes can lead from one URL to another. */
export function isSemiperiodic(tokens: readonly string[]): boolean {
  const borders = [0];
  for (let i = 1, border = 0; i < tokens.length; i++) {
    while (border > 0 && tokens[i] !== tokens[border]) border = borders[border - 1]!;
    if (tokens[i] === tokens[border]) border++;
    borders.push(border);
  }
  return tokens.length > 0 && borders.at(-1)! > 0;
}

/** What is needed to compare a pair with many others. */
export type Outline = Sides & {
  /** Equal for pairs of which one could refine the other: what characters α has more than β. */
  readonly core: number;
  /** Characters of the tokens that the sides have in common at the beginning, and at the end. */
  readonly left: number;
  readonly right: number;
  /** The common tokens overlap, so that there are several ways to tell the core from its context. */
  readonly overlaps: boolean;
};

export function outline(sides: Sides): Outline {
  const { alpha, beta } = sides;
  const least = Math.min(alpha.length, beta.length);
  let head = 0;
  while (head < least && alpha.charCodeAt(head) === beta.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < least && alpha.charCodeAt(alpha.length - tail - 1) === beta.charCodeAt(beta.length - tail - 1)) tail++;
  const stripped = Math.min(tail, least - head);
  const core = weigh(alpha, head, alpha.length - stripped) - weigh(beta, head, beta.length - stripped);
  // Common characters in the midst of a token are not common tokens.
  while (head > 0 && !(isBoundary(alpha, head) && isBoundary(beta, head))) head--;
  while (tail > 0 && !(isBoundary(alpha, alpha.length - tail) && isBoundary(beta, beta.length - tail))) tail--;
  return { ...sides, core: core | 0, left: head, right: tail, overlaps: head + tail > least };
}

/**
 * True if `a` is `b` in more context, or the same. Both have the larger side as α, and adding the same text to both sides
 * does not change which one is larger, so that the other direction need not be tried.
 */
export function outlineRefines(a: Outline, b: Outline): boolean {
  const added = a.alpha.length - b.alpha.length;
  if (a.core !== b.core || added < 0 || added !== a.beta.length - b.beta.length) return false;
  // Where the context begins is plain, unless the sides can be laid over each other in several ways.
  const isPlain = !a.overlaps && !b.overlaps;
  const first = isPlain ? a.left - b.left : Math.max(0, added - a.right);
  const last = isPlain ? first : Math.min(added, a.left);
  for (let before = first; before <= last; before++) if (refinesAt(a, b, before, added - before)) return true;
  return false;
}

/** True if so many characters before, and so many behind, are the context that `a` has more. */
function refinesAt(a: Outline, b: Outline, before: number, behind: number): boolean {
  if (before < 0 || before > a.left || behind < 0 || behind > a.right) return false;
  if ((b.start && !(a.start && before === 0)) || (b.end && !(a.end && behind === 0))) return false;
  return (
    a.alpha.startsWith(b.alpha, before) &&
    a.beta.startsWith(b.beta, before) &&
    isBoundary(a.alpha, before) &&
    isBoundary(a.alpha, before + b.alpha.length) &&
    isBoundary(a.beta, before) &&
    isBoundary(a.beta, before + b.beta.length)
  );
}

export function countTokens(text: string): number {
  return tokenizeInner(text).length;
}

/** The sum over the same characters is the same wherever they stand. */
function weigh(text: string, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) {
    const unit = Math.imul(text.charCodeAt(i) + 1, 0x9e3779b1);
    sum = (sum + (unit ^ (unit >>> 15))) | 0;
  }
  return sum;
}

/** True if a token may begin here; a surrogate pair is one token. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const [before, behind] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  if (isAlphanumeric(before)) return !isAlphanumeric(behind);
  return !(before >= 0xd800 && before < 0xdc00 && behind >= 0xdc00 && behind < 0xe000);
}
