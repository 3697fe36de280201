/** Judges a whole rule set on labeled URLs: how much duplication it removes, and what it joins wrongly (`spec` 8, section 6). */
import { type Cluster, type Fold, foldsOf, joinEquivalent, type Labels, labelUrls } from '../clusters/index.ts';
import { compileRules } from '../normalize/index.ts';
import { isApplied, type RuleSet, rulesOf } from '../rules/index.ts';
import { countApplied } from './applied.ts';
import { formsOf } from './forms.ts';
import { type Measures, measure } from './measure.ts';

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
};

export function evaluateRules(
  ruleSet: RuleSet,
  clusters: readonly Cluster[],
  options: EvaluateOptions = {},
): Evaluation {
  const labels = labelUrls(clusters);
  // Joined before the fold is taken, so that a fold says of its pages what the whole data says.
  const roots = joinEquivalent(labels);
  const same = labels.wide.map((wide) => roots[wide]!);
  const chosen = choose(labels, clusters, options.fold);
  const forms = formsOf(
    chosen,
    labels.urls,
    compileRules(ruleSet, options.include ? { include: options.include } : {}),
  );
  const measured = measure(forms, chosen, labels, same);
  const isPlural = (url: number) => labels.clusterSize[labels.cluster[url]!]! > 1;
  const plural = forms.filter((_, i) => isPlural(chosen[i]!));
  const rules = rulesOf(ruleSet).filter((rule) => isApplied(rule, options)).length;
  const { candidates } = options;
  return {
    ...measured,
    rules,
    applied: countApplied(ruleSet, forms, chosen, labels.urls, options),
    averageReductionPerRule: rules === 0 ? null : (measured.urls - measured.forms) / rules,
    validRate: candidates === undefined || candidates === 0 ? null : rules / candidates,
    withoutSingles: measure(plural, chosen.filter(isPlural), labels, same),
  };
}

/** Numbers of the URLs that take part. */
function choose({ urls, cluster }: Labels, clusters: readonly Cluster[], fold: Fold | undefined): Int32Array {
  const all = Int32Array.from(urls, (_, u) => u);
  if (!fold) return all;
  const folds = foldsOf(clusters, fold.of);
  return all.filter((u) => folds[cluster[u]!] === fold.part);
}
