/** The functions of a compiled set stand alone. */
import { expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import type { RuleSet } from '../rules/index.ts';
import { compileRules, loadCompiled } from './index.ts';

const evidence = { fetchable: { checked: 10, ok: 10 } };
const rules = [ruleOf('@{a.com} E => dropParam(sid)', { evidence })];
const set: RuleSet = { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules };
const URLS = ['http://a.com/?sid=1', 'http://a.com/?sid=2', 'http://b.com/?sid=1'];

it('work when taken out of the object, as `const { key } = …` and `urls.map(key)` do', () => {
  const { key, rewrite, explain, lines, dedupe, compiled } = compileRules(set);
  const forms = ['http://a.com/', 'http://a.com/', 'http://b.com/?sid=1'];
  expect(URLS.map(key)).toEqual(forms);
  expect(URLS.map(rewrite)).toEqual(forms);
  expect(explain(URLS[0]!).steps.map((step) => step.rule.id)).toEqual([rules[0]!.id]);
  const bytes = Buffer.from(URLS.map((url) => `${url}\n`).join(''));
  expect(Buffer.from(lines('key').push(bytes)).toString()).toBe(forms.map((form) => `${form}\n`).join(''));
  expect(Buffer.from(dedupe().push(bytes)).toString()).toBe(`${URLS[0]}\n${URLS[2]}\n`);
  expect(URLS.map(loadCompiled(compiled()).key)).toEqual(forms);
});
