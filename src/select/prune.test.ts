/** Rules that others made superfluous are left out, and no other. */
import { describe, expect, it } from 'vitest';
import { makeRule, parseRule, printRule } from '../rules/index.ts';
import { closureOf } from './accepted.ts';
import { Forms } from './forms.ts';
import { pruned } from './prune.ts';

const TEXTS = [
  'http://a.com/x',
  'http://a.com/x?r=1',
  'http://a.com/x?r=2',
  'http://a.com/x?s=1',
  'http://a.com/y?s=1',
];

/** Rules as if accepted, each with the URLs that it alone would change; those that were proven together stand in one text. */
function prune(rules: readonly string[]): string[] {
  const accepted = rules.map((texts) => {
    const own = texts.split(' and ').map((text) => {
      const { match, emit } = parseRule(text);
      return { rule: makeRule({ learner: 'families', hosts: ['a.com'], match, emit }), family: 'param' };
    });
    const closure = closureOf(own);
    return { rules: own, urls: TEXTS.flatMap((url, u) => (closure(url) === url ? [] : [u])) };
  });
  const closure = closureOf(accepted.flatMap((one) => one.rules));
  const pages = TEXTS.map((_, u) => u);
  const forms = new Forms({ texts: TEXTS.map(closure), pages, wides: pages });
  const kept = pruned(accepted, forms, { texts: TEXTS, pages, wides: pages });
  return kept.flatMap((one) => one.rules.map(({ rule }) => printRule(rule)));
}

describe('pruned', () => {
  it.each([
    {
      name: 'a rule for one value beside one for all values',
      rules: ['@{a.com} E => dropParam(r,value=1)', '@{a.com} E => dropParam(r)'],
      kept: ['@{a.com} E => dropParam(r)'],
    },
    {
      name: 'the same rule twice',
      rules: ['@{a.com} E => dropParam(s)', '@{a.com} E => dropParam(s)'],
      kept: ['@{a.com} E => dropParam(s)'],
    },
    {
      name: 'rules that all do something',
      rules: ['@{a.com} E => dropParam(r,value=1)', '@{a.com} E => dropParam(s)'],
      kept: ['@{a.com} E => dropParam(r,value=1)', '@{a.com} E => dropParam(s)'],
    },
    {
      name: 'one of two that were proven together, which another repeats without their condition',
      rules: [
        '@{a.com} E !path^=/y => dropParam(r) and @{a.com} E !path^=/y => dropParam(s)',
        '@{a.com} E => dropParam(s)',
      ],
      kept: ['@{a.com} E !path^=/y => dropParam(r)', '@{a.com} E => dropParam(s)'],
    },
    {
      name: 'none of two that were proven together under other conditions',
      rules: [
        '@{a.com} E !path^=/y => dropParam(r) and @{a.com} E !path^=/y => dropParam(s)',
        '@{a.com} E path^=/y => dropParam(s)',
      ],
      kept: [
        '@{a.com} E !path^=/y => dropParam(r)',
        '@{a.com} E !path^=/y => dropParam(s)',
        '@{a.com} E path^=/y => dropParam(s)',
      ],
    },
    { name: 'a single rule', rules: ['@{a.com} E => dropParam(s)'], kept: ['@{a.com} E => dropParam(s)'] },
  ])('$name', ({ rules, kept }) => {
    expect(prune(rules)).toEqual(kept);
  });
});
