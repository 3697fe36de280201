/** Checks of what tells two pages apart. */
import { describe, expect, it } from 'vitest';
import { loadPageTools } from '../records/index.ts';
import { isSamePage, markPage } from './page-mark.ts';

const tools = await loadPageTools();
const mark = (body: string | Uint8Array, type: string | undefined = 'text/html; charset=utf-8', url = 'http://h/a') =>
  markPage(typeof body === 'string' ? new TextEncoder().encode(body) : body, type, url, tools);
const words = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `word${from + i}`).join(' ');
const page = (title: string, body: string) => `<html><title>${title}</title><body>${body}</body></html>`;

describe('isSamePage', () => {
  it.each<[string, string, string, boolean]>([
    ['equal bytes', page('A', 'x'), page('A', 'x'), true],
    ['other markup, same text', page('A', '<p>one two'), page('A', '<div class=z>one <b>two</b>'), true],
    ['a clock', page('A', 'made at 12:34:56 by us'), page('A', 'made at 23:45:01 by us'), true],
    ['one word of a short text', page('A', words(40)), page('A', `${words(39)} other`), false],
    ['one word of a long text', page('A', words(1000)), page('A', `${words(999)} other`), true],
    ['half of a long text', page('A', words(1000)), page('A', `${words(500)} ${words(500, 9000)}`), false],
    ['another title over a long text', page('Article 1', words(1000)), page('Article 2', words(1000)), false],
    ['a title and none', page('A', words(1000)), `<body>A ${words(1000)}</body>`, true],
    ['no words, other bytes', '<img src=a>', '<img src=b>', false],
  ])('%s', (_, a, b, expected) => {
    expect(isSamePage(mark(a), mark(b), tools)).toBe(expected);
  });

  it('of two addresses that each name themselves', () => {
    const [a, b] = ['http://h/a', 'http://h/b'].map((url) => mark(page('A', `this is ${url} of us`), undefined, url));
    expect(isSamePage(mark(page('A', 'this is of us')), a!, tools)).toBe(true);
    expect(isSamePage(a!, b!, tools)).toBe(true);
  });

  it('of what is no text goes by the bytes', () => {
    const [a, b] = [Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 4)];
    expect(isSamePage(mark(a, 'image/png'), mark(a, 'image/gif'), tools)).toBe(true);
    expect(isSamePage(mark(a, 'image/png'), mark(b, 'image/png'), tools)).toBe(false);
    expect(mark('<title>A</title>text', 'application/json')).not.toHaveProperty('text');
    expect(markPage(a, undefined, 'http://h/', tools)).not.toHaveProperty('text');
  });

  it('reads the charset of the header', () => {
    const latin = Buffer.from(page('A', 'Fähre über den Fluß'), 'latin1');
    const utf8 = mark(page('A', 'Fähre über den Fluß'));
    expect(isSamePage(mark(latin, 'text/html; charset="iso-8859-1"'), utf8, tools)).toBe(true);
  });

  it('keeps no text', () => {
    expect(JSON.stringify(mark(page('Confidential', words(60))))).not.toMatch(/Confidential|word1/i);
  });
});
