/** Which key structures a set of URLs best, and which of its values stand out. */
import { compareCodePoints } from '../../base/index.ts';

/** How often each value occurs, and of what a value is when it must be told from others. */
export type Frequency = { readonly value: number; readonly count: number };

/**
 * The entropy of a distribution in nats: ln N - (1/N) Σ f ln f. The counts are summed up in order of size,
 * so that equal distributions have equal sums whatever order they come in.
 */
export function entropyOf(counts: number[] | Int32Array, total: number): number {
  counts.sort((a, b) => a - b);
  let sum = 0;
  for (const count of counts) sum += count * Math.log(count);
  return Math.max(0, Math.log(total) - sum / total);
}

/**
 * The values before the largest decline of frequency (the first, if there are several). Rare values never stand out, unless there is
 * only one; where all are equally frequent, all do if they are few and none if they are many.
 */
export function salientValues(
  frequencies: readonly Frequency[],
  textOf: (value: number) => string | null,
  { minSalient, smallFlat }: { readonly minSalient: number; readonly smallFlat: number },
): number[] {
  if (frequencies.length < 2) return frequencies.map(({ value }) => value);
  const sorted = frequencies.toSorted(
    (a, b) => b.count - a.count || compareCodePoints(textOf(a.value) ?? '', textOf(b.value) ?? ''),
  );
  const cut = largestDecline(sorted) ?? (sorted.length <= smallFlat ? sorted.length : 0);
  return sorted
    .slice(0, cut)
    .filter(({ count }) => count >= minSalient)
    .map(({ value }) => value);
}

/** How many come before it; null if all are equal. Ratios are compared as products, which are exact. */
function largestDecline(sorted: readonly Frequency[]): number | null {
  let best: number | null = null;
  for (let i = 0; i + 1 < sorted.length; i++) {
    const [here, next] = [sorted[i]!.count, sorted[i + 1]!.count];
    if (here === next) continue;
    if (best === null || here * sorted[best]!.count > next * sorted[best - 1]!.count) best = i + 1;
  }
  return best;
}
