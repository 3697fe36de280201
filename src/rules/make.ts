/** Builds whole rules out of what a learner or a person says: id, defaults, order; and joins equal ones. */
import { sha256Hex } from '../base/index.ts';
import { normalizeHosts, uniteHosts } from './hosts.ts';
import type { Emit, Evidence, LearnerName, Match, Rule, RuleState, Scope } from './rule.ts';
import { printRuleBody } from './text/print.ts';
import { tidyEmit, tidyMatch } from './tidy.ts';

export type RuleInput = {
  readonly learner: LearnerName;
  readonly hosts: readonly string[] | '*';
  readonly match: Match;
  readonly emit: Emit;
  /** Default: false for token rules, true for the others. */
  readonly directed?: boolean;
  /** Default: active. */
  readonly state?: RuleState;
  readonly evidence?: Evidence;
  readonly note?: string;
};

/** A full rule with its body tidied, so that rules that say the same have the same id. */
export function makeRule(input: RuleInput): Rule {
  return makePrinted(input).rule;
}

/** The same, with the text of the body, which its id is made of. */
export function makePrinted(input: RuleInput): { readonly rule: Rule; readonly text: string } {
  const match = tidyMatch(input.match);
  const emit = tidyEmit(input.emit);
  const text = printRuleBody(match, emit);
  const rule: Rule = {
    v: 1,
    id: idOf(text),
    learner: input.learner,
    scope: { hosts: normalizeHosts(input.hosts) },
    directed: input.directed ?? match.view !== 'tokens',
    match,
    emit,
    state: input.state ?? 'active',
    ...(input.evidence !== undefined && { evidence: input.evidence }),
    ...(input.note !== undefined && { note: input.note }),
  };
  return { rule, text };
}

/** First 16 hex digits of the SHA-256 of the tidied text form without hosts. */
export function ruleId(match: Match, emit: Emit): string {
  return idOf(printRuleBody(tidyMatch(match), tidyEmit(emit)));
}

/** Rules of one learner with equal ids become one, with the hosts of all and the other fields of the first; order is kept. */
export function mergeHosts(rules: readonly Rule[]): Rule[] {
  const groups = new Map<string, { first: Rule; hosts: Scope['hosts'][] }>();
  for (const rule of rules) {
    const key = `${rule.id} ${rule.learner}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: rule, hosts: [rule.scope.hosts] });
    else group.hosts.push(rule.scope.hosts);
  }
  return [...groups.values()].map(({ first, hosts }) => ({ ...first, scope: { hosts: uniteHosts(hosts) } }));
}

function idOf(text: string): string {
  return sha256Hex(text, 16);
}
