/** Tests of pages: which text is seen, which title and which canonical address count, in good and in broken HTML. */
import { describe, expect, it } from 'vitest';
import { believedCanonical, kindOfType, readPage } from './page.ts';

const URL = 'http://h.test/dir/page?q';
const read = (html: string, kind: 'html' | 'xml' | 'plain' = 'html') =>
  readPage(new TextEncoder().encode(html), kind, URL, 'utf-8');

describe('text of a page', () => {
  it.each<[string, string, string]>([
    ['title and body', '<title>T</title><body>one <b>two</b>', 'T one two'],
    ['tags between letters', 'a<b>b</b>c<br>d<!-- x -->e', 'a b c d e'],
    ['entities inside words', 'caf&eacute; &#x6771;&#20140; AT&amp;T a&nbsp;b &copy2', 'café 東京 AT&T a b ©2'],
    ['entities that are none', '&nosuch; &# &#x; &;', '&nosuch; &# &#x; &;'],
    ['script and style', 'a<script>b</script><style>c</style>d', 'a d'],
    ['strings in scripts', 'a<script>var s = "<p>b</p><!-- </scr" + "ipt>";</script>c', 'a c'],
    ['a script tag in a script', 'a<script>document.write("<script>x<\\/script>")</script>b', 'a b'],
    ['a script that never ends', 'a<script>b <p>c', 'a'],
    ['capitals', 'a<SCRIPT>b</Script>c<STYLE>d</STYLE>e', 'a c e'],
    ['noscript', 'a<noscript>b<p>c</noscript>d', 'a d'],
    ['noscript with an open frame', 'a<noscript><iframe src=x></noscript>b', 'a b'],
    ['noscript with a style', '<head><noscript><style>x</style></noscript></head>a', 'a'],
    ['nested templates', 'a<template>b<template>c</template>d</template>e', 'a e'],
    ['a template with a script', 'a<template><script>"</template>"</script>b</template>c', 'a c'],
    ['comments', 'a<!-- b <p> -- > c -->d<!-->e<!--->f<!-- never closed', 'a d e f'],
    ['conditional comments', 'a<!--[if IE]>b<![endif]-->c<![if !IE]>d<![endif]>e', 'a c d e'],
    ['declarations', '<!DOCTYPE html PUBLIC "x"><?php echo 1 ?>a<![CDATA[b]]>c', 'a c'],
    ['frames', '<frameset><frame src=a><noframes><body>No frames</body></noframes></frameset>', ''],
    ['a frame inside', 'a<iframe src=x>b</iframe>c', 'a c'],
    ['forms', '<textarea>a<b></textarea><button>c</button><option>d<option>e<input value=f>', 'a<b> c d e'],
    ['preformatted text', '<xmp>a<b></xmp>c<plaintext>d</plaintext>', 'a<b> c d</plaintext>'],
    ['attributes', '<img alt="a" title="b > c">d', 'd'],
    ['text after the end', '<body>a</body></html>b', 'a b'],
    ['tags that were never opened', 'a</p></div></b>b', 'a b'],
    ['a tag that never ends', 'a<b class="c', 'a'],
    ['signs that look like tags', 'a < b > c <3 d <- e', 'a < b > c <3 d <- e'],
    ['a drawing', 'a<svg><title>b</title><style>c</style><text>d</text><script>e</script></svg>f', 'a b d f'],
    ['closed elements in a drawing', 'a<svg><style/><script/><path d=x /></svg>b<script/>c</script>d', 'a b d'],
    ['a drawing that was not closed', 'a<svg><path><p>b<script>"<p>c"</script>d', 'a b d'],
    ['HTML in a drawing', '<svg><foreignObject><p>a<script>"<b>"</script></p></foreignObject><text>b</svg>c', 'a b c'],
    ['a CDATA section in a drawing', '<svg><text><![CDATA[a<b]]></text></svg>c', 'a<b c'],
    ['nothing', '', ''],
  ])('%s', (_, html, expected) => {
    expect(read(html).text.replace(/\s+/g, ' ').trim()).toBe(expected);
  });

  it('of XML', () => {
    const xml = '<?xml version="1.0"?><rss><title>a</title><script>b</script><d><![CDATA[c<i>]]></d>&lt;e/&gt;</rss>';
    expect(read(xml, 'xml')).toEqual({ text: 'a b c<i> <e/> ', canonicals: [] });
  });

  it('of plain text', () => {
    expect(read('a <b> &amp;\n', 'plain')).toEqual({ text: 'a <b> &amp;\n', canonicals: [] });
  });

  it('of a page that never closes anything takes no time to speak of', () => {
    expect(read('<b><i>x</u>'.repeat(200_000)).text.length).toBe(400_000);
  });
});

