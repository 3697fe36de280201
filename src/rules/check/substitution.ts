/** Checks text rules: both sides must be token lists, and they must differ. */
import { tokenizeInner } from '../../url/index.ts';
import type { TextEmit, TextMatch } from '../rule.ts';
import { at, boolean, fail, fields, show, strings } from './place.ts';

export function checkTextMatch(value: unknown, place: string): TextMatch {
  const match = fields(value, place, ['view', 'alpha', 'start', 'end']);
  const alpha = checkTokens(match.alpha, at(place, 'alpha'));
  const start = boolean(match.start, at(place, 'start'));
  const end = boolean(match.end, at(place, 'end'));
  if (alpha.length === 0 && !start && !end)
    fail(at(place, 'alpha'), 'is empty and has no anchor; say which text to replace');
  return { view: 'text', alpha, start, end };
}

export function checkTextEmit(value: unknown, place: string, match: TextMatch): TextEmit {
  const emit = fields(value, place, ['view', 'beta']);
  const beta = checkTokens(emit.beta, at(place, 'beta'));
  if (beta.join('') === match.alpha.join(''))
    fail(at(place, 'beta'), 'is the same text as alpha, so that the rule changes nothing; remove the rule');
  return { view: 'text', beta };
}

function checkTokens(value: unknown, place: string): string[] {
  const tokens = strings(value, place);
  const expected = tokenizeInner(tokens.join(''));
  for (const [i, token] of tokens.entries()) {
    if (token !== expected[i]) {
      const instead = expected[i] === undefined ? 'remove it' : `write ${show(expected[i])} there`;
      fail(`${place}[${i}]`, `is ${show(token)}, not one token of the joined text; ${instead}`);
    }
  }
  return tokens;
}
