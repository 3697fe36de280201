/** `dustpan compare`: every learner on the same data, judged on pages it has not seen. */
import { ConfigError } from '../../base/index.ts';
import {
  assembleComparison,
  comparableLearners,
  compareRow,
  comparisonCsv,
  comparisonPage,
  comparisonText,
  completeCompareOptions,
  NOT_MEASURED,
  parseSweep,
  planLevels,
  planRows,
  STANDARD_NORMALIZERS,
  SWEEPS,
} from '../../index.ts';
import { CLUSTERING, clusteringOptions } from '../clustering.ts';
import { defineCommand } from '../command.ts';
import { loadNormalizers } from '../compare-normalizers.ts';
import { compareReplicaMethods, REPLICA_COMPARING } from '../compare-replicas.ts';
import { type MeasuredRow, workRows } from '../compare-rows.ts';
import { INPUTS, NOTHING_TO_JUDGE, openLabeled, READING, readLabeled, refuseUnknown, WIDE } from '../labeled-data.ts';
import { OUTPUT } from '../options.ts';
import { openOutput } from '../output.ts';
import { SUMMARIES } from '../summaries.ts';
import { isTerminal, painter, printable, say } from '../terminal.ts';
import { MAX_RISK, THRESHOLDS } from '../thresholds.ts';

export const compare = defineCommand(
  {
    name: 'compare',
    summary: SUMMARIES.compare,
    details:
      'Each part of the pages is held out in turn: rules are learned from the others, as "learn --fold" does, and judged on it, as "evaluate --fold" does. Beside the learners stand normalizers that learn nothing. A learner that finds nothing says so, and the others go on. CPU s is the processor time of learning, all threads, the mean over the parts; peak MB the largest resident memory of a process that did the row and nothing else, the data and the runtime included. All figures but these two are the same in every run.',
    positionals: [INPUTS],
    options: [
      {
        name: 'learners',
        value: 'LIST',
        default: comparableLearners().join(','),
        help: 'names of learners, separated by commas',
      },
      {
        name: 'max-fpr',
        value: 'LIST',
        default: '0',
        help: 'shares of wrong pairs that a rule may have, separated by commas; a row for each. 0,0.05,0.1,0.15,0.2 are those of the papers',
      },
      {
        name: 'folds',
        value: 'K',
        kind: 'integer',
        min: 2,
        max: 1000,
        default: 3,
        help: 'parts of the pages, each held out once',
      },
      {
        name: 'split',
        value: 'HOW',
        choices: ['cross', 'thirds'],
        default: 'cross',
        help: 'cross, all but one part learn and judge; thirds, the protocol of the papers, one third proposes, one judges, one tests, and no method sees more than K (--sample) URLs of a page',
      },
      {
        name: 'sweep',
        value: 'NAME=VALUES',
        help: `a threshold that takes several values in turn, such as min-frequency=1..10 or sample=2,5,10: ${Object.keys(SWEEPS).join(', ')}`,
      },
      ...THRESHOLDS,
      MAX_RISK,
      ...REPLICA_COMPARING,
      ...READING,
      ...CLUSTERING,
      WIDE,
      {
        name: 'workers',
        value: 'N',
        kind: 'integer',
        min: 1,
        max: 1024,
        default: 1,
        help: 'rows that are worked out at the same time; more than one disturbs the times a little',
      },
      { name: 'json', help: 'one JSON object instead of a table; times and memory stand apart, under "costs"' },
      { name: 'csv', help: 'comma-separated values instead of a table, with every part' },
      { name: 'html', value: 'FILE', help: 'also write a page with the tables and the trade-off curves' },
      OUTPUT,
    ],
    examples: [
      'dustpan compare clusters.tsv.gz',
      'dustpan compare clusters.tsv.gz --max-fpr 0,0.05,0.1,0.15,0.2 --html compare.html',
      'dustpan compare clusters.tsv.gz --learners duster --min-support 1 --sweep min-frequency=1..10',
      'dustpan compare --task replicas crawl.tsv --pairs labeled-pairs.tsv --ips host_ip.tsv --folds 5 --html roc.html',
    ],
  },
  async (options, paths) => {
    if (options.task === 'replicas') {
      checkOutputs(options);
      return compareReplicaMethods(options, options.folds, paths, clusteringOptions(options));
    }
    const settings = completeCompareOptions({
      learners: options.learners.split(','),
      maxFprs: options['max-fpr'].split(',').map(readShare),
      folds: options.folds,
      split: options.split,
      sweep: options.sweep === undefined ? null : parseSweep(options.sweep),
      minFrequency: options['min-frequency'],
      minSupport: options['min-support'],
      sample: options.sample,
      cardinality: options.cardinality,
      confidence: options.confidence,
      seed: options.seed,
      maxRisk: options['max-risk'],
    });
    const clustering = clusteringOptions(options);
    checkOutputs(options);
    const inputs = openLabeled(paths, options.wide);
    const output = openOutput(options.output);
    const page = options.html === undefined ? null : openOutput(options.html);
    const { clusters, listed, failing } = await readLabeled(inputs, options, output, clustering);
    refuseUnknown(clusters.length, listed.length, NOTHING_TO_JUDGE);
    const { normalizers, absent } = await loadNormalizers();
    const all = [...STANDARD_NORMALIZERS, ...normalizers];
    const keys = planRows(
      settings,
      all.map(({ name }) => name),
    );
    const normalized = keys
      .filter(({ kind }) => kind === 'normalizer')
      .map((key) => ({ ...compareRow(clusters, key, settings, { normalizers: all }), ...NOT_MEASURED }));
    const learning = keys.filter(({ kind }) => kind === 'learner');
    const withLevels = planLevels(settings);
    const tell = tellRows(learning.length);
    const learned = await workRows(learning, clusters, settings, failing, withLevels, options.workers, tell);
    const levels = learned.map((row) => row.levels);
    const comparison = assembleComparison(clusters, settings, [...normalized, ...learned], levels, absent);
    if (options.json) await output.write(`${JSON.stringify(comparison, null, 2)}\n`);
    else if (options.csv) await output.write(comparisonCsv(comparison));
    else await output.write(comparisonText(comparison, painter(output.isTerminal)));
    await page?.write(comparisonPage(comparison));
    await output.finish();
    await page?.finish();
    return 0;
  },
);

