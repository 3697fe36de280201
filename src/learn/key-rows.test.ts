/** URLs as rows of numbers. */
import { expect, it } from 'vitest';
import { ABSENT, KeyRows, MAX_KEYS } from './key-rows.ts';

/** The keys of a URL as the row has them. */
function keysOf(rows: KeyRows, row: number): [string, string | null][] {
  return rows.shapes[rows.shapeOf[row]!]!.keys.map((key) => [rows.keys[key]!, rows.values[rows.valueOf(row, key)]!]);
}

it('has every key of a URL, in the order of rules', () => {
  const rows = new KeyRows();
  const row = rows.add('HTTP://H.org:80/a//?b=1&a&b=&#x');
  expect(keysOf(rows, row)).toEqual([
    ['scheme', 'http'],
    ['host', 'h.org'],
    ['path[1]', 'a'],
    ['path[2]', ''],
    ['path[3]', ''],
    ['query[]', null],
    ['query[a]', null],
    ['query[b]', '1'],
    ['query[b#2]', ''],
  ]);
  expect(rows.valueOf(row, rows.keyNumber('path[4]'))).toBe(ABSENT);
});

it('gives URLs with the same keys one shape, and equal values one number', () => {
  const rows = new KeyRows();
  const [a, b, c, d] = ['http://h/x?a=1&b=x', 'http://h/x?b=1&a=2', 'http://h/x?a=1', 'h/x?a=1'].map((url) =>
    rows.add(url),
  );
  expect(rows.shapeOf[a!]).toBe(rows.shapeOf[b!]);
  expect(new Set([a, c, d].map((row) => rows.shapeOf[row!])).size).toBe(3);
  const value = (row: number, key: string) => rows.valueOf(row, rows.keyNumber(key));
  expect(value(a!, 'path[1]')).toBe(value(a!, 'query[b]'));
  expect(value(a!, 'query[a]')).toBe(value(b!, 'query[b]'));
  expect(value(a!, 'query[a]')).not.toBe(value(b!, 'query[a]'));
});

it('takes as many keys as it says, and room for many rows', () => {
  const rows = new KeyRows();
  expect(rows.add(`http://h${'/x'.repeat(MAX_KEYS - 2)}`)).toBe(0);
  expect(rows.add(`http://h${'/x'.repeat(MAX_KEYS - 1)}`)).toBe(-1);
  for (let i = 0; i < 1000; i++) rows.add(`http://h/a/b/${i}`);
  expect(rows.urls).toHaveLength(1001);
  expect(keysOf(rows, 1000).at(-1)).toEqual(['path[3]', '999']);
});
