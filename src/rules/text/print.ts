/** Prints a rule as one line, `@hosts VIEW match => emit`; `parse.ts` reads it back to the same rule. */
import { ConfigError } from '../../base/index.ts';
import type { Emit, Match, Rule, Scope } from '../rule.ts';
import { printConditions } from './conditions.ts';
import { escapePercent } from './escape.ts';
import { printKeyEmit, printKeyMatch } from './keys.ts';
import { printOperation } from './operation.ts';
import { printTextEmit, printTextMatch } from './substitution.ts';
import { printTokenEmit, printTokenMatch } from './tokens.ts';

/** Characters that end a host in `@{a,b}`. */
export const HOST_ENDS = " ',{}";

/** The whole line: `@{a.com} E => dropParam(sid)`. */
export function printRule(rule: Pick<Rule, 'scope' | 'match' | 'emit'>): string {
  return `@${printHosts(rule.scope)} ${printRuleBody(rule.match, rule.emit)}`;
}

/** The line without its hosts; a rule's id is the hash of this. */
export function printRuleBody(match: Match, emit: Emit): string {
  if (match.view === 'tokens' && emit.view === 'tokens')
    return `T ${printTokenMatch(match)} => ${printTokenEmit(emit)}`;
  if (match.view === 'text' && emit.view === 'text')
    return `S ${printTextMatch(match)} => ${printTextEmit(emit, match)}`;
  if (match.view === 'keys' && emit.view === 'keys')
    return `${withBlank('K', printKeyMatch(match))} => ${printKeyEmit(emit)}`;
  if (match.view === 'edit' && emit.view === 'edit')
    return `${withBlank('E', printConditions(match))} => ${printOperation(emit.op)}`;
  throw new ConfigError(
    'bad-rule',
    `match is of view ${match.view} and emit of view ${emit.view}; give both the same view.`,
  );
}

function withBlank(letter: string, conditions: string): string {
  return conditions === '' ? letter : `${letter} ${conditions}`;
}

function printHosts({ hosts }: Scope): string {
  return hosts === '*' ? '*' : `{${hosts.map((host) => escapePercent(host, HOST_ENDS)).join(',')}}`;
}
