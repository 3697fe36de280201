/** Real access logs, and the same logs read by the real GoAccess (Debian package `goaccess`). */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { type LogRecord, logParser, recognizeLog } from '../../src/records/readers/logs/index.ts';

const DATA = join(import.meta.dirname, '../../../shared/data');
const folder = mkdtempSync(join(tmpdir(), 'dustpan-logs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lines of each log, and what they were found to be. */
const LOGS = [
  ['log-nasa-jul95', 'COMMON', 'www.ksc.nasa.gov', { record: 7082, 'other-method': 2 }],
  ['log-twiki-2004', 'COMMON', 'lists-twiki.invalid', { record: 1529, 'other-method': 15, 'no-request-line': 1 }],
  ['lab-apachedocs', 'COMBINED', 'docs.example.test', { record: 17299 }],
  ['lab-cgit', 'COMBINED', 'cgit.example.test', { record: 12203 }],
  ['lab-dokuwiki', 'COMBINED', 'kb.example.test', { record: 11653 }],
  ['lab-mediawiki', 'COMBINED', 'www.wiki.example.test', { record: 11311 }],
  ['lab-replicas', 'COMBINED', 'replicas.example.test', { record: 12624 }],
  ['lab-usemod', 'COMBINED', 'uwiki.example.test', { record: 4159, 'other-method': 381 }],
] as const;

function readLines(path: string): string[] {
  return gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
}

/** Null, with a word why, where the data is not there. */
function logLines(name: string): string[] | null {
  const path = join(DATA, name, 'access.log.gz');
  if (existsSync(path)) return readLines(path);
  process.stderr.write(`nothing was tested: ${path} does not exist\n`);
  return null;
}

function readLog(format: string, host: string, lines: readonly string[]) {
  const parse = logParser(format, { host });
  const counts: Record<string, number> = {};
  const records: LogRecord[] = [];
  for (const result of lines.map(parse)) {
    const kind = result === null ? 'blank' : typeof result === 'string' ? result : 'record';
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (result !== null && typeof result !== 'string') records.push(result);
  }
  return { counts, records };
}

type Report = {
  readonly general: { readonly valid_requests: number; readonly failed_requests: number };
  readonly status_codes: {
    readonly data: readonly { readonly items: readonly { data: string; hits: { count: number } }[] }[];
  };
};

/** What GoAccess makes of the lines; null if it finds not one that is valid. */
function goAccess(format: string, lines: readonly string[], more: readonly string[] = []): Report | null {
  const log = join(folder, 'access.log');
  const output = join(folder, 'report.json');
  rmSync(output, { force: true });
  writeFileSync(log, `${lines.join('\n')}\n`);
  const options = ['--no-global-config', '--no-progress', '--no-ip-validation', `--log-format=${format}`, '-o', output];
  const { error } = spawnSync('goaccess', [log, ...options, ...more], { encoding: 'utf8' });
  if (error) throw new Error(`cannot start goaccess (install it with: apt-get install goaccess): ${error.message}`);
  return existsSync(output) ? (JSON.parse(readFileSync(output, 'utf8')) as Report) : null;
}

function statusCounts(records: readonly LogRecord[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of records) counts[String(status)] = (counts[String(status)] ?? 0) + 1;
  return counts;
}

describe.each(LOGS)('%s', (name, format, host, counts) => {
  it('reads ../shared/data: the format is recognized and every line accounted for', () => {
    const lines = logLines(name);
    if (lines === null) return;
    expect(recognizeLog(lines.slice(0, 20))?.format).toBe(format);
    expect(readLog(format, host, lines).counts).toEqual(counts);
  });

  it('reads ../shared/data: GoAccess finds as many requests, with the same statuses', () => {
    const lines = logLines(name);
    if (lines === null) return;
    expect(goAccess(format, lines)?.general).toMatchObject({ valid_requests: lines.length, failed_requests: 0 });
    const pages = lines.filter((line) => /"(?:GET|HEAD) /.test(line));
    const { records } = readLog(format, host, pages);
    const report = goAccess(format, pages)!;
    expect(report.general).toMatchObject({ valid_requests: records.length, failed_requests: 0 });
    const hits = report.status_codes.data.flatMap(({ items }) =>
      items.map((item) => [item.data.slice(0, 3), item.hits.count]),
    );
    expect(Object.fromEntries(hits)).toEqual(statusCounts(records));
  });
});

describe.each(LOGS.slice(0, 2))('%s', (name, format, host) => {
  it('reads ../shared/data: the same URLs, statuses and lengths as in records.tsv.gz, line by line', () => {
    const lines = logLines(name);
    if (lines === null) return;
    // That file was made with less care: targets end at their first blank, and Apache's `\\\\` is left as it is.
    const roughly = (url: string) => url.split(' ', 1)[0]!.replaceAll('\\', '\\\\');
    const rows = readLog(format, host, lines)
      .records.filter(({ method }) => method === 'GET')
      .map(({ url, status, length }) => [roughly(url), status, length ?? '-', '-', '-'].join('\t'));
    expect(rows).toEqual(readLines(join(DATA, name, 'records.tsv.gz')).slice(1));
  });
});

describe('GoAccess on odd lines', () => {
  const line = (request: string, rest = '200 5 "-" "curl"') =>
    `192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "${request}" ${rest}`;
  it.each([
    ['spaces in the target', line('GET /a b c HTTP/1.1')],
    ['HTTP/0.9', line('GET /a')],
    ['no request', line('-')],
    ['TLS', line('\\x16\\x03\\x01')],
    ['another method', line('OPTIONS * HTTP/1.0')],
    ['an absolute URL', line('GET http://a.example/ HTTP/1.1')],
    ['escaped quotes', line('GET /\\"a\\" HTTP/1.1')],
    ['an IPv6 client', line('GET / HTTP/1.1').replace('192.0.2.1', '2001:db8::1')],
    ['a user with spaces', line('GET / HTTP/1.1').replace('- -', '- john q. public')],
    ['no bytes', line('GET / HTTP/1.1', '200 - "-" "curl"')],
    ['fields that follow', line('GET / HTTP/1.1', '200 5 "-" "curl" "x" 0.3')],
    ['cut off in the agent', line('GET / HTTP/1.1', '200 5 "-" "cu')],
  ])('is of this format to both: %s', (_, text) => {
    expect(goAccess('COMBINED', [text])?.general.valid_requests).toBe(1);
    expect(readLog('COMBINED', 'h.example', [text]).counts).not.toHaveProperty('not-this-format');
  });
  it.each([
    ['no referrer and agent', line('GET / HTTP/1.1', '200 5'), 'not-this-format'],
    ['cut off in the request', line('GET / HTTP/1.1').slice(0, 52), 'not-this-format'],
    ['a status of words', line('GET / HTTP/1.1', 'ok 5 "-" "curl"'), 'bad-status'],
    ['another text', 'hello', 'not-this-format'],
  ])('is of this format to none: %s', (_, text, problem) => {
    expect(goAccess('COMBINED', [text])).toBeNull();
    expect(readLog('COMBINED', 'h.example', [text]).counts).toEqual({ [problem]: 1 });
  });
  it('has other formats by the same names', () => {
    const plain = line('GET /x HTTP/1.1', '200 5');
    const squid =
      'Oct 13 11:10:50 proxy squid[812]: 1066036250.603    345 192.0.2.1 TCP_MISS/200 45 GET http://a.example/ -';
    for (const [format, text] of [
      ['COMMON', plain],
      ['VCOMMON', `www.example.com:443 ${plain}`],
      ['VCOMBINED', `www.example.com:443 ${line('GET /x HTTP/1.1')}`],
      ['SQUID', squid],
    ] as const) {
      expect(goAccess(format, [text])?.general.valid_requests, format).toBe(1);
      expect(readLog(format, 'h.example', [text]).counts, format).toEqual({ record: 1 });
    }
  });
  it('has the same specifiers', () => {
    const format = '%d %t %h "%r" %s %b';
    const text = '2021-03-04 05:06:07 192.0.2.1 "GET /x HTTP/1.1" 200 5';
    const dates = ['--date-format=%Y-%m-%d', '--time-format=%T'];
    expect(goAccess(format, [text, 'hello'], dates)?.general).toMatchObject({ valid_requests: 1, failed_requests: 1 });
    expect(readLog(format, 'h.example', [text, 'hello']).counts).toEqual({ record: 1, 'not-this-format': 1 });
  });
});
