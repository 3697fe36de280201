/** Reads the one-line text form of a rule, `@hosts VIEW match => emit`, the inverse of `print.ts`. */
import { ConfigError } from '../../base/index.ts';
import { checkBody } from '../check/body.ts';
import { isHost, normalizeHosts } from '../hosts.ts';
import type { Emit, Match, Rule, Scope } from '../rule.ts';
import { parseConditions } from './conditions.ts';
import { parseKeyEmit, parseKeyMatch } from './keys.ts';
import { parseOperation } from './operation.ts';
import { HOST_ENDS } from './print.ts';
import { Scanner } from './scanner.ts';
import { parseTextEmit, parseTextMatch } from './substitution.ts';
import { parseTokenEmit, parseTokenMatch } from './tokens.ts';

/** The parts of a rule that its text says; without `@hosts` it is for every host. */
export function parseRule(text: string): Pick<Rule, 'scope' | 'match' | 'emit'> {
  // Blanks and line ends around a rule belong to the file it came from.
  const scanner = new Scanner(text.replace(/[ \t\r\n]+$/, ''));
  scanner.eatPattern(/[ \t\r\n]+/y);
  const scope = scanner.peek() === '@' ? parseHosts(scanner) : { hosts: '*' as const };
  const letter =
    scanner.eatPattern(/[TKSE](?=[ \t])/y)?.[0] ?? scanner.fail('expected one of the letters T, K, S, E and a blank');
  scanner.spaces();
  const matchAt = scanner.at;
  const match = parseMatch(letter, scanner);
  scanner.spaces();
  scanner.expect('=>', '"=>" after the match');
  scanner.spaces();
  const emitAt = scanner.at;
  const emit = parseEmit(match, scanner);
  if (!scanner.atEnd()) scanner.fail('expected the end of the rule');
  checkAt(match, emit, matchAt, emitAt);
  return { scope, match, emit };
}

function parseHosts(scanner: Scanner): Scope {
  scanner.expect('@');
  if (scanner.eatPattern(/\*[ \t]+/y)) return { hosts: '*' };
  scanner.expect('{', '"*" or "{host,host}" after "@"');
  const hosts: string[] = [];
  do {
    const from = scanner.at;
    const host = scanner.atom(HOST_ENDS);
    if (!isHost(host)) scanner.fail('expected a host without scheme, port, path and final dot', from);
    hosts.push(host);
  } while (scanner.eat(','));
  scanner.expect('}', '"," or "}"');
  if (!scanner.spaces()) scanner.fail('expected a blank after the hosts');
  return { hosts: normalizeHosts(hosts) };
}

function parseMatch(letter: string, scanner: Scanner): Match {
  if (letter === 'T') return parseTokenMatch(scanner);
  if (letter === 'S') return parseTextMatch(scanner);
  return letter === 'K' ? parseKeyMatch(scanner) : parseConditions(scanner);
}

function parseEmit(match: Match, scanner: Scanner): Emit {
  switch (match.view) {
    case 'tokens':
      return parseTokenEmit(scanner);
    case 'text':
      return parseTextEmit(scanner, match);
    case 'keys':
      return parseKeyEmit(scanner);
    case 'edit':
      return { view: 'edit', op: parseOperation(scanner) };
  }
}

/** What reads well may still make no sense; the check knows the place in the JSON form, the reader wants the column. */
function checkAt(match: Match, emit: Emit, matchAt: number, emitAt: number): void {
  try {
    checkBody({ match, emit }, '');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const column = (error.message.startsWith('match') ? matchAt : emitAt) + 1;
    throw new ConfigError('bad-rule-text', `Column ${column} of the rule text: ${error.message}`);
  }
}
