/** Key names: what they mean, what is none, and their order. */
import { describe, expect, it } from 'vitest';
import { compareKeys, parseKey, printKey, wholeKey } from './key.ts';

describe('parseKey', () => {
  it.each([
    ['scheme', { part: 'scheme' }],
    ['host', { part: 'host' }],
    ['path[2]', { part: 'path', index: 2, piece: null }],
    ['path[-1].3', { part: 'path', index: -1, piece: 3 }],
    ['query[a]', { part: 'query', name: 'a', occurrence: 1, piece: null }],
    ['query[]', { part: 'query', name: '', occurrence: 1, piece: null }],
    ['query[s[]]', { part: 'query', name: 's[]', occurrence: 1, piece: null }],
    ['query[s[]#2].1', { part: 'query', name: 's[]', occurrence: 2, piece: 1 }],
    ['query[a].1]', { part: 'query', name: 'a].1', occurrence: 1, piece: null }],
    ['query[a\nb]', { part: 'query', name: 'a\nb', occurrence: 1, piece: null }],
    ['query[__proto__]', { part: 'query', name: '__proto__', occurrence: 1, piece: null }],
  ] as const)('%s', (key, parts) => {
    expect(parseKey(key)).toEqual(parts);
    expect(printKey(parts)).toBe(key);
  });

  it.each([
    '',
    'path',
    'path[]',
    'path[0]',
    'path[01]',
    'path[1].0',
    'path[1]x',
    'path[1.5]',
    'query',
    'query[a',
    'query[a#1]',
    'query[a#b]',
    'query[a#2#3]',
    'Host',
    '__proto__',
  ])('refuses %j', (key) => expect(parseKey(key)).toBeNull());
});

it('knows the whole of a piece', () => {
  expect(wholeKey(parseKey('query[s[]#2].1')!)).toBe('query[s[]#2]');
  expect(wholeKey(parseKey('path[-1].3')!)).toBe('path[-1]');
  expect(wholeKey(parseKey('host')!)).toBe('host');
});

it('orders keys as in a URL', () => {
  const keys = [
    'query[b]',
    'query[a#2]',
    'path[-1]',
    'path[10]',
    'query[a].1',
    'path[2].1',
    'query[a]',
    'host',
    'path[-2]',
    'path[2]',
    'scheme',
  ];
  expect(keys.sort(compareKeys)).toEqual([
    'scheme',
    'host',
    'path[2]',
    'path[2].1',
    'path[10]',
    'path[-2]',
    'path[-1]',
    'query[a]',
    'query[a].1',
    'query[a#2]',
    'query[b]',
  ]);
});
