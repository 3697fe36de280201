/** What rules mean: worked examples of all four views, and of whole sets. */
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../../test/support/rule-of.ts';
import { vectorsOf } from '../../../test/support/vectors.ts';
import { tokenizeInner } from '../../url/index.ts';
import {
  applyRule,
  normalizePlain,
  type Rule,
  type RuleSet,
  type RuleState,
  rewritePlain,
  type TextMatch,
} from '../index.ts';

const set = (apply: 'first' | 'fixpoint', sun: boolean, ...rules: Rule[]): RuleSet => ({
  dustpan: 1,
  options: {},
  apply,
  sun,
  rules,
});
/** The papers write an unescaped `?` in emits, which reads the same. */
const published = (context: string, transform: string, hosts: readonly string[] | '*' = '*') =>
  ruleOf(`@${hosts === '*' ? '*' : `{${hosts.join()}}`} T ${context} => ${transform}`);

describe('vectors', () => {
  it.each(vectorsOf('rule.apply'))('$id', ({ input, expected }) => {
    expect(applyRule(published(input.context, input.transform), input.url)).toBe(expected.canonical);
  });
  it.each(vectorsOf('rule.apply+support'))('$id', ({ input, expected }) => {
    const one = published(input.context, input.transform);
    expect(input.urls.map((url: string) => applyRule(one, url))).toEqual(expected.canonical);
  });
  it.each(vectorsOf('rules.normalizeFirst'))('$id', ({ input, expected }) => {
    const rules = input.rules.map((r: { context: string; transform: string; hosts: string[] }) =>
      published(r.context, r.transform, r.hosts),
    );
    expect(input.urls.map((url: string) => normalizePlain(set('first', false, ...rules), url).form)).toEqual(
      expected.canonical,
    );
  });
  it.each(vectorsOf('dustbuster.apply'))('$id', ({ input, expected }) => {
    const one = ruleOf(`@* S ${JSON.stringify(input.alpha)} => ${JSON.stringify(input.beta)}`);
    expect(applyRule(one, input.url) ?? input.url).toBe(expected.url);
  });
  it.each(vectorsOf('dustbuster.canonize'))('$id', ({ input, expected }) => {
    const rules = input.rules.map(([alpha, beta]: [string, string]) =>
      ruleOf(`@* S ${JSON.stringify(alpha)} => ${JSON.stringify(beta)}`),
    );
    expect(normalizePlain(set('fixpoint', false, ...rules), input.url, { maxPasses: input.MA }).form).toBe(
      expected.url,
    );
  });
});

