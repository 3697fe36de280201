/** Clusters as a table of text, `cluster_id⇥url⇥wide_id`, without holding all URLs in memory. */
import { compareCodePoints } from '../base/index.ts';
import type { Cluster, ClusterNote } from './cluster.ts';
import type { ClusterTable } from './cluster-table.ts';
import { type RecordBatches, readTable } from './from-records.ts';
import type { FilterReport } from './hygiene/report.ts';
import type { ClusterOptions } from './options.ts';
import { LabelPack } from './packed/label-pack.ts';
import { unpackClusters } from './packed/packed-clusters.ts';
import { smallestOf } from './smallest.ts';

export type ClusterFile = {
  readonly urls: number;
  readonly clusters: number;
  /** Clusters of two URLs or more. */
  readonly plural: number;
  readonly wides: number;
  /** URLs that are not written, because nothing is known of their pages. */
  readonly listed: number;
  readonly notes: readonly ClusterNote[];
  readonly hygiene: readonly FilterReport[];
};

const HEADER = 'cluster_id\turl\twide_id\n';
/** Characters that are given at once. */
const CHUNK = 256 * 1024;

/**
 * Gives `write` the lines, in the order of clusters and then of URLs; ids count from 1 in the order of the smallest URLs.
 * `onRead` is called when all records are read and clustered, before the first line.
 */
export async function writeClusters(
  records: RecordBatches,
  options: Partial<ClusterOptions>,
  write: (text: string) => Promise<void> | undefined,
  onRead: (file: ClusterFile) => void = () => undefined,
): Promise<ClusterFile> {
  const labels = new LabelPack();
  const table = await readTable(records, options, labels);
  try {
    const { packed, notes } = labels.finish();
    const given = { clusters: unpackClusters(packed), notes };
    const file = packed.size === 0 && table ? { ...summaryOf(table), rows: table.rows() } : united(given, table);
    const { rows, ...summary } = file;
    onRead(summary);
    let text = HEADER;
    for (const { cluster, url, wide } of rows) {
      text += `${cluster}\t${url}\t${wide}\n`;
      if (text.length < CHUNK) continue;
      await write(text);
      text = '';
    }
    await write(text);
    return summary;
  } finally {
    table?.close();
  }
}

type Row = { readonly cluster: number; readonly url: string; readonly wide: number };

function summaryOf({ urls, clusters, plural, wides, notes, hygiene }: ClusterTable): ClusterFile {
  return { urls, clusters, plural, wides, listed: countListed(notes), notes, hygiene };
}

function countListed(notes: readonly ClusterNote[]): number {
  return notes.find(({ code }) => code === 'page-unknown')?.count ?? 0;
}

/** Labels are in memory anyway: all clusters are numbered anew, together. */
function united(
  given: { readonly clusters: readonly Cluster[]; readonly notes: readonly ClusterNote[] },
  table: ClusterTable | null,
): ClusterFile & { readonly rows: Iterable<Row> } {
  const groups = new Map<string, { url: string; wide: string }[]>();
  for (const { id, urls, wide } of given.clusters) {
    groups.set(
      `l${id}`,
      urls.map((url, i) => ({ url, wide: `l${wide?.[i] ?? id}` })),
    );
  }
  for (const { cluster, url, wide } of table?.rows() ?? []) {
    const known = groups.get(`r${cluster}`);
    if (known) known.push({ url, wide: `r${wide}` });
    else groups.set(`r${cluster}`, [{ url, wide: `r${wide}` }]);
  }
  const sorted = [...groups.values()].map((rows) => ({ rows, least: smallestOf(rows.map(({ url }) => url)) }));
  sorted.sort((a, b) => compareCodePoints(a.least, b.least));
  const wides = numberBySmallest(sorted.flatMap(({ rows }) => rows));
  const rows = sorted.flatMap(({ rows }, c) =>
    rows
      .sort((a, b) => compareCodePoints(a.url, b.url))
      .map(({ url, wide }) => ({ cluster: c + 1, url, wide: wides.get(wide)! })),
  );
  return {
    rows,
    urls: rows.length,
    clusters: sorted.length,
    plural: sorted.filter(({ rows }) => rows.length > 1).length,
    wides: wides.size,
    listed: countListed(table?.notes ?? []),
    notes: [...given.notes, ...(table?.notes ?? [])],
    hygiene: table?.hygiene ?? [],
  };
}

function numberBySmallest(rows: readonly { readonly url: string; readonly wide: string }[]): Map<string, number> {
  const least = new Map<string, string>();
  for (const { url, wide } of rows) {
    const known = least.get(wide);
    if (known === undefined || compareCodePoints(url, known) < 0) least.set(wide, url);
  }
  const sorted = [...least].sort(([, a], [, b]) => compareCodePoints(a, b));
  return new Map(sorted.map(([wide], w) => [wide, w + 1]));
}
