/** The job `cluster` over any engine: records to clusters, the same as in memory, and their lines in order. */
import { EngineError, InputError } from '../../base/index.ts';
import {
  type ClusterNote,
  type ClusterOptions,
  type FilterReport,
  type Seen,
  type ShareOf,
  smallestOf,
} from '../../clusters/index.ts';
import { type Format, type ReadOptions, type ReadProblem, readRecords } from '../../records/index.ts';
import type { ClusterCount, ClusterParams } from './clusters.ts';
import { type LineFormat, type ReadCount, textInput } from './records.ts';
import { all, type Engine, type Part, part, type Source, type Table } from './stage.ts';

export type ClusterJobOptions = ClusterOptions & {
  readonly reading: Pick<ReadOptions, 'host' | 'logFormat' | 'format'>;
  /** A part of the clusters, which alone is kept or left out. */
  readonly fold?: ClusterParams['fold'];
  readonly proposing?: ClusterParams['proposing'];
  /** Of more pages than this allows a part is taken, the same as in memory. */
  readonly shareOf?: ShareOf;
  /** Edges that one process may hold; above it they become stars in rounds. */
  readonly mostEdges?: number;
  /** Whether the records are wanted afterwards. */
  readonly keepsRecords?: boolean;
  /** Whether lines of the clusters are wanted, which have numbers; they are when absent. */
  readonly isNumbered?: boolean;
};

export type ClusterJob = {
  /** Rows of `Member`s by cluster, and of URLs that did not answer. */
  readonly members: Part;
  readonly table: Table;
  readonly counts: ClusterCounts;
  /** By URL, if they were asked for. */
  readonly records: Part | null;
  /** The share of the pages that was taken. */
  readonly share: number;
};

export type ClusterCounts = {
  readonly lines: number;
  readonly records: number;
  readonly labels: number;
  readonly urls: number;
  readonly bytes: number;
  readonly seen: Seen;
  readonly clusters: number;
  readonly plural: number;
  readonly listed: number;
  readonly formats: readonly LineFormat[];
  readonly problems: readonly ReadProblem[];
  readonly notes: readonly ClusterNote[];
  readonly hygiene: readonly FilterReport[];
  /** Rounds until all edges were stars; 0 if they fitted into one process. */
  readonly rounds: number;
};

const MOST_EDGES = 2_000_000;
/** Every round at least halves what is not yet a star; so many are enough for any data. */
const MOST_ROUNDS = 60;
/** Lines that are looked at to find out what an input is. */
const HEAD = 100;
/** Formats whose lines can be read each by itself, given the first one. */
const BY_LINE: ReadonlySet<Format> = new Set<Format>([
  ...(['clusters', 'tsv', 'jsonl', 'cdx', 'cdxj', 'urls', 'common', 'combined', 'vcommon', 'vcombined'] as const),
  ...(['squid', 'cloudfront', 'awselb', 'awss3', 'caddy', 'traefikclf', 'jsonlog', 'custom'] as const),
]);

export async function clusterJob(
  engine: Engine,
  sources: readonly Source[],
  {
    reading,
    mostEdges,
    keepsRecords = false,
    isNumbered = true,
    fold = null,
    proposing = null,
    shareOf = () => 1,
    ...options
  }: ClusterJobOptions,
): Promise<ClusterJob> {
  const formats: LineFormat[] = [];
  for (const source of sources) formats.push(await formatOf(engine, source, reading));
  const lines = await engine.read(sources);
  const keepEmpty = options.keep.includes('empty');
  const params = { inputs: formats, shingles: options.shingles, keepEmpty };
  const records = await engine.run([{ stage: 'map:records', params }], [all(lines)]);
  const read = addReads(await values<ReadCount>(engine, part(records, '!read')));
  const { roots, rounds } = await findRoots(engine, records, mostEdges);
  const cluster = async (share: number) => {
    const params: ClusterParams = { options, fold, share, proposing, isNumbered };
    const steps = [{ stage: 'reduce:place' }, { stage: 'reduce:cluster', params }];
    const table = await engine.run(steps, [part(roots, 'r'), part(records, 'r')]);
    return { table, found: addClusters(await values<ClusterCount>(engine, part(table, '!cluster'))) };
  };
  const whole = await cluster(1);
  // How many pages there are is known when they are there: too many are made again, fewer of them.
  const share = shareOf(whole.found.seen);
  if (share < 1) await engine.drop(whole.table);
  const { table, found } = share < 1 ? await cluster(share) : whole;
  await engine.drop(roots);
  if (!keepsRecords) await engine.drop(records);
  const listed = found.notes.find(({ code }) => code === 'page-unknown')?.count ?? 0;
  return {
    table,
    members: part(table, 'c'),
    counts: { ...read, ...found, formats, listed, rounds },
    records: keepsRecords ? part(records, 'r') : null,
    share,
  };
}

/** Lines of the clusters, in order; numbers count from 1 in the order of the smallest URLs. */
export async function clusterLinesJob(engine: Engine, { table, members }: ClusterJob): Promise<Part> {
  const clusters = await engine.number(part(table, 'n'));
  const wides = await engine.number(part(table, 'w'));
  const byWide = await engine.run([{ stage: 'map:by-wide' }], [members]);
  const numbered = await engine.run([{ stage: 'reduce:number-wides' }], [all(byWide), all(wides)]);
  await engine.drop(byWide);
  const lines = await engine.run([{ stage: 'reduce:cluster-lines' }], [all(numbered), all(clusters)]);
  await engine.drop(numbered);
  return part(lines, 'l');
}