describe('key rules', () => {
  it.each([
    ['@* K query[sid]=* => query[sid]:=⊥', 'http://h/?sid=1', 'http://h/'],
    ['@* K query[sid]=* => query[sid]:=⊥', 'http://h/?a;sid=1;b=2#f', 'http://h/?a;b=2'],
    ['@* K query[sid]=* => query[sid]:=⊥', 'http://h/?sid=1&sid=2', 'http://h/?sid=2'],
    ['@* K query[sid]=* ?exact => query[sid]:=⊥', 'http://h/?sid=1&b=2', null],
    ['@* K path[-1]=index.html => path[-1]:=⊥', 'HTTP://H:80/a/index.html', 'http://h/a'],
    ['@* K path[-1]=index.html => path[-1]:=⊥', 'http://h/index.html', 'http://h'],
    ['@* K path[2]~tt{*} #path=2 => path[2].2:=*', 'http://h/title/tt0810900', 'http://h/title/tt*'],
    ['@* K path[2]~tt{*} #path=2 => path[2].2:=*', 'http://h/title/tt', null],
    ['@* K path[2]~tt{*} => path[2].2:=*', 'http://h/title', null],
    ['@* K query[a]~tt{*} => query[a].2:=*', 'http://h/?a', null],
    ['@* K path[1]=* => path[1]:=upper(path[1])', 'http://h/aé', 'http://h/Aé'],
    ['@* K path[-1]=* => path[-1]:=capital(path[-1])', 'http://h/w/ab_c', 'http://h/w/Ab_c'],
    ['@* K path[-1]=* => path[-1]:=capital(path[-1])', 'http://h/w/éa', 'http://h/w/éa'],
    ['@* K query[t]=* => query[t]:=space(query[t])', 'http://h/a+b?t=a+b%2Bc+&u=+', 'http://h/a+b?t=a%20b%2Bc%20&u=+'],
    ['@* K query[t]=* => query[t]:=number(query[t])', 'http://h/?t=0070', 'http://h/?t=70'],
    ['@* K query[t]=* => query[t]:=number(query[t])', 'http://h/?t=000', 'http://h/?t=0'],
    ['@* K query[t]=* => query[t]:=number(query[t])', 'http://h/?t=007a', 'http://h/?t=007a'],
    ['@* K query[t]=* => query[t]:=underscore(query[t])', 'http://h/?t=a%20b+c%2', 'http://h/?t=a_b+c%2'],
    [
      "@* K path[1]=wiki query[title]=* #path=1 => path:=['wiki',ref(query[title])] query[title]:=⊥",
      'http://h/wiki?title=X',
      'http://h/wiki/X',
    ],
    ['@* K query[b]=* query[a]=* => query:=sort', 'http://h/?b=1;a=2&c', 'http://h/?a=2;b=1&c'],
    ["@* K path[1]=a => path[3]:='c'", 'http://h/a', null],
    ["@* K path[1]=a => path[2]:='c'", 'http://h/a', 'http://h/a/c'],
    ['@* K path[1]=a => path[2]:=ref(query[x])', 'http://h/a', null],
    ["@* K path[1]=a => query[x]:='1'", 'http://h/a?b', 'http://h/a?b&x=1'],
    ['@* K query[n]=<n> => query[n]:=*', 'http://h/?n=12', 'http://h/?n=*'],
    ['@* K query[n]=<n> => query[n]:=*', 'http://h/?n=1a', null],
  ])('%s on %s', (text, url, expected) => expect(applyRule(ruleOf(text), url)).toBe(expected));
});

it('the halves of two rules of different views make no rule', () => {
  const whole = [
    '@* T ^*://*/*$ => $1://$2/',
    '@* K path[1]=a => path[1]:=⊥',
    '@* S "/a" => "/"',
    '@* E => trimSlash()',
  ].map((text) => ruleOf(text));
  for (const one of whole)
    for (const { emit } of whole)
      expect(applyRule({ ...one, emit }, 'http://h/a')).toEqual(
        emit === one.emit && emit.view !== 'edit' ? expect.any(String) : null,
      );
});

describe('text rules', () => {
  it('are anchored where they say so', () => {
    const at = (start: boolean, end: boolean): TextMatch => ({ view: 'text', alpha: ['a'], start, end });
    const apply = (match: TextMatch, url: string) =>
      applyRule({ scope: { hosts: '*' }, match, emit: { view: 'text', beta: tokenizeInner('x-y') } }, url);
    expect([
      apply(at(true, false), 'a/a'),
      apply(at(false, true), 'a/a'),
      apply(at(true, true), 'a/a'),
      apply(at(true, true), 'a'),
    ]).toEqual(['x-y/a', 'a/x-y', null, 'x-y']);
  });
});

