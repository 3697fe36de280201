/** What writers of logs put on is taken off, and nothing else. */
import { describe, expect, it } from 'vitest';
import { readableCloudFront, unescapeCloudFront, unescapeLog, withoutControls } from './escapes.ts';

describe('unescapeLog', () => {
  it.each([
    ['/a%20b', '/a%20b', '/a%20b'],
    ['/\\"a\\"', '/"a"', '/"a"'],
    ['/\\x22a\\x22', '/"a"', '/"a"'],
    ['C:\\\\dir', 'C:\\dir', 'C:\\dir'],
    ['/caf\\xc3\\xa9', '/café', '/café'],
    ['/caf\\xC3\\xA9/\\xe2\\x82\\xac', '/café/€', '/café/€'],
    // Latin-1: no UTF-8.
    ['/caf\\xe9', '/caf%E9', '/caf\ufffd'],
    ['/\\xff\\"', '/%FF"', '/\ufffd"'],
    ['/a\\nb\\tc', '/a%0Ab%09c', '/a b c'],
    ['\\x16\\x03\\x01', '%16%03%01', '   '],
    // Not an escape: stays as it is.
    ['/a\\qb', '/a\\qb', '/a\\qb'],
    ['/a\\x4', '/a\\x4', '/a\\x4'],
    ['/a\\xzz', '/a\\xzz', '/a\\xzz'],
    ['/a\\', '/a\\', '/a\\'],
    ['/\\\\x41', '/\\x41', '/\\x41'],
  ])('%s', (text, url, other) => expect([unescapeLog(text, true), unescapeLog(text, false)]).toEqual([url, other]));
});

describe('withoutControls', () => {
  it.each([
    ['/a b', '/a b', '/a b'],
    ['/a\nb\u007f', '/a%0Ab%7F', '/a b '],
  ])('%j', (text, url, other) =>
    expect([withoutControls(text, true), withoutControls(text, false)]).toEqual([url, other]),
  );
});

describe('CloudFront', () => {
  it.each([
    ['/a%2520b', '/a%20b'],
    ['/a%20b', '/a%20b'],
    ['/a%252520b', '/a%2520b'],
    ['/100%25', '/100%25'],
    ['/a%25zz', '/a%25zz'],
    ['/a', '/a'],
  ])('a URL: %s', (text, expected) => expect(unescapeCloudFront(text)).toBe(expected));
  it.each([
    ['Mozilla/5.0%20(X11)', 'Mozilla/5.0 (X11)'],
    ['Mozilla/5.0%2520(X11)', 'Mozilla/5.0 (X11)'],
    ['a%0Ab%C3%A9%7F', 'a%0Ab%C3%A9%7F'],
  ])('a text: %s', (text, expected) => expect(readableCloudFront(text)).toBe(expected));
});
