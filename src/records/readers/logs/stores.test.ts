/** Logs of Squid, of Amazon's load balancers and storage, and of Google's storage. */
import { describe, expect, it } from 'vitest';
import { logParser } from './formats.ts';
import { SAMPLES } from './samples.case.ts';

describe('SQUID', () => {
  const parse = logParser('SQUID');
  const [line, tunnel] = SAMPLES.SQUID as readonly [string, string];
  const record = {
    url: 'http://www.example.com/a',
    method: 'GET',
    status: 200,
    length: 4567,
    time: '2003-10-13T09:10:50Z',
    ip: '198.51.100.3',
    type: 'text/html',
  };
  it('reads a line, as a file or from syslog', () => {
    expect(parse(line)).toEqual(record);
    expect(parse(`Oct 13 11:10:50 proxy squid[812]: ${line}`)).toEqual(record);
  });
  it.each([
    ['a cache as peer', line.replace('HIER_DIRECT', 'CACHE_DIGEST_HIT'), 'ip', undefined],
    ['an old way to say direct', line.replace('HIER_', ''), 'ip', '198.51.100.3'],
    ['a name as peer', line.replace('198.51.100.3', 'www.example.com'), 'ip', undefined],
    ['no type', line.replace('text/html', '-'), 'type', undefined],
    ['no status', line.replace('/200', '/000'), 'status', undefined],
    ['HEAD', line.replace('GET', 'HEAD'), 'length', undefined],
  ])('%s', (_, text, field, expected) => {
    const found = parse(text);
    expect(found).toHaveProperty('url', record.url);
    expect((found as Readonly<Record<string, unknown>>)[field]).toBe(expected);
  });
  it.each([
    ['a tunnel', tunnel, 'other-method'],
    ['an error', line.replace('http://www.example.com/a', 'error:invalid-request'), 'bad-request-line'],
    ['a path', line.replace('http://www.example.com', ''), 'no-host'],
    ['a status of words', line.replace('/200', '/ok'), 'bad-status'],
    ['a number of bytes that is none', line.replace('4567', '45x'), 'not-this-format'],
    ['too few words', line.slice(0, 52), 'not-this-format'],
    ['blank', '', null],
  ])('%s', (_, text, expected) => expect(parse(text)).toBe(expected));
});

describe('AWSELB', () => {
  const parse = logParser('AWSELB');
  const [application, classic] = SAMPLES.AWSELB as readonly [string, string];
  it('reads lines of application and classic load balancers', () => {
    expect(parse(application)).toEqual({
      url: 'https://www.example.com/',
      method: 'GET',
      status: 200,
      length: 57,
      time: '2018-07-02T22:23:00Z',
      agent: 'curl/7.46.0',
    });
    expect(parse(classic)).toEqual({
      url: 'http://www.example.com/',
      method: 'GET',
      status: 200,
      length: 29,
      time: '2015-05-13T23:39:43Z',
      agent: 'curl/7.38.0',
    });
  });
  it('tells where a redirect leads to', () => {
    const line = application
      .replace('"authenticate,forward" "-"', '"redirect" "https://www.example.com:443/b"')
      .replace('200 200', '301 -');
    expect(parse(line)).toMatchObject({ status: 301, redirect: 'https://www.example.com/b' });
  });
  it.each([
    ['other ports stay', application.replace(':443/', ':8443/x'), { url: 'https://www.example.com:8443/x' }],
    ['a blank in the target', application.replace(':443/', ':443/a b'), { url: 'https://www.example.com/a b' }],
    ['a quote in the agent', application.replace('curl/7', 'a\\x22b'), { agent: 'a"b.46.0' }],
  ])('%s', (_, line, expected) => expect(parse(line)).toMatchObject(expected));
  it.each([
    [
      'no request',
      application.replace('GET https://www.example.com:443/ HTTP/1.1', '- http://www.example.com:80- '),
      'no-request-line',
    ],
    ['a TCP listener', classic.replace('GET http://www.example.com:80/ HTTP/1.1', '- - - '), 'no-request-line'],
    ['another method', application.replace('GET', 'POST'), 'other-method'],
    ['a bad status', application.replace('200 200', 'x 200'), 'bad-status'],
    ['cut off', application.slice(0, 170), 'not-this-format'],
    ['too few words', application.replace(' 0.086', ''), 'not-this-format'],
    ['blank', '', null],
  ])('%s', (_, line, expected) => expect(parse(line)).toBe(expected));
});

