/** `cluster`, `learn`, `validate`, `evaluate` and `replicas` on an engine: what they tell is what they tell on this machine. */
import { ConfigError, InputError } from '../base/index.ts';
import {
  type ClusterCounts,
  clusterJob,
  clusterLinesJob,
  evaluateJob,
  type HadoopJob,
  jobScript,
  type LearnJob,
  learnJob,
  lineOf,
  type ReplicaForm,
  replicasJob,
  validateJob,
} from '../engines/index.ts';
import {
  type ClusterOptions,
  type DustClasses,
  type EvaluateOptions,
  type Evaluation,
  type Fold,
  type LearnOptions,
  printRuleSet,
  type ReplicaSearch,
  type Validation,
} from '../index.ts';
import { describeProblem } from '../records/index.ts';
import { recordedClustering, tellClustering } from './clustering.ts';
import { isFolder, STAGES, sourcesOf, withEngine, writeRows } from './engine.ts';
import type { EngineValues } from './engine-options.ts';
import { NOTHING_SHARED, NOTHING_TO_JUDGE, type ReadingValues, refuseUnknown } from './labeled-data.ts';
import { partText } from './learn-text.ts';
import { openOutput } from './output.ts';
import { loadRules } from './rules.ts';
import { counted, grouped, printable, say } from './terminal.ts';

type Values = EngineValues & ReadingValues & { readonly output: string | undefined };

const HEADER = 'cluster_id\turl\twide_id\n';

export async function clusterOnEngine(options: Values, paths: readonly string[], settings: ClusterOptions): Promise<0> {
  const sources = recordSources(paths, options);
  const clustering = { ...settings, reading: readingOf(options) };
  if (options.engine === 'hadoop-streaming') {
    await writeScript({ job: 'cluster', sources, options: clustering }, options.output);
    return 0;
  }
  await withEngine(options, settings, async (engine) => {
    const job = await clusterJob(engine, sources, clustering);
    tell(job.counts, options['max-bad']);
    const advice = 'so there are no clusters; give records with digests, sketches or redirects';
    refuseUnknown(job.counts.clusters, job.counts.listed, advice);
    const lines = await clusterLinesJob(engine, job);
    if (isFolder(options.output)) await engine.save(lines, options.output, ['cluster_id', 'url', 'wide_id']);
    else await writeRows(engine, lines, options.output, ({ v }) => `${lineOf(v)}\n`, HEADER);
    const { urls, clusters, plural } = job.counts;
    say(
      `${counted(urls, 'URL')} of ${counted(clusters, 'page')}: ${counted(urls - clusters, 'duplicate')}, in ${counted(plural, 'cluster')} of two URLs or more\n`,
    );
  });
  return 0;
}

type Refused = {
  readonly wide: string | undefined;
  readonly fetch?: boolean;
  readonly report?: string | undefined;
};
type RefusedValues = Values & Refused;
export type LearnValues = RefusedValues & { readonly learner: string; readonly memory: string | undefined };

export async function learnOnEngine(
  options: LearnValues,
  paths: readonly string[],
  settings: ClusterOptions,
  learning: Partial<LearnOptions> & { readonly fold: Fold | null },
): Promise<0> {
  refuseOptions(options);
  const sources = recordSources(paths, options);
  const asked = {
    learning,
    clustering: { ...settings, reading: readingOf(options) },
    // Many machines take all pages, unless they are told to look at as many as one would.
    pagesWithin: options.memory === undefined ? null : settings.memory,
    madeWith: recordedClustering(settings),
  };
  if (options.engine === 'hadoop-streaming') {
    await writeScript({ job: 'learn', sources, options: asked }, options.output);
    return 0;
  }
  // Nothing of the rule set is written before all of it is there.
  const output = openOutput(options.output);
  const job = await withEngine(options, settings, (engine) => learnJob(engine, sources, asked));
  tell(job.clustering, options['max-bad']);
  if (job.share < 1) say(partText(job.share, options.memory));
  refuseUnknown(job.clustering.clusters, job.clustering.listed, `so ${options.learner} cannot learn from them`);
  await output.write(printRuleSet(job.ruleSet));
  await output.finish();
  say(learnText(job));
  return 0;
}

/** Writes the rule set, and what is told of it is the command's business; or, as commands for Hadoop, nothing is known yet. */
export async function validateOnEngine(
  options: RefusedValues & { readonly rules: string; readonly 'max-fpr': number; readonly confidence: number },
  paths: readonly string[],
  settings: ClusterOptions,
): Promise<Validation | null> {
  refuseOptions(options);
  const { ruleSet } = await loadRules(options.rules);
  const sources = recordSources(paths, options);
  const asked = {
    maxFpr: options['max-fpr'],
    confidence: options.confidence,
    clustering: { ...settings, reading: readingOf(options) },
  };
  if (options.engine === 'hadoop-streaming') {
    await writeScript({ job: 'validate', sources, options: asked, ruleSet }, options.output);
    return null;
  }
  const output = openOutput(options.output);
  const job = await withEngine(options, settings, (engine) => validateJob(engine, sources, ruleSet, asked));
  tell(job.clustering, options['max-bad']);
  refuseUnknown(job.clustering.clusters, job.clustering.listed, NOTHING_TO_JUDGE);
  await output.write(printRuleSet(job.validation.ruleSet));
  await output.finish();
  return job.validation;
}

