/** The export command's words: what was refused, and which URLs would come out differently. */
import type { Export } from '../index.ts';
import { printRule } from '../normalize/index.ts';
import type { DifferenceKind, ExportCheck } from './export-check.ts';
import { counted, grouped, type Paint, printable } from './terminal.ts';

/** Refused rules that are named one by one; the others are counted by reason. */
const NAMED = 50;

export function refusalText(target: string, { exported, refused }: Export): string {
  const out = refused
    .slice(0, NAMED)
    .map(({ rule, reason }) => `refused ${rule.id}: ${reason}\n  ${shortened(printRule(rule))}\n`);
  if (refused.length > NAMED) {
    const counts = new Map<string, number>();
    for (const { reason } of refused.slice(NAMED)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    for (const [reason, count] of counts) out.push(`refused ${grouped(count)} more: ${reason}\n`);
  }
  out.push(`${counted(exported.length, 'rule')} written for ${target}, ${grouped(refused.length)} refused\n`);
  return printableLines(out.join(''));
}

const SHORT: Readonly<Record<DifferenceKind, string>> = {
  refused: '',
  'standard-form': 'standard normalization alone',
  'left-alone': 'left as it is',
};

export function checkText({ urls, different, causes, examples }: ExportCheck, paint: Paint): string {
  const out = [`${counted(urls, 'URL')}, ${grouped(different)} would come out differently\n`];
  for (const { kind, id, reason, urls: many } of causes) {
    const what = kind === 'refused' ? `rule ${id} was refused: ${reason}` : reason;
    out.push(`  ${grouped(many)}: ${printable(what)}\n`);
  }
  for (const { url, rules, target, kind, because } of examples) {
    out.push(`\n${paint('bold', printable(url))}\n  rules:  ${printable(rules)}\n  target: ${printable(target)}\n`);
    const why = kind === 'refused' ? `refused: ${because.map(({ id }) => id).join(', ')}` : SHORT[kind];
    out.push(`  ${paint('dim', why)}\n`);
  }
  return out.join('');
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
