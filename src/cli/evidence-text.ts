/** A rule's evidence in words. */
import type { Evidence, Example } from '../index.ts';
import { counted, grouped, printable } from './terminal.ts';

/** One line per fact. */
export function evidenceText(evidence: Evidence | undefined): { inFavor: string[]; against: string[] } {
  if (!evidence) return { inFavor: ['none is recorded'], against: [] };
  const { frequency, support, falsePairs, withoutSingles, fetchable, fetched, counterExamples = [] } = evidence;
  const lines: string[] = [];
  if (evidence.family !== undefined) lines.push(`a hypothesis of the family ${evidence.family}`);
  if (frequency !== undefined) lines.push(`proposed by ${counted(frequency, 'cluster')}`);
  if (support !== undefined) lines.push(pairsText(support, falsePairs));
  if (withoutSingles) {
    lines.push(
      `without pages known under one URL only: ${pairsText(withoutSingles.support, withoutSingles.falsePairs)}`,
    );
  }
  if (evidence.forms !== undefined) lines.push(formsText(evidence));
  if (evidence.risk !== undefined)
    lines.push(`of what it joins, ${percent(evidence.risk)} are expected to be different pages`);
  if (evidence.changed !== undefined && evidence.met !== undefined && evidence.met < evidence.changed) {
    lines.push(
      `${grouped(evidence.changed - evidence.met)} of ${counted(evidence.changed, 'form')} it changes met no other, so nothing is known of them`,
    );
  }
  if (fetchable && fetchable.checked > 0)
    lines.push(`${grouped(fetchable.ok)} of ${counted(fetchable.checked, 'output')} looked up were the same page`);
  if (fetched)
    lines.push(`${grouped(fetched.positive)} of ${counted(fetched.tested, 'pair')} of fetched pages were the same`);
  return { inFavor: lines.length > 0 ? lines : ['none is recorded'], against: counterExamples.map(exampleText) };
}

function pairsText(support: number, falsePairs: number | undefined): string {
  const pairs = `joins ${counted(support, 'pair')} of URLs`;
  if (falsePairs === undefined || support === 0) return pairs;
  if (falsePairs === 0) return `${pairs}, none of them wrongly`;
  return `${pairs}, ${grouped(falsePairs)} of them wrongly (${percent(falsePairs / support)})`;
}

function formsText({ forms = 0, impureForms, impureUpper, confidence }: Evidence): string {
  const checked = `${counted(forms, 'form')} shared by several URLs`;
  const impure =
    impureForms === undefined ? '' : `, ${impureForms === 0 ? 'none' : grouped(impureForms)} of different pages`;
  if (impureUpper === undefined || impureUpper === null) return checked + impure;
  const certainty = confidence === undefined ? '' : ` with ${percent(confidence)} confidence`;
  return `${checked}${impure}; at most ${percent(impureUpper)} are${certainty}`;
}

function exampleText({ urls: [a, b], form }: Example): string {
  return `${printable(a)} and ${printable(b)} differ but share ${printable(form)}`;
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
