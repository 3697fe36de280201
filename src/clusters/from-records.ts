/** Makes clusters out of records: by their labels where they have some, else by what was fetched. */
import type { CrawlRecord } from '../records/index.ts';
import type { Cluster, ClusterNote, ListedUrl } from './cluster.ts';
import { type ClusterTable, ClusterTableBuilder } from './cluster-table.ts';
import type { FilterReport } from './hygiene/report.ts';
import { type ClusterOptions, completeClusterOptions } from './options.ts';
import { LabelPack } from './packed/label-pack.ts';
import { type PackedClusters, packClusters, unpackClusters } from './packed/packed-clusters.ts';
import { RowPack } from './packed/row-pack.ts';
import { isSampled, samplePacked } from './packed/sample.ts';
import { textBytes } from './packed/url-pack.ts';
import { keyOf } from './text-key.ts';
import { withWide } from './wide.ts';

export type Clustering = {
  readonly clusters: readonly Cluster[];
  /** The same in little memory; `clusters` is made of it when it is asked for. */
  readonly packed: PackedClusters;
  /** The share of the pages that are here: less than 1 where all of them would not have been held. */
  readonly share: number;
  /** What there is, taken or not: URLs, and bytes of them. */
  readonly seen: Seen;
  /** URLs that were seen, with nothing known of their pages: no label, no content, nothing that joins them to others. Sorted. */
  readonly listed: readonly ListedUrl[];
  /** URLs that were seen and did not answer with a page (any status but 200). */
  readonly failing: readonly string[];
  readonly notes: readonly ClusterNote[];
  /** What the filters kept out; empty if all records have labels, which are believed. */
  readonly hygiene: readonly FilterReport[];
};

export type Seen = { readonly urls: number; readonly bytes: number };

/** The share of so many URLs, of so many bytes together, that can be held. */
export type ShareOf = (seen: Seen) => number;

export type RecordBatches = AsyncIterable<readonly CrawlRecord[]> | Iterable<readonly CrawlRecord[]>;

/**
 * The order of the records does not matter, except for the order of labeled clusters and of URLs in them.
 * `labels`: where labels that do not come as records are put while the records are read. Of more pages than `shareOf` allows a part is
 * taken, by a hash of what might be one page.
 */
export async function clusterRecords(
  records: RecordBatches,
  asked: Partial<ClusterOptions> = {},
  labels: LabelPack = new LabelPack(),
  shareOf: ShareOf = () => 1,
): Promise<Clustering> {
  const table = await readTable(records, asked, labels);
  const { packed, notes } = labels.finish();
  const known = { urls: packed.urls.count, bytes: textBytes(packed.urls) };
  if (!table) {
    const share = shareOf(known);
    return clusteringOf(samplePacked(packed, share), {
      share,
      seen: known,
      notes,
      listed: [],
      failing: [],
      hygiene: [],
    });
  }
  try {
    const seen = { urls: known.urls + table.urls, bytes: known.bytes + table.bytes };
    const share = shareOf(seen);
    return clusteringOf(joined(samplePacked(packed, share), packRows(table, share)), {
      share,
      seen,
      listed: [...table.listed()],
      failing: [...table.failing()],
      notes: [...notes, ...table.notes],
      hygiene: table.hygiene,
    });
  } finally {
    table.close();
  }
}

/** The same clusters with the wide groups of another clustering. */
export function widenClustering(clustering: Clustering, wide: readonly Cluster[]): Clustering {
  return clusteringOf(packClusters(withWide(clustering.clusters, wide)), clustering);
}

/** Objects are made of the bytes when they are first asked for. */
function clusteringOf(packed: PackedClusters, rest: Omit<Clustering, 'packed' | 'clusters'>): Clustering {
  let clusters: readonly Cluster[] | null = null;
  return {
    ...rest,
    packed,
    get clusters() {
      clusters ??= unpackClusters(packed);
      return clusters;
    },
  };
}

function joined(labeled: PackedClusters, fetched: PackedClusters): PackedClusters {
  if (labeled.size === 0) return fetched;
  // Ids of labels are anything: those of the others must not be among them.
  const others = unpackClusters(fetched).map((cluster) => ({
    ...cluster,
    id: `records ${cluster.id}`,
    ...(cluster.wide && { wide: cluster.wide.map((id) => `records ${id}`) }),
  }));
  return packClusters([...unpackClusters(labeled), ...others]);
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

function packRows(table: ClusterTable, share: number): PackedClusters {
  const pack = new RowPack(table);
  const isTaken = rowSampler(table.wides, share);
  for (const row of table.rows()) if (isTaken(row.wide, row.url)) pack.add(row);
  return pack.finish();
}

/** Rows come in the order of clusters, which are parts of wide groups, and of URLs: the first one of a wide group is its smallest. */
function rowSampler(wides: number, share: number): (wide: number, url: string) => boolean {
  if (share >= 1) return () => true;
  const [taken, left] = [1, 2];
  const known = new Uint8Array(wides + 1);
  return (wide, url) => {
    known[wide] ||= isSampled(keyOf(url), share) ? taken : left;
    return known[wide] === taken;
  };
}
