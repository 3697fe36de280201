/** Makes clusters out of records: by their labels where they have some, else by what was fetched. */
import type { CrawlRecord } from '../records/index.ts';
import type { Cluster, ClusterNote, ListedUrl } from './cluster.ts';
import { type ClusterRow, type ClusterTable, ClusterTableBuilder } from './cluster-table.ts';
import type { FilterReport } from './hygiene/report.ts';
import { LabelClusters } from './label-clusters.ts';
import { type ClusterOptions, completeClusterOptions } from './options.ts';

export type Clustering = {
  readonly clusters: readonly Cluster[];
  /** URLs that were seen, with nothing known of their pages: no label, no content, nothing that joins them to others. Sorted. */
  readonly listed: readonly ListedUrl[];
  /** URLs that were seen and did not answer with a page (any status but 200). */
  readonly failing: readonly string[];
  readonly notes: readonly ClusterNote[];
  /** What the filters kept out; empty if all records have labels, which are believed. */
  readonly hygiene: readonly FilterReport[];
};

export type RecordBatches = AsyncIterable<readonly CrawlRecord[]> | Iterable<readonly CrawlRecord[]>;

/** The order of the records does not matter, except for the order of labeled clusters and of URLs in them. */
export async function clusterRecords(records: RecordBatches, asked: Partial<ClusterOptions> = {}): Promise<Clustering> {
  const { labels, table } = await readTable(records, asked);
  const byLabel = labels.finish();
  if (!table) return { ...byLabel, listed: [], failing: [], hygiene: [] };
  try {
    // Ids of labels are anything: those of the others must not be among them.
    const prefix = byLabel.clusters.length === 0 ? '' : 'records ';
    return {
      clusters: [...byLabel.clusters, ...clustersOf(table.rows(), prefix)],
      listed: [...table.listed()],
      failing: [...table.failing()],
      notes: [...byLabel.notes, ...table.notes],
      hygiene: table.hygiene,
    };
  } finally {
    table.close();
  }
}

/** What was fetched as a table of clusters, which does not hold all URLs in memory, and what had labels; the table must be closed. */
export async function readTable(
  records: RecordBatches,
  asked: Partial<ClusterOptions>,
): Promise<{ readonly labels: LabelClusters; readonly table: ClusterTable | null }> {
  const options = completeClusterOptions(asked);
  // Loaded first, because it is needed in the midst of sorting.
  const { openTemporarySpill } = await import('./external/temporary-spill.ts');
  const labels = new LabelClusters();
  let builder: ClusterTableBuilder | null = null;
  try {
    for await (const batch of records) {
      for (const record of batch) {
        if (record.cluster !== undefined) labels.add(record.url, record.cluster, record.wide);
        else {
          builder ??= new ClusterTableBuilder(options, openTemporarySpill);
          builder.add(record);
        }
      }
    }
    return { labels, table: builder?.finish((url) => labels.has(url)) ?? null };
  } catch (error) {
    builder?.close();
    throw error;
  }
}

function clustersOf(rows: Iterable<ClusterRow>, prefix: string): Cluster[] {
  const clusters: Cluster[] = [];
  let urls: string[] = [];
  let wide: string[] = [];
  let sizes: [number, number] | null = null;
  let current = 0;
  const finish = () => {
    if (urls.length > 0) clusters.push({ id: `${prefix}${current}`, urls, wide, ...(sizes ? { sizes } : {}) });
    urls = [];
    wide = [];
    sizes = null;
  };
  for (const row of rows) {
    if (row.cluster !== current) finish();
    current = row.cluster;
    urls.push(row.url);
    wide.push(`${prefix}${row.wide}`);
    if (row.length !== undefined) {
      sizes = sizes ? [Math.min(sizes[0], row.length), Math.max(sizes[1], row.length)] : [row.length, row.length];
    }
  }
  finish();
  return clusters;
}
