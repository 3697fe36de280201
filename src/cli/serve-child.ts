/** The process of a learn job of `serve`: learns as the command does, and tells its progress. */
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDustpanError } from '../base/index.ts';
import { CLUSTER_DEFAULTS, type Cluster, type Format, LEARN_DEFAULTS, learnRules, printRuleSet } from '../index.ts';
import { CLUSTERS_FILE, type LearnMessage, type LearnOrder, type LearnProgress, RULES_FILE } from '../server/index.ts';
import { KEPT_BY_AUTO, recordedClustering } from './clustering.ts';
import { openLabeled, readLabeled, refuseUnknown } from './labeled-data.ts';
import type { Output } from './output.ts';
import { say } from './terminal.ts';

const NOWHERE: Output = { isTerminal: false, write: () => undefined, finish: async () => undefined };
const INTERVAL_MS = 250;
const MAX_BAD = 0.1;

process.on('disconnect', () => process.exit());
process.on('message', async (order: LearnOrder) => {
  try {
    await learn(order);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isInternal = !isDustpanError(error);
    if (isInternal) say(`internal error: ${message}; please report it\n`);
    await tell({ kind: 'failed', message, isInternal });
  }
  process.disconnect();
});

async function learn({ paths, request, folder, mostUrls }: LearnOrder): Promise<void> {
  const {
    uploads: _uploads,
    inputs: _inputs,
    format = 'auto',
    host,
    learner = LEARN_DEFAULTS.learner,
    ...asked
  } = request;
  const keep = learner === 'auto' ? KEPT_BY_AUTO : CLUSTER_DEFAULTS.keep;
  const settings = { ...CLUSTER_DEFAULTS, keep };
  const labeled = openLabeled(paths, undefined);
  const progress = watch(labeled.inputs);
  const values = { format: format as Format | 'auto', host, 'log-format': undefined, 'max-bad': MAX_BAD };
  const { clusters, listed, failing, hygiene } = await readLabeled(labeled, values, NOWHERE, settings, progress.look);
  progress.stop();
  if (learner !== 'dustbuster') {
    refuseUnknown(
      clusters.length,
      listed.length,
      `so ${learner} cannot learn from them; the learner dustbuster learns from a bare list`,
    );
  }
  const urls = clusters.reduce((sum, cluster) => sum + cluster.urls.length, 0);
  await tell({ kind: 'progress', progress: progress.now('clustering', urls + listed.length, clusters.length) });
  if (urls <= mostUrls) await writeClusters(join(folder, CLUSTERS_FILE), clusters);
  // Learning does not stop to tell anything, so it is said before.
  await tell({ kind: 'progress', progress: progress.now('learning', urls + listed.length, clusters.length) });
  const { ruleSet, summary } = learnRules(clusters, {
    ...asked,
    learner,
    failing,
    listed,
    madeWith: hygiene.length === 0 ? {} : recordedClustering(settings),
  });
  writeFileSync(join(folder, RULES_FILE), printRuleSet(ruleSet));
  const { candidates, duplicates, removed, sharedForms, impureForms, errorBound, confidence, advice } = summary;
  await tell({
    kind: 'done',
    result: {
      rules: 'rules' in ruleSet ? ruleSet.rules.length : 0,
      ...{ candidates, urls: summary.urls, clusters: summary.clusters, duplicates, removed },
      ...{ sharedForms, impureForms, errorBound, confidence, advice },
      strongest: summary.strongest.map(({ text, support }) => ({ text, support })),
      unexplained: (summary.unexplained ?? []).map(({ difference, duplicates: count, pages, example }) => {
        return { difference, duplicates: count, pages, example };
      }),
    },
  });
}

/** Sends how far reading has come, a few times a second; what is read in whole is being clustered. */
function watch(inputs: ReturnType<typeof openLabeled>['inputs']) {
  const total = inputs.reduce<number | null>(
    (sum, { size }) => (sum === null || size === undefined ? null : sum + size),
    0,
  );
  let records = 0;
  const now = (state: LearnProgress['state'], urls: number, clusters: number): LearnProgress => {
    const bytes = inputs.reduce((sum, input) => sum + input.position(), 0);
    return { state, bytes, totalBytes: total, lines: records, urls, clusters };
  };
  const timer = setInterval(() => {
    const progress = now('reading', records, 0);
    const state = progress.bytes === total ? 'clustering' : 'reading';
    process.send?.({ kind: 'progress', progress: { ...progress, state } } satisfies LearnMessage);
  }, INTERVAL_MS);
  return {
    now,
    look: () => {
      records++;
    },
    stop: () => clearInterval(timer),
  };
}

async function writeClusters(path: string, clusters: readonly Cluster[]): Promise<void> {
  const out = createWriteStream(path);
  for (const cluster of clusters) {
    if (!out.write(`${JSON.stringify(cluster)}\n`)) await new Promise<void>((resolve) => out.once('drain', resolve));
  }
  await new Promise<void>((resolve, reject) => {
    out.once('error', reject);
    out.end(resolve);
  });
}

function tell(message: LearnMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send!(message, () => resolve());
  });
}