describe('edit rules', () => {
  it.each([
    ['host(www.a.com -> a.com)', 'http://u@WWW.a.com.:8080/x', 'http://u@a.com:8080/x'],
    ['scheme(https)', 'HTTP://a/', 'https://a/'],
    ['scheme(https)', 'ftp://a/', null],
    ['dropPort()', 'http://a:8080/', 'http://a/'],
    ['dropParam(ref)', 'http://a/?ref=1&b=2&ref', 'http://a/?b=2'],
    ['dropParam(ref)', 'http://a/?ref=1#f', 'http://a/#f'],
    ['dropParam(ref,value=1)', 'http://a/?ref=1&b=2&ref=1', 'http://a/?b=2'],
    ['dropParam(ref,value=1)', 'http://a/?ref=1&ref=2', null],
    ['dropParam(ref,value=1)', 'http://a/?ref&ref=1', null],
    ['dropParam(ref,value=)', 'http://a/?ref=2&ref=', null],
    ['dropParam(prefix=utm_)', 'http://a/?x&utm_a=1;utm_b;y', 'http://a/?x;y'],
    ['anyParam(id)', 'http://a/?id=1&id&ID=2', 'http://a/?id=*&id&ID=2'],
    ['aliasParam(sort: a,b -> c)', 'http://a/?sort=b&sort=d&x=a&sort', 'http://a/?sort=c&sort=d&x=a&sort'],
    ['renameParam(q -> query)', 'http://a/?q=1', 'http://a/?query=1'],
    ['dropQuery()', 'http://a/b?c#d', 'http://a/b#d'],
    ['sortParams()', 'http://a/?b;a&b=0&A', 'http://a/?A;a&b&b=0'],
    ['dropEmptyParams()', 'http://a/?&a=&&=;b', 'http://a/?a=;b'],
    ['dropEmptyParams()', 'http://a/?', 'http://a/'],
    ['dropRepeatedParams()', 'http://a/?a=1&b&a=1&a=2&b', 'http://a/?a=1&b&a=2'],
    ['separator(&)', 'http://a/?a;b&c;d', 'http://a/?a&b&c&d'],
    ['lowerPath()', 'http://A/B%2F/C?D', 'http://A/b%2F/c?D'],
    ['lowerPath(2)', 'http://a/B/C', 'http://a/B/c'],
    ['lowerPath(-2)', 'http://a/B/C', 'http://a/b/C'],
    ['decode()', 'http://a/%28b%29%2F%3F?%28%26%2F', 'http://a/(b)%2F%3F?(%26/'],
    ['collapseSlashes()', 'http://a//b///c//?d//', 'http://a/b/c/?d//'],
    ['trimSlash()', 'http://a/b//?c', 'http://a/b?c'],
    ['trimSlash()', 'http://a/', null],
    ['dropSuffix(.html)', 'http://a/b.html.html', 'http://a/b'],
    ['dropSuffix(index.html)', 'http://a/index.html', 'http://a/'],
    ['dropSegment(x)', 'http://a/x/b/x', 'http://a/b'],
    ['dropSegment(x)', 'http://a/x', 'http://a/'],
    ['anySegment(2)', 'http://a/b/c', 'http://a/b/*'],
    ['dropPathParam(sid)', 'http://a/b;sid=1;x/c;sid/d;sids', 'http://a/b;x/c/d;sids'],
    ['aliasPrefix(/en,/de -> /fr)', 'http://a/en/x', 'http://a/fr/x'],
    ['aliasPrefix(/en,/de -> /fr)', 'http://a/english/x', null],
    ['aliasPrefix(/en,/de -> /fr)', 'http://a/en/', null],
    ['aliasPrefix(/en,/de -> /fr)', 'http://a/en/?p=1', 'http://a/fr/?p=1'],
    ['aliasPrefix(/x/a -> /x)', 'http://h/x/a/a/b', 'http://h/x/b'],
    ['pathFromParam(title,prefix=/wiki/)', 'http://a/w?title=X&b', 'http://a/wiki/X?b'],
    ['pathFromParam(title,prefix=/wiki/)', 'http://a/w?title=X&title=Y', null],
    ['pathFromParam(title,prefix=/wiki/,suffix=.html)', 'http://a/w?title=X', 'http://a/wiki/X.html'],
  ])('%s on %s', (op, url, expected) => {
    const one = ruleOf(`@* E => ${op}`);
    const form = applyRule(one, url);
    expect(form).toBe(expected);
    if (form !== null) expect(applyRule(one, form)).toBe(null);
  });

  it.each([
    ['path^=/shop/', 'http://a/shop/x?r', true],
    ['path^=/shop/', 'http://a/shop?r', false],
    ['depth=2', 'http://a/b/?r', true],
    ['ext=html', 'http://a/b.x/c.html?r', true],
    ['ext=html', 'http://a/b.html/c?r', false],
    ['seg[-1]=c', 'http://a/b/c?r', true],
    ['param=x', 'http://a/?r&x', true],
    ['param[x]=1', 'http://a/?r&x=2&x=1', true],
    ['params=(r,x)', 'http://a/?r&x&r', true],
    ['params=(r,x)', 'http://a/?r', false],
    ['query=some', 'http://a/?r', true],
    ['query=semicolon', 'http://a/?x;r', true],
    ['query=semicolon', 'http://a/?x&r', false],
    ['query=word', 'http://a/?X&r', true],
    ['query=word', 'http://a/?X;r#f', true],
    ['query=word', 'http://a/?r', true],
    ['query=word', 'http://a/?X=&r', false],
    ['query=word', 'http://a/?x=1&Y&r', false],
    ['query=word', 'http://a/?&X&r', false],
    ['query=word', 'http://a/?=&r', false],
    ['!path^=/shop/', 'http://a/shop/x?r', false],
  ])('when %s on %s', (cond, url, applies) => {
    expect(applyRule(ruleOf(`@* E ${cond} => dropParam(r)`), url) !== null).toBe(applies);
  });
});

