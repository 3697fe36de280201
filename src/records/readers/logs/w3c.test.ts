/** W3C extended logs and those of CloudFront. */
import { describe, expect, it } from 'vitest';
import { logParser } from './formats.ts';
import { SAMPLES } from './samples.case.ts';

/** The results of all lines, by one parser. */
function parseAll(format: string, lines: readonly string[], options = {}) {
  return lines.map(logParser(format, options));
}

describe('W3C', () => {
  it('reads what IIS writes', () => {
    expect(parseAll('W3C', SAMPLES.W3C, { host: 'www.example.com' })).toEqual([
      null,
      null,
      null,
      {
        url: 'https://www.example.com/default.aspx?id=3',
        method: 'GET',
        status: 200,
        time: '2021-03-04T05:06:07Z',
        ip: '10.0.0.4',
        agent: 'Mozilla/5.0+(Windows+NT+10.0)',
      },
    ]);
    expect(parseAll('w3c', SAMPLES.W3C).at(-1)).toBe('no-host');
  });
  it('does not take host or time from the line before', () => {
    const lines = [
      '#Fields: date time cs-host cs-uri-stem',
      '2001-05-02 17:42:15 a.example /1',
      '2001-05-02 17:42:15 b.example /2',
      '2001-05-02 17:42:16 b.example /3',
      '2001-05-03 17:42:16 a.example /4',
      '- - a.example /5',
      '2001-05-03 17:42:16 a.example /6',
    ];
    expect(parseAll('W3C', lines, { host: 'own.example' })).toEqual([
      null,
      { url: 'http://a.example/1', time: '2001-05-02T17:42:15Z' },
      { url: 'http://b.example/2', time: '2001-05-02T17:42:15Z' },
      { url: 'http://b.example/3', time: '2001-05-02T17:42:16Z' },
      { url: 'http://a.example/4', time: '2001-05-03T17:42:16Z' },
      { url: 'http://a.example/5' },
      { url: 'http://a.example/6', time: '2001-05-03T17:42:16Z' },
    ]);
  });
  it('follows fields that change', () => {
    const lines = [
      '#Fields: time cs-method cs-uri-stem cs-host',
      '#Date: 2001-05-02 17:42:15',
      '17:42:15 GET /a www.example.com',
      '#Fields: cs-host cs-uri-stem cs-uri-query sc-status sc-bytes cs-method date time',
      'www.example.com:8080 /b x=1&y=2 404 12 HEAD 2001-05-03 00:00:01.5',
      'www.example.com /b - 404 12 GET 2001-05-03 00:00:01',
    ];
    expect(parseAll('W3C', lines)).toEqual([
      null,
      null,
      { url: 'http://www.example.com/a', method: 'GET', time: '2001-05-02T17:42:15Z' },
      null,
      { url: 'http://www.example.com:8080/b?x=1&y=2', method: 'HEAD', status: 404, time: '2001-05-03T00:00:01Z' },
      { url: 'http://www.example.com/b', method: 'GET', status: 404, length: 12, time: '2001-05-03T00:00:01Z' },
    ]);
  });
  it('takes quoted texts, tabs, whole URLs and no method', () => {
    const lines = [
      '#fields: cs-uri\tcs(User-Agent)\tcs(Referer)\tsc-status',
      'http://a.example/x?y\t"Mozilla/4.0 (say ""hi"")"\thttp://r.example/\t200',
    ];
    expect(parseAll('W3C', lines)[1]).toEqual({
      url: 'http://a.example/x?y',
      status: 200,
      agent: 'Mozilla/4.0 (say "hi")',
      referrer: 'http://r.example/',
    });
  });
  it.each([
    ['GET /a 200 extra', 'not-this-format'],
    ['GET /a', 'not-this-format'],
    ['GET "/a 200', 'not-this-format'],
    ['POST /a 200', 'other-method'],
    ['GET - 200', 'no-request-line'],
    ['- /a 200', { url: 'http://h.example/a', status: 200 }],
    ['GET /a 2xx', 'bad-status'],
    ['GET /a -', { url: 'http://h.example/a', method: 'GET' }],
    ['', null],
    ['#Remark: x', null],
  ])('%s', (line, expected) => {
    const lines = ['#Fields: cs-method cs-uri-stem sc-status', line];
    expect(parseAll('W3C', lines, { host: 'h.example' })[1]).toEqual(expected);
  });
  it('waits for the fields', () => {
    expect(parseAll('W3C', ['GET /a 200', '', '#Version: 1.0'])).toEqual(['no-fields', null, null]);
  });
});

