/** An explanation as text for people. */
import type { ExplainedStep, Explanation } from '../normalize/index.ts';
import { evidenceText } from './evidence-text.ts';
import { counted, type Paint, printable } from './terminal.ts';

/** Other URLs of the same key; `urls` may be only the first of them. */
export type Others = { readonly total: number; readonly urls: readonly string[] };

const LABEL_WIDTH = 10;

export function explanationText(explanation: Explanation, others: Others | undefined, paint: Paint): string {
  const { url, key, rewrite, steps, converged } = explanation;
  const lines = [paint('bold', printable(url))];
  if (steps.length === 0) lines.push(`  no rule applies; the key is ${printable(key)}`);
  else lines.push(...field('  ', 'key', [printable(key)]), ...field('  ', 'rewrite', [rewriteText(url, rewrite)]));
  if (!converged)
    lines.push('  the rules did not come to rest: the key is the form they had reached when the passes ran out');
  for (const [i, step] of steps.entries()) lines.push(...stepLines(step, i + 1, paint));
  if (others) lines.push(...othersLines(others));
  return `${lines.join('\n')}\n`;
}

function rewriteText(url: string, rewrite: string): string {
  return rewrite === url ? 'as it came (no rule here is proven to give URLs that exist)' : printable(rewrite);
}

function stepLines({ rule, before, after, parts }: ExplainedStep, number: number, paint: Paint): string[] {
  const indent = '     ';
  const { against, inFavor } = evidenceText(rule.evidence);
  return [
    `  ${number}. ${paint('bold', printable(rule.text))}`,
    ...field(indent, 'rule', [`${rule.id}, from ${rule.learner}, ${rule.state}`]),
    ...field(indent, 'before', changed(printable(before), printable(after))),
    ...field(indent, 'after', [printable(after)]),
    ...field(indent, 'matched', partLines(parts)),
    ...field(indent, 'evidence', inFavor),
    ...field(indent, 'against', against),
    ...(rule.note === undefined ? [] : field(indent, 'note', [printable(rule.note)])),
  ];
}

function field(indent: string, label: string, values: readonly string[]): string[] {
  return values.map((value, i) => `${indent}${(i === 0 ? label : '').padEnd(LABEL_WIDTH)}${value}`);
}

/** The URL, with what the rule changed marked in a line below. */
function changed(before: string, after: string): string[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = before.length;
  for (let j = after.length; end > start && j > start && before[end - 1] === after[j - 1]; j--) end--;
  return end > start ? [before, ' '.repeat(start) + '^'.repeat(end - start)] : [before];
}

function partLines(parts: ExplainedStep['parts']): string[] {
  const shown = parts.map(({ text, by }) => [printable(text), printable(by)] as const);
  const width = Math.min(60, Math.max(0, ...shown.map(([text]) => text.length)));
  return shown.map(([text, by]) => `${text.padEnd(width)}  by ${by}`);
}

function othersLines({ total, urls }: Others): string[] {
  if (total === 0) return ['  no other URL of the data has this key'];
  const more = total > urls.length ? `, of which the first ${urls.length}` : '';
  return [
    `  ${counted(total, 'other URL')} of the data ${total === 1 ? 'has' : 'have'} this key${more}:`,
    ...urls.map((url) => `    ${printable(url)}`),
  ];
}
