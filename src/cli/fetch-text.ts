/** What was proven by fetching, and what it cost, in words. */
import { type FetchProof, printRule, type Rule, type RuleProof } from '../index.ts';
import { counted, grouped, printable } from './terminal.ts';

/** Rules that are shown of each kind. */
const SHOWN = 10;
/** Hosts that are shown of a rule. */
const HOSTS = 3;

const RESULTS = ['active', 'refuted', 'undecided', 'redundant'] as const;

const REASONS: Readonly<Record<NonNullable<RuleProof['reason']>, string>> = {
  budget: 'the budget was spent',
  stopped: 'the run was stopped',
  'too-few': 'too few pages could be compared',
  untested: 'no pages could be compared',
  composed: 'right alone but wrong after other rules',
};

const SKIPS: Readonly<Record<string, string>> = {
  'no-page': 'without a page',
  'same-as-others': 'with a page that stands under other addresses too, as logins and errors do',
  robots: 'forbidden by robots.txt',
  budget: 'beyond the budget',
  'host-down': 'of hosts that do not answer',
  'refused-address': 'at private addresses (see --allow-private)',
  'not-a-web-address': 'that are no web addresses',
};

export function fetchText(proof: FetchProof, journal: string | undefined): string {
  const { proofs, isStopped } = proof;
  const lines = [
    `${counted(proofs.length, 'rule')} tried: ${RESULTS.map((r) => `${countOf(proofs, r)} ${r}`).join(', ')}`,
  ];
  for (const result of RESULTS) {
    const found = proofs.filter((one) => one.result === result);
    lines.push(...found.slice(0, SHOWN).flatMap(proofLines));
    if (found.length > SHOWN) lines.push(`and ${grouped(found.length - SHOWN)} more ${result}`);
  }
  lines.push(...skipLines(proofs), ...costLines(proof));
  const isCut = isStopped || proofs.some(({ reason }) => reason === 'budget');
  if (isCut && journal === undefined) lines.push('give --journal FILE to be able to go on where a run ended');
  if (isCut && journal !== undefined)
    lines.push('run the same command again to go on; what was fetched is in the journal');
  return `${lines.join('\n')}\n`;
}

function countOf(proofs: readonly RuleProof[], result: RuleProof['result']): string {
  return grouped(proofs.filter((proof) => proof.result === result).length);
}

function proofLines({ rule, result, reason, broader, isTurned, trial }: RuleProof): string[] {
  const tested = trial === undefined ? 0 : trial.positive + trial.negative;
  const text = ruleText(rule);
  const turned = isTurned ? ' (turned around)' : '';
  if (result === 'redundant') return [`redundant, left out: ${text}`, `    says less than ${ruleText(broader!)}`];
  if (result === 'undecided') return [`undecided after ${counted(tested, 'pair')}, ${REASONS[reason!]}: ${text}`];
  const differ = trial!.negative === 0 ? '' : ` (${grouped(trial!.negative)} different)`;
  const [example] = result === 'refuted' ? trial!.counterExamples : [];
  return [
    `${result} after ${counted(tested, 'pair')}${differ}${turned}: ${text}`,
    ...(example ? [`    ${printable(example.urls[0])}\n    is not ${printable(example.urls[1])}`] : []),
  ];
}

/** The hosts of a rule may be many, and what it does stands behind them. */
function ruleText(rule: Rule): string {
  const text = printable(printRule(rule));
  const { hosts } = rule.scope;
  if (hosts === '*' || hosts.length <= HOSTS) return text;
  return `@{${printable(hosts[0]!)} and ${grouped(hosts.length - 1)} others}${text.slice(text.indexOf('}') + 1)}`;
}

/** Pairs that said nothing, by reason. */
function skipLines(proofs: readonly RuleProof[]): string[] {
  const counts = new Map<string, number>();
  for (const { trial } of proofs) {
    for (const [reason, count] of Object.entries(trial?.skipped ?? {})) {
      counts.set(reason, (counts.get(reason) ?? 0) + count);
    }
  }
  counts.delete('stopped');
  const parts = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${grouped(count)} ${SKIPS[reason] ?? `(${reason})`}`);
  return parts.length === 0 ? [] : [`pairs that said nothing: ${parts.join(', ')}`];
}

function costLines({ report }: FetchProof): string[] {
  const { requests, bytes, ms, hosts, reused, forbidden } = report;
  const megabytes = (bytes / 1e6).toFixed(1);
  const lines = [
    `${counted(requests, 'request')} to ${counted(hosts.length, 'host')}, ${megabytes} MB, ${(ms / 1000).toFixed(1)} s${reused === 0 ? '' : `; ${counted(reused, 'answer')} from the journal`}`,
  ];
  if (forbidden.count > 0) {
    lines.push(`robots.txt forbids ${counted(forbidden.count, 'URL')}, such as ${printable(forbidden.examples[0]!)}`);
  }
  return lines;
}
