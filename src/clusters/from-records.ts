/** Makes clusters out of records: by their labels where they have some, else by what was fetched. */
import type { CrawlRecord } from '../records/index.ts';
import type { Cluster, ClusterNote, ListedUrl } from './cluster.ts';
import { type ClusterRow, type ClusterTable, ClusterTableBuilder } from './cluster-table.ts';
import type { FilterReport } from './hygiene/report.ts';
import { type ClusterOptions, completeClusterOptions } from './options.ts';
import { LabelPack } from './packed/label-pack.ts';
import { type PackedClusters, unpackClusters } from './packed/packed-clusters.ts';

export type Clustering = {
  readonly clusters: readonly Cluster[];
  /** The same in little memory, if all records had labels; then `clusters` is made of it when it is asked for. */
  readonly packed?: PackedClusters;
  /** URLs that were seen, with nothing known of their pages: no label, no content, nothing that joins them to others. Sorted. */
  readonly listed: readonly ListedUrl[];
  /** URLs that were seen and did not answer with a page (any status but 200). */
  readonly failing: readonly string[];
  readonly notes: readonly ClusterNote[];
  /** What the filters kept out; empty if all records have labels, which are believed. */
  readonly hygiene: readonly FilterReport[];
};

export type RecordBatches = AsyncIterable<readonly CrawlRecord[]> | Iterable<readonly CrawlRecord[]>;

/**
 * The order of the records does not matter, except for the order of labeled clusters and of URLs in them.
 * `labels`: where labels that do not come as records are put while the records are read.
 */
export async function clusterRecords(
  records: RecordBatches,
  asked: Partial<ClusterOptions> = {},
  labels: LabelPack = new LabelPack(),
): Promise<Clustering> {
  const table = await readTable(records, asked, labels);
  const { packed, notes } = labels.finish();
  if (!table) return labeledOnly(packed, notes);
  try {
    // Ids of labels are anything: those of the others must not be among them.
    const prefix = packed.size === 0 ? '' : 'records ';
    return {
      clusters: [...unpackClusters(packed), ...clustersOf(table.rows(), prefix)],
      listed: [...table.listed()],
      failing: [...table.failing()],
      notes: [...notes, ...table.notes],
      hygiene: table.hygiene,
    };
  } finally {
    table.close();
  }
}

function labeledOnly(packed: PackedClusters, notes: readonly ClusterNote[]): Clustering {
  let clusters: readonly Cluster[] | null = null;
  return {
    packed,
    notes,
    listed: [],
    failing: [],
    hygiene: [],
    get clusters() {
      clusters ??= unpackClusters(packed);
      return clusters;
    },
  };
}

/** What was fetched as a table of clusters, which does not hold all URLs in memory and must be closed; what has labels goes to `labels`. */
export async function readTable(
  records: RecordBatches,
  asked: Partial<ClusterOptions>,
  labels: LabelPack,
): Promise<ClusterTable | null> {
  const options = completeClusterOptions(asked);
  // Loaded first, because it is needed in the midst of sorting.
  const { openTemporarySpill } = await import('./external/temporary-spill.ts');
  let builder: ClusterTableBuilder | null = null;
  try {
    for await (const batch of records) {
      for (const record of batch) {
        if (record.cluster !== undefined) labels.addText(record.url, record.cluster, record.wide);
        else {
          builder ??= new ClusterTableBuilder(options, openTemporarySpill);
          builder.add(record);
        }
      }
    }
    return builder?.finish((url) => labels.has(url)) ?? null;
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
