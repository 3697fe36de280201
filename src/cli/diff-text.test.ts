/** Checks of the difference of two rule sets in words. */
import { expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import { diffText } from './diff-text.ts';

const rule = ruleOf('@{h} E => dropParam(a)');
const example = (form: string) => ({ form, urls: [form, `${form}?a=1`] });

it('counts lists of examples and leaves the lists to machines', () => {
  const change = {
    field: 'evidence.examples',
    a: [example('http://h/1'), example('http://h/2')],
    b: [example('http://h/2'), example('http://h/3'), example('http://h/4')],
  };
  const diff = { same: false, settings: [], added: [], removed: [], changed: [{ rule, changes: [change] }] };
  const [, text] = diffText(diff, undefined, (_, shown) => shown).split('\n');
  expect(text).toBe('    evidence.examples: 2 -> 3, 2 of them new');
});
