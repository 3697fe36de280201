/** Lists of URLs: what is one, and what is taken for a list. */
import { describe, expect, it } from 'vitest';
import { recognizeUrls, startUrls } from './url-list.ts';

const read = (line: string) => startUrls()(Buffer.from(line), 0, Buffer.byteLength(line), false);

describe('a list of URLs', () => {
  it.each([
    'http://a/',
    'https://münchen.de/a b',
    'ftp://a.example/x',
    'a.example',
    'a.example:8080/x',
    'a.example?x',
    'http://a/?q={"x":1}',
  ])('has %j', (line) => expect(read(line)).toEqual({ url: line }));

  it('trims blanks, and passes over comments and blank lines', () => {
    expect([read(' http://a/ '), read('# http://a/'), read(''), read('   ')]).toEqual([
      { url: 'http://a/' },
      null,
      null,
      null,
    ]);
  });

  it.each([
    'hello',
    'a b.c',
    'http://a/\t200',
    '{"url":"http://a/"}',
    'GET / HTTP/1.1',
    '\x00\x01',
    'http://',
    '/path.html',
  ])('has no %j', (line) => expect(read(line)).toBe('not-a-url'));

  it.each([
    [['http://a/', 'x', 'http://b/'], 'its lines are URLs'],
    [['# list', 'a.example/b', 'b.example/c'], 'its lines are host names with paths'],
    [['a.html', 'b.html'], null],
    [['a.example/b', 'hello'], null],
    [['http://a/\t200'], null],
    [['# list'], null],
    [[], null],
  ])('recognizes %j: %j', (lines, because) => expect(recognizeUrls(lines)).toBe(because));
});
