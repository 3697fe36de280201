/** The second table of a comparison: how precise each proposed rule is, and what the precise ones alone remove (Koppula et al., Tables 3 to 6). */
import { type Cluster, labelUrls, takeFold, thirdsOf } from '../clusters/index.ts';
import { type PrecisionAt, type PrecisionLevel, precisionAt, rulePrecision } from '../evaluate/index.ts';
import { learners } from '../learn/index.ts';
import { mean } from './compare-figures.ts';
import type { CompareOptions } from './compare-options.ts';
import { partsOf } from './compare-parts.ts';
import { type PublishedLevel, publishedLevel } from './compare-published-levels.ts';

/** Means over the parts of what the proposed rules of at least this precision and coverage do, validated by nobody. */
export type ComparedLevel = PrecisionLevel & {
  /** What the paper printed for the same method, precision and coverage, on another collection. */
  readonly published: readonly PublishedLevel[];
};

/** Of the first k rules proposed, the share that is right on the held-out pages: the mean over the parts that propose so many. */
export type ComparedRank = { readonly k: number; readonly parts: number; readonly precision: number };

export type MethodLevels = {
  readonly method: string;
  readonly levels: readonly ComparedLevel[];
  readonly precisionAt: readonly ComparedRank[];
};

/** Null for a method that is made of others, which proposes nothing of its own. */
export function compareLevels(
  clusters: readonly Cluster[],
  method: string,
  options: CompareOptions,
): MethodLevels | null {
  const learner = learners.find(({ name }) => name === method);
  if (!learner) return null;
  const { seed, sample, cardinality, minFrequency } = options;
  const tables = partsOf(clusters, sample, options).map(({ data, test, asked: { rotation }, fold }) => {
    const training = fold ? takeFold(data, fold, 'outside') : thirdsOf(data, seed, rotation)[0];
    const judges = fold ? takeFold(test, fold, 'inside') : test;
    const { candidates } = learner.propose({ clusters: training }, { seed, sample, cardinality, minFrequency });
    return { levels: rulePrecision(candidates, judges).levels, ranks: precisionAt(candidates, labelUrls(judges)) };
  });
  const levels = tables[0]!.levels.map(({ minPrecision, minCoverage }, i): ComparedLevel => {
    const meanAt = (figure: 'rules' | 'ruleShare' | 'reductionRatio' | 'averageReductionPerRule') =>
      mean(tables.map((table) => table.levels[i]![figure]));
    return {
      minPrecision,
      minCoverage,
      rules: meanAt('rules')!,
      ruleShare: meanAt('ruleShare'),
      reductionRatio: meanAt('reductionRatio'),
      averageReductionPerRule: meanAt('averageReductionPerRule'),
      published: publishedLevel(method, minPrecision, minCoverage),
    };
  });
  return { method, levels, precisionAt: meanRanks(tables.map(({ ranks }) => ranks)) };
}

function meanRanks(parts: readonly (readonly PrecisionAt[])[]): ComparedRank[] {
  const ranks = [...new Set(parts.flat().map(({ k }) => k))].sort((a, b) => a - b);
  return ranks.map((k) => {
    const found = parts.flatMap((part) => part.filter((rank) => rank.k === k));
    return { k, parts: found.length, precision: mean(found.map(({ precision }) => precision))! };
  });
}
