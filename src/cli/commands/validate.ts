/** `dustpan validate`: rules with the evidence of other data. */
import { printRule, printRuleSet, rulesOf, type Validation, validateRules } from '../../index.ts';
import { defineCommand } from '../command.ts';
import { INPUTS, openLabeled, READING, readLabeled, WIDE } from '../labeled-data.ts';
import { OUTPUT, RULES } from '../options.ts';
import { openOutput } from '../output.ts';
import { loadRules } from '../rules.ts';
import { SUMMARIES } from '../summaries.ts';
import { counted, grouped, printable, say } from '../terminal.ts';

/** Refuted rules that are shown. */
const SHOWN = 10;

export const validate = defineCommand(
  {
    name: 'validate',
    summary: SUMMARIES.validate,
    details:
      'Writes the rule set with the evidence of this data; rules that join different pages are marked refuted and are not applied any more. Rules that join nothing here stay as they were. Exit status 1 if a rule was refuted.',
    positionals: [INPUTS],
    options: [
      RULES,
      ...READING,
      {
        name: 'max-fpr',
        value: 'SHARE',
        kind: 'number',
        min: 0,
        max: 1,
        default: 0,
        help: 'largest share of the pairs a rule joins that may be different pages',
      },
      {
        name: 'confidence',
        value: 'SHARE',
        kind: 'number',
        min: 0.5,
        max: 0.999999,
        default: 0.95,
        help: 'of the error bounds',
      },
      WIDE,
      OUTPUT,
    ],
    examples: ['dustpan validate -r rules.json new-clusters.tsv -o validated.json'],
  },
  async (options, paths) => {
    const inputs = openLabeled(paths, options.wide, [options.rules]);
    const { ruleSet } = await loadRules(options.rules);
    const output = openOutput(options.output);
    const { clusters, failing } = await readLabeled(inputs, options, output);
    const { confidence } = options;
    const validation = validateRules(ruleSet, clusters, { maxFpr: options['max-fpr'], confidence, failing });
    await output.write(printRuleSet(validation.ruleSet));
    await output.finish();
    say(validationText(validation));
    return validation.refuted.length === 0 ? 0 : 1;
  },
);

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
