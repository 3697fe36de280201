/** A difference of rule sets as text for people. */
import { printRule, type Rule } from '../index.ts';
import type { Change, ChangedRule, RuleSetDiff } from './rule-set-diff.ts';
import { counted, grouped, type Paint, printable } from './terminal.ts';

/** URLs of the data whose key is another with the second set; `examples` may be only the first of them. */
export type KeyChanges = {
  readonly urls: number;
  readonly changed: number;
  readonly examples: readonly { readonly url: string; readonly a: string; readonly b: string }[];
};

export function diffText(diff: RuleSetDiff, keys: KeyChanges | undefined, paint: Paint): string {
  const lines = [
    ...diff.settings.map((change) => `~ ${changeText(change)}`),
    ...diff.removed.map((rule) => paint('red', `- ${ruleText(rule)}`)),
    ...diff.added.map((rule) => paint('green', `+ ${ruleText(rule)}`)),
    ...diff.changed.flatMap(changedLines),
  ];
  if (diff.same) lines.push('the rule sets are the same');
  else lines.push(summary(diff));
  if (keys) lines.push(...keyLines(keys));
  return `${lines.join('\n')}\n`;
}

function ruleText(rule: Rule): string {
  return `${printable(printRule(rule))} (${rule.learner}, ${rule.state})`;
}

function changedLines({ rule, changes }: ChangedRule): string[] {
  return [`~ ${printable(printRule(rule))}`, ...changes.map((change) => `    ${changeText(change)}`)];
}

function changeText({ field, a, b }: Change): string {
  if (field === 'hosts' && Array.isArray(a) && Array.isArray(b)) {
    const gone = a.filter((host) => !b.includes(host)).map((host) => ` -${host}`);
    const come = b.filter((host) => !a.includes(host)).map((host) => ` +${host}`);
    return printable(`hosts:${[...gone, ...come].join('')}`);
  }
  if (Array.isArray(a) && Array.isArray(b)) return listText(field, a, b);
  return printable(`${field}: ${valueText(a)} -> ${valueText(b)}`);
}

/** Lists of examples are long; how many are new is what a reader wants to know, and `--json` has them all. */
function listText(field: string, a: readonly unknown[], b: readonly unknown[]): string {
  const known = new Set(a.map((value) => JSON.stringify(value)));
  const fresh = b.filter((value) => !known.has(JSON.stringify(value))).length;
  return printable(`${field}: ${grouped(a.length)} -> ${grouped(b.length)}, ${grouped(fresh)} of them new`);
}

function valueText(value: unknown): string {
  if (value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function summary({ added, removed, changed, settings }: RuleSetDiff): string {
  const rules = `${counted(added.length, 'rule')} added, ${grouped(removed.length)} removed, ${grouped(changed.length)} changed`;
  return settings.length === 0 ? rules : `${rules}; ${counted(settings.length, 'setting')} changed`;
}

function keyLines({ urls, changed, examples }: KeyChanges): string[] {
  const more = changed > examples.length ? `; the first ${examples.length}:` : examples.length > 0 ? ':' : '';
  return [
    `the key changes for ${grouped(changed)} of ${counted(urls, 'URL')}${more}`,
    ...examples.flatMap(({ url, a, b }) => [`  ${printable(url)}`, `    - ${printable(a)}`, `    + ${printable(b)}`]),
  ];
}
