/** Reading rule texts: spellings that people may use, and one sentence for every mistake. */
import { describe, expect, it } from 'vitest';
import { parseRule } from './parse.ts';
import { printRule } from './print.ts';

describe('other spellings that people may use', () => {
  it.each([
    ['@{B.com,a.com,A.com}  E  =>  decode( )', '@{a.com,b.com} E => decode()'],
    ['@{} E => decode()', '@{} E => decode()'],
    ['@{a%2Cb,c%7D} E => decode()', '@{a%2Cb,c%7D} E => decode()'],
    ['@* T ^*$ => $1|$2(x)? [y]', null],
    [`@* T ^*/*$ => $1|$${'{2}'}(x)?[y]^$`, String.raw`@* T ^*/*$ => $1\|$2\(x\)\?\[y\]\^\$`],
    ['@* T ^(a|b)?$ => a', '@* T ^((a|b))?$ => a'],
    [
      "@* K path[1]='a b' path[2]=%41 path[3] in ( a | 'b' ) => path:=[ 'x' , ref(host) ]",
      "@* K path[1]=a%20b path[2]=A path[3] in (a|b) => path:=['x',ref(host)]",
    ],
    ['@* K query[a b]=* => query:=keep', '@* K query[a%20b]=* => query:=keep'],
    ['@* E => host(a.com, b.com->c.com)', null],
    ['@* E => host(a.com, b.com -> c.com)', '@* E => host(a.com,b.com -> c.com)'],
    ["@* E => dropSegment('en')", '@* E => dropSegment(en)'],
    ['@* E => pathFromParam(p, prefix=/ , suffix=.html)', '@* E => pathFromParam(p,prefix=/,suffix=.html)'],
  ])('%s', (text, expected) => {
    if (expected === null) expect(() => parseRule(text)).toThrow();
    else expect(printRule(parseRule(text))).toBe(expected);
  });
});

