/** `dustpan compare --task replicas`: the methods that find replicas, on labeled pairs of hosts. */
import { ConfigError } from '../base/index.ts';
import {
  type ClusterOptions,
  compareReplicas,
  REPLICA_METHODS,
  type ReplicaMethod,
  replicaComparisonPage,
  replicaComparisonText,
} from '../index.ts';
import { tellClustering } from './clustering.ts';
import type { OptionTable } from './command.ts';
import { openLabeled, type ReadingValues, readStream } from './labeled-data.ts';
import { openOutput } from './output.ts';
import { IPS, readHostAddresses, readLabeledPairs } from './replica-files.ts';
import { counted, say } from './terminal.ts';

export const REPLICA_COMPARING = [
  {
    name: 'task',
    value: 'TASK',
    choices: ['rules', 'replicas'],
    default: 'rules',
    help: 'what is compared: rules, learners of rules; replicas, methods that find sites that copy each other (with --pairs)',
  },
  {
    name: 'pairs',
    value: 'FILE',
    help: 'of replicas: pairs of hosts and what they are to each other (host, tab, host, tab, label)',
  },
  IPS,
  {
    name: 'methods',
    value: 'LIST',
    default: REPLICA_METHODS.join(','),
    help: 'of replicas: names of methods, separated by commas',
  },
  {
    name: 'positive',
    value: 'LIST',
    default: 'replica,modified',
    help: 'of replicas: labels of pairs that are replicas',
  },
  { name: 'negative', value: 'LIST', default: 'none', help: 'of replicas: labels of pairs that are none' },
] as const satisfies readonly OptionTable[];

export type ReplicaComparingValues = ReadingValues & {
  readonly pairs: string | undefined;
  readonly ips: string | undefined;
  readonly methods: string;
  readonly positive: string;
  readonly negative: string;
  readonly seed: number;
  readonly json: boolean;
  readonly csv: boolean;
  readonly html: string | undefined;
  readonly output: string | undefined;
};

/** `folds`: the parts of the pairs. */
export async function compareReplicaMethods(
  options: ReplicaComparingValues,
  folds: number,
  paths: readonly string[],
  clustering: ClusterOptions,
): Promise<0> {
  if (options.pairs === undefined) {
    throw new ConfigError(
      'no-pairs',
      'to compare methods that find replicas, name labeled pairs of hosts with --pairs FILE',
    );
  }
  if (options.csv) throw new ConfigError('bad-option', '--csv is for learners of rules; give --json for replicas');
  const methods = options.methods.split(',').map((name) => name.trim());
  const other = methods.find((name) => !isMethod(name));
  if (other !== undefined)
    throw new ConfigError('bad-option', `There is no method "${other}"; choose of ${REPLICA_METHODS.join(', ')}.`);
  const others = [options.pairs, options.ips].filter((path) => path !== undefined);
  const { inputs } = openLabeled(paths, undefined, others);
  const pairs = await readLabeledPairs(options.pairs);
  const ips = await readHostAddresses(options.ips);
  const output = openOutput(options.output);
  const page = options.html === undefined ? null : openOutput(options.html);
  const reading = readStream(inputs, options, output);
  const comparison = await compareReplicas(reading.records, pairs, {
    ...{ methods: methods.filter(isMethod), folds, seed: options.seed, ips, clustering },
    positive: options.positive.split(','),
    negative: options.negative.split(','),
    onRead(file) {
      reading.done(file.urls + file.listed);
      tellClustering(file, file.clusters > 0);
      reading.check(file.urls + file.listed);
    },
  });
  const { unknown } = comparison.data;
  if (unknown > 0) say(`dustpan: ${counted(unknown, 'labeled pair')} left out, because a host is not in the data\n`);
  await output.write(options.json ? `${JSON.stringify(comparison, null, 2)}\n` : replicaComparisonText(comparison));
  await page?.write(replicaComparisonPage(comparison));
  await output.finish();
  await page?.finish();
  return 0;
}

function isMethod(name: string): name is ReplicaMethod {
  return REPLICA_METHODS.some((method) => method === name);
}
