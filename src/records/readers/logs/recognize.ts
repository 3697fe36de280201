/** Finds out the format of a log from its first lines. */
import { hasVhostInFront, timeBracket } from './clf.ts';
import { type LogFormat, logParser } from './formats.ts';
import { isCaddyLine, isJsonLogLine } from './json-log.ts';
import { fieldColumns } from './w3c.ts';

type Sign = {
  readonly format: LogFormat;
  /** What its lines have. */
  readonly because: string;
  /** What a line needs beyond being readable in this format. */
  readonly fits?: (line: string) => boolean;
};

/** The more specific first: lines of COMBINED are readable as COMMON too. */
const SIGNS: readonly Sign[] = [
  {
    format: 'AWSELB',
    because: 'ISO time, addresses with ports, three durations, two statuses and a quoted request line',
  },
  { format: 'AWSS3', because: 'owner, bucket, time in brackets, operation, key and a quoted request line' },
  { format: 'CLOUDSTORAGE', because: 'quoted values between commas, the first a time in microseconds' },
  { format: 'CADDY', because: 'JSON objects with "ts" and a "request" of host and uri', fits: isCaddyLine },
  { format: 'JSON', because: 'JSON objects that tell of requests', fits: isJsonLogLine },
  { format: 'SQUID', because: 'seconds since 1970, duration, client, result/status, bytes, method and URL' },
  { format: 'TRAEFIKCLF', because: 'quoted request line, referrer and agent, then router, server and milliseconds' },
  {
    format: 'VCOMBINED',
    because: 'virtual host, quoted request line, status, bytes, referrer and agent',
    fits: startsWithVhost,
  },
  { format: 'VCOMMON', because: 'virtual host, quoted request line, status and bytes', fits: startsWithVhost },
  { format: 'COMBINED', because: 'quoted request line, status, bytes, referrer and agent' },
  { format: 'COMMON', because: 'quoted request line, status and bytes' },
  { format: 'CLOUDFRONT', because: 'tab-separated values, with date, time and edge location first' },
];

/** Codes of lines that are of the format, only not of use. */
const OF_THE_FORMAT = new Set(['no-request-line', 'bad-request-line', 'other-method', 'bad-status', 'no-host']);

/** Lines that are looked at. */
const HEAD = 20;

/** The format that more than half of the lines have; of several, the most specific. Null if there is none. */
export function recognizeLog(lines: readonly string[]): { format: LogFormat; because: string } | null {
  const head = lines.slice(0, HEAD).filter((line) => line.trim() !== '');
  for (const line of head) {
    const columns = fieldColumns(line);
    if (columns?.places.has('x-edge-location'))
      return { format: 'CLOUDFRONT', because: 'its #Fields line names x-edge-location' };
    if (columns) return { format: 'W3C', because: 'its #Fields line names the columns' };
  }
  const content = head.filter((line) => !line.startsWith('#'));
  const found = SIGNS.find((sign) => isMajority(sign, content));
  return found ? { format: found.format, because: `its lines have ${found.because}` } : null;
}

function isMajority({ format, fits = () => true }: Sign, lines: readonly string[]): boolean {
  const parse = logParser(format, { host: 'localhost' });
  let read = 0;
  let others = 0;
  for (const line of lines) {
    const result = parse(line);
    if (result === null) continue;
    if ((typeof result !== 'string' || OF_THE_FORMAT.has(result)) && fits(line)) read++;
    else others++;
  }
  return read > others;
}

function startsWithVhost(line: string): boolean {
  return hasVhostInFront(line, timeBracket(line));
}
