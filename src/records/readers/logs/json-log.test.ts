/** Logs of JSON objects, by the names that servers give to their fields. */
import { describe, expect, it } from 'vitest';
import { logParser } from './formats.ts';
import { isJsonLogLine } from './json-log.ts';
import { SAMPLES } from './samples.case.ts';

describe('CADDY', () => {
  const parse = logParser('CADDY');
  const line = SAMPLES.CADDY[0]!;
  it('reads a line', () => {
    expect(parse(line)).toEqual({
      url: 'https://localhost:2015/a?b=1',
      method: 'GET',
      status: 200,
      length: 10900,
      time: '2022-03-09T21:30:01Z',
      agent: 'curl/7.82.0',
      referrer: 'http://localhost/',
      type: 'text/html',
    });
  });
  it.each([
    ['without TLS', line.replace(/,"tls":\{[^}]*\}/, ''), { url: 'http://localhost:2015/a?b=1' }],
    [
      'a time as text',
      line.replace('1646861401.5241024', '"2022-03-09T22:30:01.524+0100"'),
      { time: '2022-03-09T21:30:01Z' },
    ],
    ['a redirect', line.replace('"Server"', '"Location":["/c"],"Server"'), { redirect: 'https://localhost:2015/c' }],
  ])('%s', (_, text, expected) => expect(parse(text)).toMatchObject(expected));
  it.each([
    ['another message', '{"level":"info","ts":1646861401.5,"msg":"serving initial configuration"}', 'no-request-line'],
    ['another method', line.replace('"GET"', '"POST"'), 'other-method'],
    ['a request of words', '{"ts":1,"request":"GET / HTTP/1.1"}', 'no-request-line'],
    ['no JSON', line.slice(1), 'not-this-format'],
    ['cut off', line.slice(0, -1), 'not-this-format'],
    ['blank', '', null],
  ])('%s', (_, text, expected) => expect(parse(text)).toBe(expected));
});