describe('a text that is no rule', () => {
  it.each([
    ['', 'Column 1 of the rule text: expected one of the letters T, K, S, E and a blank, but the text ends there.'],
    [
      'X a => b',
      'Column 1 of the rule text: expected one of the letters T, K, S, E and a blank, but found "X a => b".',
    ],
    [
      '@a.com T ^a$ => b',
      'Column 2 of the rule text: expected "*" or "{host,host}" after "@", but found "a.com T ^a$ ".',
    ],
    [
      '@{http://a.com} T ^a$ => b',
      'Column 3 of the rule text: expected a host without scheme, port, path and final dot, but found "http://a.com".',
    ],
    ['@{a.com}T ^a$ => b', 'Column 9 of the rule text: expected a blank after the hosts, but found "T ^a$ => b".'],
    ['T a$ => b', 'Column 3 of the rule text: expected "^" at the start of the match, but found "a$ => b".'],
    [
      'T ^a => b',
      'Column 7 of the rule text: expected "\\" before ">" or "$" at the end of the match, but found "> b".',
    ],
    ['T ^a', 'Column 5 of the rule text: expected "$" at the end of the match, but the text ends there.'],
    ['T ^a$ b', 'Column 7 of the rule text: expected "=>" after the match, but found "b".'],
    [
      'T ^(a|*)$ => b',
      'Column 4 of the rule text: expected alternatives that are plain text and not empty, but found "(a|*)$ => b".',
    ],
    [
      'T ^(a|)$ => b',
      'Column 4 of the rule text: expected alternatives that are plain text and not empty, but found "(a|)$ => b".',
    ],
    ['T ^(a$ => b', 'Column 6 of the rule text: expected ")" to close the group, but found "$ => b".'],
    [
      'T ^a?$ => b',
      'Column 5 of the rule text: expected "\\" before "?" or "$" at the end of the match, but found "?$ => b".',
    ],
    [
      'T ^\\a$ => b',
      'Column 5 of the rule text: expected one of ()|?*$\\<>{}[]^ or u{hex} after "\\", but found "a$ => b".',
    ],
    ['T ^a$ => $(a|)', 'Column 14 of the rule text: expected an alternative that is not empty, but found ")".'],
    [
      'T ^a$ => \\u{110000}',
      'Column 20 of the rule text: expected a code point up to 10ffff, but the text ends there.',
    ],
    [
      'T ^*$ => $2',
      'Column 10 of the rule text: emit.seq[0].ref is 2, but the match has 1 captures; refer to one of them.',
    ],
    ['T ^()?$ => b', 'Column 3 of the rule text: match.seq[0].opt is an empty optional part; remove it.'],
    ['T ^a$ =>', 'Column 9 of the rule text: emit.seq is empty, so that all URLs would become one; say what to emit.'],
    [
      `T ^${'('.repeat(30)}a${')?'.repeat(30)}$ => b`,
      'Column 24 of the rule text: expected at most 20 groups inside each other, but found "((((((((((a)".',
    ],
    ['S a => "b"', 'Column 3 of the rule text: expected a text in double quotes, but found "a => \\"b\\"".'],
    ['S "a', 'Column 5 of the rule text: expected " at the end of the text, but the text ends there.'],
    [
      'S "\\x" => "b"',
      'Column 4 of the rule text: expected an escape of JSON, \\^ or \\$, but found "\\\\x\\" => \\"b\\"".',
    ],
    [
      'S "a$" => "b"',
      'Column 11 of the rule text: expected the same anchors ^ and $ as in the match, but found "\\"b\\"".',
    ],
    [
      'S "a" => "a"',
      'Column 10 of the rule text: emit.beta is the same text as alpha, so that the rule changes nothing; remove the rule.',
    ],
    [
      'K foo=1 => query:=sort',
      'Column 3 of the rule text: expected a key (scheme, host, path[1], path[-1], query[name]), but found "foo=1 => que".',
    ],
    [
      'K path[0]=1 => query:=sort',
      'Column 3 of the rule text: expected a key, and "path[0]" is none, but found "path[0]=1 =>".',
    ],
    [
      'K path[x]=1 => query:=sort',
      'Column 8 of the rule text: expected a number such as 1 or -1, but found "x]=1 => quer".',
    ],
    [
      'K query[a%23b]=1 => query:=sort',
      'Column 9 of the rule text: expected a name without "#", which no query can hold, but found "a%23b]=1 => ".',
    ],
    ['K query[a', 'Column 10 of the rule text: expected "]", but the text ends there.'],
    [
      'K host a => query:=sort',
      'Column 7 of the rule text: expected "=", "~" or " in (" after the key, but found " a => query:".',
    ],
    [
      'K host=<x> => query:=sort',
      'Column 8 of the rule text: expected <a>, <n>, <alnum> or <null>; a text that starts with < is written in \'…\', but found "<x> => query".',
    ],
    [
      'K host=a host=b => query:=sort',
      'Column 10 of the rule text: expected each key once, and host came before, but found "host=b => qu".',
    ],
    [
      'K path[1]=a(b => query:=sort',
      'Column 12 of the rule text: expected a blank between conditions, but found "(b => query:".',
    ],
    [
      'K path[1]=%4 => query:=sort',
      'Column 11 of the rule text: expected a percent escape such as %20 (write %25 for a percent sign), but found "%4 => query:".',
    ],
    [
      'K path[1]=a%C3%28 => query:=sort',
      'Column 12 of the rule text: expected a percent escape such as %20 (write %25 for a percent sign), but found "%C3%28 => qu".',
    ],
    ['K path[1]~a{}{*} => query:=sort', 'Column 14 of the rule text: expected text or {*}, but found "{*} => query".'],
    [
      'K => host:=a',
      'Column 12 of the rule text: expected \'text\', ⊥, *, <null>, ref(key), lower(key) or cat(…), but found "a".',
    ],
    ["K => host:='a", "Column 14 of the rule text: expected ' after the quoted text, but the text ends there."],
    ["K => host:='a'x", 'Column 15 of the rule text: expected a blank between assignments, but found "x".'],
    ['K => query:=up', 'Column 13 of the rule text: expected sort, keep or (name,name), but found "up".'],
    ["K => path:=['a'", 'Column 16 of the rule text: expected "," or "]", but the text ends there.'],
    [
      `K => host:=${'cat('.repeat(30)}`,
      'Column 96 of the rule text: expected at most 20 cat(…) inside each other, but found "cat(cat(cat(".',
    ],
    [
      'K =>',
      'Column 5 of the rule text: expected a key (scheme, host, path[1], path[-1], query[name]), but the text ends there.',
    ],
    ['K => host:=⊥', 'Column 6 of the rule text: emit.set["host"] cannot be deleted; a URL needs its host.'],
    [
      'E size=1 => decode()',
      'Column 3 of the rule text: expected a condition (path^=, depth=, ext=, seg[1]=, param=, param[name]=, params=, query=) or "=>", but found "size=1 => de".',
    ],
    [
      'E query=all => decode()',
      'Column 9 of the rule text: expected none, some, semicolon or word, but found "all => decod".',
    ],
    [
      'E (depth=1 depth=2) => decode()',
      'Column 12 of the rule text: expected another condition, this one came before, but found "depth=2) => ".',
    ],
    [
      'E (depth=1,ext=a) => decode()',
      'Column 11 of the rule text: expected a blank and another condition on the path, or ")", but found ",ext=a) => d".',
    ],
    [
      'E depth=x => decode()',
      'Column 9 of the rule text: expected a number of path components, but found "x => decode(".',
    ],
    [
      'E => sort()',
      'Column 6 of the rule text: expected an operation (host, scheme, dropPort, dropParam, anyParam, aliasParam, renameParam, dropQuery, sortParams, dropEmptyParams, dropRepeatedParams, separator, lowerPath, decode, collapseSlashes, trimSlash, dropSuffix, dropSegment, anySegment, dropPathParam, aliasPrefix, pathFromParam), but found "sort()".',
    ],
    ['E => dropParam()', 'Column 16 of the rule text: expected a text (\'\' for the empty one), but found ")".'],
    ['E => dropParam(a,b)', 'Column 17 of the rule text: expected ")", but found ",b)".'],
    ['E => host(a.com)', 'Column 16 of the rule text: expected "," or "->", but found ")".'],
    ['E => aliasParam(a)', 'Column 18 of the rule text: expected ":" after the parameter, but found ")".'],
    ['E => pathFromParam(a)', 'Column 21 of the rule text: expected ",prefix=" after the parameter, but found ")".'],
    ['E => decode() x', 'Column 14 of the rule text: expected the end of the rule, but found " x".'],
    [
      'E => dropSegment(2)',
      'Column 6 of the rule text: emit.op drops a component by its number and would eat the whole path; add a depth condition to match.when.',
    ],
  ])('%j', (text, sentence) => {
    expect(() => parseRule(text)).toThrow(
      expect.objectContaining({ name: 'ConfigError', code: 'bad-rule-text', message: sentence }),
    );
  });
});
