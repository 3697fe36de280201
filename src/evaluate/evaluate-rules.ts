/** Judges a whole rule set on labeled URLs: how much duplication it removes, and what it joins wrongly (`spec` 8, section 6). */
import { type Cluster, type Fold, labelUrls, takeFold } from '../clusters/index.ts';
import { compileRules } from '../normalize/index.ts';
import { isApplied, type RuleSet, rulesOf } from '../rules/index.ts';
import { type AppliedRule, appliedRules } from './applied.ts';
import { measureForms } from './evaluate-normalizer.ts';
import { addMeasures, type Measures } from './measure.ts';
import { type PrecisionAt, precisionAt } from './precision-at.ts';

export type EvaluateOptions = {
  /** Rules of this state are applied too. */
  readonly include?: readonly 'quarantined'[];
  /** Only this part of the data; see `foldsOf` for what falls into it. */
  readonly fold?: Fold;
  /** How many candidates the rules were chosen from, for the valid rate. */
  readonly candidates?: number;
};

/** A rate with an empty denominator is null. */
export type Evaluation = Measures & {
  /** Rules in use. */
  readonly rules: number;
  /** Rules that gave a URL a form which another URL has too. */
  readonly applied: number;
  /** URLs removed per rule in use. */
  readonly averageReductionPerRule: number | null;
  /** Rules in use / candidates; null when the number of candidates is not known. */
  readonly validRate: number | null;
  /** The same without clusters of one URL. */
  readonly withoutSingles: Measures;
  /** The figures of the DustBuster thesis. */
  readonly dustBuster: {
    /** Another name of the compression rate. */
    readonly discoveredRedundancy: number | null;
    /** (D before - D after) / D before, where D is URLs, or forms, less clusters; false merges make it larger. */
    readonly coverage: number | null;
    /** Of the rules in file order, whatever their state; as far as there are rules. */
    readonly precisionAt: readonly PrecisionAt[];
  };
};

/** What adds up over data that share neither clusters nor pages nor forms. */
export type EvaluationCounts = {
  readonly measured: Measures;
  readonly withoutSingles: Measures;
  readonly applied: readonly AppliedRule[];
};

export function evaluateRules(
  ruleSet: RuleSet,
  clusters: readonly Cluster[],
  options: EvaluateOptions = {},
): Evaluation {
  const { fold } = options;
  const judging = fold ? takeFold(clusters, fold, 'inside') : clusters;
  const ranks = precisionAt(rulesOf(ruleSet), labelUrls(judging));
  return evaluationOf(ruleSet, evaluationCounter(ruleSet, options)(clusters), ranks, options);
}

/** Counts what a rule set does to some of the data. */
export function evaluationCounter(
  ruleSet: RuleSet,
  options: EvaluateOptions,
): (clusters: readonly Cluster[]) => EvaluationCounts {
  const normalizer = compileRules(ruleSet, options.include ? { include: options.include } : {});
  const findApplied = appliedRules(ruleSet, options);
  return (clusters) => {
    const { forms, chosen, urls, measured, withoutSingles } = measureForms(normalizer, clusters, options.fold);
    return { measured, withoutSingles, applied: [...findApplied(forms, chosen, urls)] };
  };
}

export function addEvaluations(all: readonly EvaluationCounts[]): EvaluationCounts {
  return {
    measured: addMeasures(all.map(({ measured }) => measured)),
    withoutSingles: addMeasures(all.map(({ withoutSingles }) => withoutSingles)),
    applied: [...new Set(all.flatMap(({ applied }) => applied))],
  };
}

/** The evaluation of all data from its counts. */
export function evaluationOf(
  ruleSet: RuleSet,
  { measured, withoutSingles, applied }: EvaluationCounts,
  precisionAt: readonly PrecisionAt[],
  options: EvaluateOptions,
): Evaluation {
  const rules = rulesOf(ruleSet).filter((rule) => isApplied(rule, options)).length;
  const { candidates } = options;
  const duplicates = measured.urls - measured.clusters;
  return {
    ...measured,
    rules,
    applied: applied.length,
    averageReductionPerRule: rules === 0 ? null : (measured.urls - measured.forms) / rules,
    validRate: candidates === undefined || candidates === 0 ? null : rules / candidates,
    withoutSingles,
    dustBuster: {
      discoveredRedundancy: measured.compressionRate,
      coverage: duplicates === 0 ? null : (measured.urls - measured.forms) / duplicates,
      precisionAt,
    },
  };
}
