/** The Common Log Format and its relatives, line by line. */
import { describe, expect, it } from 'vitest';
import { logParser } from './formats.ts';

const OPTIONS = { host: 'h.example' };
const TIME = '[10/Oct/2000:13:55:36 -0700]';
const UTC = '2000-10-10T20:55:36Z';

describe('COMMON', () => {
  const parse = logParser('COMMON', OPTIONS);
  it('reads a line', () => {
    expect(parse(`127.0.0.1 - frank ${TIME} "GET /apache_pb.gif HTTP/1.0" 200 2326`)).toEqual({
      url: 'http://h.example/apache_pb.gif',
      method: 'GET',
      status: 200,
      length: 2326,
      time: UTC,
    });
  });
  it.each([
    ['IPv6 client', `2001:db8::1 - - ${TIME} "GET / HTTP/1.1" 200 5`],
    ['host name as client', `client.example - - ${TIME} "GET / HTTP/1.1" 200 5`],
    ['user with spaces', `192.0.2.1 - john q. public ${TIME} "GET / HTTP/1.1" 200 5`],
    ['user with brackets', `192.0.2.1 - [x [y] ${TIME} "GET / HTTP/1.1" 200 5`],
    ['user with quotes', `192.0.2.1 - "a" ${TIME} "GET / HTTP/1.1" 200 5`],
    ['forwarded clients', `192.0.2.1, 10.0.0.1 - - ${TIME} "GET / HTTP/1.1" 200 5`],
    ['proxy and client', `192.0.2.1 10.0.0.1 - - ${TIME} "GET / HTTP/1.1" 200 5`],
    ['fields that follow', `192.0.2.1 - - ${TIME} "GET / HTTP/1.1" 200 5 0.003 "x`],
    ['HTTP/0.9', `192.0.2.1 - - ${TIME} "GET /" 200 5`],
    ['version in small letters', `192.0.2.1 - - ${TIME} "GET / http/1.1" 200 5`],
    ['blanks around the target', `192.0.2.1 - - ${TIME} "GET  /  HTTP/1.0" 200 5`],
  ])('%s', (_, line) => {
    expect(parse(line)).toEqual({ url: 'http://h.example/', method: 'GET', status: 200, length: 5, time: UTC });
  });
  it.each([
    ['spaces in the target', 'GET /a b c HTTP/1.1', 'http://h.example/a b c'],
    ['spaces and no version', 'GET /a b', 'http://h.example/a b'],
    ['escaped quotes', 'GET /\\"a\\" HTTP/1.1', 'http://h.example/"a"'],
    ['quotes as they came', 'GET /"a" b HTTP/1.1', 'http://h.example/"a" b'],
    ['a backslash at the end', 'GET /a\\\\', 'http://h.example/a\\'],
    ['bytes of nginx', 'GET /caf\\xC3\\xA9 HTTP/1.1', 'http://h.example/café'],
    ['bytes that are no text', 'GET /caf\\xE9 HTTP/1.1', 'http://h.example/caf%E9'],
    ['percent signs', 'GET /%7Ea%2520 HTTP/1.1', 'http://h.example/%7Ea%2520'],
    ['two slashes', 'GET //b.example/x HTTP/1.1', 'http://h.example//b.example/x'],
    ['absolute form', 'GET http://other.example/x HTTP/1.1', 'http://other.example/x'],
    ['absolute form, capitals', 'GET HTTPS://Other.Example HTTP/1.1', 'HTTPS://Other.Example'],
    ['a fragment', 'GET /a#b HTTP/1.1', 'http://h.example/a#b'],
  ])('%s', (_, request, url) => {
    expect(parse(`192.0.2.1 - - ${TIME} "${request}" 200 5`)).toMatchObject({ url, status: 200, length: 5 });
  });
  it.each([
    ['status -', '- 5', { length: 5 }],
    ['status 000', '000 5', { length: 5 }],
    ['bytes -', '304 -', { status: 304 }],
    ['both', '- -', {}],
  ])('%s', (_, answer, expected) => {
    expect(parse(`192.0.2.1 - - ${TIME} "GET / HTTP/1.1" ${answer}`)).toEqual({
      url: 'http://h.example/',
      method: 'GET',
      time: UTC,
      ...expected,
    });
  });
  it('takes no length from an answer without a body', () => {
    expect(parse(`192.0.2.1 - - ${TIME} "HEAD / HTTP/1.1" 200 0`)).toEqual({
      url: 'http://h.example/',
      method: 'HEAD',
      status: 200,
      time: UTC,
    });
  });
  it.each([
    ['no request', `192.0.2.1 - - ${TIME} "-" 408 -`, 'no-request-line'],
    ['empty request', `192.0.2.1 - - ${TIME} "" 400 0`, 'no-request-line'],
    ['TLS', `192.0.2.1 - - ${TIME} "\\x16\\x03\\x01" 400 226`, 'bad-request-line'],
    ['TLS with a blank', `192.0.2.1 - - ${TIME} "\\x16\\x03\\x01 \\x00 x" 400 226`, 'bad-request-line'],
    ['one word', `192.0.2.1 - - ${TIME} "quit" 400 226`, 'bad-request-line'],
    ['no path', `192.0.2.1 - - ${TIME} "GET index.html HTTP/1.1" 400 226`, 'bad-request-line'],
    ['another scheme', `192.0.2.1 - - ${TIME} "GET ftp://x/ HTTP/1.1" 400 226`, 'bad-request-line'],
    ['POST', `192.0.2.1 - - ${TIME} "POST /form HTTP/1.1" 200 5`, 'other-method'],
    ['CONNECT', `192.0.2.1 - - ${TIME} "CONNECT a.example:443 HTTP/1.1" 405 5`, 'other-method'],
    ['OPTIONS', `192.0.2.1 - - ${TIME} "OPTIONS * HTTP/1.0" 200 -`, 'other-method'],
    ['small letters', `192.0.2.1 - - ${TIME} "get / HTTP/1.0" 501 -`, 'other-method'],
    ['status of words', `192.0.2.1 - - ${TIME} "GET / HTTP/1.0" ok 5`, 'bad-status'],
    ['status of two digits', `192.0.2.1 - - ${TIME} "GET / HTTP/1.0" 20 5`, 'bad-status'],
    ['status below 100', `192.0.2.1 - - ${TIME} "GET / HTTP/1.0" 099 5`, 'bad-status'],
    ['bytes of words', `192.0.2.1 - - ${TIME} "GET / HTTP/1.0" 200 x`, 'not-this-format'],
    ['no bytes', `192.0.2.1 - - ${TIME} "GET / HTTP/1.0" 200`, 'not-this-format'],
    ['cut off in the request', `192.0.2.1 - - ${TIME} "GET / HT`, 'not-this-format'],
    ['no time', '192.0.2.1 - - "GET / HTTP/1.0" 200 5', 'not-this-format'],
    ['a virtual host in front', `www.example.com:80 192.0.2.1 - - ${TIME} "GET / HTTP/1.0" 200 5`, 'not-this-format'],
    ['one without port', `www.example.com 192.0.2.1 - - ${TIME} "GET / HTTP/1.0" 200 5`, 'not-this-format'],
    ['another text', 'hello', 'not-this-format'],
    ['blank', '  ', null],
    ['empty', '', null],
  ])('%s', (_, line, expected) => expect(parse(line)).toBe(expected));
  it('leaves out a time that is none', () => {
    const record = parse('192.0.2.1 - - [31/Feb/2000:13:55:36 -0700] "GET / HTTP/1.1" 200 5');
    expect(record).toEqual({ url: 'http://h.example/', method: 'GET', status: 200, length: 5 });
  });
  it('needs a host for paths only', () => {
    const bare = logParser('common');
    expect(bare(`192.0.2.1 - - ${TIME} "GET / HTTP/1.1" 200 5`)).toBe('no-host');
    expect(bare(`192.0.2.1 - - ${TIME} "GET http://a.example/ HTTP/1.1" 200 5`)).toMatchObject({
      url: 'http://a.example/',
    });
  });
  it('takes the scheme of the options', () => {
    const https = logParser('COMMON', { host: 'h.example:8443', scheme: 'https' });
    expect(https(`192.0.2.1 - - ${TIME} "GET /x HTTP/1.1" 200 5`)).toMatchObject({ url: 'https://h.example:8443/x' });
  });
});

