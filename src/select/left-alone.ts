/** What rules do to single texts, one rule after the other: nearly all texts that a new rule makes are left alone by all others, and to see that needs no compiled set. */
import { byteLength } from '../base/index.ts';
import { bodyParsed, type EditSource, editSource, formLimit, type Rule } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { type AcceptedRule, orderedRules } from './accepted.ts';
import { mayChange } from './may-change.ts';

/** True if no rule changes the text, so that it is the fixpoint of all of them; `source` is the text, parsed. */
export function leftAloneBy(rules: readonly AcceptedRule[]): (text: string, source: EditSource) => boolean {
  const tries = rules.map(({ rule }) => triedBy(rule));
  return (text, source) => tries.every((tried) => tried(text, source) === text) && sun(text) === text;
}

/** The first of the passes over a text in standard form whose end is its fixpoint. */
export function firstPassBy(rules: readonly AcceptedRule[]): (text: string) => string {
  const tries = orderedRules(rules).map(triedBy);
  return (text) => {
    let form = text;
    let source = editSource(text);
    for (const tried of tries) {
      const after = tried(form, source);
      if (after === form || byteLength(after) > formLimit(byteLength(text))) continue;
      form = after;
      source = editSource(form);
    }
    return form;
  };
}

/**
 * Whether the first pass over a text ends at what one rule makes of it. Rules are numbered as they were taken: those before it were tried on the text and left it alone,
 * and all leave alone what it makes; so those are asked that were taken later and are applied before it.
 */
export function onlyChangedBy(rules: readonly AcceptedRule[]): (rule: number, text: string, made: string) => boolean {
  const ordered = orderedRules(rules);
  const tries = rules.map(({ rule }) => triedBy(rule));
  const unasked = rules.map(({ rule }, i) => {
    const place = ordered.indexOf(rule);
    return tries.filter((_, j) => j > i && ordered.indexOf(rules[j]!.rule) < place);
  });
  return (rule, text, made) => {
    // A character has at most three bytes, and at least one.
    if (3 * made.length > formLimit(text.length)) return false;
    const asked = unasked[rule]!;
    if (asked.length === 0) return true;
    const source = editSource(text);
    return asked.every((tried) => tried(text, source) === text);
  };
}

/** What one rule makes of a text, if anything. */
function triedBy(rule: Rule): (text: string, source: EditSource) => string {
  const { scope, match, emit } = rule;
  const hosts = scope.hosts === '*' ? null : new Set(scope.hosts);
  const may = match.view === 'edit' && emit.view === 'edit' ? mayChange(emit.op) : () => true;
  return (text, source) => {
    if ((hosts !== null && !hosts.has(source.parts.host)) || !may({ text, source })) return text;
    return bodyParsed(rule, source, text) ?? text;
  };
}