export async function evaluateOnEngine(
  options: Values & { readonly rules: string; readonly wide: string | undefined },
  paths: readonly string[],
  settings: ClusterOptions,
  evaluating: EvaluateOptions,
  textOf: (evaluation: Evaluation, dust: DustClasses | null) => string,
): Promise<0> {
  refuseOptions(options);
  const { ruleSet } = await loadRules(options.rules);
  const sources = recordSources(paths, options);
  const asked = { ...evaluating, clustering: { ...settings, reading: readingOf(options) } };
  if (options.engine === 'hadoop-streaming') {
    await writeScript({ job: 'evaluate', sources, options: asked, ruleSet }, options.output);
    return 0;
  }
  const output = openOutput(options.output);
  const job = await withEngine(options, settings, (engine) => evaluateJob(engine, sources, ruleSet, asked));
  tell(job.clustering, options['max-bad']);
  refuseUnknown(job.clustering.clusters, job.clustering.listed, NOTHING_TO_JUDGE);
  if (job.dust === null) say('dustpan: what duplicates are due to is told of records on this machine only\n');
  await output.write(textOf(job.evaluation, job.dust));
  await output.finish();
  return 0;
}

/** Null if a script was written for it: then nothing is known yet. */
export async function replicasOnEngine(
  options: Values,
  paths: readonly string[],
  settings: ClusterOptions,
  search: Omit<Parameters<typeof replicasJob>[2], 'clustering'>,
  asked: ReplicaForm,
): Promise<ReplicaSearch | null> {
  const sources = recordSources(paths, options);
  const searching = { ...search, clustering: { ...settings, reading: readingOf(options) } };
  if (options.engine === 'hadoop-streaming') {
    await writeScript({ job: 'replicas', sources, options: searching, asked }, options.output);
    return null;
  }
  const job = await withEngine(options, settings, (engine) => replicasJob(engine, sources, searching));
  tell(job.clustering, options['max-bad']);
  refuseUnknown(job.clustering.clusters, job.clustering.listed, NOTHING_SHARED);
  return job.search;
}

/** Nothing is run: the script does it where Hadoop is. */
async function writeScript(job: HadoopJob, path: string | undefined): Promise<void> {
  const output = openOutput(path);
  await output.write(jobScript(job, STAGES));
  await output.finish();
}

function refuseOptions(options: Refused): void {
  const refused = (['wide', 'fetch', 'report'] as const).find((name) => options[name]);
  if (refused === undefined) return;
  throw new ConfigError('not-staged', `--${refused} works on this machine only; leave it out with spark`);
}

/** A table of records is read with all its columns. */
function recordSources(paths: readonly string[], { format }: Values) {
  return sourcesOf(paths, undefined).map(({ path, kind }) => ({
    path,
    kind: format === 'parquet' ? ('parquet' as const) : kind,
  }));
}

function readingOf({ format, host, 'log-format': logFormat }: Values) {
  return { format, ...(host !== undefined && { host }), ...(logFormat !== undefined && { logFormat }) };
}

function tell(
  { lines, problems, notes, hygiene, labels, records, clusters, urls, listed }: ClusterCounts,
  maxBad: number,
) {
  let bad = 0;
  for (const { code, count, example } of problems) {
    const { kind, text } = describeProblem(code);
    if (kind === 'bad') bad += count;
    const left = kind === 'noted' ? '' : ' left out';
    say(`dustpan: ${counted(count, 'line')}${left}: ${text}; one is ${printable(example)}\n`);
  }
  if (bad > maxBad * lines) {
    throw new InputError(
      'too-much-unreadable',
      `${grouped(bad)} of ${grouped(lines)} lines cannot be read; check the input, say what it is with --format, or allow more of that with --max-bad`,
    );
  }
  // Labels are believed; filters look at records only.
  tellClustering({ notes, hygiene: records > labels ? hygiene : [] }, clusters > 0);
  if (urls + listed === 0)
    throw new InputError(
      'no-urls',
      'none of the lines could be used; check the input, and say what it is with --format',
    );
}

function learnText({ clustering, ruleSet, candidates, rejected, problems }: LearnJob): string {
  const { urls, clusters, plural } = clustering;
  const rules = 'rules' in ruleSet ? ruleSet.rules.length : 0;
  const lines = [
    `${counted(urls, 'URL')} of ${counted(clusters, 'page')}, ${counted(plural, 'cluster')} of two URLs or more`,
    `${counted(candidates, 'candidate')}, ${counted(rules, 'rule')}; not taken: ${grouped(rejected['min-support'])} for want of support, ${grouped(rejected['max-fpr'])} that join different pages, ${grouped(rejected.covered)} that others cover`,
    ...problems.map(({ code, count }) => `${counted(count, 'cluster')} without a rule: ${code}`),
  ];
  return `${lines.join('\n')}\n`;
}
