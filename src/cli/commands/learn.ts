/** `dustpan learn`: rules from labeled URLs or crawl records. */
import { HitCounter, LEARN_DEFAULTS, learnableShare, learners, parseFold, ruleSetPieces } from '../../index.ts';
import { CLUSTERING, clusteringOptions, KEPT_BY_AUTO, recordedClustering } from '../clustering.ts';
import { defineCommand } from '../command.ts';
import { compileLate } from '../compile-late.ts';
import { ENGINE_TOLD } from '../engine-options.ts';
import { checkFetching, FETCHING, proveAndWrite } from '../fetching.ts';
import { giveBack, keepNewSpaceSmall } from '../give-back.ts';
import { FOLD_HELP, INPUTS, openLabeled, READING, readLabeled, refuseUnknown, WIDE } from '../labeled-data.ts';
import { learnText, partText } from '../learn-text.ts';
import { WORKERS, workerCount } from '../line-threads.ts';
import { OUTPUT } from '../options.ts';
import { openOutput, writePieces } from '../output.ts';
import { REPORT, writeReport } from '../report-file.ts';
import { startStatusLine } from '../status-line.ts';
import { SUMMARIES } from '../summaries.ts';
import { say } from '../terminal.ts';
import { MAX_FPR, MAX_RISK, THRESHOLDS } from '../thresholds.ts';

const LEARN_WORKERS_HELP =
  'threads, for auto and data of many sites; by default the cores of the machine; the rules are the same with any number';

/** Of fewer URLs it is not worth the time. */
const MANY = 100_000;

export const learn = defineCommand(
  {
    name: 'learn',
    summary: SUMMARIES.learn,
    details:
      'By default (auto) small rules are tried that web software often makes true, and those are taken that the pages prove, all working together. With another learner each half of the clusters proposes rules, and a rule is taken only if the clusters that did not propose it prove it and nothing contradicts it. A summary is written to standard error.',
    positionals: [INPUTS],
    options: [
      ...READING,
      {
        name: 'learner',
        value: 'NAME',
        choices: ['auto', ...learners.map(({ name }) => name)],
        default: LEARN_DEFAULTS.learner,
        help: `the method: auto, which composes small rules that the data proves, or one of ${learners.map(({ name }) => name).join(', ')}`,
      },
      MAX_RISK,
      {
        name: 'seen-share',
        value: 'SHARE',
        kind: 'number',
        min: 0.0001,
        max: 1,
        default: LEARN_DEFAULTS.seenShare,
        help: 'of auto: the share of the site that is in the data; the thinner the sample, the more a contradiction weighs',
      },
      ...THRESHOLDS,
      { ...MAX_FPR, help: 'largest share of those pairs that may be different pages' },
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
      { ...WORKERS, help: LEARN_WORKERS_HELP },
      OUTPUT,
      REPORT,
      ...FETCHING,
      ...ENGINE_TOLD,
    ],
    examples: [
      'dustpan learn clusters.tsv.gz -o rules.json',
      'dustpan learn crawl.tsv --learner dustlin --min-frequency 2 --min-support 2 -o rules.json',
    ],
  },
  async (options, paths) => {
    const fold = options.fold === undefined ? null : parseFold(options.fold);
    checkFetching(options);
    const asked = clusteringOptions(options);
    const settings =
      options.learner === 'auto' ? { ...asked, keep: [...new Set([...asked.keep, ...KEPT_BY_AUTO])] } : asked;
    const learning = {
      learner: options.learner,
      maxRisk: options['max-risk'],
      seenShare: options['seen-share'],
      minFrequency: options['min-frequency'],
      minSupport: options['min-support'],
      maxFpr: options['max-fpr'],
      sample: options.sample,
      cardinality: options.cardinality,
      confidence: options.confidence,
      seed: options.seed,
      split: options.split,
      fold,
    };
    if (options.engine !== 'local') {
      const { learnOnEngine } = await import('../engine-data.ts');
      return await learnOnEngine(options, paths, settings, learning);
    }
    // Its data are bytes that kernels work on; the objects are a few rules.
    if (options.learner === 'dustlin') {
      keepNewSpaceSmall();
      compileLate();
    }
    const inputs = openLabeled(paths, options.wide);
    const output = openOutput(options.output);
    const page = options.report === undefined ? undefined : openOutput(options.report);
    const hits = new HitCounter();
    const look = page && hits.add.bind(hits);
    const data = await readLabeled(inputs, options, output, settings, look, (seen) =>
      learnableShare(options.learner, seen, settings.memory),
    );
    const { packed, listed, failing, hygiene } = data;
    if (options.learner !== 'dustbuster') {
      const advice = `so ${options.learner} cannot learn from them; --learner dustbuster learns from a bare list`;
      refuseUnknown(packed.size, listed.length, advice);
    }
    if (data.share < 1) say(partText(data.share, options.memory));
    // What dustlin works on lies in memory that kernels share, where a collection finds nothing.
    const isMuch = packed.urls.count > MANY && options.learner !== 'dustlin';
    if (isMuch) await giveBack();
    const { workOnThreads } = await import('../learn-threads.ts');
    const { learnRulesBy } = await import('../../engines/index.ts');
    const work = workOnThreads(workerCount(options.workers), startStatusLine(output));
    const { ruleSet, summary } = await learnRulesBy(work, packed, {
      ...learning,
      seenShare: learning.seenShare * data.share,
      memory: settings.memory,
      failing,
      listed,
      // Filters look at records only; labels are believed.
      madeWith: hygiene.length === 0 ? {} : recordedClustering(settings),
    }).finally(() => work.stop());
    if (options.fetch) {
      say(learnText(summary, options));
      const urls = [...data.clusters.flatMap((cluster) => cluster.urls), ...listed.map(({ url }) => url)];
      const proven = await proveAndWrite(ruleSet, urls, options, output);
      if (page) await writeReport(page, proven.ruleSet, { clusters: data.clusters, listed, hits });
      return 0;
    }
    if (isMuch) await giveBack();
    await writePieces(output, ruleSetPieces(ruleSet));
    await output.finish();
    if (page) await writeReport(page, ruleSet, { clusters: data.clusters, listed, hits });
    say(learnText(summary, options));
    return 0;
  },
);