describe('CLOUDFRONT', () => {
  const line = SAMPLES.CLOUDFRONT[2]!;
  const columns = (changes: Readonly<Record<number, string>>) =>
    line
      .split('\t')
      .map((value, i) => changes[i] ?? value)
      .join('\t');
  const parse = logParser('CLOUDFRONT');
  it('reads a line, with the header and without', () => {
    const record = {
      url: 'https://d111111abcdef8.cloudfront.net/index.html',
      method: 'GET',
      status: 200,
      length: 78,
      time: '2019-12-04T21:02:31Z',
      agent: 'Mozilla/5.0 (Windows)',
      type: 'text/html',
    };
    expect(parseAll('CLOUDFRONT', SAMPLES.CLOUDFRONT)).toEqual([null, null, record]);
    expect(parse(line)).toEqual(record);
  });
  it.each([
    ['the host of the browser', { 15: 'www.example.com', 16: 'http' }, 'http://www.example.com/index.html'],
    ['no host of the browser', { 15: '-' }, 'https://d111111abcdef8.cloudfront.net/index.html'],
    ['a percent sign', { 7: '/a%2520b' }, 'https://d111111abcdef8.cloudfront.net/a%20b'],
    ['a percent sign as it came', { 7: '/a%20b' }, 'https://d111111abcdef8.cloudfront.net/a%20b'],
    ['a query', { 11: 'x=1&y=%2541' }, 'https://d111111abcdef8.cloudfront.net/index.html?x=1&y=%41'],
    ['a web socket', { 16: 'wss' }, 'https://d111111abcdef8.cloudfront.net/index.html'],
  ])('%s', (_, changes, url) => expect(parse(columns(changes))).toMatchObject({ url }));
  it('takes the bytes that were sent if there is nothing better', () => {
    expect(parse(columns({ 30: '-' }))).toMatchObject({ length: 392 });
    expect(parse(columns({ 5: 'HEAD' }))).not.toHaveProperty('length');
  });
  it.each([
    [
      'an old line',
      line.split('\t').slice(0, 12).join('\t'),
      { url: 'http://d111111abcdef8.cloudfront.net/index.html' },
    ],
    ['a type with a sign', columns({ 29: 'text%2Fhtml;%20charset=utf-8' }), { type: 'text/html' }],
  ])('%s', (_, text, expected) => expect(parse(text)).toMatchObject(expected));
  it.each([
    ['too few columns', line.split('\t').slice(0, 11).join('\t'), 'not-this-format'],
    ['too many columns', `${line}\tx`, 'not-this-format'],
    ['no date', columns({ 0: 'x' }), 'not-this-format'],
    ['another method', columns({ 5: 'PUT' }), 'other-method'],
    ['a bad status', columns({ 8: 'x' }), 'bad-status'],
    ['blanks for tabs', line.replaceAll('\t', ' '), 'not-this-format'],
    ['blank', '', null],
  ])('%s', (_, text, expected) => expect(parse(text)).toBe(expected));
  it('takes the columns that the file names', () => {
    const lines = ['#Fields: date time cs-method cs(Host) cs-uri-stem', '2020-01-02\t03:04:05\tGET\ta.example\t/x'];
    expect(parseAll('CLOUDFRONT', lines)[1]).toEqual({
      url: 'http://a.example/x',
      method: 'GET',
      time: '2020-01-02T03:04:05Z',
    });
    expect(parseAll('CLOUDFRONT', [lines[0]!, line])[1]).toBe('not-this-format');
  });
});
