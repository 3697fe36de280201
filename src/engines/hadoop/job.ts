/** The side of a Hadoop job that decides: runs where its script runs, and writes the result to standard output or to Hadoop's file system. */
import { readFileSync, writeSync } from 'node:fs';
import { EngineError } from '../../base/index.ts';
import {
  type ClusterJobOptions,
  clusterJob,
  clusterLinesJob,
  type Engine,
  type EvaluateJobOptions,
  evaluateJob,
  type LearnJobOptions,
  learnJob,
  type ReplicaForm,
  type ReplicasJobOptions,
  replicasJob,
  replicaText,
  type Source,
  type ValidateJobOptions,
  validateJob,
} from '../../pipeline/index.ts';
import { printRuleSet, type RuleSet } from '../../rules/index.ts';
import { callScript, openHadoopEngine } from './engine.ts';

/** What a script is written for. Options went through JSON, so a sample of all URLs is null. */
export type HadoopJob = { readonly sources: readonly Source[] } & (
  | { readonly job: 'cluster'; readonly options: ClusterJobOptions }
  | { readonly job: 'learn'; readonly options: LearnJobOptions }
  | { readonly job: 'validate'; readonly options: ValidateJobOptions; readonly ruleSet: RuleSet }
  | { readonly job: 'evaluate'; readonly options: EvaluateJobOptions; readonly ruleSet: RuleSet }
  | { readonly job: 'replicas'; readonly options: ReplicasJobOptions; readonly asked: ReplicaForm }
);

/** `OUT` is in the environment, as the script says. */
export async function runHadoopJob(file: string, script: string): Promise<void> {
  const job = JSON.parse(readFileSync(file, 'utf8')) as HadoopJob;
  const { OUT } = process.env;
  if (!OUT) throw new EngineError('no-out', 'OUT does not name a folder');
  const call = callScript(script);
  const engine = openHadoopEngine(call, `${OUT}.work`);
  try {
    const text = await resultOf(engine, job, OUT);
    if (text !== '') writeAll(Buffer.from(text));
  } finally {
    await engine.close();
  }
}

async function resultOf(engine: Engine, job: HadoopJob, target: string): Promise<string> {
  switch (job.job) {
    case 'cluster': {
      const found = await clusterJob(engine, job.sources, job.options);
      await engine.save(await clusterLinesJob(engine, found), target, ['cluster_id', 'url', 'wide_id']);
      return '';
    }
    case 'learn': {
      const { learning } = job.options;
      const sample = learning.sample === null ? { sample: Number.POSITIVE_INFINITY } : {};
      const options = { ...job.options, learning: { ...learning, ...sample } };
      return printRuleSet((await learnJob(engine, job.sources, options)).ruleSet);
    }
    case 'validate':
      return printRuleSet((await validateJob(engine, job.sources, job.ruleSet, job.options)).validation.ruleSet);
    case 'replicas': {
      const { search } = await replicasJob(engine, job.sources, job.options);
      return [...replicaText(search, job.asked)].join('');
    }
    case 'evaluate': {
      const { evaluation, dust } = await evaluateJob(engine, job.sources, job.ruleSet, job.options);
      return `${JSON.stringify({ ...evaluation, ...(dust && { dust }) }, null, 2)}\n`;
    }
  }
}

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}
