/** `dustpan learn`: rules from labeled URLs or crawl records. */
import { LEARN_DEFAULTS, learners, learnRules, parseFold, printRuleSet } from '../../index.ts';
import { CLUSTERING, clusteringOptions } from '../clustering.ts';
import { defineCommand } from '../command.ts';
import { FOLD_HELP, INPUTS, openLabeled, READING, readLabeled, WIDE } from '../labeled-data.ts';
import { learnText } from '../learn-text.ts';
import { OUTPUT } from '../options.ts';
import { openOutput } from '../output.ts';
import { SUMMARIES } from '../summaries.ts';
import { say } from '../terminal.ts';

export const learn = defineCommand(
  {
    name: 'learn',
    summary: SUMMARIES.learn,
    details:
      'Each half of the clusters proposes rules, and a rule is taken only if the clusters that did not propose it prove it and nothing contradicts it. A summary is written to standard error.',
    positionals: [INPUTS],
    options: [
      ...READING,
      {
        name: 'learner',
        value: 'NAME',
        choices: learners.map(({ name }) => name),
        default: LEARN_DEFAULTS.learner,
        help: `the method: ${learners.map(({ name }) => name).join(' or ')}`,
      },
      {
        name: 'min-frequency',
        value: 'N',
        kind: 'integer',
        min: 1,
        default: LEARN_DEFAULTS.minFrequency,
        help: 'clusters of one half that must propose a rule',
      },
      {
        name: 'min-support',
        value: 'N',
        kind: 'integer',
        min: 1,
        default: LEARN_DEFAULTS.minSupport,
        help: 'pairs of URLs that must be known to be one page, or not, to judge a rule',
      },
      {
        name: 'max-fpr',
        value: 'SHARE',
        kind: 'number',
        min: 0,
        max: 1,
        default: LEARN_DEFAULTS.maxFpr,
        help: 'largest share of those pairs that may be different pages',
      },
      {
        name: 'sample',
        value: 'K',
        kind: 'integer',
        min: 2,
        default: LEARN_DEFAULTS.sample,
        help: 'URLs of a cluster that are compared to propose a rule',
      },
      {
        name: 'cardinality',
        value: 'N',
        kind: 'integer',
        min: 2,
        default: LEARN_DEFAULTS.cardinality,
        help: 'this many different words or numbers at one place mean "any"',
      },
      {
        name: 'confidence',
        value: 'SHARE',
        kind: 'number',
        min: 0.5,
        max: 0.999999,
        default: LEARN_DEFAULTS.confidence,
        help: 'of the error bounds',
      },
      { name: 'seed', value: 'N', kind: 'integer', default: LEARN_DEFAULTS.seed, help: 'of everything random' },
      {
        name: 'split',
        value: 'HOW',
        choices: ['cross', 'thirds'],
        default: LEARN_DEFAULTS.split,
        help: 'who judges: cross, each half what the other proposed; thirds, as in the papers, one third proposes, one judges, one is not used',
      },
      { name: 'fold', value: 'I/K', help: `leave out part I of K, to evaluate on it; ${FOLD_HELP}` },
      ...CLUSTERING,
      WIDE,
      OUTPUT,
    ],
    examples: [
      'dustpan learn clusters.tsv.gz -o rules.json',
      'dustpan learn crawl.tsv --min-frequency 2 --min-support 2 -o rules.json',
    ],
  },
  async (options, paths) => {
    const fold = options.fold === undefined ? null : parseFold(options.fold);
    const settings = clusteringOptions(options);
    const inputs = openLabeled(paths, options.wide);
    const output = openOutput(options.output);
    const { clusters, failing } = await readLabeled(inputs, options, output, settings);
    const { ruleSet, summary } = learnRules(clusters, {
      learner: options.learner,
      minFrequency: options['min-frequency'],
      minSupport: options['min-support'],
      maxFpr: options['max-fpr'],
      sample: options.sample,
      cardinality: options.cardinality,
      confidence: options.confidence,
      seed: options.seed,
      split: options.split,
      fold,
      failing,
    });
    await output.write(printRuleSet(ruleSet));
    await output.finish();
    say(learnText(summary, options));
    return 0;
  },
);
