/** Tests of resolving: the examples of RFC 3986 5.4, and what servers and pages really write. */
import { describe, expect, it } from 'vitest';
import { resolveUrl } from './resolve.ts';

describe('resolveUrl', () => {
  it.each<[string, string | undefined]>([
    ['g', 'http://a/b/c/g'],
    ['./g', 'http://a/b/c/g'],
    ['g/', 'http://a/b/c/g/'],
    ['/g', 'http://a/g'],
    ['//g', 'http://g/'],
    ['?y', 'http://a/b/c/d;p?y'],
    ['g?y', 'http://a/b/c/g?y'],
    ['#s', 'http://a/b/c/d;p?q'],
    ['g#s', 'http://a/b/c/g'],
    ['g?y#s', 'http://a/b/c/g?y'],
    [';x', 'http://a/b/c/;x'],
    ['', 'http://a/b/c/d;p?q'],
    ['.', 'http://a/b/c/'],
    ['..', 'http://a/b/'],
    ['../g', 'http://a/b/g'],
    ['../..', 'http://a/'],
    ['../../g', 'http://a/g'],
    ['../../../g', 'http://a/g'],
    ['/./g', 'http://a/g'],
    ['/../g', 'http://a/g'],
    ['g.', 'http://a/b/c/g.'],
    ['..g', 'http://a/b/c/..g'],
    ['./g/.', 'http://a/b/c/g/'],
    ['g/../h', 'http://a/b/c/h'],
    ['g;x=1/../y', 'http://a/b/c/y'],
    ['g?y/../x', 'http://a/b/c/g?y/../x'],
    ['g:h', undefined],
  ])('example %j', (reference, expected) => {
    expect(resolveUrl('http://a/b/c/d;p?q', reference)).toBe(expected);
  });

  it.each<[string, string, string | undefined]>([
    ['http://h', 'x', 'http://h/x'],
    ['http://h?a', '?b', 'http://h/?b'],
    ['http://h/x', 'HTTP://Other.TEST:80/%7Ea/../b?c#d', 'HTTP://Other.TEST:80/%7Ea/../b?c'],
    ['http://h/x', 'https://h', 'https://h/'],
    ['http://h/x', ' \n/a b\t/c ', 'http://h/a%20b/c'],
    ['http://u:p@h:81/x', '/y', 'http://u:p@h:81/y'],
    ['http://h/x', 'http:///y', undefined],
    ['http://h/x', 'http:y', undefined],
    ['http://h/x', 'javascript:void(0)', undefined],
    ['http://h/x', 'mailto:a@b', undefined],
    ['http://h/x', 'é?ü', 'http://h/é?ü'],
    ['not a url', '/y', undefined],
  ])('at %j, %j', (base, reference, expected) => {
    expect(resolveUrl(base, reference)).toBe(expected);
  });
});
