/** How good a ranking of pairs is against known labels. */
import { createRandom, seedFrom } from '../base/index.ts';

/** A pair with its score and whether it is a replica in truth. */
export type Scored = { readonly score: number; readonly isReplica: boolean };

export type RocPoint = {
  /** Share of the replicas, and of the others, that score at least `score`. */
  readonly tpr: number;
  readonly fpr: number;
  /** Share of replicas among those that score at least `score`. */
  readonly precision: number;
  readonly score: number;
  readonly predicted: number;
};

/** P(score of a replica > score of another) + P(equal) / 2; null if there are none of either. */
export function areaUnderCurve(scored: readonly Scored[]): number | null {
  const steps = stepsOf(scored);
  const positives = scored.reduce((sum, { isReplica }) => sum + (isReplica ? 1 : 0), 0);
  const negatives = scored.length - positives;
  if (positives === 0 || negatives === 0) return null;
  let above = 0;
  let area = 0;
  for (const { positive, negative } of steps) {
    area += negative * (above + positive / 2);
    above += positive;
  }
  return area / (positives * negatives);
}

/** The curve from (0, 0) to (1, 1), a point for each different score, best first. */
export function rocCurve(scored: readonly Scored[]): RocPoint[] {
  const positives = scored.reduce((sum, { isReplica }) => sum + (isReplica ? 1 : 0), 0);
  const negatives = scored.length - positives;
  let [p, n] = [0, 0];
  return stepsOf(scored).map(({ score, positive, negative }) => {
    p += positive;
    n += negative;
    const tpr = positives === 0 ? 0 : p / positives;
    const fpr = negatives === 0 ? 0 : n / negatives;
    return { tpr, fpr, precision: p / (p + n), score, predicted: p + n };
  });
}

/** Replica detection rate: the mean of one over the position of a replica among other candidates. */
export function detectionRate(positions: readonly number[]): number | null {
  return positions.length === 0 ? null : positions.reduce((sum, position) => sum + 1 / position, 0) / positions.length;
}

/** Positions of each of `trials` random replicas among `others` random candidates that are none; ties have the mean of their positions. */
export function drawPositions(scored: readonly Scored[], others: number, trials: number, seed: number): number[] {
  const replicas = scored.filter(({ isReplica }) => isReplica);
  const rest = scored.filter(({ isReplica }) => !isReplica);
  if (replicas.length === 0 || rest.length === 0) return [];
  const random = createRandom(seedFrom(seed, 'replica detection rate', String(others)));
  return Array.from({ length: trials }, () => {
    const { score } = replicas[random.below(replicas.length)]!;
    let better = 0;
    let equal = 0;
    for (let k = 0; k < others; k++) {
      const other = rest[random.below(rest.length)]!.score;
      if (other > score) better++;
      else if (other === score) equal++;
    }
    return 1 + better + equal / 2;
  });
}

/** Share of all duplicates that rules within sites and rules between sites remove together: what both remove counts once (CAR, Table 3). */
export function unionReduction(total: number, intra: number, inter: number, both: number): number | null {
  return total === 0 ? null : (intra + inter - both) / total;
}

type Step = { readonly score: number; positive: number; negative: number };

/** Scores in descending order, with how many of each kind have them. */
function stepsOf(scored: readonly Scored[]): Step[] {
  const steps: Step[] = [];
  for (const { score, isReplica } of [...scored].sort((a, b) => b.score - a.score)) {
    let last = steps.at(-1);
    if (last === undefined || last.score !== score) {
      last = { score, positive: 0, negative: 0 };
      steps.push(last);
    }
    if (isReplica) last.positive++;
    else last.negative++;
  }
  return steps;
}
