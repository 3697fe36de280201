/** What `learn` did, in words. */
import type { LearnSummary, LikelySummary } from '../index.ts';
import { USUAL_MEMORY } from './clustering.ts';
import { counted, grouped, printable } from './terminal.ts';

/** Rules are long; more of them would hide the sentences. */
const RULE_WIDTH = 160;

/** Options that are named in the text. */
type Thresholds = { readonly 'max-fpr': number; readonly 'min-support': number; readonly 'max-risk'?: number };

export function learnText(summary: LearnSummary, thresholds: Thresholds): string {
  const { urls, clusters, plural, duplicates, advice, likely } = summary;
  const lines: string[] = [];
  if (clusters > 0 || likely === null) {
    lines.push(
      `${counted(urls, 'URL')} of ${counted(clusters, 'page')}: ${counted(duplicates, 'duplicate')}, in ${counted(plural, 'cluster')} of two URLs or more`,
      candidatesText(summary, thresholds),
    );
  }
  for (const { code, count } of summary.problems) lines.push(`${counted(count, 'cluster')} proposed nothing: ${code}`);
  if (summary.accepted > 0) lines.push(...resultLines(summary));
  if (likely !== null && likely.rules > 0) lines.push(...likelyLines(likely));
  lines.push(...unexplainedLines(summary));
  if (summary.share !== undefined) lines.push(giantText(summary.share));
  if (advice !== null) lines.push(`nothing was learned: ${advice}`);
  return `${lines.join('\n')}\n`;
}

/** Said before learning, which then takes a while. */
export function partText(share: number, memory = USUAL_MEMORY): string {
  return `dustpan: learning from ${percent(share)} of the pages, because all of them would take more than --memory ${memory}; allow more, and more is found\n`;
}

function giantText(share: number): string {
  return `of the largest sites a part was looked at, so that ${percent(share)} of all URLs were: more would have taken more than --memory allows`;
}

function candidatesText({ candidates, accepted, rejected, unexplained }: LearnSummary, thresholds: Thresholds): string {
  if (unexplained) {
    return `${counted(candidates, 'change')} tried: ${grouped(accepted)} ${accepted === 1 ? 'rule' : 'rules'} taken, ${grouped(rejected['min-support'])} not proven, ${grouped(rejected['max-fpr'])} contradicted (--max-risk ${thresholds['max-risk']})`;
  }
  const reasons = [
    [rejected['min-support'], `without enough support (--min-support ${thresholds['min-support']})`],
    [rejected['max-fpr'], `joining different pages (--max-fpr ${thresholds['max-fpr']})`],
    [rejected.inverse, 'undone by a stronger one'],
    [rejected.covered, 'covered by others'],
    [rejected.conflict, 'in conflict with stronger ones'],
  ] as const;
  const parts = reasons.filter(([count]) => count > 0).map(([count, text]) => `${grouped(count)} ${text}`);
  return `${counted(candidates, 'candidate rule')}: ${[`${grouped(accepted)} taken`, ...parts].join(', ')}`;
}

function resultLines(summary: LearnSummary): string[] {
  const { removed, duplicates, sharedForms, impureForms, errorBound, confidence, accepted, expectedImpurity } = summary;
  const share = duplicates === 0 ? '' : `, ${percent(removed / duplicates)} of the duplicates`;
  const impure = impureForms === 0 ? 'none joins' : `${grouped(impureForms)} join`;
  const bound = errorBound === null ? '' : `; with ${percent(confidence)} confidence at most ${percent(errorBound)} do`;
  return [
    `${counted(accepted, 'rule')} ${accepted === 1 ? 'removes' : 'remove'} ${counted(removed, 'URL')}${share}`,
    `of ${counted(sharedForms, 'key')} that several URLs share ${impure} different pages${bound}`,
    ...(expectedImpurity ? [expectedText(expectedImpurity)] : []),
    'strongest rules:',
    ...summary.strongest.flatMap(({ text, support, example }) => [
      `  ${counted(support, 'pair')}: ${cut(printable(text))}`,
      ...(example ? [`    ${printable(example.urls[0])}\n    = ${printable(example.urls[1])}`] : []),
    ]),
  ];
}

/** What may be expected on other pages of the same sites. */
function expectedText({ share, low, high, confidence }: NonNullable<LearnSummary['expectedImpurity']>): string {
  return `of what the rules join, ${percent(share)} is expected to be different pages (with ${percent(confidence)} confidence between ${percent(low)} and ${percent(high)})`;
}

function likelyLines({ urls, rules, withEvidence, strongest }: LikelySummary): string[] {
  const evidence = withEvidence === 0 ? 'none' : grouped(withEvidence);
  const alike = 'with answers of like size or sketch';
  return [
    `${counted(urls, 'URL')} of whose pages nothing is known: ${counted(rules, 'likely rule')}, ${evidence} of them ${alike}`,
    'most likely rules:',
    ...strongest.flatMap(({ text, pairs, known, example }) => [
      `  ${counted(pairs, 'pair')}, ${known === 0 ? 'none' : grouped(known)} ${alike}: ${cut(printable(text))}`,
      ...(example ? [`    ${printable(example.urls[0])}\n    = ${printable(example.urls[1])}`] : []),
    ]),
    'they are quarantined, because nothing proves them yet: try them with dustpan validate -r rules.json --fetch, or apply them as they are with --include quarantined',
  ];
}

/** What `auto` leaves, by what differs. */
function unexplainedLines({ unexplained = [], perhapsLearnable = 0, duplicates, removed }: LearnSummary): string[] {
  const rest = unexplained.filter(({ duplicates: count }) => count > 0).slice(0, KINDS);
  if (rest.length === 0) return [];
  const ceiling =
    duplicates === 0
      ? ''
      : `; better rules might remove ${percent(Math.min(1, (removed + perhapsLearnable) / duplicates))} in all`;
  return [
    `duplicates that stay, by what differs${ceiling}:`,
    ...rest.flatMap(({ difference, duplicates: count, pages, example: [a, b] }) => [
      `  ${grouped(count)} of ${counted(pages, 'page')}: ${cut(printable(difference))}`,
      `    ${printable(a)}\n    and ${printable(b)}`,
    ]),
  ];
}

const KINDS = 5;

function cut(text: string): string {
  return text.length <= RULE_WIDTH ? text : `${text.slice(0, RULE_WIDTH - 1)}…`;
}

/** Two digits, and never "0 %" for something. */
export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
