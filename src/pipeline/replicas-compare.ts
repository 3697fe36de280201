/** The methods that find replicas side by side on labeled pairs of sites, cross-validated. */
import { ConfigError, seedFrom } from '../base/index.ts';
import type { RecordBatches } from '../clusters/index.ts';
import {
  areaUnderCurve,
  completeReplicaOptions,
  detectionRate,
  drawPositions,
  extendedOf,
  type Prepared,
  REPLICA_METHODS,
  type ReplicaMethod,
  type ReplicaOptions,
  type RocPoint,
  rocCurve,
  type Scored,
  scorePairs,
  signedRank,
} from '../replicas/index.ts';
import { lowerAscii } from '../url/index.ts';
import { prepareSites, type ReplicaInputs } from './replicas.ts';
import { readSites } from './replicas-read.ts';
import { reductionsAt } from './replicas-reduction.ts';

/** Two hosts and what they are to each other. */
export type LabeledPair = readonly [a: string, b: string, label: string];

export type ReplicaCompareOptions = ReplicaOptions & {
  readonly methods: readonly ReplicaMethod[];
  readonly folds: number;
  /** Labels of replicas, and of pairs that are none; pairs of other labels are reported apart. */
  readonly positive: readonly string[];
  readonly negative: readonly string[];
};

/** Pairs of one label: how many are taken for replicas, and how well they are told from the negative ones. */
export type LabelFigures = {
  readonly label: string;
  readonly pairs: number;
  readonly found: number;
  readonly auc: number | null;
};

export type ReplicaRow = {
  readonly method: ReplicaMethod;
  /** Mean over the folds, and of all folds together. */
  readonly auc: number | null;
  readonly pooledAuc: number | null;
  /** Of each fold; null where it has no pair of either kind. */
  readonly foldAucs: readonly (number | null)[];
  /** Wilcoxon's signed-rank test of the folds against the method with the best mean: the chance of such a difference if there were none; null for that method, or if no fold differs. */
  readonly chance: number | null;
  /** Of the decision: share of right ones among pairs taken for replicas, and share of the replicas found; null if it decides nothing. */
  readonly precision: number | null;
  readonly recall: number | null;
  readonly fpr: number | null;
  /** Share of duplicate URLs that are gone when the best pairs are joined, at most this share of the negative ones among them. */
  readonly reduction: readonly { readonly fpr: number; readonly rate: number | null }[];
  /** Mean of one over the rank of a replica among so many other candidates. */
  readonly detection: readonly { readonly others: number; readonly rate: number | null }[];
  readonly labels: readonly LabelFigures[];
  readonly roc: readonly RocPoint[];
};

export type ReplicaComparison = {
  readonly dustpan: 1;
  readonly task: 'replicas';
  readonly data: {
    readonly hosts: number;
    readonly candidates: number;
    readonly labeled: number;
    readonly labeledCandidates: number;
    /** Labeled pairs with a host that the data does not have: left out. */
    readonly unknown: number;
    readonly features: readonly string[];
  };
  readonly options: ReplicaCompareOptions;
  readonly rows: readonly ReplicaRow[];
};

const REDUCTION_FPRS = [0, 0.001, 0.005];
const DETECTION_OTHERS = [10, 100, 1000];
const DETECTION_TRIALS = 1000;

export async function compareReplicas(
  records: RecordBatches,
  pairs: readonly LabeledPair[],
  asked: Partial<ReplicaCompareOptions> & ReplicaInputs = {},
): Promise<ReplicaComparison> {
  const { methods = REPLICA_METHODS, folds = 5, positive = ['replica', 'modified'], negative = ['none'] } = asked;
  const options: ReplicaCompareOptions = { ...completeReplicaOptions(asked), methods, folds, positive, negative };
  if (!Number.isSafeInteger(folds) || folds < 2)
    throw new ConfigError('bad-option', 'The option folds must be a whole number of 2 or more.');
  const read = await readSites(records, asked.ips ?? [], asked.clustering ?? {}, asked.onRead);
  const data = prepareSites(read, options, true);
  const { labeled, unknown } = placeLabels(data, pairs, options);
  for (const [name, labels] of Object.entries({ positive, negative })) {
    if (labeled.some(({ label }) => labels.includes(label))) continue;
    throw new ConfigError(
      'no-labels',
      `no labeled pair of the data is ${labels.join(' or ')}, so there is nothing to compare; say which labels are ${name} with --${name}`,
    );
  }
  const extended = extendedOf(data);
  const rows = withChances(
    methods.map((method) =>
      rowOf(method, data, labeled, options, (learning, tested) =>
        scorePairs(data, method, options, learning, tested, extended),
      ),
    ),
  );
  const labeledCandidates = labeled.filter(({ pair }) => pair !== -1 && data.pairs.shared[pair]! > 0).length;
  return {
    ...{ dustpan: 1, task: 'replicas', options, rows },
    data: {
      ...{
        hosts: data.table.hosts.length,
        candidates: data.candidates,
        labeled: labeled.length,
        labeledCandidates,
        unknown,
      },
      features: data.features.names,
    },
  };
}

type MeasuredRow = Omit<ReplicaRow, 'chance'>;

