/** The text form: vectors, the examples of the specification, and rules that are hard to write down. */
import { describe, expect, it } from 'vitest';
import { vectorsOf } from '../../../test/support/vectors.ts';
import type { Emit, Match } from '../rule.ts';
import { parseRule } from './parse.ts';
import { printRule, printRuleBody } from './print.ts';

const GLOBAL = { hosts: '*' as const };

function tokens(match: readonly object[], emit: readonly object[]): { match: Match; emit: Emit } {
  return { match: { view: 'tokens', seq: match }, emit: { view: 'tokens', seq: emit } } as { match: Match; emit: Emit };
}

function keys(match: object, emit: object): { match: Match; emit: Emit } {
  return {
    match: { view: 'keys', where: {}, pathLen: null, query: 'open', ...match },
    emit: { view: 'keys', set: {}, queryOrder: 'keep', ...emit },
  } as { match: Match; emit: Emit };
}

function edit(op: object, when: readonly object[] = [], unless: readonly object[] = []): { match: Match; emit: Emit } {
  return { match: { view: 'edit', when, unless }, emit: { view: 'edit', op } } as { match: Match; emit: Emit };
}

describe('vectors rule.textToJson', () => {
  it.each(vectorsOf('rule.textToJson'))('$id', ({ input, expected }) => {
    const rule = parseRule(input.text);
    expect(rule).toStrictEqual({ scope: GLOBAL, ...expected });
    expect(printRuleBody(rule.match, rule.emit)).toBe(input.text);
  });
});

describe('the examples of the specification', () => {
  it.each([
    String.raw`@{britney.com.br,www.britney.com.br} T ^*://(www.)?(britney|Britney).*.*/(index.php)?\?*=*$ => $1://www.britney.$2.$3/index.php\?$4=$5`,
    '@{www.irs.gov,www.irs.ustreas.gov} T ^*.(irs|IRS).(ustreas.)?*/*(/index.html)?$ => $1.irs.$2/$3',
    String.raw`@{example.com} T ^*://*.*/*.*\?*=<~n>$ => $1://$2.$3/$4.$5\?$6=\*`,
    '@* S "/index.html$" => "$"',
    '@* K query[sid]=* => query[sid]:=⊥',
    "@* K query[sid]=* => query[sid]:='7'",
    "@{www.vlumi.com.br} K scheme=http host=www.vlumi.com.br path[1]=* path[2]= #path=2 ?exact => host:='comprar.vlume.com.br'",
    '@{ag.arizona.edu} K scheme=http host=ag.arizona.edu path[-1]=index.html ?exact => path[-1]:=⊥',
    "@{www.imdb.com} K scheme=http host=www.imdb.com path[1]=title path[2]~tt{*} path[3]=photogallery #path=3 ?exact => path[3]:='mediaindex'",
    '@{allrecipes.com} K path[1]=* => path[1]:=upper(path[1])',
    '@{s.com} K path[1]=b path[2]=* query[sid]=* #path=2 ?exact => query[sid]:=*',
    '@{ex.com} K query[color]=* query[size]=* => query:=sort',
    "@{en.wikipedia.org} K query[title]=* => path:=['wiki',ref(query[title])] query[title]:=⊥",
  ])('%s', (text) => {
    expect(printRule(parseRule(text))).toBe(text);
  });
});

