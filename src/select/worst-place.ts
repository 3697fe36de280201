/** The one place that a change, or all of them, is to be kept out of: where it is wrong, and not by chance. */
import { binomialTail } from './binomial-tail.ts';
import type { Literal } from './literals.ts';

/** What speaks for and against where a literal holds. */
export type Counted = { readonly literal: Literal; right: number; wrong: number };
type Total = { readonly right: number; readonly wrong: number };

/** How likely any place may look so by chance, with all that are looked at. */
export const CHANCE = 0.05;

/** The literal that holds most of what speaks against: what is wrong in two places is likely wrong in a third. */
export function worstPlace(
  counts: readonly Counted[],
  total: Total,
  isUsable: (literal: Literal) => boolean,
): Literal | null {
  let best: Counted | null = null;
  for (const counted of counts) {
    if (!isUsable(counted.literal) || !isToBeLeft(counted, total, counts.length)) continue;
    if (best === null || score(counted, total) > score(best, total)) best = counted;
  }
  return best?.literal ?? null;
}

/** Whether a place is to be kept out of: the change is more often wrong than right there, or it holds all that speaks against it; and not by chance, where so many were looked at. */
export function isToBeLeft({ right, wrong }: Omit<Counted, 'literal'>, total: Total, lookedAt: number): boolean {
  if (wrong < 0.3 * total.wrong || (wrong < right && !holdsAll({ right, wrong }, total))) return false;
  const rate = total.wrong / (total.right + total.wrong);
  return (1 - binomialTail(wrong - 1, right + wrong, rate)) * lookedAt <= CHANCE;
}

/** Whether nothing speaks against the change elsewhere, where most of what speaks for it is. */
function holdsAll({ right, wrong }: Total, total: Total): boolean {
  return wrong === total.wrong && right <= 0.3 * total.right;
}

/** Evidence against that goes, less evidence for that goes, as shares. */
function score({ right, wrong }: Total, total: Total): number {
  return wrong / total.wrong - right / Math.max(1, total.right);
}
