/** Pages and robots.txt of strangers: read without throwing, in time linear in their bytes. */
import { markPage } from '../../../src/fetch/page-mark.ts';
import { readRobots, robotsText } from '../../../src/fetch/robots.ts';
import { loadPageTools } from '../../../src/records/index.ts';
import { type FuzzTarget, hold, same } from '../target.ts';
import { BYTES } from '../words.ts';

const PAGE = `<!DOCTYPE html><html><head><meta charset="utf-8"><base href="/b/"><title>A &amp; B</title>
<link rel="canonical" href="../c?x=1#y"></head><body><h1>Hello</h1><p>Some words at 12:34:56 on 3 May 2024, 9f86d081884c7d65.</p>
<script>var a = "<p>no";</script><style>p { }</style><a href="http://h/p">link</a><!-- note --></body></html>`;

export const pageTarget: FuzzTarget = {
  name: 'page',
  seeds: () => [
    BYTES.encode(PAGE),
    BYTES.encode('plain words only'),
    Uint8Array.from(Buffer.from(`\ufeff${PAGE}`, 'utf16le')),
  ],
  words: [
    ...[
      '<',
      '>',
      '</',
      '/>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<script>',
      '</script>',
      '<title>',
      '</title>',
      '<base href=',
      '&amp;',
    ],
    ...[
      '&#x10FFFF;',
      '&#0;',
      '&notanentity;',
      '<meta charset=',
      'utf-16',
      'windows-1252',
      'shift_jis',
      '<link rel=canonical href=',
    ],
    ...['<?xml version="1.0" encoding="x"?>', '<svg>', '<template>', '<plaintext>', 'http://', '//', '#'],
  ],
  async run(bytes) {
    const tools = await loadPageTools();
    for (const type of ['text/html', 'application/xml; charset=utf-16', 'text/plain; charset="bogus"', 'image/png']) {
      const mark = markPage(bytes, type, 'http://h/p', tools);
      same(markPage(bytes, type, 'http://h/p', tools), mark, 'the mark of a page');
      hold(JSON.stringify(mark).length < 4000, () => 'a mark that keeps the page');
    }
  },
};

export const robotsTarget: FuzzTarget = {
  name: 'robots',
  seeds: () =>
    [
      'User-agent: *\nDisallow: /a*b$\nAllow: /a\nCrawl-delay: 2\nSitemap: http://h/s.xml\n',
      'user-agent: dustpan\nuser-agent: other\ndisallow:\n\n# note\nUser-agent: *\nDisallow: /%7Eu/*/x*y*z\n',
    ].map((text) => BYTES.encode(text)),
  words: [
    'User-agent: ',
    'Disallow: ',
    'Allow: ',
    'Crawl-delay: ',
    '*',
    '**',
    '$',
    '\n',
    '\r',
    '#',
    '%',
    '/a',
    'dustpan',
  ],
  run(bytes) {
    const robots = readRobots({ status: 200, text: robotsText(bytes) }, 'http://h', 'dustpan');
    hold(robots.delaySeconds >= 0 && !Number.isNaN(robots.delaySeconds), () => `a delay of ${robots.delaySeconds}`);
    for (const path of ['/', '/a/b?c=d', `/${'a'.repeat(500)}b`, '/%7Eu/%zz/x']) robots.allows(`http://h${path}`);
  },
};