describe('sets', () => {
  const drop = (name: string, more: Partial<Rule> = {}) => ruleOf(`@{h} E => dropParam(${name})`, more);
  it('first: one rule only', () => {
    expect(normalizePlain(set('first', false, drop('a'), drop('b')), 'http://h/?a&b').form).toBe('http://h/?b');
  });
  it('fixpoint: all, in order, until nothing changes', () => {
    const { form, steps, converged } = normalizePlain(
      set('fixpoint', false, drop('a'), ruleOf('@{h} E => renameParam(b -> a)')),
      'http://h/?a=1&b=2',
    );
    expect([form, steps.length, converged]).toEqual(['http://h/', 3, true]);
  });
  it('a set that never settles keeps what it has after ten passes', () => {
    const { form, converged } = normalizePlain(set('fixpoint', false, ruleOf('@* S "a" => "a/a"')), 'http://h/a');
    expect([form, converged]).toEqual([`http://h${'/a'.repeat(11)}`, false]);
  });
  it('a form cannot grow without bound', () => {
    const twice = Array.from({ length: 40 }, () => ruleOf('@* T ^*$ => $1$1'));
    expect(normalizePlain(set('fixpoint', false, ...twice), 'abc').form.length).toBeLessThan(16 * 3 + 4096);
  });
  it('out of scope is out of reach', () => {
    expect(normalizePlain(set('first', true, drop('a')), 'http://other/?a').form).toBe('http://other/?a');
  });
  it.each<[RuleState, boolean, string]>([
    ['active', false, 'http://h/'],
    ['quarantined', false, 'http://h/?a'],
    ['quarantined', true, 'http://h/'],
    ['refuted', true, 'http://h/?a'],
  ])('%s, quarantined included: %s', (state, included, expected) => {
    expect(
      normalizePlain(
        set('first', false, drop('a', { state })),
        'http://h/?a',
        included ? { include: ['quarantined'] } : {},
      ).form,
    ).toBe(expected);
  });
  it('rewrite needs proof from every rule that took part', () => {
    const proven = { evidence: { fetchable: { checked: 10, ok: 10 } } };
    const url = 'http://H/?a&b';
    expect(rewritePlain(set('fixpoint', true, drop('a', proven), drop('b', proven)), url)).toBe('http://h/');
    expect(rewritePlain(set('fixpoint', true, drop('a', proven), drop('b')), url)).toBe(url);
    expect(rewritePlain(set('fixpoint', true, drop('c', proven)), url)).toBe(url);
    for (const [checked, ok] of [
      [9, 9],
      [10, 9],
      [1000, 999],
    ] as const)
      expect(
        rewritePlain(set('fixpoint', true, drop('a', { evidence: { fetchable: { checked, ok } } })), 'http://h/?a'),
      ).toBe('http://h/?a');
  });
});