function readShare(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= 0 && value <= 1) return value;
  throw new ConfigError(
    'bad-option',
    `--max-fpr takes numbers from 0 to 1, separated by commas, not "${printable(text)}"`,
  );
}

function checkOutputs({
  json,
  csv,
  html,
  output,
}: {
  readonly json: boolean;
  readonly csv: boolean;
  readonly html: string | undefined;
  readonly output: string | undefined;
}): void {
  if (json && csv) throw new ConfigError('two-forms', 'give --json or --csv, not both');
  if (html === '-')
    throw new ConfigError('bad-option', '--html takes the name of a file; the table goes to standard output');
  if (html !== undefined && html === output) {
    throw new ConfigError('two-forms', '--html and -o name the same file; give each its own');
  }
}

/** Says at once what found nothing, and on a terminal how far it is. */
function tellRows(total: number): (row: MeasuredRow) => void {
  const { TERM } = process.env;
  const isWatched = isTerminal(2) && TERM !== 'dumb';
  let done = 0;
  return ({ row: { method, maxFpr, swept, advice } }) => {
    done++;
    const where = [
      ...(maxFpr === null ? [] : [`--max-fpr ${maxFpr}`]),
      ...(swept === null ? [] : [`the threshold at ${swept}`]),
    ].join(', ');
    if (isWatched) say(CLEAR);
    if (advice !== null) say(`dustpan: ${method} found nothing${where === '' ? '' : ` with ${where}`}: ${advice}\n`);
    if (isWatched && done < total) say(`${done} of ${total} rows, last ${method}`);
  };
}

const CLEAR = '\r\u001b[K';
