/** Reads the data that rules are learned from and judged on, and tells on standard error what was made of it. */
import { InputError } from '../base/index.ts';
import {
  type Clustering,
  clusterRecords,
  FORMATS,
  type Format,
  type ReadProblem,
  type RecordStream,
  readRecords,
  withWide,
} from '../index.ts';
import { type Input, openInput } from '../records/index.ts';
import type { OptionTable } from './command.ts';
import { openFiles } from './inputs.ts';
import type { Output } from './output.ts';
import { startProgress } from './progress.ts';
import { counted, grouped, printable, say } from './terminal.ts';

export const INPUTS = {
  name: 'input',
  count: 'any',
  help: 'labeled URLs (cluster_id, tab, url, optionally tab, wide_id) or records of a crawl (tab-separated with a header, or JSON lines); plain, gzip or zstd; "-" or none is standard input; a cluster may have lines in several inputs',
} as const;

export const FORMAT = {
  name: 'format',
  value: 'FORMAT',
  choices: ['auto', ...FORMATS],
  default: 'auto',
  help: 'what the inputs are: clusters, tsv (records with a header line), jsonl, or auto to find out for each',
} as const satisfies OptionTable;

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

export async function readLabeled(
  { inputs, wide }: LabeledInputs,
  format: Format | 'auto',
  output: Output,
): Promise<Clustering> {
  const progress = startProgress(inputs, output, false);
  const stream = readRecords(inputs, { format, onFormat: tellFormat });
  const data = await clusterRecords(watched(stream, (lines) => progress.update(lines)));
  const urls = data.clusters.reduce((sum, cluster) => sum + cluster.urls.length, 0);
  progress.done(`${counted(urls, 'URL')} read`);
  tellProblems(stream.problems(), data);
  if (urls === 0) throw nothingRead(stream);
  if (wide === undefined) return data;
  const wideStream = readRecords([wide], { format: 'clusters' });
  const wider = await clusterRecords(wideStream);
  tellProblems(wideStream.problems(), wider);
  return { ...data, clusters: withWide(data.clusters, wider.clusters) };
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

const PROBLEMS: Readonly<Record<string, string>> = {
  'no-tab': 'no tab',
  'no-cluster-id': 'no cluster id',
  'no-url': 'no URL',
  'not-json': 'no JSON',
  'not-an-object': 'JSON that is not an object',
  'no-header': 'no header before it that names the column url',
};

const NOTES: Readonly<Record<string, (count: string) => string>> = {
  'url-in-two-clusters': (count) => `${count} in two clusters, left out of both`,
  'url-in-two-wide-groups': (count) => `${count} with two wide ids, the smallest counts`,
  'redirect-to-nowhere': (count) => `${count} left out, because they redirect to nothing that was fetched`,
  'no-page': (count) => `${count} left out, because they did not answer with a page (status 200)`,
};

function tellProblems(problems: readonly ReadProblem[], { notes }: Clustering): void {
  for (const problem of problems) say(`dustpan: ${problemText(problem)}\n`);
  for (const { code, count, example } of notes) {
    const text = NOTES[code]?.(counted(count, 'URL')) ?? `${counted(count, 'URL')}: ${code}`;
    say(`dustpan: ${text}; the first is ${printable(example)}\n`);
  }
}

function problemText({ code, count, example }: ReadProblem): string {
  return `${counted(count, 'line')} left out: ${PROBLEMS[code] ?? code}; the first is ${printable(example)}`;
}

function nothingRead(stream: RecordStream): InputError {
  if (stream.lines() === 0)
    return new InputError('no-urls', 'the input is empty; name files with labeled URLs or records');
  return new InputError(
    'no-urls',
    `none of ${grouped(stream.lines())} lines could be used; check the input, and say what it is with --format`,
  );
}
