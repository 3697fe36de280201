/** Format strings with the specifiers of GoAccess. */
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../base/index.ts';
import { logParser } from './formats.ts';
import { SAMPLES } from './samples.case.ts';

const OPTIONS = { host: 'h.example' };
const COMBINED = '%h %^[%d:%t %^] "%r" %s %b "%R" "%u"';

describe('a format string', () => {
  it.each([
    ['COMMON', '%h %^[%d:%t %^] "%r" %s %b'],
    ['COMBINED', COMBINED],
    ['VCOMMON', '%v:%^ %h %^[%d:%t %^] "%r" %s %b'],
    ['VCOMBINED', '%v:%^ %h %^[%d:%t %^] "%r" %s %b "%R" "%u"'],
  ] as const)('gives the same as %s', (name, format) => {
    // An address in brackets has colons of its own, which a format string cannot tell from the one before the port.
    const lines = SAMPLES[name].filter((line) => !line.startsWith('[2001'));
    expect(lines.map(logParser(format, OPTIONS))).toEqual(lines.map(logParser(name, OPTIONS)));
  });
  it.each([
    [
      'tabs, both as a sign and written',
      '%d\\t%t\t%m\\t%U',
      '2021-03-04\t05:06:07\tGET\t/x',
      { url: 'http://h.example/x', method: 'GET', time: '2021-03-04T05:06:07Z' },
    ],
    [
      'path and query',
      '%m %U %q %H %s',
      'GET /x y=1 HTTP/1.1 200',
      { url: 'http://h.example/x?y=1', method: 'GET', status: 200 },
    ],
    ['no query', '%m %U %q %s', 'GET /x - 200', { url: 'http://h.example/x', method: 'GET', status: 200 }],
    [
      'path and query in one',
      '%m %U%q %s',
      'GET /x?y=1 200',
      { url: 'http://h.example/x?y=1', method: 'GET', status: 200 },
    ],
    [
      'blanks',
      '%x.%^ %~%L %h %^/%s %b %m %U',
      '1501647332.250    345 192.0.2.1 TCP_MISS/200 7 GET http://a.example/ -',
      { url: 'http://a.example/ -', method: 'GET', status: 200, length: 7, time: '2017-08-02T04:15:32Z' },
    ],
    ['blanks after a field', '%m%~%U%~%s', 'GET   /x  200', { url: 'http://h.example/x', method: 'GET', status: 200 }],
    ['an end that is ignored', '%m %U %^', 'GET /x 200 and more', { url: 'http://h.example/x', method: 'GET' }],
    [
      'more than the format has',
      '%m %U %s',
      'GET /x 200 and more',
      { url: 'http://h.example/x', method: 'GET', status: 200 },
    ],
    ['a percent sign', '%m %% %U', 'GET % /x', { url: 'http://h.example/x', method: 'GET' }],
    ['no method', '%U', '/x', { url: 'http://h.example/x' }],
    ['a URL as the request', '"%r" %s', '"http://a.example/b c" 200', { url: 'http://a.example/b c', status: 200 }],
    ['other quotes', "'%r' %s", "'GET /x HTTP/1.1' 200", { url: 'http://h.example/x', method: 'GET', status: 200 }],
    [
      'escaped quotes',
      '"%r" "%u"',
      '"GET /\\"x HTTP/1.1" "a \\"b\\""',
      { url: 'http://h.example/"x', method: 'GET', agent: 'a "b"' },
    ],
    ['a host and its scheme', '%v:%^ %U', 'a.example:443 /x', { url: 'https://a.example/x' }],
    ['what follows a host is no port', '%v:%^ %U', 'a.example:x /x', { url: 'http://a.example/x' }],
    [
      'a zone',
      '%d %t %^ %U',
      '2021-03-04 05:06:07 +0100 /x',
      { url: 'http://h.example/x', time: '2021-03-04T04:06:07Z' },
    ],
    [
      'what follows a time is no zone',
      '%d %t %^ %U',
      '2021-03-04 05:06:07 10.0.0.1 /x',
      { url: 'http://h.example/x', time: '2021-03-04T05:06:07Z' },
    ],
    [
      'date and time in one',
      '[%x] %U',
      '[2021-03-04T05:06:07+01:00] /x',
      { url: 'http://h.example/x', time: '2021-03-04T04:06:07Z' },
    ],
    [
      'date and time in one, and a zone',
      '[%x %^] %U',
      '[04/Mar/2021:05:06:07 +0100] /x',
      { url: 'http://h.example/x', time: '2021-03-04T04:06:07Z' },
    ],
    ['a date that is not known', '%d %t %U', '03/04/21 05:06:07 /x', { url: 'http://h.example/x' }],
    ['a media type', '%U "%M"', '/x "text/html; charset=utf-8"', { url: 'http://h.example/x', type: 'text/html' }],
    [
      'all that is passed over',
      '%h %e %C %T %D %L %K %k %n %H %U',
      'a b c d e f g h i j /x',
      { url: 'http://h.example/x' },
    ],
  ])('%s', (_, format, line, expected) => expect(logParser(format, OPTIONS)(line)).toEqual(expected));
  it.each([
    ['another literal', '%m|%U|%s', 'GET /x 200', 'not-this-format'],
    ['too short', COMBINED, '192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.1"', 'not-this-format'],
    ['another method', '%m %U', 'POST /x', 'other-method'],
    ['a bad status', '%U %s', '/x ok', 'bad-status'],
    ['no request', '"%r" %s', '"-" 408', 'no-request-line'],
    ['an empty request', '"%r" %s', '"" 408', 'no-request-line'],
    ['TLS', '"%r" %s', '"\\x16\\x03" 400', 'bad-request-line'],
    ['blank', COMBINED, '', null],
  ])('%s', (_, format, line, expected) => expect(logParser(format, OPTIONS)(line)).toBe(expected));
  it('does not carry fields from line to line', () => {
    const parse = logParser('%v %U %s', OPTIONS);
    expect(['a.example /x 200', '- /y -', '- /z x'].map(parse)).toEqual([
      { url: 'http://a.example/x', status: 200 },
      { url: 'http://h.example/y' },
      'bad-status',
    ]);
  });
});

describe('a format that makes no sense', () => {
  it.each([
    ['nonsense', 'unknown-log-format', /"nonsense".*COMBINED.*JSON/],
    ['', 'unknown-log-format', /one of COMMON/],
    ['%Z %U', 'bad-log-format', /"%Z"/],
    ['%U %', 'bad-log-format', /single "%"/],
    ['%m%U', 'bad-log-format', /%m and %U/],
    ['%U %s %s', 'bad-log-format', /%s twice/],
    ['%h %s', 'bad-log-format', /neither %r .* nor %U/],
    ['"~h{, }" %U', 'bad-log-format', /~h/],
    ['{"status":"%s","uri":"%U"}', 'bad-log-format', /JSON/],
  ])('%j', (format, code, message) => {
    const expected = { code, constructor: ConfigError, message: expect.stringMatching(message) };
    expect(() => logParser(format)).toThrowError(expect.objectContaining(expected));
  });
});
