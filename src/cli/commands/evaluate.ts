/** `dustpan evaluate`: all metrics of a rule set on labeled URLs. */
import {
  type CrawlRecord,
  classifyDust,
  type DustClasses,
  type Evaluation,
  evaluateRules,
  type PageFacts,
  parseFold,
  type Reduction,
  reductionOf,
} from '../../index.ts';
import { CLUSTERING, clusteringOptions } from '../clustering.ts';
import { defineCommand } from '../command.ts';
import { ENGINE_TOLD } from '../engine-options.ts';
import {
  FOLD_HELP,
  INPUTS,
  NOTHING_TO_JUDGE,
  openLabeled,
  READING,
  readLabeled,
  refuseUnknown,
  WIDE,
} from '../labeled-data.ts';
import { percent } from '../learn-text.ts';
import { INCLUDE, OUTPUT, RULES } from '../options.ts';
import { openOutput } from '../output.ts';
import { loadRules } from '../rules.ts';
import { SUMMARIES } from '../summaries.ts';
import { grouped } from '../terminal.ts';

export const evaluate = defineCommand(
  {
    name: 'evaluate',
    summary: SUMMARIES.evaluate,
    details:
      'Duplicates are counted on clusters; what is joined wrongly on wide groups, where the data has them, with URLs that are equal under RFC 3986 taken for one page. What duplicates are due to: rules, pictures (by the end of the path, or left out of clusters as such), soft errors (by titles, where records have some), exact copies (where digests are known), and the rest.',
    positionals: [INPUTS],
    options: [
      RULES,
      ...READING,
      INCLUDE,
      { name: 'fold', value: 'I/K', help: `take only part I of K; ${FOLD_HELP}` },
      ...CLUSTERING,
      WIDE,
      { name: 'json', help: 'one JSON object instead of text' },
      OUTPUT,
      ...ENGINE_TOLD,
    ],
    examples: [
      'dustpan evaluate -r rules.json clusters.tsv.gz',
      'dustpan learn --fold 1/3 clusters.tsv -o rules.json && dustpan evaluate --fold 1/3 -r rules.json clusters.tsv',
    ],
  },
  async (options, paths) => {
    const fold = options.fold === undefined ? {} : { fold: parseFold(options.fold) };
    const settings = clusteringOptions(options);
    const include = options.include === undefined ? {} : { include: [options.include] };
    if (options.engine !== 'local') {
      const { evaluateOnEngine } = await import('../engine-data.ts');
      return await evaluateOnEngine(options, paths, settings, { ...fold, ...include }, (evaluation, dust) =>
        textOf(options.json, evaluation, dust, null),
      );
    }
    const inputs = openLabeled(paths, options.wide, [options.rules]);
    const { ruleSet } = await loadRules(options.rules);
    const output = openOutput(options.output);
    const facts: PageFacts[] = [];
    const { clusters, listed, hygiene } = await readLabeled(inputs, options, output, settings, (record) => {
      if (isPageFact(record)) facts.push(factOf(record));
    });
    refuseUnknown(clusters.length, listed.length, NOTHING_TO_JUDGE);
    const evaluation = evaluateRules(ruleSet, clusters, { ...fold, ...include });
    // Of sets that join sites as well as URLs within sites.
    const reduction = reductionOf(ruleSet, clusters, fold.fold);
    const dust = classifyDust(ruleSet, clusters, { ...fold, ...include, facts, hygiene });
    await output.write(textOf(options.json, evaluation, dust, reduction));
    await output.finish();
    return 0;
  },
);

/** Labels say nothing of what was fetched, and errors are no pages. */
function isPageFact({ status = 200, digest, type }: CrawlRecord): boolean {
  return status === 200 && (digest !== undefined || type !== undefined);
}

function factOf({ url, digest, type }: CrawlRecord): PageFacts {
  return { url, ...(digest === undefined ? {} : { digest }), ...(type === undefined ? {} : { type }) };
}

function textOf(
  isJson: boolean,
  evaluation: Evaluation,
  dust: DustClasses | null,
  reduction: Reduction | null,
): string {
  if (!isJson) return evaluationText(evaluation, dust, reduction);
  const all = { ...evaluation, ...(dust === null ? {} : { dust }), ...(reduction === null ? {} : { reduction }) };
  return `${JSON.stringify(all, null, 2)}\n`;
}

function evaluationText(evaluation: Evaluation, dust: DustClasses | null, reduction: Reduction | null): string {
  const { withoutSingles } = evaluation;
  const rows: [string, string][] = [
    ['URLs', grouped(evaluation.urls)],
    ['clusters', grouped(evaluation.clusters)],
    ['duplicates', grouped(evaluation.urls - evaluation.clusters)],
    ['different keys', grouped(evaluation.forms)],
    ['rules in use', grouped(evaluation.rules)],
    ['rules applied', grouped(evaluation.applied)],
    ['URLs removed per rule', shown(evaluation.averageReductionPerRule)],
    ['compression rate', shown(evaluation.compressionRate)],
    ['coverage (duplicates removed)', shown(evaluation.coverage)],
    ['normalization precision', shown(evaluation.normalizationPrecision)],
    ['  without single pages', shown(withoutSingles.normalizationPrecision)],
    ['pairs joined', grouped(evaluation.pairs)],
    ['  of different pages', grouped(evaluation.falsePairs)],
    ['keys shared by several URLs', grouped(evaluation.sharedForms)],
    ['  by different pages', grouped(evaluation.impureForms)],
    ['pages', grouped(evaluation.pages)],
    ['  joined with another', grouped(evaluation.pagesJoined)],
    ['  lost to a crawler that fetches one URL a key', grouped(evaluation.pagesLost)],
    ...(dust === null ? [] : [['duplicates are due to', dustText(dust)] satisfies [string, string]]),
    ...reductionRows(reduction),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}

/** Shares of the duplicates (SCH, section 6.6). */
function dustText({ shares }: DustClasses): string {
  if (shares === null) return 'not defined';
  const parts = [
    [shares.rules, 'rules'],
    [shares.images, 'pictures'],
    [shares.softErrors, 'soft errors'],
    [shares.copies, 'exact copies'],
    [shares.rest, 'the rest'],
  ] as const;
  return parts.map(([share, name]) => `${name} ${share === null ? 'not known' : percent(share)}`).join(', ');
}

/** What each kind of rules removes of the duplicates, and both together (CAR, Table 3). */
function reductionRows(reduction: Reduction | null): [string, string][] {
  if (reduction === null) return [];
  const { intra, inter, both, union, intraRate, interRate, unionRate } = reduction;
  return [
    ['removed by rules within sites', `${grouped(intra)} (${shown(intraRate)} of the duplicates)`],
    ['removed by rules between sites', `${grouped(inter)} (${shown(interRate)})`],
    ['  by either of them', grouped(both)],
    ['removed by both together', `${grouped(union)} (${shown(unionRate)})`],
  ];
}

function shown(value: number | null): string {
  return value === null ? 'not defined' : String(Number(value.toFixed(6)));
}
