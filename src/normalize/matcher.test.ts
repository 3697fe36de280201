/** Cases that arbitrary rules and URLs do not come upon: growth, colliding hashes, long and periodic URLs. */
import { describe, expect, it } from 'vitest';
import { type Apply, type Emit, keyPlain, type Match, makeRule, parseRule, type RuleSet } from '../rules/index.ts';
import { matchAllRules } from './all-matches.ts';
import { encode } from './bytes.ts';
import { hashRange } from './hash.ts';
import { compileRules } from './index.ts';

function setOf(apply: Apply, ...bodies: Body[]) {
  const rules = bodies.map(({ match, emit }) => makeRule({ learner: 'manual', hosts: '*', match, emit }));
  return { dustpan: 1, apply, sun: false, options: {}, rules } satisfies RuleSet;
}
type Body = { readonly match: Match; readonly emit: Emit };

/** The key, which must be that of the interpreter, and how often the interpreter was asked. */
function keyOf(set: RuleSet, url: string): { key: string; interpreted: number } {
  const compiled = compileRules(set);
  const key = compiled.key(url);
  expect(key).toBe(keyPlain(set, url));
  return { key, interpreted: compiled.counts.interpreted };
}

describe('a form that grows beyond the limit', () => {
  const word = 'x'.repeat(100);
  it('does not make room for a variant that the interpreter would not try', () => {
    const rule = parseRule('T ^http://a.com/(<a>)?(<a>)?$ => b');
    const set = setOf('first', {
      match: rule.match,
      emit: { view: 'tokens', seq: Array.from({ length: 300 }, () => ({ ref: 1 })) },
    });
    expect(keyOf(set, `http://a.com/${word}`).key).toBe(`http://a.com/${word}`);
  });
  it('is not written out, however often a key rule repeats a value', () => {
    const match: Match = { view: 'keys', where: { 'path[1]': { any: true } }, pathLen: null, query: 'open' };
    const cat = Array.from({ length: 5000 }, () => ({ ref: 'path[1]' }));
    for (const emit of [{ set: { 'path[1]': { cat } } }, { set: {}, path: [{ cat }] }]) {
      const set = setOf('first', { match, emit: { view: 'keys', queryOrder: 'keep', ...emit } });
      expect(compileRules(set).key(`http://a.com/${word.repeat(100)}`)).toBe(`http://a.com/${word.repeat(100)}`);
    }
  });
});

describe('parameters', () => {
  const repeated = setOf('first', parseRule('E => dropRepeatedParams()'));
  const placeOf = (name: string) => {
    const bytes = encode(name);
    const hash = hashRange(bytes, 0, bytes.length);
    return (hash ^ (hash >>> 15)) & 127;
  };
  it('made to fall into one place of the table are still told apart, by the interpreter', () => {
    const names: string[] = [];
    for (let i = 0; names.length < 60; i++) if (placeOf(`p${i}`) === 5) names.push(`p${i}`);
    const url = `http://a.com/?${names.join('&')}`;
    expect(keyOf(repeated, `${url}&${names[7]}`)).toEqual({ key: url, interpreted: 1 });
    const forms: string[] = [];
    matchAllRules(repeated.rules).each(`${url}&${names[7]}`, (_, form, length) =>
      forms.push(new TextDecoder().decode(form.subarray(0, length))),
    );
    expect(forms).toEqual([url]);
  });
  it('of all other names need no interpreter', () => {
    const url = `http://a.com/?${Array.from({ length: 5000 }, (_, i) => `p${i}=${i % 7}`).join('&')}`;
    expect(keyOf(repeated, `${url}&p7=0&p8=0`)).toEqual({ key: `${url}&p8=0`, interpreted: 0 });
  });
  it('are sorted stably, thousands of them, in any order', () => {
    const params = Array.from({ length: 3000 }, (_, i) => `p${(i * 7919) % 1000}=${i}`);
    const { interpreted } = keyOf(setOf('first', parseRule('E => sortParams()')), `http://a.com/?${params.join('&')}`);
    expect(interpreted).toBe(0);
  });
});

describe('halves of a character', () => {
  it.each<[string, Body, string]>([
    ['a text rule', parseRule('S "x" => ""'), 'http://a.com/\ud83dx\ude00'],
    ['a token rule', parseRule('T ^http://a.com/*.*$ => http://a.com/$1$2'), 'http://a.com/\ud83d.\ude00'],
    [
      'a key rule',
      {
        match: { view: 'keys', where: {}, pathLen: 2, query: 'open' },
        emit: { view: 'keys', set: {}, path: [{ cat: [{ ref: 'path[1]' }, { ref: 'path[2]' }] }], queryOrder: 'keep' },
      },
      'http://a.com/\ud83d/\ude00',
    ],
  ])('that %s brings together are that character for the next rule', (_, body, url) => {
    const set = setOf('fixpoint', body, parseRule('S "😀" => "smile"'));
    expect(keyOf(set, url)).toEqual({ key: 'http://a.com/smile', interpreted: 0 });
  });
});

describe('a periodic URL', () => {
  it.each([
    ['S "a/a/a/b" => "c"', `http://h/${'a/'.repeat(20_000)}b/a`, `http://h/${'a/'.repeat(19_997)}c/a`],
    ['S "a/a/a/b" => "c"', `http://h/${'a/'.repeat(20_000)}bb`, `http://h/${'a/'.repeat(20_000)}bb`],
    ['E => aliasPrefix(/x/a -> /x)', `http://h/x${'/a'.repeat(20_000)}/b`, 'http://h/x/b'],
    ['E => dropSuffix(/a)', `http://h/x${'/a'.repeat(20_000)}`, 'http://h/x'],
    ['E => collapseSlashes()', `http://h${'/'.repeat(20_000)}b`, 'http://h/b'],
  ])('under %s', (text, url, key) => {
    expect(keyOf(setOf('first', parseRule(text)), url)).toEqual({ key, interpreted: 0 });
  });
});
