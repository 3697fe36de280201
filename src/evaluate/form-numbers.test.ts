/** Numbers from bytes are those of the keys of strings, whatever the URLs. */
import { describe, expect, it } from 'vitest';
import { packTexts } from '../clusters/index.ts';
import { compileRules } from '../normalize/index.ts';
import { makeRule } from '../rules/index.ts';
import { formNumbering } from './form-numbers.ts';

const RULE = makeRule({
  learner: 'families',
  hosts: '*',
  match: { view: 'edit', when: [], unless: [] },
  emit: { view: 'edit', op: { op: 'dropParam', name: 'sid' } },
});

const ODD = [
  '',
  '\n',
  'http://a/\n',
  'http://a/\r',
  'http://a/?x\r\n',
  'http://a/é?sid=1',
  `http://a/${'x'.repeat(70_000)}?sid=1`,
];

function plainNumbers(key: (url: string) => string, urls: readonly string[]): number[] {
  const known = new Map<string, number>();
  return urls.map((url) => {
    const form = key(url);
    const number = known.get(form) ?? known.size;
    known.set(form, number);
    return number;
  });
}

describe('formNumbering', () => {
  const many = Array.from({ length: 3000 }, (_, i) => `HTTP://A.org/${i % 997}?sid=${i}${i % 500 === 0 ? '\n' : ''}`);

  it.each([
    ['URLs', many],
    ['odd ones', [...ODD, ...many, ...ODD]],
    ['lone surrogates', ['http://a/\ud800?sid=1', 'http://a/\ud800', 'http://a/']],
    ['none', []],
  ])('numbers %s by their keys', (_, urls) => {
    const rules = compileRules({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules: [RULE] });
    const expected = plainNumbers(rules.key, urls);
    const { forms, formOf } = formNumbering(rules)(packTexts(urls));
    expect([...formOf]).toEqual(expected);
    expect(forms).toBe(new Set(expected).size);
  });

  it('tells keys apart that have a line end in them', () => {
    const key = (url: string) => url.replace('%0A', '\n');
    const lines = () => {
      const push = (chunk: Uint8Array) => new TextEncoder().encode(key(new TextDecoder().decode(chunk)));
      return { push, end: () => new Uint8Array(), counts: { lines: 0, changed: 0 } };
    };
    const urls = ['http://a/%0Ab', 'http://a/', 'http://a/%0Ab', 'b'];
    expect([...formNumbering({ key, lines })(packTexts(urls)).formOf]).toEqual([0, 1, 0, 2]);
  });
});
