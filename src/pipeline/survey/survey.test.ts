/** Checks what a report counts, on data small enough to count by hand. */
import { describe, expect, it } from 'vitest';
import { makeRule, parseRule, type RuleSet } from '../../rules/index.ts';
import { HitCounter, PEOPLE } from './bots.ts';
import { wordFor } from './param-words.ts';
import { surveyRules } from './survey.ts';

const rules = (...texts: string[]): RuleSet => ({
  ...{ dustpan: 1, apply: 'fixpoint', sun: true, options: {} },
  rules: texts.map((text) => makeRule({ learner: 'manual', hosts: ['h.test'], ...parseRule(text) })),
});
const SET = rules('@{h.test} E => dropParam(sid)');
const CLUSTERS = [
  { id: 'a', urls: ['http://h.test/a/1?sid=1', 'http://h.test/a/1?sid=2', 'http://h.test/a/1'] },
  { id: 'b', urls: ['http://h.test/a/2?sid=1&q=x', 'http://h.test/a/2?q=x', 'http://h.test/b/2?q=x'] },
  { id: 'c', urls: ['http://h.test/a/2?q=y'] },
  { id: 'd', urls: ['http://other.test/d?q=1&sid=7'] },
];

describe('surveyRules', () => {
  const survey = surveyRules(SET, { clusters: CLUSTERS, listed: [{ url: 'http://h.test/a/1?sid=9' }] });

  it('counts URLs, pages, duplicates, and what the rules remove', () => {
    expect(survey.totals).toMatchObject({
      ...{ urls: 9, labeled: 8, pages: 4, duplicates: 4, keys: 5, removed: 4 },
      ...{ sharedForms: 2, impureForms: 0, pagesLost: 0, precision: 1, coverage: 3 / 4 },
    });
    expect(survey.rules).toEqual({ active: 1, quarantined: 0, refuted: 0 });
  });

  it('says where', () => {
    expect(survey.hosts).toEqual([
      { name: 'h.test', urls: 8, duplicates: 4, removed: 4 },
      { name: 'other.test', urls: 1, duplicates: 0, removed: 0 },
    ]);
    expect(survey.paths.map(({ name, urls, duplicates, removed }) => [name, urls, duplicates, removed])).toEqual([
      ['h.test/a/', 7, 3, 4],
      ['h.test/b/', 1, 0, 0],
      ['other.test/', 1, 0, 0],
    ]);
  });

  it('compares URLs that differ in one parameter alone, with the page that lacks it', () => {
    const byName = new Map(survey.params.map((param) => [param.name, param]));
    expect(byName.get('sid')).toMatchObject({ urls: 5, values: 4, same: 2, different: 0, dropped: 'everywhere' });
    expect(byName.get('q')).toMatchObject({ urls: 5, values: 3, same: 0, different: 1, kind: 'identifies' });
    expect(byName.get('q')?.dropped).toBe('nowhere');
  });

  it('groups what stays by what differs', () => {
    expect(survey.unexplained).toEqual([
      {
        ...{ difference: 'another path', duplicates: 1, pages: 1 },
        example: ['http://h.test/a/2?q=x', 'http://h.test/b/2?q=x'],
      },
    ]);
  });

  it('shows a wrong rule as wrong', () => {
    const { totals } = surveyRules(rules('@{h.test} E => dropParam(q)'), { clusters: CLUSTERS });
    expect(totals).toMatchObject({ impureForms: 1, pagesLost: 1 });
    expect(totals.errorBound).toBeGreaterThan(0.5);
  });

  it('knows rules that take a parameter away in some URLs only', () => {
    const found = surveyRules(rules('@{h.test} E path^=/a/ => dropParam(sid)'), { clusters: CLUSTERS });
    expect(found.params.find(({ name }) => name === 'sid')?.dropped).toBe('somewhere');
  });

  it('has figures for nothing at all', () => {
    const empty = surveyRules(rules(), { clusters: [] });
    expect(empty.totals).toMatchObject({ urls: 0, removed: 0, coverage: null, errorBound: null });
    expect(empty.bots).toBeNull();
  });
});

describe('HitCounter', () => {
  it('saves requests for all but the usual URL of a page, robot by robot', () => {
    const hits = new HitCounter();
    const ask = (agent: string, url: string, times: number) => {
      for (let i = 0; i < times; i++) hits.add({ url, agent, length: 100 });
    };
    ask('Mozilla/5.0 (compatible; Googlebot/2.1; +http://google.test)', 'http://h.test/?sid=1', 5);
    ask('Mozilla/5.0 (compatible; Googlebot/2.1)', 'http://h.test/?sid=2', 2);
    ask('Mozilla/5.0 (compatible; Googlebot/2.1)', 'http://h.test/x', 1);
    ask('Mozilla/5.0 (X11)', 'http://h.test/?sid=1', 9);
    hits.add({ url: 'http://h.test/' });
    const key = (url: string) => url.replace(/\?sid=\d/, '');
    expect(hits.uses({ key })).toEqual([
      { name: 'googlebot', hits: 8, bytes: 800, urls: 3, pages: 2, savedHits: 2, savedBytes: 200 },
      { name: PEOPLE, hits: 9, bytes: 900, urls: 1, pages: 1, savedHits: 0, savedBytes: 0 },
    ]);
  });

  it('is null for logs that tell no agent', () => {
    const hits = new HitCounter();
    hits.add({ url: 'http://h.test/' });
    expect(hits.uses({ key: (url) => url })).toBeNull();
  });
});

describe('words for parameters', () => {
  const seen = { urls: 100, same: 0, different: 0, dropped: 'nowhere' } as const;
  it.each([
    [{ ...seen, name: 'x', values: ['1'], dropped: 'everywhere' as const }, 'no effect'],
    [{ ...seen, name: 'x', values: ['1'], same: 3 }, 'no effect'],
    [{ ...seen, name: 'x', values: ['1'], same: 2 }, 'not known'],
    [{ ...seen, name: 'order', values: ['price'], same: 3, different: 1 }, 'sorts'],
    [{ ...seen, name: 'o', values: ['asc', 'desc'], different: 9 }, 'sorts'],
    [{ ...seen, name: 'page', values: ['1', '2'], different: 9 }, 'paginates'],
    [{ ...seen, name: 'page', values: ['Main_Page', 'Help'], different: 9 }, 'narrows'],
    [{ ...seen, name: 'lang', values: ['en', 'pt-BR'], different: 9 }, 'translates'],
    [{ ...seen, name: 'id', values: Array.from({ length: 80 }, (_, i) => `${i}`), different: 9 }, 'identifies'],
    [{ ...seen, name: 'color', values: ['red', 'blue'], different: 9 }, 'narrows'],
  ])('%j: %s', (param, word) => expect(wordFor(param)).toBe(word));
});