describe('AWSS3', () => {
  const parse = logParser('AWSS3');
  const [line, put] = SAMPLES.AWSS3 as readonly [string, string];
  it('reads a line', () => {
    expect(parse(line)).toEqual({
      url: 'https://bucket1.s3.us-west-1.amazonaws.com/dir/page.html',
      method: 'GET',
      status: 200,
      length: 113,
      time: '2019-02-06T00:00:38Z',
      agent: 'S3Console/0.4',
    });
  });
  it.each([
    [
      'not over TLS',
      line.replace('ECDHE-RSA-AES128-GCM-SHA256', '-').replace('TLSV1.2', '-'),
      'http://bucket1.s3.us-west-1.amazonaws.com/dir/page.html',
    ],
    [
      'quotes as they came',
      line.replace('GET /dir/page.html', 'GET /"a" b'),
      'https://bucket1.s3.us-west-1.amazonaws.com/"a" b',
    ],
  ])('%s', (_, text, url) => expect(parse(text)).toMatchObject({ url, agent: 'S3Console/0.4' }));
  it('takes the host of the options for lines of old', () => {
    const old = line.slice(0, line.indexOf(' - s9lz'));
    expect(parse(old)).toBe('no-host');
    expect(logParser('AWSS3', { host: 'files.example' })(old)).toMatchObject({
      url: 'http://files.example/dir/page.html',
    });
  });
  it.each([
    ['another method', put, 'other-method'],
    ['no request', line.replace('"GET /dir/page.html HTTP/1.1"', '-'), 'no-request-line'],
    ['no request, in quotes', line.replace('GET /dir/page.html HTTP/1.1', '-'), 'no-request-line'],
    ['a bad status', line.replace(' 200 -', ' x -'), 'bad-status'],
    ['no operation', line.replace('REST.GET.OBJECT', 'x'), 'not-this-format'],
    ['cut off', line.slice(0, 200), 'not-this-format'],
    ['blank', '', null],
  ])('%s', (_, text, expected) => expect(parse(text)).toBe(expected));
});

describe('CLOUDSTORAGE', () => {
  const [header, line] = SAMPLES.CLOUDSTORAGE as readonly [string, string];
  const record = {
    url: 'http://storage.googleapis.com/bucket/object.html',
    method: 'GET',
    status: 200,
    length: 5042,
    time: '2012-03-13T23:00:00Z',
    agent: 'Mozilla/5.0 (X11, Linux)',
  };
  it('reads a line, with the header and without', () => {
    const parse = logParser('CLOUDSTORAGE');
    expect([header, line].map(parse)).toEqual([null, record]);
    expect(logParser('CLOUDSTORAGE')(line)).toEqual(record);
  });
  it('follows the header', () => {
    const parse = logParser('CLOUDSTORAGE');
    const turned = (text: string) =>
      text
        .split(/,(?=")/)
        .reverse()
        .join(',');
    expect([turned(header), turned(line)].map(parse)).toEqual([null, record]);
  });
  const parse = logParser('CLOUDSTORAGE', { host: 'h.example', scheme: 'https' });
  it.each([
    ['a quote', line.replace('/object', '/""object""'), { url: 'https://storage.googleapis.com/bucket/"object".html' }],
    ['a referrer', line.replace('com",""', 'com","http://r.example/"'), { referrer: 'http://r.example/' }],
    ['no host', line.replace('storage.googleapis.com', ''), { url: 'https://h.example/bucket/object.html' }],
  ])('%s', (_, text, expected) => expect(parse(text)).toMatchObject(expected));
  it.each([
    ['another method', line.replace('"GET"', '"PUT"'), 'other-method'],
    ['a bad status', line.replace('"200"', '"x"'), 'bad-status'],
    ['no end of the quotes', line.slice(0, -1), 'not-this-format'],
    ['no time', line.replace('1331679600000000', 'x'), 'not-this-format'],
    ['too few values', '"1331679600000000","192.0.2.200"', 'not-this-format'],
    ['blank', '', null],
  ])('%s', (_, text, expected) => expect(parse(text)).toBe(expected));
});
