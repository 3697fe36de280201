/** Checks the page of a site: what it shows, that data cannot break out of it, and that it stays small. */
import { describe, expect, it } from 'vitest';
import { HitCounter, surveyRules } from '../pipeline/index.ts';
import { makeRule, parseRule, type Rule, type RuleSet } from '../rules/index.ts';
import { sitePage } from './site-page.ts';

const EVIL = `http://h.test/<script>alert(1)</script>?sid="'>`;
const setOf = (rules: readonly Rule[]): RuleSet => ({
  ...{ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules },
});
const drop = (name: string): Rule => ({
  ...makeRule({ learner: 'families', hosts: ['h.test'], ...parseRule(`@* E => dropParam(${name})`) }),
  note: '<b>bold</b>',
  evidence: {
    ...{ family: 'param', support: 12, falsePairs: 1, risk: 0.01 },
    examples: [{ urls: ['http://h.test/?sid=1', 'http://h.test/?sid=2'], form: 'http://h.test/' }],
    counterExamples: [{ urls: [EVIL, 'http://h.test/other?sid=1'], form: 'http://h.test/' }],
  },
});

describe('sitePage', () => {
  const ruleSet = setOf([drop('sid')]);
  const hits = new HitCounter();
  hits.add({ url: EVIL, agent: '<i>bot</i>', length: 5 });
  const clusters = [
    { id: 'a', urls: ['http://h.test/?sid=1', 'http://h.test/', EVIL] },
    { id: 'b', urls: ['http://h.test/b', 'http://h.test/c'] },
  ];
  const page = sitePage({ survey: surveyRules(ruleSet, { clusters, hits }), ruleSet, title: 'A & B' });

  it('has every part', () => {
    for (const heading of [
      'Where',
      'Parameters',
      'Robots',
      'The strongest rules',
      'All rules',
      'What stays',
      'To paste',
    ])
      expect(page).toContain(`<h2>${heading}</h2>`);
    expect(page).toContain('<h1>A &amp; B</h1>');
    expect(page).toContain('Joins these different pages');
    expect(page).toContain('Clean-param');
    expect(page).toContain('data-copies="snippet-nginx"');
  });

  it('lets nothing from data out of its place, and needs nothing from outside', () => {
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<b>bold');
    expect(page).not.toContain('<i>bot');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/(?:src|href)=|@import|url\(/);
  });

  it('says so when nothing is known, and when there is no rule', () => {
    const none = setOf([]);
    const survey = surveyRules(none, { clusters: [], listed: [{ url: 'http://h.test/' }] });
    const bare = sitePage({ survey, ruleSet: none });
    expect(bare).toContain('Of their pages nothing is known');
    expect(bare).toContain('There are no rules.');
    expect(bare).not.toContain('<h2>What stays</h2>');
  });

  it('stays below 2 MB with ten thousand rules of many examples', () => {
    const many = setOf(Array.from({ length: 10_000 }, (_, i) => drop(`parameter-with-a-long-name-${i}`)));
    const big = sitePage({ survey: surveyRules(many, { clusters }), ruleSet: many });
    expect(Buffer.byteLength(big)).toBeLessThan(2_000_000);
    expect(big).toContain('The first 2,000 of 10,000 rules');
  });
});
