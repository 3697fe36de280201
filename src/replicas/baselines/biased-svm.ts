/** Biased SVM: a linear soft-margin classifier in which mistakes on labeled examples cost more than on unlabeled ones. */
import { createRandom, type Random, seedFrom } from '../../base/index.ts';

export type SvmInput = {
  readonly features: number;
  /** Rows of raw features, one after the other; they are standardized here. */
  readonly values: Float64Array;
  /** 1 for labeled positive examples; all others are unlabeled and taken for negative. */
  readonly isPositive: Uint8Array;
  readonly seed: number;
};

/** The decision value of a row of raw features: above 0 is positive. */
export type Decision = (row: ArrayLike<number>) => number;

const RATIOS = [1, 10, 100];
const COSTS = [0.01, 0.1, 1];
const HELD_OUT = 0.2;
const MOST_EPOCHS = 1000;
const TOLERANCE = 1e-4;
const MOST_ROUNDS = 20;
/** Examples that the nine settings are tried on; the chosen one learns from all. */
const MOST_TRIED = 20_000;

/** Costs are chosen on a fifth of the examples that is held out, by recall² / share predicted positive. */
export function trainBiasedSvm(input: SvmInput): Decision {
  const scale = standardize(input);
  const rows = scale.rows;
  const random = createRandom(seedFrom(input.seed, 'biased svm', 'hold-out'));
  const all = Array.from(input.isPositive, (_, i) => i);
  const tried = shuffled(all, random).slice(0, MOST_TRIED);
  const held = tried.slice(0, Math.floor(tried.length * HELD_OUT));
  const learning = tried.slice(held.length);
  let best = { ratio: 1, cost: 1, score: -1 };
  for (const cost of COSTS) {
    for (const ratio of RATIOS) {
      const weights = solve(rows, input.features, input.isPositive, learning, cost * ratio, cost, input.seed);
      const score = heldOutScore(weights, rows, input.features, input.isPositive, held);
      if (score > best.score) best = { ratio, cost, score };
    }
  }
  // Retrained from scratch with what it finds positive, until nothing moves; only unlabeled examples move.
  const labels = Uint8Array.from(input.isPositive);
  let weights = solve(rows, input.features, labels, all, best.cost * best.ratio, best.cost, input.seed);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let moved = 0;
    for (const i of all) {
      if (labels[i] === 1 || decide(weights, rows, i * input.features, input.features) <= 0) continue;
      labels[i] = 1;
      moved++;
    }
    if (moved === 0 || moved === all.length) break;
    weights = solve(rows, input.features, labels, all, best.cost * best.ratio, best.cost, input.seed);
  }
  return (row) => {
    const standardized = Float64Array.from({ length: input.features }, (_, f) => scale.apply(row[f]!, f));
    return decide(weights, standardized, 0, input.features);
  };
}

function standardize({ values, features }: SvmInput): {
  readonly rows: Float64Array;
  apply(value: number, feature: number): number;
} {
  const count = values.length / features;
  const means = new Float64Array(features);
  const deviations = new Float64Array(features);
  for (let i = 0; i < values.length; i++) means[i % features]! += values[i]! / count;
  for (let i = 0; i < values.length; i++) deviations[i % features]! += (values[i]! - means[i % features]!) ** 2 / count;
  const apply = (value: number, f: number) =>
    deviations[f] === 0 ? 0 : (value - means[f]!) / Math.sqrt(deviations[f]!);
  return { rows: Float64Array.from(values, (value, i) => apply(value, i % features)), apply };
}

/** Dual coordinate descent for the hinge loss; the last weight is the bias, as a feature that is always 1. */
function solve(
  rows: Float64Array,
  features: number,
  isPositive: Uint8Array,
  examples: readonly number[],
  costPositive: number,
  costNegative: number,
  seed: number,
): Float64Array {
  const weights = new Float64Array(features + 1);
  const alphas = new Float64Array(examples.length);
  const random = createRandom(seedFrom(seed, 'biased svm', 'order'));
  let order = examples.map((_, e) => e);
  for (let epoch = 0; epoch < MOST_EPOCHS; epoch++) {
    order = shuffled(order, random);
    let largest = 0;
    for (const e of order) {
      const base = examples[e]! * features;
      const y = isPositive[examples[e]!] === 1 ? 1 : -1;
      const limit = y === 1 ? costPositive : costNegative;
      const gradient = y * decide(weights, rows, base, features) - 1;
      const alpha = alphas[e]!;
      const projected = alpha === 0 ? Math.min(gradient, 0) : alpha === limit ? Math.max(gradient, 0) : gradient;
      largest = Math.max(largest, Math.abs(projected));
      if (projected === 0) continue;
      let square = 1;
      for (let f = 0; f < features; f++) square += rows[base + f]! ** 2;
      alphas[e] = Math.min(Math.max(alpha - gradient / square, 0), limit);
      const step = (alphas[e]! - alpha) * y;
      for (let f = 0; f < features; f++) weights[f]! += step * rows[base + f]!;
      weights[features]! += step;
    }
    if (largest < TOLERANCE) break;
  }
  return weights;
}

function decide(weights: Float64Array, rows: Float64Array, base: number, features: number): number {
  let sum = weights[features]!;
  for (let f = 0; f < features; f++) sum += weights[f]! * rows[base + f]!;
  return sum;
}

/** Lee and Liu's estimate of quality without negative examples. */
function heldOutScore(
  weights: Float64Array,
  rows: Float64Array,
  features: number,
  isPositive: Uint8Array,
  held: readonly number[],
): number {
  let [predicted, found, positives] = [0, 0, 0];
  for (const i of held) {
    const isFound = decide(weights, rows, i * features, features) > 0;
    if (isFound) predicted++;
    if (isPositive[i] !== 1) continue;
    positives++;
    if (isFound) found++;
  }
  if (predicted === 0 || positives === 0) return 0;
  return (found / positives) ** 2 / (predicted / held.length);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}
