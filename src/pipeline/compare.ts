/** Every learner on the same parts of the same data, judged the same way, beside what people do without learning. */
import type { Cluster } from '../clusters/index.ts';
import { sun, sunLee } from '../url/index.ts';
import { mean } from './compare-figures.ts';
import { compareLevels, type MethodLevels } from './compare-levels.ts';
import { type CompareOptions, completeCompareOptions, hasThresholds } from './compare-options.ts';
import {
  type CompareRow,
  compareLearner,
  compareNormalizer,
  type NamedNormalizer,
  normalizerKey,
  type RowInputs,
  type RowKey,
  type RowResult,
} from './compare-row.ts';

/** Times and memory of one row. They differ from run to run, so they stand apart from what does not. */
export type RowCost = Pick<RowKey, 'method' | 'maxFpr' | 'swept'> & {
  /** Processor time of learning, all threads: the mean over the parts, and each. */
  readonly cpuSeconds: number | null;
  readonly cpuSecondsEach: readonly (number | null)[];
} & RowMemory;

/** Of a process that did this row and nothing else; null if it was not measured. */
export type RowMemory = {
  /** The largest resident memory, the runtime and the data included. */
  readonly peakBytes: number | null;
  /** The resident memory when the data was there and learning had not begun. */
  readonly startBytes: number | null;
};

export type Comparison = {
  readonly dustpan: 1;
  readonly data: {
    readonly urls: number;
    readonly clusters: number;
    /** Clusters of two URLs or more. */
    readonly plural: number;
    readonly duplicates: number;
  };
  readonly options: CompareOptions;
  readonly rows: readonly CompareRow[];
  /** Rows that could not be made, and why. */
  readonly absent: readonly { readonly method: string; readonly reason: string }[];
  /** What the proposed rules of each learner do at the precision levels of Koppula et al.; none with a sweep. */
  readonly levels: readonly MethodLevels[];
  readonly costs: readonly RowCost[];
};

export type CompareInputs = RowInputs & {
  /** Further rows for what people do today, after those of SUN and of Lee et al. */
  readonly normalizers?: readonly NamedNormalizer[];
};

/** What needs no evidence, and what is commonly done without any. */
export const STANDARD_NORMALIZERS: readonly NamedNormalizer[] = [
  { name: 'sun', key: sun },
  { name: 'sun+lee', key: sunLee },
];

export const NOT_MEASURED: RowMemory = { peakBytes: null, startBytes: null };

/** Times are measured if there is a `clock`, memory never: that needs a process for each row, as the command has. */
export function compareLearners(
  clusters: readonly Cluster[],
  asked: Partial<CompareOptions> & CompareInputs = {},
): Comparison {
  const { clock, failing, normalizers = [], ...given } = asked;
  const options = completeCompareOptions(given);
  const inputs = { ...(clock && { clock }), ...(failing && { failing }) };
  const all = [...STANDARD_NORMALIZERS, ...normalizers];
  const results = planRows(
    options,
    all.map(({ name }) => name),
  ).map((key) => compareRow(clusters, key, options, { ...inputs, normalizers: all }));
  return assembleComparison(
    clusters,
    options,
    results.map((result) => ({ ...result, ...NOT_MEASURED })),
    planLevels(options).map((method) => compareLevels(clusters, method, options)),
  );
}

/** The rows of a comparison, in their order: normalizers first, then each learner with each threshold. */
export function planRows(options: CompareOptions, normalizers: readonly string[]): RowKey[] {
  const values = options.sweep?.values ?? [null];
  const learned = options.learners.flatMap((method): RowKey[] => {
    if (!hasThresholds(method)) return [{ method, kind: 'learner', maxFpr: null, swept: null }];
    return options.maxFprs.flatMap((maxFpr) =>
      values.map((swept): RowKey => ({ method, kind: 'learner', maxFpr, swept })),
    );
  });
  return [...normalizers.map(normalizerKey), ...learned];
}

/** The learners whose levels are shown: all, unless a threshold is swept. */
export function planLevels({ learners, sweep }: CompareOptions): readonly string[] {
  return sweep ? [] : learners;
}

/** Works one row out; `normalizers` are all there are. */
export function compareRow(
  clusters: readonly Cluster[],
  key: RowKey,
  options: CompareOptions,
  { normalizers = STANDARD_NORMALIZERS, ...inputs }: CompareInputs = {},
): RowResult {
  if (key.kind === 'learner') return compareLearner(clusters, key, options, inputs);
  return compareNormalizer(clusters, normalizers.find(({ name }) => name === key.method)!, options);
}

/** Puts rows together, wherever they were worked out. */
export function assembleComparison(
  clusters: readonly Cluster[],
  options: CompareOptions,
  results: readonly (RowResult & RowMemory)[],
  levels: readonly (MethodLevels | null)[] = [],
  absent: Comparison['absent'] = [],
): Comparison {
  const urls = clusters.reduce((sum, cluster) => sum + cluster.urls.length, 0);
  return {
    dustpan: 1,
    data: {
      urls,
      clusters: clusters.length,
      plural: clusters.filter((cluster) => cluster.urls.length > 1).length,
      duplicates: urls - clusters.length,
    },
    options,
    rows: results.map(({ row }) => row),
    absent,
    levels: levels.filter((one) => one !== null),
    costs: results.map(({ row: { method, maxFpr, swept }, seconds, peakBytes, startBytes }) => {
      return { method, maxFpr, swept, cpuSeconds: mean(seconds), cpuSecondsEach: seconds, peakBytes, startBytes };
    }),
  };
}
