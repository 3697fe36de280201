/** Splitting, tokens, keys and standard normalization: worked examples, and what must hold for any string. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbUrl } from '../../test/support/arbitraries.ts';
import { vectorsOf } from '../../test/support/vectors.ts';
import { compareCodePoints } from '../base/index.ts';
import {
  buildUrl,
  compareTokens,
  hostOf,
  joinUrl,
  koppulaKeys,
  normalizePercent,
  percentDecode,
  percentEncode,
  splitUrl,
  sun,
  sunLee,
  tokenizeDustBuster,
  tokenizeDuster,
  tokenType,
  urlKeys,
} from './index.ts';

describe('vectors', () => {
  it.each(vectorsOf('tokenize.duster'))('$id', ({ input, expected }) => {
    expect(tokenizeDuster(input.url)).toEqual(expected.tokens);
  });
  it.each(vectorsOf('tokenize.dustbuster'))('$id', ({ input, expected }) => {
    expect(tokenizeDustBuster(input.url)).toEqual(expected.tokens);
  });
  it.each(vectorsOf('keys.koppula'))('$id', ({ input, expected }) => {
    expect(koppulaKeys(input.url)).toEqual(expected);
  });
  it.each(vectorsOf('sun'))('$id', ({ input, expected }) => {
    expect(sun(input.url)).toBe(expected.url);
  });
  it.each(vectorsOf('sun+lee'))('$id', ({ input, expected }) => {
    expect(sunLee(input.url)).toBe(expected.url);
  });
});

describe('splitUrl', () => {
  const check = (url: string, host: string, path: string, query: string | null = null) => {
    const parts = splitUrl(url);
    expect([parts.host, parts.path, parts.query]).toEqual([host, path, query]);
    expect(joinUrl(parts)).toBe(url);
  };
  it.each([
    ['http://WWW.X.com:80/a?b#c', 'www.x.com', '/a', 'b'],
    ['www.x.com/a', 'www.x.com', '/a', null],
    ['http://user:pw@x.com/', 'x.com', '/', null],
    ['http://x.com./a', 'x.com', '/a', null],
    ['http://[::1]:8080/a', '[::1]', '/a', null],
    ['http://h:80:80/', 'h:80:80', '/', null],
    ['a.b/?u=http://c/', 'a.b', '/', 'u=http://c/'],
    ['javascript:alert(1)', 'javascript:alert(1)', '', null],
    ['http://x?a/b', 'x', '', 'a/b'],
    ['http://x#a?b', 'x', '', null],
    ['http://a?#', 'a', '', ''],
    ['://x', '', '//x', null],
    ['', '', '', null],
  ] as const)('%s', (url, host, path, query) => check(url, host, path, query));
});

describe('keys', () => {
  it('tells a value from an empty one from none, and keeps separators', () => {
    expect(urlKeys('http://h/a/?x;y=&z=1&&').params).toEqual([
      { name: 'x', value: null, separator: '?' },
      { name: 'y', value: '', separator: ';' },
      { name: 'z', value: '1', separator: '&' },
      { name: '', value: null, separator: '&' },
      { name: '', value: null, separator: '&' },
    ]);
  });
  it('tells no path from an empty component', () => {
    expect([urlKeys('http://h').path, urlKeys('http://h/').path, urlKeys('http://h//').path]).toEqual([
      [],
      [''],
      ['', ''],
    ]);
  });
  it('gives a parameter without a value the empty one in the keys of Koppula et al.', () => {
    expect(koppulaKeys('http://h/?a&b=1')).toMatchObject({ k_a: '', k_b: '1' });
  });
  it('drops a default port and keeps any other', () => {
    expect(['http://H:80/', 'https://h:443/', 'http://h:443/'].map((url) => urlKeys(url).host)).toEqual([
      'h',
      'h',
      'h:443',
    ]);
  });
});

describe('order', () => {
  it('knows the type of a token by its first character', () => {
    expect(['az', 'AZ', 'zA', 'Z9', '09', '9', '@', '[', '`', '{', '/', ':', 'é'].map(tokenType).join('')).toBe(
      'aaaannppppppp',
    );
  });
  it('puts the lower-case spelling first', () => {
    expect(['www', 'IRS', 'irs', 'Irs', 'mirror'].sort(compareTokens)).toEqual(['irs', 'Irs', 'IRS', 'mirror', 'www']);
  });
  it('is by code point, not by UTF-16 unit', () => {
    expect(['\u{1f600}', '\uffff', 'a'].sort(compareCodePoints)).toEqual(['a', '\uffff', '\u{1f600}']);
  });
});

describe('percent-encoding', () => {
  it.each([
    ['%7euser', '~user'],
    ['a%2fb%zz%4', 'a%2Fb%zz%4'],
    ['%%34%31', '%%341'],
    ['%4%31', '%4%31'],
    ['%2541', '%2541'],
  ])('normalizes %s', (text, expected) => {
    expect(normalizePercent(text)).toBe(expected);
  });
  it('decodes only well-formed UTF-8', () => {
    expect(percentDecode('%C3%A9%C3%28%ff%ED%A0%80%41')).toBe('é%C3(%ff%ED%A0%80A');
  });
  it.each([
    ['a continuation that continues nothing', '%A9%A9'],
    ['more bytes than needed', '%C1%81%E0%9F%BF%F0%8F%BF%BF'],
    ['past the last code point', '%F4%90%80%80%F5%80%80%80'],
    ['bytes that start nothing', '%F9%80%80%80%FF%80%80%80'],
    ['a text that ends early', '%E2%82'],
  ])('leaves %s', (_, text) => expect(percentDecode(text)).toBe(text));
  it('decodes no control characters, so that what was one line stays one', () => {
    expect(percentDecode('%0a%0D%00%7f%C2%85%41')).toBe('%0a%0D%00%7f\u0085A');
  });
  it('encodes what decode gives back', () => {
    expect(percentEncode('é /😀')).toBe('%C3%A9%20%2F%F0%9F%98%80');
    expect(percentDecode(percentEncode('é /😀'))).toBe('é /😀');
  });
  it.each([0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff])(
    'encodes and decodes %i as others do',
    (c) => {
      const text = String.fromCodePoint(c);
      expect(percentEncode(text)).toBe(encodeURIComponent(text));
      expect(percentDecode(encodeURIComponent(text))).toBe(text);
    },
  );
});

describe('for any string', () => {
  const anyUrl = fc.oneof(arbUrl(), fc.string({ unit: 'binary', maxLength: 40 }));
  const check = (property: (url: string) => void) =>
    fc.assert(
      fc.property(anyUrl, (url) => void property(url)),
      { seed: 1, numRuns: 3000 },
    );
  it('the parts join to the URL again', () => check((url) => expect(joinUrl(splitUrl(url))).toBe(url)));
  it('the tokens join to the URL again', () => check((url) => expect(tokenizeDuster(url).join('')).toBe(url)));
  it('the host is that of the parts', () => check((url) => expect(hostOf(url)).toBe(splitUrl(url).host)));
  it('standard normalization twice equals once', () => check((url) => expect(sun(sun(url))).toBe(sun(url))));
  it('the key view is stable', () =>
    check((url) => expect(buildUrl(urlKeys(buildUrl(urlKeys(url))))).toBe(buildUrl(urlKeys(url)))));
  it('standard normalization keeps the host', () => check((url) => expect(hostOf(sun(url))).toBe(hostOf(url))));
});
