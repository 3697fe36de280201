/** One row of a comparison: a learner with its thresholds, or a normalizer that learns nothing, on every held-out part in turn. */
import type { Cluster } from '../clusters/index.ts';
import { evaluateNormalizer, evaluateRules, type KeyFunction, type NormalizerEvaluation } from '../evaluate/index.ts';
import { type Figures, meanOf } from './compare-figures.ts';
import { type CompareOptions, SWEEPS } from './compare-options.ts';
import { partsOf } from './compare-parts.ts';
import { type Published, publishedFor } from './compare-published.ts';
import { type LearnInputs, learnRules } from './learn.ts';
import type { LearnOptions } from './options.ts';

/** What tells one row from the others. */
export type RowKey = {
  readonly method: string;
  readonly kind: 'learner' | 'normalizer';
  /** Null for what knows no thresholds: normalizers, and `auto`, which bounds the risk of its rules instead. */
  readonly maxFpr: number | null;
  /** The value of the swept threshold, if there is one. */
  readonly swept: number | null;
};

export type CompareRow = RowKey & {
  readonly mean: Figures;
  /** One of each held-out part, in order. */
  readonly folds: readonly Figures[];
  /** Sums over the parts: pages, and those of them that would be lost. */
  readonly pages: number;
  readonly pagesLost: number;
  /** Why nothing was learned, and what to try; null if something was learned from some part. */
  readonly advice: string | null;
  /** What a paper printed for the same method and thresholds, on another collection. */
  readonly published: readonly Published[];
};

/** A function from URLs to keys that people use today. It must not throw. */
export type NamedNormalizer = KeyFunction & { readonly name: string };

export type RowInputs = LearnInputs & {
  /** Seconds of processor time so far, to time learning with. */
  readonly clock?: () => number;
};

export type RowResult = {
  readonly row: CompareRow;
  /** Processor time of learning from all but each part; null without a clock, and for normalizers. */
  readonly seconds: readonly (number | null)[];
};

export function compareLearner(
  clusters: readonly Cluster[],
  key: RowKey,
  options: CompareOptions,
  { clock, ...inputs }: RowInputs = {},
): RowResult {
  const settings = settingsOf(key, options);
  const runs = partsOf(clusters, settings.sample, options).map(({ data, asked, test, fold }) => {
    const started = clock?.() ?? 0;
    const { ruleSet, summary } = learnRules(data, { ...settings, ...asked, ...inputs });
    const seconds = clock ? clock() - started : null;
    const { candidates, rejected, advice } = summary;
    const evaluation = evaluateRules(ruleSet, test, { candidates, ...(fold && { fold }) });
    const { rules, applied, averageReductionPerRule, validRate } = evaluation;
    const valid = candidates - rejected['min-support'] - rejected['max-fpr'];
    const learned = { candidates, valid, rules, applied, averageReductionPerRule, validRate };
    return { figures: figuresOf(evaluation, learned), seconds, advice };
  });
  const isEmpty = runs.every(({ figures }) => figures.rules === 0);
  const advice = isEmpty ? (runs.find((run) => run.advice !== null)?.advice ?? null) : null;
  const row = rowOf(key, runs, advice, publishedFor(key, settings, options.sweep));
  return { row, seconds: runs.map(({ seconds }) => seconds) };
}

export function compareNormalizer(
  clusters: readonly Cluster[],
  normalizer: NamedNormalizer,
  options: CompareOptions,
): RowResult {
  const runs = partsOf(clusters, options.sample, options).map(({ test, fold }) => ({
    figures: figuresOf(evaluateNormalizer(normalizer, test, fold), NOT_LEARNED),
  }));
  const row = rowOf(normalizerKey(normalizer.name), runs, null, []);
  return { row, seconds: runs.map(() => null) };
}

export function normalizerKey(name: string): RowKey {
  return { method: name, kind: 'normalizer', maxFpr: null, swept: null };
}

type Thresholds = Omit<LearnOptions, 'fold' | 'rotation' | 'seenShare'>;

/** The options of learning for one row. */
function settingsOf({ method, maxFpr, swept }: RowKey, options: CompareOptions): Thresholds {
  const { minSupport, minFrequency, sample, cardinality, confidence, seed, split, maxRisk, sweep } = options;
  const base = { minSupport, minFrequency, sample, cardinality, confidence, seed, split, maxRisk };
  const changed = sweep && swept !== null ? { [SWEEPS[sweep.name].option]: swept } : {};
  return { ...base, ...changed, learner: method, maxFpr: maxFpr ?? 0 };
}

type LearnedFigures = Pick<
  Figures,
  'candidates' | 'valid' | 'rules' | 'applied' | 'averageReductionPerRule' | 'validRate'
>;

const NOT_LEARNED: LearnedFigures = {
  candidates: null,
  valid: null,
  rules: null,
  applied: null,
  averageReductionPerRule: null,
  validRate: null,
};

function figuresOf(evaluation: NormalizerEvaluation, learned: LearnedFigures): Figures {
  const { urls, clusters, forms, compressionRate, coverage, normalizationPrecision } = evaluation;
  const { pairs, falsePairs, pages, pagesLost, withoutSingles } = evaluation;
  const precisionWithoutSingles = withoutSingles.normalizationPrecision;
  const dustBusterCoverage = urls === clusters ? null : (urls - forms) / (urls - clusters);
  return {
    ...learned,
    ...{ urls, clusters, forms, compressionRate, coverage, normalizationPrecision, precisionWithoutSingles },
    ...{ dustBusterCoverage, pairs, falsePairs, pages, pagesLost },
  };
}

function rowOf(
  key: RowKey,
  runs: readonly { readonly figures: Figures }[],
  advice: string | null,
  published: readonly Published[],
): CompareRow {
  const folds = runs.map(({ figures }) => figures);
  const sum = (name: 'pages' | 'pagesLost') => folds.reduce((total, fold) => total + fold[name]!, 0);
  return { ...key, mean: meanOf(folds), folds, pages: sum('pages'), pagesLost: sum('pagesLost'), advice, published };
}
