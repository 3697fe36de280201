/** Reads the data that rules are learned from and judged on, and tells on standard error what was made of it. */
import { InputError } from '../base/index.ts';
import {
  type Clustering,
  type ClusterOptions,
  type CrawlRecord,
  clusterRecords,
  FORMATS,
  type Format,
  LabelPack,
  type ReadProblem,
  type RecordStream,
  readRecords,
  type ShareOf,
  widenClustering,
} from '../index.ts';
import { describeProblem, type Input, openInput } from '../records/index.ts';
import { tellClustering } from './clustering.ts';
import type { OptionTable } from './command.ts';
import { openFiles } from './inputs.ts';
import type { Output } from './output.ts';
import { startProgress } from './progress.ts';
import { counted, grouped, printable, say } from './terminal.ts';

export const INPUTS = {
  name: 'input',
  count: 'any',
  stays: true,
  help: 'labeled URLs (cluster_id, tab, url, optionally tab, wide_id), or what a crawl or a server left: records (TSV, CSV, JSON lines), CDX, CDXJ, WARC, Parquet, access logs, sitemaps; plain, gzip or zstd; "-" or none is standard input',
} as const;

/** How inputs are read; the same for every command that learns or judges. */
export const READING = [
  {
    name: 'format',
    value: 'FORMAT',
    choices: ['auto', ...FORMATS],
    default: 'auto',
    help: `what the inputs are: ${FORMATS.join(', ')}; or auto to find out for each`,
  },
  {
    name: 'host',
    value: 'HOST',
    help: 'of logs without host names: www.example.com, or https://www.example.com',
  },
  {
    name: 'log-format',
    value: 'STRING',
    help: 'of logs of no known format: a string with the specifiers of GoAccess, such as %h %^[%d:%t %^] "%r" %s %b',
  },
  {
    name: 'max-bad',
    value: 'SHARE',
    kind: 'number',
    min: 0,
    max: 1,
    default: 0.1,
    help: 'largest share of an input that may be unreadable before the run is refused',
  },
] as const satisfies readonly OptionTable[];

export type ReadingValues = {
  readonly format: Format | 'auto';
  readonly host: string | undefined;
  readonly 'log-format': string | undefined;
  readonly 'max-bad': number;
};

export const WIDE = {
  name: 'wide',
  value: 'FILE',
  help: 'clusters in a wider sense, in the format of clusters: URLs in different ones are certainly different pages; URLs of one are perhaps the same, and joining them is no error',
} as const satisfies OptionTable;

export const FOLD_HELP =
  'parts are made by a hash of what might be one page, so the same data has the same parts everywhere';

export type LabeledInputs = { readonly inputs: readonly Input[]; readonly wide: Input | undefined };

/** Looks at all inputs before the first is read. `others` are inputs of the command that may be standard input too. */
export function openLabeled(
  paths: readonly string[],
  wide: string | undefined,
  others: readonly string[] = [],
): LabeledInputs {
  const inputs = openFiles(paths, [...others, wide]);
  return { inputs, wide: wide === undefined ? undefined : openInput(wide) };
}

/** Records are clustered as `clustering` says; labels are believed as they are. Of more pages than `shareOf` allows a part is taken. There may be URLs without any cluster: see `refuseUnknown`. `look` sees every record on its way. */
export async function readLabeled(
  { inputs, wide }: LabeledInputs,
  values: ReadingValues,
  output: Output,
  clustering: Partial<ClusterOptions> = {},
  look?: (record: CrawlRecord) => void,
  shareOf?: ShareOf,
): Promise<Clustering> {
  const labels = new LabelPack();
  // Labels that nobody else looks at need not become records.
  const reading = readStream(inputs, values, output, look ? undefined : labels);
  const data = await clusterRecords(look ? seen(reading.records, look) : reading.records, clustering, labels, shareOf);
  const urls = data.packed.urls.count + data.listed.length;
  reading.done(urls);
  tellClustering(data, data.packed.size > 0);
  reading.check(urls);
  if (wide === undefined) return data;
  const wideStream = readRecords([wide], { format: 'clusters' });
  const wider = await clusterRecords(wideStream);
  tellProblems(wideStream.problems());
  tellClustering(wider, true);
  return widenClustering(data, wider.clusters);
}

async function* seen(batches: Reading['records'], look: (record: CrawlRecord) => void) {
  for await (const batch of batches) {
    for (const record of batch) look(record);
    yield batch;
  }
}

/** Refuses URLs of whose pages nothing is known, if that is all there is. `advice`: the end of the sentence, what follows and what to do. */
export function refuseUnknown(clusters: number, listed: number, advice: string): void {
  if (clusters > 0 || listed === 0) return;
  throw new InputError(
    'pages-unknown',
    `nothing is known of the pages of ${counted(listed, 'URL')} (no label, no digest, no sketch), ${advice}`,
  );
}

export const NOTHING_TO_JUDGE =
  'so there is nothing to judge rules on; give labeled URLs, or records with digests or sketches';

export const NOTHING_SHARED =
  'so no two sites are known to share a page; give records with digests, sketches or redirects';

export type Reading = {
  readonly records: AsyncIterable<readonly CrawlRecord[]>;
  /** All is read: ends the progress line, and tells what could not be used. */
  done(urls: number): void;
  /** Refuses inputs of which nothing is left. */
  check(urls: number): void;
};

export function readStream(
  inputs: readonly Input[],
  { format, host, 'log-format': logFormat, 'max-bad': maxBad }: ReadingValues,
  output: Output,
  labels?: LabelPack,
): Reading {
  const progress = startProgress(inputs, output, false);
  const stream = readRecords(inputs, {
    format,
    maxBad,
    ...(host === undefined ? {} : { host }),
    ...(logFormat === undefined ? {} : { logFormat }),
    ...(labels === undefined ? {} : { labels }),
    onFormat: tellFormat,
  });
  return {
    records: watched(stream, (lines) => progress.update(lines)),
    done(urls) {
      progress.done(`${counted(urls, 'URL')} read`);
      tellProblems(stream.problems());
    },
    check(urls) {
      if (urls === 0) throw nothingRead(stream);
    },
  };
}

async function* watched(stream: RecordStream, update: (lines: number) => void) {
  for await (const batch of stream) {
    yield batch;
    update(stream.lines());
  }
}

function tellFormat(input: string, format: Format, because: string | null): void {
  if (because !== null) say(`dustpan: ${printable(input)}: read as ${format}, because ${printable(because)}\n`);
}

function tellProblems(problems: readonly ReadProblem[]): void {
  for (const problem of problems) say(`dustpan: ${problemText(problem)}\n`);
}

function problemText({ code, count, example }: ReadProblem): string {
  const { kind, text } = describeProblem(code);
  return `${counted(count, 'line')}${kind === 'noted' ? '' : ' left out'}: ${text}; the first is ${printable(example)}`;
}

function nothingRead(stream: RecordStream): InputError {
  if (stream.lines() === 0)
    return new InputError('no-urls', 'the input is empty; name files with labeled URLs or records');
  const none = `none of ${grouped(stream.lines())} lines could be used`;
  const isRead = stream.problems().every(({ code }) => describeProblem(code).kind === 'noted');
  return new InputError(
    'no-urls',
    isRead
      ? `${none}, for the reasons above; add the records of pages that answered with status 200`
      : `${none}; check the input, and say what it is with --format`,
  );
}