/** Each row tested against the best one, on the folds that both could be measured on. */
function withChances(rows: readonly MeasuredRow[]): ReplicaRow[] {
  const best = rows.reduce<MeasuredRow | undefined>(
    (found, row) => ((row.auc ?? -1) > (found?.auc ?? -1) ? row : found),
    undefined,
  );
  return rows.map((row): ReplicaRow => {
    const both = row.foldAucs.flatMap((auc, f) => {
      const other = best?.foldAucs[f] ?? null;
      return auc === null || other === null ? [] : [[auc, other] as const];
    });
    const chance =
      row === best
        ? null
        : signedRank(
            both.map(([own]) => own),
            both.map(([, other]) => other),
          );
    return { ...row, chance };
  });
}

type Labeled = { readonly pair: number; readonly label: string; readonly fold: number };

/** Labeled pairs by the number of the pair, or -1 for those that are not even candidates. */
function placeLabels(
  { table, pairs }: Prepared,
  labels: readonly LabeledPair[],
  { folds, seed }: ReplicaCompareOptions,
): { readonly labeled: readonly Labeled[]; readonly unknown: number } {
  const number = new Map(table.hosts.map((host, h) => [host, h]));
  const known = new Map<number, number>();
  for (let pair = 0; pair < pairs.size; pair++) known.set(pairs.a[pair]! * table.hosts.length + pairs.b[pair]!, pair);
  const labeled: Labeled[] = [];
  let unknown = 0;
  for (const [x, y, label] of labels) {
    const [a, b] = [number.get(lowerAscii(x)), number.get(lowerAscii(y))];
    if (a === undefined || b === undefined || a === b) {
      unknown++;
      continue;
    }
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const fold = foldOf(table.hosts[low]!, table.hosts[high]!, folds, seed);
    labeled.push({ pair: known.get(low * table.hosts.length + high) ?? -1, label, fold });
  }
  return { labeled, unknown };
}

function foldOf(a: string, b: string, folds: number, seed: number): number {
  return seedFrom(seed, 'replica fold', `${a} ${b}`) % folds;
}

function rowOf(
  method: ReplicaMethod,
  data: Prepared,
  labeled: readonly Labeled[],
  options: ReplicaCompareOptions,
  ask: (learning: Int32Array, tested: Int32Array) => ReturnType<typeof scorePairs>,
): MeasuredRow {
  const { table, pairs } = data;
  const { folds, seed, positive, negative } = options;
  const all = Int32Array.from({ length: pairs.size }, (_, pair) => pair);
  const fold = all.map((pair) => foldOf(table.hosts[pairs.a[pair]!]!, table.hosts[pairs.b[pair]!]!, folds, seed));
  const scores = new Float64Array(pairs.size);
  const isReplica = new Uint8Array(pairs.size);
  for (let f = 0; f < folds; f++) {
    const tested = all.filter((pair) => fold[pair] === f);
    const found = ask(
      all.filter((pair) => fold[pair] !== f),
      tested,
    );
    for (const [i, pair] of tested.entries()) {
      scores[pair] = found.scores[i]!;
      isReplica[pair] = found.isReplica[i]!;
    }
  }
  // A pair that is no candidate scores 0.
  const scored = labeled.map(({ pair, label, fold }) => ({
    ...{ pair, label, fold, score: pair === -1 ? 0 : scores[pair]! },
    isFound: pair !== -1 && isReplica[pair] === 1,
    isReplica: positive.includes(label),
    isJudged: positive.includes(label) || negative.includes(label),
  }));
  const judged = scored.filter(({ isJudged }) => isJudged);
  const aucs = Array.from({ length: folds }, (_, f) => areaUnderCurve(judged.filter((one) => one.fold === f)));
  const measured = aucs.filter((auc) => auc !== null);
  const found = judged.filter(({ isFound }) => isFound);
  const decides = method !== 'norm-paths';
  const right = found.filter((one) => one.isReplica).length;
  const positives = judged.filter((one) => one.isReplica).length;
  const negatives: Scored[] = scored
    .filter(({ label }) => negative.includes(label))
    .map(({ score }) => ({ score, isReplica: false }));
  const candidates = judged.filter(({ pair }) => pair !== -1);
  return {
    method,
    auc: measured.length === 0 ? null : measured.reduce((a, b) => a + b) / measured.length,
    pooledAuc: areaUnderCurve(judged),
    foldAucs: aucs,
    precision: !decides || found.length === 0 ? null : right / found.length,
    recall: decides ? right / positives : null,
    fpr: decides ? (found.length - right) / negatives.length : null,
    reduction: reductionsAt(data, judged, REDUCTION_FPRS),
    detection: DETECTION_OTHERS.map((others) => ({
      others,
      rate: detectionRate(drawPositions(candidates, others, DETECTION_TRIALS, seed)),
    })),
    labels: [...new Set(scored.map(({ label }) => label))].sort().map((label) => {
      const own = scored.filter((one) => one.label === label);
      const against = own.map(({ score }) => ({ score, isReplica: true }));
      const isNegative = negative.includes(label);
      return {
        ...{ label, pairs: own.length, found: own.filter(({ isFound }) => isFound).length },
        auc: isNegative ? null : areaUnderCurve([...negatives, ...against]),
      };
    }),
    roc: rocCurve(judged),
  };
}
