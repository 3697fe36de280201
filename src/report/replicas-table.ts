/** A comparison of methods that find replicas as tables: what the terminal and the page both show. */
import type { ReplicaComparison, ReplicaRow } from '../pipeline/index.ts';
import { decimal, percent } from './figures.ts';

export type ReplicaTable = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** What CAR printed for its methods on its own collection, and what it calls them. */
const PUBLISHED: Readonly<Partial<Record<ReplicaRow['method'], number>>> = {
  pu: 0.9908,
  nu: 0.9688,
  'pu+nu': 0.995,
  'norm-paths': 0.9415,
  'b-svm': 0.9824,
};

export const REPLICA_NOTE =
  'CAR: what the paper printed, on another collection; compare the pattern, not the figure. AUC is the mean over the parts; by chance is how likely its difference to the best one would be if there were none (Wilcoxon signed-rank, two-sided; five parts cannot go below 0.0625); precision, recall and false positives are of what a method takes for replicas';

export function replicaTable({ rows }: ReplicaComparison): ReplicaTable {
  const [first] = rows;
  const head = [
    'method',
    'AUC',
    'by chance',
    'CAR: AUC',
    'precision',
    'recall',
    'false positives',
    ...(first?.reduction ?? []).map(({ fpr }) => `reduction at ${fpr}`),
    ...(first?.detection ?? []).map(({ others }) => `detection 1 in ${others + 1}`),
  ];
  return {
    head,
    rows: rows.map((row) => [
      row.method,
      decimal(row.auc, 4),
      decimal(row.chance, 4),
      decimal(PUBLISHED[row.method] ?? null, 4),
      percent(row.precision),
      percent(row.recall),
      percent(row.fpr),
      ...row.reduction.map(({ rate }) => percent(rate)),
      ...row.detection.map(({ rate }) => decimal(rate, 4)),
    ]),
  };
}

/** A row for each method, two columns for each label: pairs that are taken for replicas, and how well they stand above the negative ones. */
export function labelTable({ rows }: ReplicaComparison): ReplicaTable {
  const labels = rows[0]?.labels ?? [];
  return {
    head: ['taken for replicas', ...labels.flatMap(({ label, auc }) => (auc === null ? [label] : [label, 'AUC']))],
    rows: rows.map((row) => [
      row.method,
      ...row.labels.flatMap(({ pairs, found, auc }) => {
        const share = row.recall === null ? '–' : `${found} of ${pairs}`;
        return auc === null ? [share] : [share, decimal(auc, 4)];
      }),
    ]),
  };
}

export function replicaDataText({ data, options }: ReplicaComparison): string {
  return `${data.labeled} labeled pairs of ${data.hosts} hosts, ${data.labeledCandidates} of them candidates; replicas are ${options.positive.join(', ')}, others ${options.negative.join(', ')}; ${options.folds} parts of the pairs, each asked after learning from the others; features ${data.features.join(', ')}`;
}