describe('JSON', () => {
  const parse = logParser('JSON', { host: 'h.example' });
  const GET = { method: 'GET', status: 200 };
  it('reads what nginx writes', () => {
    expect(SAMPLES.JSON.map(parse)).toEqual([
      { ...GET, url: 'https://www.example.com/a?b=1', length: 512, time: '2021-03-04T03:06:07Z', agent: 'curl/8.0' },
      { ...GET, url: 'http://www.example.com/c', length: 1, time: '2021-03-04T03:06:08Z' },
    ]);
  });
  it.each([
    [
      'Traefik',
      {
        RequestHost: 'a.example',
        RequestScheme: 'https',
        RequestPath: '/x?y',
        RequestMethod: 'GET',
        DownstreamStatus: 200,
        DownstreamContentSize: 7,
        'request_User-Agent': 'curl',
        StartUTC: '2021-03-04T05:06:07.1Z',
      },
      { ...GET, url: 'https://a.example/x?y', length: 7, agent: 'curl', time: '2021-03-04T05:06:07Z' },
    ],
    [
      'a load balancer of Google',
      {
        httpRequest: {
          requestMethod: 'GET',
          requestUrl: 'https://a.example/x',
          status: 200,
          responseSize: '7',
          userAgent: 'curl',
          referer: 'http://r.example/',
        },
        timestamp: '2021-03-04T05:06:07.1Z',
      },
      {
        ...GET,
        url: 'https://a.example/x',
        length: 7,
        agent: 'curl',
        referrer: 'http://r.example/',
        time: '2021-03-04T05:06:07Z',
      },
    ],
    [
      'the Elastic Common Schema',
      {
        '@timestamp': '2021-03-04T05:06:07Z',
        host: { name: 'web-1' },
        http: { request: { method: 'GET' }, response: { status_code: 200, body: { bytes: 7 } } },
        url: { original: '/x?y', domain: 'a.example', scheme: 'https' },
        user_agent: { original: 'curl' },
      },
      { ...GET, url: 'https://a.example/x?y', length: 7, agent: 'curl', time: '2021-03-04T05:06:07Z' },
    ],
    [
      'a query on its own',
      { uri: '/x', args: 'y=1', method: 'GET', status: 200 },
      { ...GET, url: 'http://h.example/x?y=1' },
    ],
    [
      'a query with its sign',
      { path: '/x', query_string: '?y=1', method: 'GET', status: 200 },
      { ...GET, url: 'http://h.example/x?y=1' },
    ],
    [
      'a query twice',
      { uri: '/x?y=1', args: 'y=1', method: 'GET', status: 200 },
      { ...GET, url: 'http://h.example/x?y=1' },
    ],
    [
      'the host of the header first',
      { host: 'web-1', http_host: 'a.example', uri: '/x', method: 'GET', status: 200 },
      { ...GET, url: 'http://a.example/x' },
    ],
    [
      'the scheme of the browser first',
      { scheme: 'http', http_x_forwarded_proto: 'HTTPS', uri: '/x', method: 'GET', status: 200 },
      { ...GET, url: 'https://h.example/x' },
    ],
    [
      'a version as protocol',
      { protocol: 'HTTP/1.1', uri: '/x', method: 'GET', status: 200 },
      { ...GET, url: 'http://h.example/x' },
    ],
    [
      'a duration as time',
      { time: 0.005, ts: 1501647332.25, uri: '/x', method: 'GET', status: 200 },
      { ...GET, url: 'http://h.example/x', time: '2017-08-02T04:15:32Z' },
    ],
    [
      'a status of words',
      { status: 'success', status_code: 200, uri: '/x', method: 'GET' },
      { ...GET, url: 'http://h.example/x' },
    ],
    ['no method', { uri: '/x', status: 200 }, { url: 'http://h.example/x', status: 200 }],
    [
      'a line end in the target',
      { uri: '/a\nb', method: 'GET', status: 200 },
      { ...GET, url: 'http://h.example/a%0Ab' },
    ],
    [
      'where it leads to',
      { uri: '/a', method: 'GET', status: 200, sent_http_location: 'http://b.example/' },
      { ...GET, url: 'http://h.example/a', redirect: 'http://b.example/' },
    ],
  ])('%s', (_, object, expected) => expect(parse(JSON.stringify(object))).toEqual(expected));
  it('reads escapes that JSON does not know', () => {
    const line = '{"request":"GET /\\x22caf\\xC3\\xA9 HTTP/1.1","status":"200","http_user_agent":"a\\x5Cb"}';
    expect(parse(line)).toEqual({ ...GET, url: 'http://h.example/"café', agent: 'a\\b' });
  });
  it.each([
    ['{"msg":"started"}', 'no-request-line'],
    ['{"request":"","status":400}', 'no-request-line'],
    ['{"request":"\\\\x16\\\\x03 \\\\x01","status":400}', 'bad-request-line'],
    ['{"request":"POST / HTTP/1.1","status":200}', 'other-method'],
    ['{"uri":"/x","status":20}', 'bad-status'],
    ['[1,2]', 'not-this-format'],
    ['null', 'not-this-format'],
    ['{', 'not-this-format'],
    [' ', null],
  ])('%s', (line, expected) => expect(parse(line)).toBe(expected));
  it('needs a host for paths only', () => {
    const bare = logParser('JSON');
    expect(bare('{"uri":"/x","status":200}')).toBe('no-host');
    expect(bare('{"url":"https://a.example/x","method":"GET","status":200}')).toMatchObject({
      url: 'https://a.example/x',
    });
  });
});

describe('isJsonLogLine', () => {
  it.each([
    ['{"request":"GET / HTTP/1.1"}', true],
    ['{"uri":"/x","status":200}', true],
    ['{"url":"http://a.example/","status":200,"method":"GET"}', true],
    ['{"url":"http://a.example/","status":200,"user_agent":"curl"}', true],
    ['{"url":"http://a.example/","status":200,"digest":"x"}', false],
    ['{"url":"/x"}', false],
    ['x', false],
  ])('%s', (line, expected) => expect(isJsonLogLine(line)).toBe(expected));
});
