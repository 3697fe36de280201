/** Formats are told by their first lines, and no two are confused. */
import { describe, expect, it } from 'vitest';
import { LOG_FORMATS, logParser } from './formats.ts';
import { recognizeLog } from './recognize.ts';
import { SAMPLES } from './samples.case.ts';

const CLF = SAMPLES.COMMON[0]!;

describe('recognizeLog', () => {
  it.each(LOG_FORMATS)('%s', (format) => expect(recognizeLog(SAMPLES[format])?.format).toBe(format));
  it.each(LOG_FORMATS)('%s among blank lines', (format) => {
    expect(recognizeLog(['', ...SAMPLES[format].flatMap((line) => [line, ' '])])?.format).toBe(format);
  });
  it('says why', () => {
    expect(recognizeLog(SAMPLES.COMBINED)).toEqual({
      format: 'COMBINED',
      because: 'its lines have quoted request line, status, bytes, referrer and agent',
    });
  });
  it.each([
    ['W3C', 'its #Fields line names the columns'],
    ['CLOUDFRONT', 'its #Fields line names x-edge-location'],
  ] as const)('says of %s that %s', (format, because) => {
    expect(recognizeLog(SAMPLES[format])?.because).toBe(because);
  });
  it.each([
    ['one odd line of three', [SAMPLES.COMBINED[0]!, 'x', SAMPLES.COMBINED[1]!], 'COMBINED'],
    ['half of the lines', [SAMPLES.COMBINED[0]!, 'x'], undefined],
    ['more COMBINED than COMMON', [...SAMPLES.COMBINED, CLF], 'COMBINED'],
    ['more COMMON than COMBINED', [SAMPLES.COMBINED[0]!, CLF, CLF], 'COMMON'],
    ['requests that are none', [CLF.replace(/"GET[^"]*"/, '"\\x16\\x03"'), CLF.replace(/"GET[^"]*"/, '"-"')], 'COMMON'],
    ['a virtual host without port', [`www.example.com ${CLF}`], 'VCOMMON'],
    ['forwarded clients', [`192.0.2.1, 10.0.0.1 ${CLF.slice(CLF.indexOf('- -'))}`], 'COMMON'],
    ['a proxy and a client', [`192.0.2.1 ${CLF}`], 'COMMON'],
    ['a user with spaces', [CLF.replace('- -', '- a b c')], 'COMMON'],
    ['an IPv6 client and a user with spaces', [CLF.replace('192.0.2.7 - -', '2001:db8::1 - a b')], 'COMMON'],
    ['CloudFront without its header', [SAMPLES.CLOUDFRONT[2]!], 'CLOUDFRONT'],
    ['a W3C header only', SAMPLES.W3C.slice(0, 3), 'W3C'],
    ['a header of CloudFront only', SAMPLES.CLOUDFRONT.slice(0, 2), 'CLOUDFRONT'],
    ['Squid by way of syslog', [`Oct 13 11:10:50 proxy squid[812]: ${SAMPLES.SQUID[0]}`], 'SQUID'],
    ['records as JSON', ['{"url":"http://a.example/","status":200,"digest":"x"}'], undefined],
    ['records with a header', ['#url\tstatus\tlength', 'http://a.example/\t200\t5'], undefined],
    ['clusters', ['c1\thttp://a.example/\tw1', 'c1\thttp://a.example/?x\tw1'], undefined],
    ['URLs', ['http://a.example/', 'http://a.example/b'], undefined],
    ['CDX', ['com,example)/ 20200101000000 http://example.com/ text/html 200 ABC - - 123 0 a.warc.gz'], undefined],
    ['nothing', [], undefined],
    ['blank lines', ['', ' '], undefined],
  ])('%s', (_, lines, expected) => expect(recognizeLog(lines)?.format).toBe(expected));
  it('looks at twenty lines', () => {
    const odd = Array.from({ length: 20 }, () => 'x');
    expect(recognizeLog([...odd, ...Array.from({ length: 100 }, () => CLF)])).toBeNull();
  });
});

/** Formats that can be read as others: a line of the first is one of the second too, with more to it. */
const CONTAINED: readonly (readonly [string, string])[] = [
  ['COMBINED', 'COMMON'],
  ['VCOMBINED', 'VCOMMON'],
  ['TRAEFIKCLF', 'COMMON'],
  ['TRAEFIKCLF', 'COMBINED'],
  ['CADDY', 'JSON'],
];

describe('formats exclude each other', () => {
  const pairs = LOG_FORMATS.flatMap((written) =>
    LOG_FORMATS.filter((read) => read !== written).map((read) => [written, read] as const),
  );
  it.each(pairs)('lines of %s read as %s', (written, read) => {
    const parse = logParser(read, { host: 'h.example' });
    const results = SAMPLES[written].filter((line) => !line.startsWith('#')).map(parse);
    const isRead = results.some((result) => typeof result === 'object' && result !== null);
    expect(isRead).toBe(CONTAINED.some(([a, b]) => a === written && b === read));
  });
});
