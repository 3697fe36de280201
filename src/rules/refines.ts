/** Which text rules say less than another: the same substitution with more text around it (`spec` 3, section 2). */
import type { Rule } from './rule.ts';

/** Two token sequences that stand for each other; the anchors belong to both sides. */
export type TextPair = {
  readonly alpha: readonly string[];
  readonly beta: readonly string[];
  readonly start: boolean;
  readonly end: boolean;
};

/**
 * True if `a` is `b` with the same tokens added in front of both sides, and the same behind both: γαδ → γβδ refines α → β.
 * A rule refines itself. The direction counts; turn `b` around to ask for the other one.
 */
export function refines(a: TextPair, b: TextPair): boolean {
  const added = a.alpha.length - b.alpha.length;
  if (added < 0 || added !== a.beta.length - b.beta.length) return false;
  if ((b.start && !a.start) || (b.end && !a.end)) return false;
  const first = b.end ? added : 0;
  const last = b.start ? 0 : added;
  for (let at = first; at <= last; at++) {
    if (isAt(b.alpha, a.alpha, at) && isAt(b.beta, a.beta, at) && sameAround(a, at, added - at)) return true;
  }
  return false;
}

/** The same substitution the other way round. */
export function turned({ alpha, beta, start, end }: TextPair): TextPair {
  return { alpha: beta, beta: alpha, start, end };
}

/** True if `b` does, on every host of `a`, what `a` does: both are text rules, and `a` refines `b` in the same direction. */
export function refinesRule(a: Rule, b: Rule): boolean {
  const [narrow, broad] = [textPairOf(a), textPairOf(b)];
  return narrow !== null && broad !== null && coversHosts(b, a) && refines(narrow, broad);
}

/** The two sides of a text rule; null for rules of other views. */
export function textPairOf({ match, emit }: Pick<Rule, 'match' | 'emit'>): TextPair | null {
  if (match.view !== 'text' || emit.view !== 'text') return null;
  return { alpha: match.alpha, beta: emit.beta, start: match.start, end: match.end };
}

function isAt(part: readonly string[], whole: readonly string[], at: number): boolean {
  return part.every((token, k) => whole[at + k] === token);
}

/** The tokens in front of the place and behind it are the same on both sides. */
function sameAround({ alpha, beta }: TextPair, before: number, behind: number): boolean {
  for (let k = 0; k < before; k++) if (alpha[k] !== beta[k]) return false;
  for (let k = 1; k <= behind; k++) if (alpha[alpha.length - k] !== beta[beta.length - k]) return false;
  return true;
}

/** True if the first rule is for every host of the second. */
export function coversHosts(
  { scope: { hosts: broad } }: Pick<Rule, 'scope'>,
  { scope: { hosts: narrow } }: Pick<Rule, 'scope'>,
): boolean {
  if (broad === '*') return true;
  return narrow !== '*' && narrow.every((host) => broad.includes(host));
}