describe('title of a page', () => {
  it.each<[string, string, string | undefined]>([
    ['none', '<p>a', undefined],
    ['an empty one', '<title> \n</title>', undefined],
    ['spaces and entities', '<title>\n A &amp;\t B&nbsp;\n</title>', 'A & B'],
    ['tags in it', '<title>a<b>c</b></title>', 'a<b>c</b>'],
    ['the first of two', '<title>a</title><title>b</title>', 'a'],
    ['the title of a drawing', '<svg><title>a</title></svg><title>b</title>', 'b'],
    ['in a script', '<script>"<title>a</title>"</script><title>b</title>', 'b'],
    ['in a template', '<template><title>a</title></template>', undefined],
    ['one that never ends', `<title>${'a'.repeat(5000)}<p>b`, 'a'.repeat(1000)],
  ])('%s', (_, html, expected) => {
    expect(read(html).title).toBe(expected);
  });
});

describe('canonical address of a page', () => {
  it.each<[string, string, string | undefined]>([
    ['none', '<link rel=stylesheet href=/x>', undefined],
    ['absolute', '<link rel="canonical" href="https://H.test/A?b=1&amp;c=2#d">', 'https://H.test/A?b=1&c=2'],
    ['relative', '<head><link href=other rel=canonical>', 'http://h.test/dir/other'],
    ['capitals, several relations', '<LINK REL="foo CANONICAL" HREF=" /x ">', 'http://h.test/x'],
    ['a relation that only contains it', '<link rel="canonical-x" href="/x">', undefined],
    ['without an address', '<link rel=canonical><link rel=canonical href="">', undefined],
    ['a base before it', '<base href="/b/"><link rel=canonical href=x>', 'http://h.test/b/x'],
    ['a base after it', '<link rel=canonical href=x><base href="//o.test/c/">', 'http://o.test/c/x'],
    [
      'the first base counts',
      '<base target=_top><base href=/b/><base href=/c/><link rel=canonical href=x>',
      'http://h.test/b/x',
    ],
    ['a base that leads nowhere', '<base href="about:blank"><link rel=canonical href=x>', 'http://h.test/dir/x'],
    ['twice the same', '<link rel=canonical href=/x><link rel=canonical href="http://h.test/x">', 'http://h.test/x'],
    ['two that differ', '<link rel=canonical href=/x><link rel=canonical href=/y>', undefined],
    ['the first of equal attributes', '<link rel=canonical href=/x href=/y>', 'http://h.test/x'],
    ['in the body', '<body><link rel=canonical href=/x>', undefined],
    ['after text', '<head>text<link rel=canonical href=/x>', undefined],
    ['after an element of the body', '<head><div></div><link rel=canonical href=/x>', undefined],
    [
      'after all that may be in a head',
      '<html><head><meta><title>t</title><style>s</style><script>x</script><noscript><img></noscript></head> <link rel=canonical href=/x>',
      'http://h.test/x',
    ],
    ['in a noscript', '<noscript><link rel=canonical href=/x></noscript>', undefined],
    ['in a comment', '<!-- <link rel=canonical href=/x> -->', undefined],
    ['in a script', '<script>"<link rel=canonical href=/x>"</script>', undefined],
    ['to what is no page', '<link rel=canonical href="javascript:x">', undefined],
  ])('%s', (_, html, expected) => {
    expect(believedCanonical(read(html).canonicals)).toBe(expected);
  });
});

describe('kindOfType', () => {
  it.each<[string, string | null]>([
    ['text/html', 'html'],
    ['application/xhtml+xml', 'html'],
    ['text/xml', 'xml'],
    ['application/rss+xml', 'xml'],
    ['image/svg+xml', null],
    ['text/plain', 'plain'],
    ['text/markdown', 'plain'],
    ['text/css', null],
    ['text/javascript', null],
    ['application/json', null],
    ['image/png', null],
  ])('%s', (type, kind) => {
    expect(kindOfType(type)).toBe(kind);
  });
});
