/** Arbitrary URLs over small alphabets, so that rules made of the same alphabets hit them, with odd ones mixed in. */
import fc, { type Arbitrary } from 'fast-check';

export const HOSTS = ['a.com', 'www.a.com', 'b.com', 'b.a.com', 'x-1.org'] as const;
export const SEGMENTS = ['a', 'b', 'A', 'wiki', 'index.html', '1', '22', 'a-b', ''] as const;
export const ODD_SEGMENTS = [
  'a%20b',
  '%41',
  '%7e',
  '%2F',
  'é',
  'a;s=1',
  ';s',
  '*',
  '(a|b)',
  '$1',
  '.',
  '..',
  'B_1~c+d',
  '\ud800',
] as const;
export const NAMES = ['a', 'b', 'id', 's[]', 'utm_a', 'utm_b'] as const;
export const ODD_NAMES = ['', 'A', '__proto__', 'constructor', '%61', "it's", 'é', 'a b', 'x(y)', '\udc00'] as const;
export const VALUES = ['1', '2', 'a', 'A', 'a.b', ''] as const;
export const ODD_VALUES = ['%41', '%2f', '*', 'a=b', '/b?c', 'a b', '⊥', '<n>', 'null', 'é', '😀', '\ud83d'] as const;
export const SUFFIXES = ['.html', '/', '/index.html', '.php'] as const;

/** Mostly one of `usual`, sometimes one of `odd`. */
export function pick<T>(usual: readonly T[], odd: readonly T[] = []): Arbitrary<T> {
  if (odd.length === 0) return fc.constantFrom(...usual);
  return fc.oneof(
    { weight: 7, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
}

/** Mostly `usual`, in one of `every` cases `odd`. */
export function rarely<T>(usual: T, odd: Arbitrary<T>, every = 8): Arbitrary<T> {
  return fc.oneof({ weight: every - 1, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });
}

export const arbHost = pick(HOSTS);
export const arbSegment = pick(SEGMENTS, ODD_SEGMENTS);
export const arbName = pick(NAMES, ODD_NAMES);
export const arbValue = pick(VALUES, ODD_VALUES);

/** The parts of a URL before they are joined, for those who want to change some of them. */
export type Draft = {
  readonly scheme: string;
  readonly user: string;
  readonly host: string;
  readonly port: string;
  readonly path: readonly string[];
  readonly params: readonly DraftParam[];
  readonly fragment: string;
};
export type DraftParam = { readonly name: string; readonly value: string | null; readonly separator: string };

export const arbParam: Arbitrary<DraftParam> = fc.record({
  name: arbName,
  value: fc.oneof(
    { weight: 6, arbitrary: arbValue as Arbitrary<string | null> },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  separator: rarely('&', fc.constant(';')),
});

const arbFullDraft: Arbitrary<Draft> = fc.record({
  scheme: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('http://', 'https://') },
    { weight: 1, arbitrary: fc.constantFrom('HTTP://', '', 'ftp://') },
  ),
  user: rarely('', fc.constantFrom('u@', 'u:p@'), 20),
  host: fc.oneof(
    { weight: 12, arbitrary: arbHost as Arbitrary<string> },
    { weight: 1, arbitrary: fc.constantFrom('A.com', 'a.com.', '[::1]', '127.0.0.1', 'münchen.de') },
  ),
  port: rarely('', fc.constantFrom(':80', ':443', ':8080', ':'), 12),
  path: fc.array(arbSegment, { maxLength: 4 }),
  params: fc.oneof(fc.constant([]), fc.array(arbParam, { maxLength: 4 })),
  fragment: rarely('', fc.constantFrom('#', '#top', '#a?b=c'), 12),
});

/** A few shapes that come again and again, so that a rule made from one URL hits others. */
const arbSimpleDraft: Arbitrary<Draft> = fc.record({
  scheme: fc.constantFrom('http://', 'https://'),
  user: fc.constant(''),
  host: fc.constantFrom('a.com', 'b.com', 'www.a.com'),
  port: fc.constant(''),
  path: fc.array(fc.constantFrom('a', 'b', 'A', '1', 'index.html', ''), { minLength: 1, maxLength: 2 }),
  params: fc.uniqueArray(
    fc.record({ name: fc.constantFrom('a', 'id'), value: fc.constantFrom('1', '2', 'a'), separator: fc.constant('&') }),
    { maxLength: 2, selector: ({ name }) => name },
  ),
  fragment: fc.constant(''),
});

export const arbDraft: Arbitrary<Draft> = fc.oneof(arbSimpleDraft, arbFullDraft);

/** The text of a draft; the first parameter follows `?`. */
export function printDraft({ scheme, user, host, port, path, params, fragment }: Draft): string {
  let query = '';
  for (const [i, { name, value, separator }] of params.entries()) {
    query += (i === 0 ? '?' : separator) + name + (value === null ? '' : `=${value}`);
  }
  return scheme + user + host + port + path.map((segment) => `/${segment}`).join('') + query + fragment;
}

/** A URL that looks like one. */
export const arbRegularUrl: Arbitrary<string> = arbDraft.map(printDraft);

const ODD_URLS = [
  '',
  '?',
  '#',
  '/',
  '//a.com/a',
  'a.com',
  'a.com/a?id=1',
  '/a/b?a=1',
  'http://',
  'http:///a',
  'http://?a=1',
  'http://a.com?',
  'http://a.com/??a=1',
  'http://a.com//a///b/',
  'http://a.com/a;s=1;t/b;s',
  'http://a.com/?a=1;b=2&&a=1&',
  'http://a.com/%',
  'http://a.com/%4',
  'http://a.com/%zz?%=%41',
  'javascript:alert(1)',
  'mailto:a@b.com',
  'data:text/plain,a b',
  'http://u:p@a.com:80:80/a',
  'http://[::1]:8080/a',
  'http://a.com/a\nb',
  'http://a.com/\u0000\u2028',
  'http://a.com/\ud83d\ude00?\ud83d=\ude00',
  `http://a.com/${'a/'.repeat(60)}`,
];
const URL_CHARACTERS = [...'ab1:/?#&;=.%*-_~+,()[]{}|$^\\<>"\' \t@'];

/** Realistic URLs, with odd ones mixed in. */
export function arbUrl(): Arbitrary<string> {
  return fc.oneof(
    { weight: 16, arbitrary: arbRegularUrl },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_URLS) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom(...URL_CHARACTERS), { maxLength: 20 }).map((all) => all.join('')),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((text) => `http://a.com/${text}`) },
  );
}
