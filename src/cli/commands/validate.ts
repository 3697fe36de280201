/** `dustpan validate`: rules with the evidence of other data. */
import { printRule, ruleSetPieces, rulesOf, type Validation, validateRules } from '../../index.ts';
import { CLUSTERING, clusteringOptions } from '../clustering.ts';
import { defineCommand } from '../command.ts';
import { ENGINE_TOLD } from '../engine-options.ts';
import {
  checkFetching,
  FETCHING,
  type FetchingValues,
  MIN_SUPPORT,
  proveAndWrite,
  SEED,
  urlsToTry,
} from '../fetching.ts';
import {
  INPUTS,
  NOTHING_TO_JUDGE,
  openLabeled,
  READING,
  type ReadingValues,
  readLabeled,
  refuseUnknown,
  WIDE,
} from '../labeled-data.ts';
import { OUTPUT, RULES } from '../options.ts';
import { openOutput, writePieces } from '../output.ts';
import { loadRules } from '../rules.ts';
import { SUMMARIES } from '../summaries.ts';
import { counted, grouped, printable, say } from '../terminal.ts';
import { CONFIDENCE, MAX_FPR } from '../thresholds.ts';

/** Refuted rules that are shown. */
const SHOWN = 10;

export const validate = defineCommand(
  {
    name: 'validate',
    summary: SUMMARIES.validate,
    details:
      'Writes the rule set with the evidence of this data; rules that join different pages are marked refuted and are not applied any more. Rules that join nothing here stay as they were. With --fetch the pages themselves are the data: likely rules become active or refuted, and the inputs are only where URLs come from (without inputs, the examples of the rules). Exit status 1 if a rule was refuted.',
    positionals: [INPUTS],
    options: [
      RULES,
      ...READING,
      MAX_FPR,
      CONFIDENCE,
      ...CLUSTERING,
      WIDE,
      OUTPUT,
      ...FETCHING,
      MIN_SUPPORT,
      SEED,
      ...ENGINE_TOLD,
    ],
    examples: [
      'dustpan validate -r rules.json new-clusters.tsv -o validated.json',
      'dustpan validate -r rules.json --fetch access.log --host www.example.com --journal pages.jsonl -o proven.json',
    ],
  },
  async (options, paths) => {
    checkFetching(options);
    const settings = clusteringOptions(options);
    if (options.engine !== 'local') {
      const { validateOnEngine } = await import('../engine-data.ts');
      const validation = await validateOnEngine(options, paths, settings);
      if (validation === null) return 0;
      say(validationText(validation));
      return validation.refuted.length === 0 ? 0 : 1;
    }
    if (options.fetch) return byFetching(options, paths);
    const inputs = openLabeled(paths, options.wide, [options.rules]);
    const { ruleSet } = await loadRules(options.rules);
    const output = openOutput(options.output);
    const { clusters, listed, failing } = await readLabeled(inputs, options, output, settings);
    refuseUnknown(clusters.length, listed.length, NOTHING_TO_JUDGE);
    const { confidence } = options;
    const validation = validateRules(ruleSet, clusters, { maxFpr: options['max-fpr'], confidence, failing });
    await writePieces(output, ruleSetPieces(validation.ruleSet));
    await output.finish();
    say(validationText(validation));
    return validation.refuted.length === 0 ? 0 : 1;
  },
);

async function byFetching(
  options: FetchingValues & ReadingValues & { readonly rules: string; readonly output: string | undefined },
  paths: readonly string[],
): Promise<0 | 1> {
  const { ruleSet } = await loadRules(options.rules);
  const output = openOutput(options.output);
  const urls = await urlsToTry(paths, ruleSet, options, output);
  const { proofs } = await proveAndWrite(ruleSet, urls, options, output);
  return proofs.some(({ result }) => result === 'refuted') ? 1 : 0;
}

function validationText({ ruleSet, refuted, judged, unseen }: Validation): string {
  const lines = [
    `${counted(judged, 'rule')} judged, ${grouped(refuted.length)} refuted; ${grouped(unseen)} join nothing of this data`,
  ];
  const gone = new Set(refuted);
  for (const rule of rulesOf(ruleSet)
    .filter(({ id }) => gone.has(id))
    .slice(0, SHOWN)) {
    const [example] = rule.evidence?.counterExamples ?? [];
    lines.push(`refuted: ${printable(printRule(rule))}`);
    if (example) lines.push(`    ${printable(example.urls[0])}\n    is not ${printable(example.urls[1])}`);
  }
  if (refuted.length > SHOWN) lines.push(`and ${grouped(refuted.length - SHOWN)} more`);
  return `${lines.join('\n')}\n`;
}