describe('COMBINED', () => {
  const parse = logParser('COMBINED', OPTIONS);
  const START = `192.0.2.1 - - ${TIME} "GET /x HTTP/1.1" 200 5`;
  it.each([
    [
      'plain',
      '"http://r.example/?q=1" "Mozilla/4.08 [en] (Win98)"',
      'http://r.example/?q=1',
      'Mozilla/4.08 [en] (Win98)',
    ],
    ['escaped quotes', '"-" "a \\"b\\" c"', undefined, 'a "b" c'],
    ['a backslash at the end', '"-" "a\\\\"', undefined, 'a\\'],
    ['quotes as they came', '"http://r.example/"x"" "a"', 'http://r.example/"x"', 'a'],
    ['both missing', '"-" "-"', undefined, undefined],
    ['both empty', '"" ""', undefined, undefined],
    ['fields that follow', '"-" "a" "198.51.100.7" 0.003', undefined, 'a'],
    ['cut off in the agent', '"-" "Mozilla/5', undefined, 'Mozilla/5'],
    ['cut off before the agent', '"-" "', undefined, undefined],
    ['a number that follows', '"-" "a" 200 5', undefined, 'a'],
    ['bytes in the referrer', '"http://r.example/\\xe9" "\\xe2\\x82\\xac"', 'http://r.example/%E9', '€'],
  ])('%s', (_, sender, referrer, agent) => {
    expect(parse(`${START} ${sender}`)).toEqual({
      url: 'http://h.example/x',
      method: 'GET',
      status: 200,
      length: 5,
      time: UTC,
      ...(referrer !== undefined && { referrer }),
      ...(agent !== undefined && { agent }),
    });
  });
  it('does not look for a missing status in the fields that follow', () => {
    const line = `192.0.2.1 - - ${TIME} "GET /x HTTP/1.1" - 5 "-" "a" 200 5`;
    expect(parse(line)).toEqual({ url: 'http://h.example/x', method: 'GET', length: 5, time: UTC, agent: 'a' });
    expect(parse(line.replace('" - 5', '" ok 5').replace('" 200 5', '" - 5'))).toBe('bad-status');
  });
  it.each([
    ['neither', ''],
    ['only a referrer', ' "-"'],
    ['a cut off referrer', ' "http://r.exam'],
    ['without quotes', ' - Mozilla'],
  ])('refuses lines with %s', (_, sender) => expect(parse(START + sender)).toBe('not-this-format'));
});

