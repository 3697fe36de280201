/** What the rules that apply to a row say of it, and of every example that has some of its items. */
import { type CountTable, NEGATIVE, POSITIVE } from './count-table.ts';

/** All that is known of one row, by the set of its items that an example shares with it (a mask). Valid until the next call. */
export type RowView = {
  /** The chance that an example with exactly these items of the row is negative; the last one is of the row itself. */
  readonly alpha: Float64Array;
  /** Examples that share exactly these items, by label. */
  readonly negative: Float64Array;
  readonly positive: Float64Array;
};

/**
 * Looks at rows of one table. A rule `X -> label` exists if `minSupport` examples show it; its confidence is the share of the examples with X
 * that have the label. The score of a label is the mean confidence of the rules that exist and apply: a rule that does not exist does not
 * pull the mean down.
 */
export class Likelihood {
  readonly #table: CountTable;
  readonly #minSupport: number;
  readonly #view: { alpha: Float64Array; negative: Float64Array; positive: Float64Array };
  /** Sum of confidences and number of rules over all subsets of a mask, by label. */
  readonly #sums: readonly [Float64Array, Float64Array];
  readonly #rules: readonly [Float64Array, Float64Array];

  constructor(table: CountTable, minSupport = 1) {
    this.#table = table;
    this.#minSupport = minSupport;
    const column = () => new Float64Array(table.masks);
    this.#view = { alpha: column(), negative: column(), positive: column() };
    this.#sums = [column(), column()];
    this.#rules = [column(), column()];
  }

  /** The chance that a row is negative. */
  alphaOf(kind: number): number {
    let [negative, positive, negativeRules, positiveRules] = [0, 0, 0, 0];
    for (let mask = 1; mask < this.#table.masks; mask++) {
      const n = this.#table.count(kind, mask, NEGATIVE);
      const p = this.#table.count(kind, mask, POSITIVE);
      if (n >= this.#minSupport) {
        negative += n / (n + p);
        negativeRules++;
      }
      if (p >= this.#minSupport) {
        positive += p / (n + p);
        positiveRules++;
      }
    }
    return this.#normalized(mean(negative, negativeRules), mean(positive, positiveRules));
  }

  view(kind: number): RowView {
    const { masks, features } = this.#table;
    const { negative, positive, alpha } = this.#view;
    const [[sumN, sumP], [rulesN, rulesP]] = [this.#sums, this.#rules];
    sumN[0] = sumP[0] = rulesN[0] = rulesP[0] = 0;
    for (let mask = 0; mask < masks; mask++) {
      const n = this.#table.count(kind, mask, NEGATIVE);
      const p = this.#table.count(kind, mask, POSITIVE);
      negative[mask] = n;
      positive[mask] = p;
      if (mask === 0) continue;
      const hasN = n >= this.#minSupport;
      const hasP = p >= this.#minSupport;
      sumN[mask] = hasN ? n / (n + p) : 0;
      sumP[mask] = hasP ? p / (n + p) : 0;
      rulesN[mask] = hasN ? 1 : 0;
      rulesP[mask] = hasP ? 1 : 0;
    }
    for (let f = 0; f < features; f++) {
      const bit = 1 << f;
      for (let mask = 0; mask < masks; mask++) {
        if (mask & bit) {
          // Rules that apply to an example are all subsets of the items it shares.
          sumN[mask]! += sumN[mask ^ bit]!;
          sumP[mask]! += sumP[mask ^ bit]!;
          rulesN[mask]! += rulesN[mask ^ bit]!;
          rulesP[mask]! += rulesP[mask ^ bit]!;
        } else {
          // Examples with at least these items, less those that have one more: exactly these.
          negative[mask]! -= negative[mask | bit]!;
          positive[mask]! -= positive[mask | bit]!;
        }
      }
    }
    for (let mask = 1; mask < masks; mask++) {
      alpha[mask] = this.#normalized(mean(sumN[mask]!, rulesN[mask]!), mean(sumP[mask]!, rulesP[mask]!));
    }
    return this.#view;
  }

  #normalized(negative: number, positive: number): number {
    if (negative + positive > 0) return negative / (negative + positive);
    const [n, p] = this.#table.totals;
    return n + p === 0 ? 0.5 : n / (n + p);
  }
}

function mean(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}