/** Rules that are hard to write down, each with its one text form. */
const PAIRS: readonly [string, { match: Match; emit: Emit }][] = [
  // Tokens.
  [
    String.raw`T ^a\(\)\|\?\*\$\\\<\>\{\}\[\]\^$ => *\(\)\|\?\$\\`,
    tokens([{ lit: 'a()|?*$\\<>{}[]^' }], [{ lit: '*()|?$\\' }]),
  ],
  [`T ^*$ => \${1}1$1$1`, tokens([{ star: 1 }], [{ ref: 1 }, { lit: '1' }, { ref: 1 }, { ref: 1 }])],
  ['T ^*$ => xlower($1)2', tokens([{ star: 1 }], [{ lit: 'x' }, { ref: 1, conv: 'lower' }, { lit: '2' }])],
  [String.raw`T ^*$ => lower\($1\)`, tokens([{ star: 1 }], [{ lit: 'lower(' }, { ref: 1 }, { lit: ')' }])],
  [String.raw`T ^a$ => $(a|\|b)\(a\|b\)`, tokens([{ lit: 'a' }], [{ alt: ['a', '|b'] }, { lit: '(a|b)' }])],
  [String.raw`T ^a$ => \**`, tokens([{ lit: 'a' }], [{ any: true }, { lit: '*' }])],
  [
    'T ^(a)((b))?((c|d))?$ => a',
    tokens([{ alt: ['a'] }, { opt: [{ alt: ['b'] }] }, { opt: [{ alt: ['c', 'd'] }] }], [{ lit: 'a' }]),
  ],
  [
    'T ^((a)?<n><~a>)?$ => $1',
    tokens([{ opt: [{ opt: [{ lit: 'a' }] }, { type: 'n', cap: 1 }, { type: 'a', cap: null }] }], [{ ref: 1 }]),
  ],
  [String.raw`T ^ =\> \u{a}$ => \u{20}b c\u{20}`, tokens([{ lit: ' => \n' }], [{ lit: ' b c ' }])],
  [String.raw`T ^\u{d800}é😀\u{2028}$ => \u{dc00}`, tokens([{ lit: '\ud800é😀\u2028' }], [{ lit: '\udc00' }])],
  // Keys.
  ['K => query:=keep', keys({}, {})],
  [
    "K path[1]='*' path[2]='⊥' path[3]='<n>' path[4]= => query:=keep",
    keys(
      { where: { 'path[1]': { eq: '*' }, 'path[2]': { eq: '⊥' }, 'path[3]': { eq: '<n>' }, 'path[4]': { eq: '' } } },
      {},
    ),
  ],
  [
    'K path[1]=a*b path[2]=<alnum> query[a]=<null> query[b]=null => query:=keep',
    keys(
      {
        where: {
          'path[1]': { eq: 'a*b' },
          'path[2]': { type: 'alnum' },
          'query[a]': { eq: null },
          'query[b]': { eq: 'null' },
        },
      },
      {},
    ),
  ],
  ['K path[1]=%27a%20b%27%3D%7C%28%29%25 => query:=keep', keys({ where: { 'path[1]': { eq: "'a b'=|()%" } } }, {})],
  [
    "K path[-1] in (''|a,b|%7C) query[x] in (*) => query:=keep",
    keys({ where: { 'path[-1]': { in: ['', 'a,b', '|'] }, 'query[x]': { in: ['*'] } } }, {}),
  ],
  [
    'K query[s[]]=1 query[a%20b]=⊥ query[%5D%27%3D#2]=* query[]=* query[__proto__]=* => query:=keep',
    keys(
      {
        where: {
          'query[s[]]': { eq: '1' },
          'query[a b]': { absent: true },
          "query[]'=#2]": { any: true },
          'query[]': { any: true },
          'query[__proto__]': { any: true },
        },
      },
      {},
    ),
  ],
  [
    'K path[2]=* path[2]~a{}-{*}%7B%7D*%7B*%7D path[2].1=a => path[2].2:=⊥',
    keys(
      {
        where: { 'path[2]': { any: true }, 'path[2].1': { eq: 'a' } },
        deep: { 'path[2]': ['a', '-', null, '{}*{*}'] },
      },
      { set: { 'path[2].2': { del: true } } },
    ),
  ],
  ["K #path=0 => path:=[] query:=('',a%2Cb,s[])", keys({ pathLen: 0 }, { path: [], queryOrder: ['', 'a,b', 's[]'] })],
  [
    "K ?exact => host:=cat('a,%27b',cat(ref(path[1]),*),decode(query[a%28])) query[q]:=<null>",
    keys(
      { query: 'exact' },
      {
        set: {
          host: {
            cat: [{ lit: "a,'b" }, { cat: [{ ref: 'path[1]' }, { any: true }] }, { conv: 'decode', of: 'query[a(]' }],
          },
          'query[q]': { lit: null },
        },
      },
    ),
  ],
  [
    'K path[1]=%0A%ED%A0%80%E2%80%AEé => query:=sort',
    keys({ where: { 'path[1]': { eq: '\n\ud800\u202eé' } } }, { queryOrder: 'sort' }),
  ],
  // Text.
  [
    String.raw`S "\^a\$" => ""`,
    { match: { view: 'text', alpha: ['^', 'a', '$'], start: false, end: false }, emit: { view: 'text', beta: [] } },
  ],
  [
    'S "^^$$" => "^$"',
    { match: { view: 'text', alpha: ['^', '$'], start: true, end: true }, emit: { view: 'text', beta: [] } },
  ],
  [
    String.raw`S "$" => "\"\\\n\ud800$"`,
    {
      match: { view: 'text', alpha: [], start: false, end: true },
      emit: { view: 'text', beta: ['"', '\\', '\n', '\ud800'] },
    },
  ],
  [
    String.raw`S "$a^" => "\^"`,
    { match: { view: 'text', alpha: ['$', 'a', '^'], start: false, end: false }, emit: { view: 'text', beta: ['^'] } },
  ],
  // Edit.
  ['E => dropPort()', edit({ op: 'dropPort' })],
  [
    'E path^=/shop/ depth=3 ext=html seg[2]=x seg[-1]=y => decode()',
    edit({ op: 'decode' }, [
      { path: { prefix: '/shop/' } },
      { path: { depth: 3 } },
      { path: { ext: 'html' } },
      { path: { segment: [2, 'x'] } },
      { path: { segment: [-1, 'y'] } },
    ]),
  ],
  [
    'E (path^=/a depth=2) !(ext=b seg[1]=%28) => decode()',
    edit({ op: 'decode' }, [{ path: { prefix: '/a', depth: 2 } }], [{ path: { ext: 'b', segment: [1, '('] } }]),
  ],
  [
    "E param=ref param[s[]]= param[%5B]=%27 params=() params=('') params=('',a%2Cb) query=none !query=some => decode()",
    edit(
      { op: 'decode' },
      [
        { param: 'ref' },
        { param: 's[]', value: '' },
        { param: '[', value: "'" },
        { params: [] },
        { params: [''] },
        { params: ['', 'a,b'] },
        { query: 'none' },
      ],
      [{ query: 'some' }],
    ),
  ],
  ['E => host(a.com,b.com -> c.com)', edit({ op: 'host', from: ['a.com', 'b.com'], to: 'c.com' })],
  ['E => scheme(https)', edit({ op: 'scheme', to: 'https' })],
  ['E => dropParam(ref)', edit({ op: 'dropParam', name: 'ref' })],
  ['E => dropParam(a%3D%2C,value=)', edit({ op: 'dropParam', name: 'a=,', value: '' })],
  ["E => dropParam('',value=1)", edit({ op: 'dropParam', name: '', value: '1' })],
  ['E => dropParam(prefix=utm_)', edit({ op: 'dropParam', prefix: 'utm_' })],
  ['E => dropParam(prefix)', edit({ op: 'dropParam', name: 'prefix' })],
  ['E => anyParam(sid)', edit({ op: 'anyParam', name: 'sid' })],
  [
    "E => aliasParam(a%3Ab: '',x:y,-> -> %20)",
    edit({ op: 'aliasParam', name: 'a:b', from: ['', 'x:y', '->'], to: ' ' }),
  ],
  ['E => renameParam(a -> b)', edit({ op: 'renameParam', from: 'a', to: 'b' })],
  ['E => separator(&)', edit({ op: 'separator', to: '&' })],
  ['E => lowerPath()', edit({ op: 'lowerPath' })],
  ['E => lowerPath(-2)', edit({ op: 'lowerPath', segment: -2 })],
  ['E => dropSuffix(.html)', edit({ op: 'dropSuffix', suffix: '.html' })],
  ['E depth=2 => dropSegment(2)', edit({ op: 'dropSegment', segment: 2 }, [{ path: { depth: 2 } }])],
  ["E => dropSegment('2')", edit({ op: 'dropSegment', segment: '2' })],
  ["E => dropSegment('')", edit({ op: 'dropSegment', segment: '' })],
  ['E => anySegment(1)', edit({ op: 'anySegment', segment: 1 })],
  ['E => dropPathParam(jsessionid)', edit({ op: 'dropPathParam', name: 'jsessionid' })],
  ['E => aliasPrefix(/en,/x%20y -> /de)', edit({ op: 'aliasPrefix', from: ['/en', '/x y'], to: '/de' })],
  ['E => pathFromParam(title,prefix=/wiki/)', edit({ op: 'pathFromParam', param: 'title', prefix: '/wiki/' })],
  ['E => pathFromParam(p,prefix=/,suffix=)', edit({ op: 'pathFromParam', param: 'p', prefix: '/', suffix: '' })],
  ...(
    ['dropQuery', 'sortParams', 'dropEmptyParams', 'dropRepeatedParams', 'collapseSlashes', 'trimSlash'] as const
  ).map((op): [string, { match: Match; emit: Emit }] => [`E => ${op}()`, edit({ op })]),
];

describe('every rule has one text and back', () => {
  it.each(PAIRS)('%s', (text, { match, emit }) => {
    expect(printRuleBody(match, emit)).toBe(text);
    expect(parseRule(text)).toStrictEqual({ scope: GLOBAL, match, emit });
  });
});

it('refuses to print a match and an emit of different views', () => {
  const { match } = edit({ op: 'decode' });
  const { emit } = keys({}, {});
  expect(() => printRuleBody(match, emit)).toThrow(
    'match is of view edit and emit of view keys; give both the same view.',
  );
});
