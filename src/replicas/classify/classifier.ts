/** A classifier of pairs, trained on labels that cost nothing: features cut into intervals, then expectation maximization. */
import type { FeatureTable } from '../features/features.ts';
import type { Mode } from './best-cut.ts';
import { findCuts, intervalOf } from './discretize.ts';
import { type EmResult, runEm } from './em.ts';

export type TrainInput = {
  readonly mode: Mode;
  /** Rows that take part in training, by their numbers. */
  readonly features: FeatureTable;
  readonly chosen: Int32Array;
  /** PU: 1 for rows that are known to be positive. */
  readonly isPositive: Uint8Array;
  /** NU: further rows, known to be negative. */
  readonly negatives: FeatureTable;
  readonly minSupport: number;
};

export type Classifier = {
  /** The chance that a row of the features is positive. */
  positive(row: number): number;
  /** Cuts of each feature. */
  readonly cuts: readonly (readonly number[])[];
  readonly em: Pick<EmResult, 'passes' | 'evaluations'> & { readonly examples: number; readonly moves: number };
};

export function trainClassifier(input: TrainInput): Classifier {
  const { mode, features, chosen, isPositive, negatives, minSupport } = input;
  const width = features.names.length;
  const further = mode === 'NU' ? negatives.values.length / width : 0;
  const size = chosen.length + further;
  const featureOf = (example: number, f: number) =>
    example < chosen.length
      ? features.values[chosen[example]! * width + f]!
      : negatives.values[(example - chosen.length) * width + f]!;
  const isKnown = new Uint8Array(size);
  for (let e = 0; e < size; e++) isKnown[e] = mode === 'NU' ? (e < chosen.length ? 0 : 1) : isPositive[chosen[e]!]!;
  // The classes as training begins: all that is not known is on the other side.
  const isClassPositive = mode === 'PU' ? isKnown : isKnown.map((known) => 1 - known);
  const cuts = features.names.map((_, f) => {
    return findCuts(
      Float64Array.from({ length: size }, (_, e) => featureOf(e, f)),
      isClassPositive,
    );
  });
  const items = new Int32Array(size * width);
  for (let e = 0; e < size; e++)
    for (let f = 0; f < width; f++) items[e * width + f] = intervalOf(featureOf(e, f), cuts[f]!);
  const em = runEm({ mode, features: width, items, isKnown, minSupport });
  const row = new Int32Array(width);
  return {
    cuts,
    em: { passes: em.passes, evaluations: em.evaluations, examples: size, moves: em.moves.length },
    positive(number) {
      for (let f = 0; f < width; f++) row[f] = intervalOf(features.values[number * width + f]!, cuts[f]!);
      return 1 - em.alphaOf(row);
    },
  };
}
