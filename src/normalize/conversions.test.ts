/** Rules that only convert components, delete parameters or may give the URL itself are found by what they would change, and change what the plain interpreter says. */
import { describe, expect, it } from 'vitest';
import { CONVERSIONS, keyPlain, makeRule, parseRule, type Rule } from '../rules/index.ts';
import { compileRules } from './index.ts';

const HEADS = [
  'http://a.com',
  'HTTP://a.com',
  'http://A.com',
  'http://User@a.com',
  'http://a.com:80',
  'http://a.com:81',
  'http://a.com.',
  'a.com',
];
const PATHS = [
  '',
  '/',
  '/x',
  '/X',
  '/x/',
  '/x%20y/Z',
  '/Z/x%20y',
  '/%7a',
  '/x+y',
  '/é',
  '/_',
  '/x;p',
  '/007',
  '/00/0',
  '/0a',
  '/70/x',
];
const TAILS = ['', '?q=x', '?', '#f', '?q=X%20#F'];
const URLS = HEADS.flatMap((head) => PATHS.flatMap((path) => TAILS.map((tail) => head + path + tail)));

const converting = (place: string, conv: (typeof CONVERSIONS)[number]): Rule =>
  makeRule({
    learner: 'manual',
    hosts: '*',
    match: { view: 'keys', where: { [place]: { any: true } }, pathLen: null, query: 'open' },
    emit: { view: 'keys', set: { [place]: { conv, of: place } }, queryOrder: 'keep' },
  });

describe.each(['fixpoint', 'first'] as const)('conversions when rules are applied %s', (apply) => {
  it.each([true, false])('after standard normalization: %s', (sun) => {
    for (const place of ['path[-1]', 'path[1]']) {
      for (const conv of CONVERSIONS) {
        const set = { dustpan: 1, options: {}, apply, sun, rules: [converting(place, conv)] } as const;
        const { key } = compileRules(set);
        for (const url of URLS) expect(key(url), `${conv} of ${place}`).toBe(keyPlain(set, url));
      }
    }
  });

  it.each([
    'K path[1]=* => query[q]:=⊥ query[r]:=⊥',
    'K path[-1]=x => query[q#2]:=⊥ path[-1]:=capital(path[-1])',
    'K query[q]=* => query[r]:=⊥ path[1]:=lower(path[1])',
    'K host=a.com => query[]:=⊥',
    'T ^(http|https)://a.com/*$ => http://a.com/$1',
    'T ^http://a.com/(x|X)(/)?$ => http://a.com/x/',
    // Both ways of the groups have one shape: that the first gives the URL itself must not let the second change it.
    'T ^http://a.com(/x)?(/*)?$ => http://a.com/x',
  ])('%s', (text) => {
    const { match, emit } = parseRule(`@* ${text}`);
    const tails = [...TAILS, '?q=1&q=2', '?r', '?x&r=1;q', '?&q'];
    const urls = [...HEADS, 'https://a.com'].flatMap((head) =>
      PATHS.flatMap((path) => tails.map((t) => head + path + t)),
    );
    for (const sun of [true, false]) {
      const rules = [makeRule({ learner: 'manual', hosts: '*', match, emit })];
      const set = { dustpan: 1, options: {}, apply, sun, rules } as const;
      const { key } = compileRules(set);
      for (const url of urls) if (key(url) !== keyPlain(set, url)) expect(key(url), url).toBe(keyPlain(set, url));
    }
  });

  it('two of them together', () => {
    const rules = [converting('path[-1]', 'underscore'), converting('path[-1]', 'capital')];
    const set = { dustpan: 1, options: {}, apply, sun: true, rules } as const;
    const { key } = compileRules(set);
    for (const url of URLS) expect(key(url)).toBe(keyPlain(set, url));
    expect(key('http://a.com/x%20y')).toBe(apply === 'first' ? 'http://a.com/x_y' : 'http://a.com/X_y');
  });
});
