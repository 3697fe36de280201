/** The report that `learn` writes beside the rules, and that `report` writes alone. */
import { type RuleSet, type Survey, type SurveyInputs, sitePage, surveyRules } from '../index.ts';
import type { OptionTable } from './command.ts';
import type { Output } from './output.ts';

export const REPORT = {
  name: 'report',
  value: 'FILE',
  help: 'also write a page for people: what is duplicate, what the rules do about it, what stays',
} as const satisfies OptionTable;

export async function writeReport(
  output: Output,
  ruleSet: RuleSet,
  inputs: SurveyInputs,
  { title, json = false }: { readonly title?: string; readonly json?: boolean } = {},
): Promise<Survey> {
  const survey = surveyRules(ruleSet, inputs);
  const page = () => sitePage({ survey, ruleSet, ...(title === undefined ? {} : { title }) });
  await output.write(json ? `${JSON.stringify(survey, null, 2)}\n` : page());
  await output.finish();
  return survey;
}
