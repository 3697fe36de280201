/** Tests of the small functions that read and write text for people. */
import { describe, expect, it } from 'vitest';
import { urlOfLine } from './data.ts';
import { nearest } from './nearest.ts';
import { counted, grouped, printable } from './terminal.ts';

describe('urlOfLine', () => {
  const cases: readonly (readonly [line: string, url: string])[] = [
    ['http://a/', 'http://a/'],
    ['anything at all', 'anything at all'],
    ['', ''],
    ['1\thttp://a/', 'http://a/'],
    ['1\thttp://a/\t7', 'http://a/'],
    ['http://first/\t1\thttp://last/', 'http://last/'],
    ['1\texample.com/a\t1', 'example.com/a'],
    ['a/b\thttp://a/', 'http://a/'],
    ['cluster_id\turl\twide_id', ''],
  ];
  it.each(cases)('%j', (line, url) => expect(urlOfLine(line)).toBe(url));
});

describe('nearest', () => {
  const names = ['key', 'rewrite', 'dedupe', 'explain', 'compile', 'diff'];
  const cases: readonly (readonly [word: string, name: string | undefined])[] = [
    ['kye', 'key'],
    ['keys', 'key'],
    ['exp', 'explain'],
    ['dedup', 'dedupe'],
    ['deduplicate', undefined],
    ['rewirte', 'rewrite'],
    ['learn', undefined],
    ['x', undefined],
    ['', undefined],
  ];
  it.each(cases)('%j', (word, name) => expect(nearest(word, names)).toBe(name));
});

describe('text for people', () => {
  it('groups digits', () => {
    expect([0, 999, 1000, 1234567].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
    expect([counted(1, 'URL'), counted(2000, 'URL')]).toEqual(['1 URL', '2,000 URLs']);
  });

  it('makes control characters visible and leaves the rest', () => {
    expect(printable('a\u001b[1m\n\u009b\u202eé\u{1f600}')).toBe('a\\x1b[1m\\x0a\\x9b\\u202eé\u{1f600}');
  });
});