/** The few values of a part. */
export async function values<T>(engine: Engine, rows: Part): Promise<T[]> {
  return (await engine.few(rows)).map(({ v }) => JSON.parse(v) as T);
}

/** The root of every node but the roots themselves (`r`), of nodes by what they share (`k`). */
export async function findRoots(
  engine: Engine,
  shared: Table,
  mostEdges = MOST_EDGES,
  linking = 'reduce:link',
): Promise<{ roots: Table; rounds: number }> {
  let edges = await engine.run([{ stage: linking }], [part(shared, 'k')]);
  const size = sum(await values<number>(engine, part(edges, '!edges')));
  if (size <= mostEdges) {
    const steps = [{ stage: 'map:gather-edges' }, { stage: 'reduce:unite-edges' }];
    const roots = await engine.run(steps, [part(edges, 'e')]);
    await engine.drop(edges);
    return { roots, rounds: 0 };
  }
  for (let rounds = 1; rounds <= MOST_ROUNDS; rounds++) {
    const large = await engine.run([{ stage: 'reduce:large-star' }], [part(edges, 'e')]);
    const small = await engine.run([{ stage: 'reduce:small-star' }], [part(large, 'e')]);
    const changes =
      sum(await values<number>(engine, part(large, '!changes'))) +
      sum(await values<number>(engine, part(small, '!changes')));
    await engine.drop(large);
    await engine.drop(edges);
    edges = small;
    if (changes > 0) continue;
    const roots = await engine.run([{ stage: 'map:star-roots' }], [part(edges, 'e')]);
    await engine.drop(edges);
    return { roots, rounds };
  }
  throw new EngineError(
    'too-many-rounds',
    `what hangs together was not found in ${MOST_ROUNDS} rounds; please report it`,
  );
}

/** What the first lines of an input look like; a first line that holds no record names the columns. */
async function formatOf(engine: Engine, source: Source, reading: ClusterJobOptions['reading']): Promise<LineFormat> {
  const { format: asked = 'auto', ...how } = reading;
  const head = await engine.head(source, HEAD);
  if (source.kind === 'parquet') return { ...how, format: 'jsonl', header: null };
  let format: Format = 'tsv';
  const onFormat = (_: string, found: Format) => {
    format = found;
  };
  for await (const _ of readRecords([textInput(head, source.path)], { ...how, format: asked, maxBad: 1, onFormat }));
  if (!BY_LINE.has(format)) {
    throw new InputError(
      'not-by-line',
      `${source.path} is ${format}, which cannot be cut at line ends; make records of it first (TSV, JSON lines or Parquet)`,
    );
  }
  const first = head.slice(0, 1);
  let isHeader = first.length > 0;
  for await (const batch of readRecords([textInput(first)], { ...how, format, maxBad: 1 })) {
    if (batch.length > 0) isHeader = false;
  }
  return { ...how, format, header: isHeader ? first[0]! : null };
}

function addReads(all: readonly ReadCount[]): Omit<ReadCount, 'problems'> & { problems: ReadProblem[] } {
  const problems = mergeExamples(all.flatMap((read) => read.problems));
  const add = (field: 'lines' | 'records' | 'labels') => sum(all.map((read) => read[field]));
  return { lines: add('lines'), records: add('records'), labels: add('labels'), problems };
}

function addClusters(all: readonly ClusterCount[]): ClusterCount {
  const add = (field: 'urls' | 'bytes' | 'clusters' | 'plural') => sum(all.map((count) => count[field]));
  return {
    urls: add('urls'),
    bytes: add('bytes'),
    seen: { urls: sum(all.map(({ seen }) => seen.urls)), bytes: sum(all.map(({ seen }) => seen.bytes)) },
    clusters: add('clusters'),
    plural: add('plural'),
    notes: mergeExamples(all.flatMap(({ notes }) => notes)),
    hygiene: mergeFilters(all.map(({ hygiene }) => hygiene)),
  };
}

/** Counts of one code added up, with the smallest example. */
function mergeExamples<T extends { readonly code: string; readonly count: number; readonly example: string }>(
  all: readonly T[],
): T[] {
  const merged = new Map<string, T>();
  for (const item of all) {
    const known = merged.get(item.code);
    if (!known) merged.set(item.code, item);
    else {
      const example = smallestOf([item.example, known.example]);
      merged.set(item.code, { ...known, count: known.count + item.count, example });
    }
  }
  return [...merged.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** A filter that could look at some of the data is on; of which part its example is does not matter. */
function mergeFilters(all: readonly (readonly FilterReport[])[]): FilterReport[] {
  const merged = new Map<string, FilterReport>();
  for (const report of all.flat()) {
    const known = merged.get(report.name);
    if (!known) merged.set(report.name, report);
    else {
      const larger = report.urls > known.urls ? report : known;
      const state = known.state === 'on' || report.state === 'on' ? 'on' : known.state;
      const clusters = known.clusters + report.clusters;
      merged.set(report.name, { ...larger, state, urls: known.urls + report.urls, clusters });
    }
  }
  return [...merged.values()];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
