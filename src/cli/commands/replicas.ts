/** `dustpan replicas`: whole sites that copy each other. */
import { ConfigError } from '../../base/index.ts';
import { type ReplicaForm, replicaText } from '../../engines/index.ts';
import {
  findReplicas,
  type HostRules,
  REPLICA_DEFAULTS,
  REPLICA_METHODS,
  type ReplicaSearch,
  type RuleSet,
} from '../../index.ts';
import { CLUSTERING, clusteringOptions, tellClustering } from '../clustering.ts';
import { defineCommand } from '../command.ts';
import { ENGINE_TOLD } from '../engine-options.ts';
import { INPUTS, NOTHING_SHARED, openLabeled, READING, readStream, refuseUnknown } from '../labeled-data.ts';
import { OUTPUT } from '../options.ts';
import { openOutput } from '../output.ts';
import { IPS, readHostAddresses } from '../replica-files.ts';
import { hostRuleSentence, replicaSentences } from '../replicas-text.ts';
import { loadRules } from '../rules.ts';
import { SUMMARIES } from '../summaries.ts';
import { counted, say } from '../terminal.ts';
import { CONFIDENCE, MAX_FPR } from '../thresholds.ts';

export const replicas = defineCommand(
  {
    name: 'replicas',
    summary: SUMMARIES.replicas,
    details:
      'Writes host, host and score, separated by tabs, best first; pairs that share no page score 0 and are not written. Nothing is fetched: URLs, what makes pages the same, and addresses are all that counts. With the method "extended" a score of 0.5 or more means that the two are taken for replicas; see docs/replicas.md for the methods. Host rules are proven on pages that did not propose them, as all rules are. A summary is written to standard error.',
    positionals: [INPUTS],
    options: [
      IPS,
      {
        name: 'method',
        value: 'NAME',
        choices: REPLICA_METHODS,
        default: REPLICA_DEFAULTS.method,
        help: `${REPLICA_METHODS.join(', ')}; all but the first as published`,
      },
      {
        name: 'groups',
        help: 'a group of replicas a line instead of pairs: the host that stands for it, then the others',
      },
      {
        name: 'host-rules',
        help: 'a rule set instead of pairs: what is on a replica is on the host that stands for it',
      },
      {
        name: 'combine',
        value: 'RULES',
        help: 'a rule set instead of pairs: the host rules together with these rules for duplicates within sites',
      },
      {
        name: 'min-score',
        value: 'SCORE',
        kind: 'number',
        min: 0,
        default: REPLICA_DEFAULTS.minScore,
        help: 'leave out pairs that score less',
      },
      {
        name: 'min-support',
        value: 'N',
        kind: 'integer',
        min: 1,
        default: 10,
        help: 'pairs of URLs that must be known to be one page, or not, to judge a host rule',
      },
      { ...MAX_FPR, help: 'largest share of the pairs a host rule joins that may be different pages' },
      { ...CONFIDENCE, help: 'of the error bounds of host rules' },
      { name: 'seed', value: 'N', kind: 'integer', default: REPLICA_DEFAULTS.seed, help: 'of everything random' },
      ...READING,
      ...CLUSTERING,
      {
        name: 'json',
        help: 'one JSON object instead of lines: pairs with features, what was found and pages that both have',
      },
      OUTPUT,
      ...ENGINE_TOLD,
    ],
    examples: [
      'dustpan replicas crawl.cdxj.gz --ips host_ip.tsv -o pairs.tsv',
      'dustpan replicas crawl.tsv --combine rules.json -o all-rules.json',
    ],
  },
  async (options, paths) => {
    const forms = [options.groups, options['host-rules'], options.combine !== undefined, options.json];
    if (forms.filter(Boolean).length > 1) {
      throw new ConfigError('two-forms', 'give one of --groups, --host-rules, --combine and --json');
    }
    if (options.method === 'norm-paths' && (options.groups || options['host-rules'] || options.combine !== undefined)) {
      throw new ConfigError(
        'no-decision',
        'norm-paths ranks pairs and decides on none; give another --method for groups and rules',
      );
    }
    const clustering = clusteringOptions(options);
    const isLocal = options.engine === 'local';
    const inputs = isLocal ? openInputs(paths, [options.ips, options.combine]) : [];
    const siteRules = options.combine === undefined ? null : (await loadRules(options.combine)).ruleSet;
    const ips = await readHostAddresses(options.ips);
    const asked = { method: options.method, seed: options.seed, minScore: options['min-score'] };
    const wanted = formOf(options, siteRules);
    // A script is written by who makes it.
    const output = openOutput(options.engine === 'hadoop-streaming' ? undefined : options.output);
    const search = isLocal ? await searchHere() : await searchOnEngine();
    if (search === null) return 0;
    for (const sentence of replicaSentences(search.summary)) say(`dustpan: ${sentence}\n`);
    for (const text of replicaText(search, wanted, tellRules)) await output.write(text);
    await output.finish();
    return 0;

    async function searchHere(): Promise<ReplicaSearch> {
      const reading = readStream(inputs, options, output);
      return findReplicas(reading.records, {
        ...{ ...asked, ips, clustering },
        onRead(file) {
          reading.done(file.urls + file.listed);
          tellClustering(file, file.clusters > 0);
          reading.check(file.urls + file.listed);
          refuseUnknown(file.clusters, file.listed, NOTHING_SHARED);
        },
      });
    }

    async function searchOnEngine(): Promise<ReplicaSearch | null> {
      const { replicasOnEngine } = await import('../engine-data.ts');
      const searching = { asked, ips, isShown: options.json, areRules: wanted.form === 'rules' };
      return replicasOnEngine(options, paths, clustering, searching, wanted);
    }
  },
);

function openInputs(paths: readonly string[], others: readonly (string | undefined)[]) {
  return openLabeled(
    paths,
    undefined,
    others.filter((path) => path !== undefined),
  ).inputs;
}

type FormValues = {
  readonly groups: boolean;
  readonly json: boolean;
  readonly 'host-rules': boolean;
  readonly 'min-support': number;
  readonly 'max-fpr': number;
  readonly confidence: number;
};

function formOf(options: FormValues, siteRules: RuleSet | null): ReplicaForm {
  if (!options['host-rules'] && siteRules === null) {
    return { form: options.groups ? 'groups' : options.json ? 'json' : 'pairs' };
  }
  const { 'min-support': minSupport, 'max-fpr': maxFpr, confidence } = options;
  return { form: 'rules', judging: { minSupport, maxFpr, confidence }, siteRules };
}

function tellRules(found: HostRules, refused: number): void {
  say(`dustpan: ${hostRuleSentence(found)}\n`);
  if (refused === 0) return;
  say(
    `dustpan: ${counted(refused, 'host rule')} left out, because together with the other rules they join different pages\n`,
  );
}
