/** A text that is said to be left alone is the fixpoint of the rules, and one that a rule changes is never said to be. */
import { describe, expect, it } from 'vitest';
import { editSource, makeRule, parseRule } from '../rules/index.ts';
import { closureOf } from './accepted.ts';
import { leftAloneBy } from './left-alone.ts';

const RULES = ['@{a.com} E => dropParam(s)', '@{a.com} E => anyParam(t)', '@{a.com} E => lowerPath()'].map((text) => {
  const { match, emit } = parseRule(text);
  return { rule: makeRule({ learner: 'families', hosts: ['a.com'], match, emit }), family: 'param' };
});

describe('leftAloneBy', () => {
  it.each([
    ['http://a.com/x', true],
    ['http://a.com/x?t=*', true],
    ['http://b.com/X?s=1&t=2', true],
    ['http://a.com/x?s=1', false],
    ['http://a.com/x?t=1', false],
    ['http://a.com/X', false],
    ['http://a.com', false],
    ['http://a.com/%7Ex', false],
  ])('%s: %s', (text, isLeft) => {
    expect(leftAloneBy(RULES)(text, editSource(text))).toBe(isLeft);
    expect(closureOf(RULES)(text) === text).toBe(isLeft);
  });
});
