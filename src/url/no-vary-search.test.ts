/** Values of the header No-Vary-Search, and what they say. */
import { describe, expect, it } from 'vitest';
import { parseNoVarySearch } from './index.ts';

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
