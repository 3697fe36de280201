/** Whether rules leave a text as it is: nearly all texts that a new rule makes are left alone by all others, and to see that needs no compiled set. */
import { bodyParsed, type EditSource, type Rule } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import type { AcceptedRule } from './accepted.ts';
import { mayChange } from './may-change.ts';

/** True if no rule changes the text, so that it is the fixpoint of all of them; `source` is the text, parsed. */
export function leftAloneBy(rules: readonly AcceptedRule[]): (text: string, source: EditSource) => boolean {
  const tests = rules.map(({ rule }) => leftBy(rule));
  return (text, source) => tests.every((isLeft) => isLeft(text, source)) && sun(text) === text;
}

function leftBy(rule: Rule): (text: string, source: EditSource) => boolean {
  const { scope, match, emit } = rule;
  const hosts = scope.hosts === '*' ? null : new Set(scope.hosts);
  const may = match.view === 'edit' && emit.view === 'edit' ? mayChange(emit.op) : () => true;
  return (text, source) => {
    if ((hosts !== null && !hosts.has(source.parts.host)) || !may({ text, source })) return true;
    const form = bodyParsed(rule, source, text);
    return form === null || form === text;
  };
}
