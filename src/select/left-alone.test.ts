/** A text that is said to be left alone is the fixpoint of the rules, and one that a rule changes is never said to be. */
import { describe, expect, it } from 'vitest';
import { editSource, keyPlain, makeRule, parseRule } from '../rules/index.ts';
import { type AcceptedRule, closureOf, ruleSetOf } from './accepted.ts';
import { firstPassBy, leftAloneBy, onlyChangedBy } from './left-alone.ts';

function ruleOf(text: string): AcceptedRule {
  const { match, emit } = parseRule(text);
  return { rule: makeRule({ learner: 'families', hosts: ['a.com'], match, emit }), family: 'param' };
}

const RULES = ['@{a.com} E => dropParam(s)', '@{a.com} E => anyParam(t)', '@{a.com} E => lowerPath()'].map(ruleOf);

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

describe('firstPassBy', () => {
  // The second needs another pass: what it leads to is for the rule before it.
  const rules = [...RULES, ...['@{a.com} E => renameParam(u -> s)', '@{a.com} E => aliasPrefix(/Q -> /q)'].map(ruleOf)];

  it.each([
    'http://a.com/X?s=1&t=2&u=3',
    'http://a.com/x?u=1',
    'http://a.com/Q/r?t=1',
    'http://b.com/X?s=1',
    'http://a.com/x',
  ])('%s', (text) => {
    expect(firstPassBy(rules)(text)).toBe(keyPlain(ruleSetOf(rules), text, { maxPasses: 1 }));
  });
});

describe('onlyChangedBy', () => {
  // The one that was taken last is applied first: `dropParam` stands before `anyParam` in the order of families.
  const rules: AcceptedRule[] = [
    { ...ruleOf('@{a.com} E => anyParam(t)'), family: 'param-any' },
    { ...ruleOf('@{a.com} E => dropParam(s)'), family: 'param' },
  ];

  it.each([
    ['http://a.com/x?t=1', 'http://a.com/x?t=*', true],
    ['http://a.com/x?s=1&t=1', 'http://a.com/x?s=1&t=*', false],
  ])('%s: %s', (text, made, isEnd) => {
    expect(onlyChangedBy(rules)(0, text, made)).toBe(isEnd);
    expect(firstPassBy(rules)(text) === made).toBe(isEnd);
  });

  it('asks nobody about what the last one changed', () => {
    expect(onlyChangedBy(rules)(1, 'http://a.com/x?s=1', 'http://a.com/x')).toBe(true);
  });

  it('does not trust a text that is longer than a form may be', () => {
    expect(onlyChangedBy(rules)(0, 'http://a.com/x?t=1', `http://a.com/${'x'.repeat(10_000)}`)).toBe(false);
  });
});
