/** The methods behind one interface: each learns from some of the pairs, and gives others a score. */
import { ConfigError } from '../base/index.ts';
import { trainBiasedSvm } from './baselines/biased-svm.ts';
import type { Mode } from './classify/best-cut.ts';
import { type Classifier, trainClassifier } from './classify/classifier.ts';
import { paretoRanking } from './classify/pareto.ts';
import { type Extended, extendedScores } from './extended/extended.ts';
import { LEAST_SCORE } from './extended/verdict.ts';
import type { ReplicaMethod, ReplicaOptions } from './options.ts';
import type { Prepared } from './prepare.ts';

export type Training = { readonly mode: Mode } & Classifier['em'];

export type MethodScores = {
  /** Of the asked pairs, in their order; a pair that is no candidate of the method has 0. */
  readonly scores: Float64Array;
  /** 1 for pairs that the method takes for replicas. */
  readonly isReplica: Uint8Array;
  readonly trainings: readonly Training[];
};

/** Learns from the pairs `learning`, and scores the pairs `asked`; both are numbers of pairs. `extended` is needed for that method alone. */
export function scorePairs(
  data: Pick<Prepared, 'pairs' | 'features' | 'isObvious' | 'negatives' | 'comparisons'>,
  method: ReplicaMethod,
  options: Pick<ReplicaOptions, 'minSupport' | 'seed'>,
  learning: Int32Array,
  asked: Int32Array,
  extended: Pick<Extended, 'scores'> | null,
): MethodScores {
  const isCandidate = (pair: number) => data.pairs.shared[pair]! > 0;
  // Only pairs that share a cluster are candidates of the published methods.
  const known = learning.filter(isCandidate);
  const train = (mode: Mode) =>
    trainClassifier({
      ...{ mode, features: data.features, chosen: known, isPositive: data.isObvious },
      ...{ negatives: data.negatives, minSupport: options.minSupport },
    });
  const each = (score: (pair: number) => number) =>
    Float64Array.from(asked, (pair) => (isCandidate(pair) ? score(pair) : 0));
  switch (method) {
    case 'extended': {
      if (extended === null) throw new ConfigError('no-scores', 'the scores of the extended method are not given');
      const { scores } = extended;
      return decided(
        Float64Array.from(asked, (pair) => scores[pair]!),
        [],
      );
    }
    case 'norm-paths': {
      const scores = each((pair) => data.comparisons.normPaths[pair]!);
      // A sum has no natural threshold: it ranks, and decides nothing.
      return { scores, isReplica: new Uint8Array(asked.length), trainings: [] };
    }
    case 'b-svm': {
      if (known.length === 0) return decided(new Float64Array(asked.length), []);
      const width = data.features.names.length;
      const decide = trainBiasedSvm({
        features: width,
        values: rowsOf(data.features.values, known, width),
        isPositive: Uint8Array.from(known, (pair) => data.isObvious[pair]!),
        seed: options.seed,
      });
      // On a scale from 0 to 1, with 0.5 at the margin.
      return decided(
        each((pair) => 1 / (1 + Math.exp(-decide(data.features.values.subarray(pair * width, (pair + 1) * width))))),
        [],
      );
    }
    case 'pu':
    case 'nu': {
      const mode = method === 'pu' ? 'PU' : 'NU';
      const classifier = train(mode);
      return decided(each(classifier.positive), [{ mode, ...classifier.em }]);
    }
    case 'pu+nu':
      return aggregated(asked, train('PU'), train('NU'), isCandidate);
  }
}

export function extendedOf(data: Prepared): Extended {
  return extendedScores(data.table, data.pairs, data.comparisons, data.own, data.redirects);
}

function decided(scores: Float64Array, trainings: readonly Training[]): MethodScores {
  return { scores, isReplica: Uint8Array.from(scores, (score) => (score >= LEAST_SCORE ? 1 : 0)), trainings };
}

/** Rank by Pareto fronts as a score: 1 for the best, equal points alike. A replica is what both classifiers take for one. */
function aggregated(
  asked: Int32Array,
  pu: Classifier,
  nu: Classifier,
  isCandidate: (pair: number) => boolean,
): MethodScores {
  const scores = new Float64Array(asked.length);
  const isReplica = new Uint8Array(asked.length);
  const places = Int32Array.from(asked, (_, i) => i).filter((i) => isCandidate(asked[i]!));
  const first = Float64Array.from(places, (i) => pu.positive(asked[i]!));
  const second = Float64Array.from(places, (i) => nu.positive(asked[i]!));
  const { order } = paretoRanking(first, second);
  let rank = 0;
  for (const [position, k] of order.entries()) {
    const before = order[position - 1];
    const isEqual = before !== undefined && first[before] === first[k] && second[before] === second[k];
    if (!isEqual) rank = position;
    scores[places[k]!] = 1 - rank / order.length;
    isReplica[places[k]!] = first[k]! >= LEAST_SCORE && second[k]! >= LEAST_SCORE ? 1 : 0;
  }
  return { scores, isReplica, trainings: [training('PU', pu), training('NU', nu)] };
}

function training(mode: Mode, { em }: Classifier): Training {
  return { mode, ...em };
}

function rowsOf(values: Float64Array, rows: Int32Array, width: number): Float64Array {
  const chosen = new Float64Array(rows.length * width);
  for (const [i, row] of rows.entries()) chosen.set(values.subarray(row * width, (row + 1) * width), i * width);
  return chosen;
}
