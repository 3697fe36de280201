/** Streams and strings come out the same with the kernel and where WebAssembly does not run: long lines, odd line ends, blocks that fill up. */
import { afterEach, describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import { keyPlain, type RuleSet } from '../rules/index.ts';
import { buildFlat } from './build/build.ts';
import { compileRules } from './index.ts';
import { startKernel } from './kernel.ts';

const host = globalThis as { WebAssembly?: unknown };
const { WebAssembly } = host;
afterEach(() => {
  host.WebAssembly = WebAssembly;
});

const rules = [
  '@{www.a.com} E => host(www.a.com -> a.com)',
  '@{a.com} E => dropParam(ref)',
  '@{a.com} E => sortParams()',
  '@{a.com} E => decode()',
  '@{a.com} S "/old/" => "/new/"',
  '@{b.com} T ^http://b.com/*/(x|y)$ => http://b.com/$1/x',
].map((text) => ruleOf(text));
const set: RuleSet = { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules };

const urls = Array.from({ length: 6000 }, (_, i) => {
  const tail = ['', '?ref=1', '?b=2&a=1', '/old/%7e', '#top', '/./x/../y', '?z&é=1'][i % 7];
  return `http://${['a.com', 'www.a.com', 'b.com', 'A.com:80', 'c.com'][i % 5]}/${i}${i % 5 === 2 ? '/y' : tail}`;
});
urls.push(
  `http://a.com/${'p'.repeat(9000)}?ref=1`,
  `http://a.com/${'q'.repeat(100_000)}?ref=1`,
  '',
  'no url',
  `http://a.com/?${'k&'.repeat(600)}`,
  // Parameters to be sorted: by tens, backwards, in no order, with two separators.
  `http://a.com/?${Array.from({ length: 4000 }, (_, i) => `p${i}=${i}`).join('&')}`,
  `http://a.com/?${Array.from({ length: 500 }, (_, i) => `p${i}=${i}`)
    .reverse()
    .join('&')}&ref=1`,
  `http://a.com/?${Array.from({ length: 999 }, (_, i) => `${(i * 7919) % 101}${i % 3 ? '&' : ';'}`).join('')}`,
  `http://a.com/${'x/.././y/'.repeat(9000)}?ref=1`,
  `http://a.com/${'r'.repeat(140_000)}?ref=1`,
);
const ends = ['\n', '\r\n'];
const input = Buffer.from(`${urls.map((url, i) => url + ends[i % 2]).join('')}http://a.com/last?ref=1`);
const expected = `${urls.map((url, i) => keyPlain(set, url) + ends[i % 2]).join('')}http://a.com/last`;

function stream(size: number): string {
  const lines = compileRules(set).lines('key');
  const out: Buffer[] = [];
  for (let at = 0; at < input.length; at += size) out.push(Buffer.from(lines.push(input.subarray(at, at + size))));
  out.push(Buffer.from(lines.end()));
  expect(lines.counts.lines).toBe(urls.length + 1);
  return Buffer.concat(out).toString();
}

describe.each([
  ['with the kernel', WebAssembly],
  ['without WebAssembly', undefined],
  [
    'where WebAssembly is forbidden',
    {
      Module: class {
        constructor() {
          throw new Error('forbidden');
        }
      },
    },
  ],
])('%s', (_, platform) => {
  it.each([5000, 65_536, 70_001, 1_000_000])('a stream in chunks of %i bytes', (size) => {
    host.WebAssembly = platform;
    expect(stream(size) === expected).toBe(true);
  });
  it('strings', () => {
    host.WebAssembly = platform;
    const normalizer = compileRules(set);
    for (const url of urls) expect(normalizer.key(url)).toBe(keyPlain(set, url));
  });
});

it('tries a variant on the form that stands, not on one before it that led there', () => {
  const own = ['@{a.com} E => dropParam(x)', '@{a.com} E => dropParam(b)', '@* E => dropParam(y)'];
  const variant = '@{a.com} T ^*://*.*/*\\?b=*&c=*$ => https://$2.$3/$4/z/$5';
  // For every host, with fewer delimiters: they must not be asked for in place of the host's own.
  const everywhere = '@* T ^*://*.org/$ => $1://$2.net/';
  const texts = [...own, variant, everywhere];
  const mixed: RuleSet = {
    dustpan: 1,
    apply: 'fixpoint',
    sun: false,
    options: {},
    rules: texts.map((text) => ruleOf(text)),
  };
  const normalizer = compileRules(mixed);
  const kept: RuleSet = { ...mixed, rules: [variant, everywhere].map((text) => ruleOf(text)) };
  const keptOnly = compileRules(kept);
  const forms = ['p?x=1&b=2&c=3', 'p?b=2&c=3', 'p?c=2&x=2&b=2', 'p?y=1&b=2&c=3', 'p?c=3&y=2'];
  for (let i = 0; i < 600; i++) {
    const url = `http://a.com/${forms[i % forms.length]}`;
    expect(normalizer.key(url)).toBe(keyPlain(mixed, url));
    expect(keptOnly.key(url)).toBe(keyPlain(kept, url));
  }
  expect(keyPlain(kept, 'http://a.com/p?b=2&c=3')).toBe('https://a.com/p/z/2');
});

it('drops parameters together only while no rule that waits for their end comes between', () => {
  const texts = [
    '@{a.com} E => dropParam(x)',
    '@{a.com} E => dropParam(y)',
    "@{a.com} K path[1]=k ?exact => path[1]:='none'",
    '@{a.com} E params=(z) => renameParam(z -> w)',
    '@{a.com} E query=none path^=/k => aliasPrefix(/k -> /l)',
    '@{a.com} S "?z=1$" => "?x=2$"',
    '@{a.com} T ^http://a.com/t\\?z=*$ => http://a.com/t?y=$1',
    '@{a.com} E => dropParam(z)',
    '@{a.com} E => dropParam(prefix=u_)',
    '@{a.com} E => dropEmptyParams()',
    '@{a.com} E => dropParam(v,value=1)',
  ];
  const [first, second, ...others] = texts.map((text) => ruleOf(text));
  const params = ['x=1', 'y=1', 'z=1', 'u_a=1', '', 'v=1', 'v=2', 'x=3'];
  const tails = Array.from({ length: 2 ** params.length }, (_, bits) =>
    params.filter((_, i) => (bits >> i) & 1).join(bits % 3 ? '&' : ';'),
  );
  for (const path of ['k', 't', ''])
    for (const apply of ['fixpoint', 'first'] as const)
      for (let skip = 0; skip <= others.length; skip++) {
        const list = [first!, second!, ...others.filter((_, i) => i !== skip)];
        const mixed: RuleSet = { dustpan: 1, apply, sun: false, options: {}, rules: list };
        const lines = compileRules(mixed).lines('key');
        const all = tails.map((tail) => `http://a.com/${path}${tail && '?'}${tail}`);
        const out = Buffer.from(lines.push(Buffer.from(`${all.join('\n')}\n`))).toString();
        expect(out).toBe(`${all.map((url) => keyPlain(mixed, url)).join('\n')}\n`);
      }
});

it('knows the parts that stay when others change', () => {
  const hosts = '@{a.com,b.com,www.a.com}';
  const texts = [
    `${hosts} E => scheme(https)`,
    `${hosts} E => host(www.a.com -> a.com)`,
    `${hosts} E => dropPort()`,
    `${hosts} E => lowerPath(-1)`,
    `${hosts} E => pathFromParam(p,prefix=/q/)`,
    `${hosts} E => aliasPrefix(/q -> /longer/r)`,
    `${hosts} E => decode()`,
    `${hosts} E => dropParam(x)`,
    `${hosts} E => sortParams()`,
    `${hosts} E => renameParam(z -> a)`,
    `${hosts} E => trimSlash()`,
    `${hosts} S "^https://b.com/" => "^https://www.a.com/"`,
    '@* E => dropSegment(gone)',
    '@* E => collapseSlashes()',
  ];
  const heads = ['http://www.a.com:8', 'http://b.com', 'HTTPS://a.com', 'http://c.com', 'http:/gone', 'a.com'];
  const tails = ['', '/', '/Q/', '/gone//S?z=1&x=%41', '?p=Q/&x=2', '/q/T/?x#f', '/q?z=2;b=1', '//gone'];
  const all = heads.flatMap((head) => tails.map((tail) => head + tail));
  const padding = `${'x'.repeat(5000)}\n`;
  for (let turn = 0; turn < texts.length; turn++) {
    const rules = [...texts.slice(turn), ...texts.slice(0, turn)].map((text) => ruleOf(text));
    const mixed: RuleSet = { dustpan: 1, apply: 'fixpoint', sun: turn % 2 === 0, options: {}, rules };
    const out = Buffer.from(
      compileRules(mixed)
        .lines('key')
        .push(Buffer.from(`${padding}${all.join('\n')}\n`)),
    );
    expect(`${out}`).toBe(`${padding}${all.map((url) => keyPlain(mixed, url)).join('\n')}\n`);
  }
});

it('knows which parameters stand in order when others go, come or change their names', () => {
  const texts = [
    '@{a.com} E => sortParams()',
    '@{a.com} E => dropParam(c)',
    '@{a.com} E => dropEmptyParams()',
    '@{a.com} E => renameParam(b -> z)',
    '@{a.com} E => renameParam(e -> b)',
    '@{a.com} E => dropRepeatedParams()',
    '@{a.com} E => dropParam(d)',
    '@{a.com} S "&x=" => "&a="',
    '@{a.com} K query[f]=* => query[f]:=⊥',
  ];
  const names = ['a=1', 'b', 'c=2', '', 'd=3', 'e=4', 'x=5', 'a=1', 'f=6'];
  const queries = Array.from({ length: 300 }, (_, i) =>
    Array.from({ length: 2 + (i % 5) }, (_, k) => names[(i * (k + 3) + k * k) % names.length]).join(i % 7 ? '&' : ';'),
  );
  const all = queries.map((query, i) => `http://${i % 9 ? 'a' : 'c'}.com/?${query}`);
  for (let turn = 0; turn < texts.length; turn++) {
    const rules = [...texts.slice(turn), ...texts.slice(0, turn)].map((text) => ruleOf(text));
    const mixed: RuleSet = { dustpan: 1, apply: 'fixpoint', sun: turn % 2 === 0, options: {}, rules };
    const expected = all.map((url) => keyPlain(mixed, url));
    expect(expected.filter((key, i) => key !== all[i]).length).toBeGreaterThan(200);
    const out = compileRules(mixed)
      .lines('key')
      .push(Buffer.from(`${all.join('\n')}\n`));
    expect(Buffer.from(out).toString()).toBe(`${expected.join('\n')}\n`);
  }
});

it('tells hosts apart that begin and end alike, stage by stage', () => {
  const name = (i: number) => `archive-${i}.example.test`;
  const rule = (i: number, text: string) => ruleOf(`@{${name(i)}} E => ${text}`);
  const staged: RuleSet = {
    dustpan: 1,
    options: {},
    stages: [
      {
        apply: 'fixpoint',
        sun: true,
        rules: Array.from({ length: 90 }, (_, i) => rule(3 * i, `host(${name(3 * i)} -> ${name(3 * i + 1)})`)),
      },
      {
        apply: 'fixpoint',
        sun: false,
        rules: Array.from({ length: 90 }, (_, i) => rule(2 * i, `dropParam(x${i % 7})`)),
      },
    ],
  };
  const all = Array.from({ length: 3000 }, (_, i) => {
    const host = name((i * 7919) % 300);
    return `http://${i % 11 ? host : host.toUpperCase()}${i % 13 ? '' : ':80'}${i % 5 ? '/' : ''}?x${i % 7}=1&b`;
  });
  const plain = all.map((url) => keyPlain(staged, url));
  const normalizer = compileRules(staged);
  expect(Buffer.from(normalizer.lines('key').push(Buffer.from(`${all.join('\n')}\n`))).toString()).toBe(
    `${plain.join('\n')}\n`,
  );
  expect(all.map(normalizer.key)).toEqual(plain);
  expect(plain.filter((form, i) => form !== all[i]).length).toBeGreaterThan(500);
});

it('finds out what needs standard normalization from what rules ask for', () => {
  const own: RuleSet = { ...set, rules: [...rules, ruleOf('@{a.com} E => trimSlash()')] };
  const paths = [
    '',
    '/',
    '/a',
    '/.a',
    '/a.',
    '/a/.',
    '/a/..b/',
    '/%2F',
    '/%2f',
    '/%41',
    '/%',
    '/%2',
    '/%4%41',
    '/é%C3%A9',
  ];
  const tails = ['', '?', '?u=/.', '?u=%2F', '?u=%3d&ref=1', '?u=%7E', '?%', '#', '?ref=1#%41'];
  const heads = ['http://a.com', 'HTTP://a.com', 'http://A.com', 'http://a.com.', 'http://u@a.com', 'http://a.com:80'];
  const all = heads.flatMap((head) => paths.flatMap((path) => tails.map((tail) => head + path + tail)));
  const out = Buffer.from(
    compileRules(own)
      .lines('key')
      .push(Buffer.from(`${all.join('\n')}\n`)),
  ).toString();
  expect(out).toBe(`${all.map((url) => keyPlain(own, url)).join('\n')}\n`);
});

it('gives the same strings while many are of hosts with rules, and while few are', () => {
  const { key } = compileRules({ ...set, sun: false });
  for (let i = 0; i < 12_000; i++) {
    const isKnown = i < 6000 ? i % 3 !== 0 : i % 9 === 0;
    const tail = `/${i % 50}?b=1&ref=${i % 3}`;
    expect(key(`http://${isKnown ? 'a' : 'other'}.com${tail}`)).toBe(
      isKnown ? `http://a.com/${i % 50}?b=1` : `http://other.com${tail}`,
    );
  }
});

it('the kernel really runs here', () => {
  expect(startKernel(buildFlat(set), false)).not.toBeNull();
});
