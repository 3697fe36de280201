/** Values of the header No-Vary-Search, and what they say. */
import { describe, expect, it } from 'vitest';
import { declaredForm, parseNoVarySearch } from './index.ts';

describe('parseNoVarySearch', () => {
  it.each([
    ['params=("utm_source" "ref")', { params: ['utm_source', 'ref'], except: [], keyOrder: false }],
    ['key-order', { params: [], except: [], keyOrder: true }],
    ['key-order, params=("a")', { params: ['a'], except: [], keyOrder: true }],
    ['params', { params: '*', except: [], keyOrder: false }],
    ['except=("id")', { params: '*', except: ['id'], keyOrder: false }],
    ['params, except=("id" "page")', { params: '*', except: ['id', 'page'], keyOrder: false }],
    ['params=("a\\"b\\\\c")', { params: ['a"b\\c'], except: [], keyOrder: false }],
    ['params=?0, key-order=?1', { params: [], except: [], keyOrder: true }],
  ])('%s', (value, expected) => {
    expect(parseNoVarySearch(value)).toEqual(expected);
  });
  it.each([
    '',
    'params=()',
    'params=?0',
    'params=("a"), except=("b")',
    'params=(a)',
    'key-order,',
    'except',
    'params="a"',
    'PARAMS',
    ',',
  ])('says nothing: %j', (value) => {
    expect(parseNoVarySearch(value)).toBeNull();
  });
});

describe('declaredForm', () => {
  it.each([
    ['params=("ref")', 'http://h/a?ref=1&id=2#x', 'http://h/a?id=2'],
    ['params=("ref")', 'http://h/a?ref', 'http://h/a'],
    ['params=("ref")', 'http://h/a?REF=1&ref2=1', 'http://h/a?REF=1&ref2=1'],
    ['params=("a b")', 'http://h/a?a+b=1&a%20b=2&c=3', 'http://h/a?c=3'],
    ['key-order', 'http://h/a?b=2&a=1&b=1', 'http://h/a?a=1&b=2&b=1'],
    ['params', 'http://h/a?b=2&a=1', 'http://h/a'],
    ['except=("id")', 'http://h/a?b=2&id=1&&id=3', 'http://h/a?id=1&id=3'],
    ['params', 'http://h/a', 'http://h/a'],
    ['params', 'no url', 'no url'],
  ])('%s: %s', (header, url, expected) => {
    expect(declaredForm(url, parseNoVarySearch(header)!)).toBe(expected);
  });
});
