/** Judges a whole rule set on labeled URLs: how much duplication it removes, and what it joins wrongly (`spec` 8, section 6). */
import { type Cluster, type Fold, labelUrls, takeFold } from '../clusters/index.ts';
import { compileRules } from '../normalize/index.ts';
import { isApplied, type RuleSet, rulesOf } from '../rules/index.ts';
import { countApplied } from './applied.ts';
import { measureForms } from './evaluate-normalizer.ts';
import type { Measures } from './measure.ts';
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

export function evaluateRules(
  ruleSet: RuleSet,
  clusters: readonly Cluster[],
  options: EvaluateOptions = {},
): Evaluation {
  const normalizer = compileRules(ruleSet, options.include ? { include: options.include } : {});
  const { forms, chosen, urls, measured, withoutSingles } = measureForms(normalizer, clusters, options.fold);
  const rules = rulesOf(ruleSet).filter((rule) => isApplied(rule, options)).length;
  const { candidates, fold } = options;
  const judging = fold ? takeFold(clusters, fold, 'inside') : clusters;
  const duplicates = measured.urls - measured.clusters;
  return {
    ...measured,
    rules,
    applied: countApplied(ruleSet, forms, chosen, urls, options),
    averageReductionPerRule: rules === 0 ? null : (measured.urls - measured.forms) / rules,
    validRate: candidates === undefined || candidates === 0 ? null : rules / candidates,
    withoutSingles,
    dustBuster: {
      discoveredRedundancy: measured.compressionRate,
      coverage: duplicates === 0 ? null : (measured.urls - measured.forms) / duplicates,
      precisionAt: precisionAt(rulesOf(ruleSet), labelUrls(judging)),
    },
  };
}