describe('VCOMMON and VCOMBINED', () => {
  const REST = `192.0.2.1 - - ${TIME} "GET /x HTTP/1.1" 200 5`;
  it.each([
    ['www.example.com:80', 'http://www.example.com/x'],
    ['www.example.com:443', 'https://www.example.com/x'],
    ['www.example.com:8080', 'http://www.example.com:8080/x'],
    ['www.example.com', 'http://www.example.com/x'],
    ['[2001:db8::1]:80', 'http://[2001:db8::1]/x'],
    ['_', 'http://h.example/x'],
  ])('%s', (host, url) => {
    expect(logParser('VCOMMON', OPTIONS)(`${host} ${REST}`)).toMatchObject({ url, status: 200 });
    expect(logParser('VCOMBINED', OPTIONS)(`${host} ${REST} "-" "a"`)).toMatchObject({ url, agent: 'a' });
  });
  it('follows hosts that change', () => {
    const parse = logParser('VCOMMON');
    const hosts = ['a.example:80', 'a.example:80', 'b.example:443', '-', 'a.example:80'];
    const urls = hosts.map((host) => parse(`${host} ${REST}`)).map((r) => (typeof r === 'object' ? r?.url : r));
    expect(urls).toEqual([
      'http://a.example/x',
      'http://a.example/x',
      'https://b.example/x',
      'no-host',
      'http://a.example/x',
    ]);
  });
  it('refuses lines without one', () => {
    expect(logParser('VCOMMON', OPTIONS)(REST)).toBe('not-this-format');
    expect(logParser('VCOMBINED', OPTIONS)(`${REST} "-" "a"`)).toBe('not-this-format');
  });
});

describe('TRAEFIKCLF', () => {
  const parse = logParser('TRAEFIKCLF', OPTIONS);
  const START = `192.0.2.1 - - ${TIME} "GET /x HTTP/2.0" 200 5 "-" "curl/8.0"`;
  it('reads a line', () => {
    expect(parse(`${START} 17 "web@docker" "http://10.0.0.2:80" 12ms`)).toEqual({
      url: 'http://h.example/x',
      method: 'GET',
      status: 200,
      length: 5,
      time: UTC,
      agent: 'curl/8.0',
    });
  });
  it.each([[''], [' 17'], [' x "a" "b" 1ms'], [' 17 "a" "b" 1s'], [' 17 "a" 1ms'], [' 17 a b 1ms']])(
    'refuses lines that end with %j',
    (end) => expect(parse(START + end)).toBe('not-this-format'),
  );
});
