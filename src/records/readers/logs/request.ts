/** From a request to a record: method and target, status, and number of bytes. */
import { unescapeLog } from './escapes.ts';
import type { Draft, LogProblem } from './log-record.ts';

/** Reads a request line that stands between two places of a line, with backslash escapes: `GET /path HTTP/1.1`. */
export function recordOfRequestLine(line: string, from: number, to: number, origin: string): Draft | LogProblem {
  if (from >= to || (to - from === 1 && line.charCodeAt(from) === HYPHEN)) return 'no-request-line';
  const space = line.indexOf(' ', from);
  if (space === -1 || space >= to) return 'bad-request-line';
  // Targets may have spaces, and requests of HTTP/0.9 have no version.
  let last = to - 1;
  while (line.charCodeAt(last) !== SPACE) last--;
  const hasVersion = last > space && (line.startsWith('HTTP/', last + 1) || line.startsWith('http/', last + 1));
  const target = trimBlanks(line, space + 1, hasVersion ? last : to);
  const method = line.startsWith('GET ', from) ? 'GET' : line.slice(from, space);
  return recordOfRequest(method, unescapeLog(target, true), origin);
}

/** Calls of `trim` and `lastIndexOf` would take a third of the time of a line. */
function trimBlanks(line: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && line.charCodeAt(start) === SPACE) start++;
  while (end > start && line.charCodeAt(end - 1) === SPACE) end--;
  return line.slice(start, end);
}

/** An empty method is one that the log does not tell. */
export function recordOfRequest(method: string, target: string, origin: string): Draft | LogProblem {
  const problem = methodProblem(method);
  if (problem !== null) return problem;
  let url = target;
  if (target.charCodeAt(0) === SLASH) {
    if (origin === '') return 'no-host';
    url = origin + target;
  } else if (!/^https?:\/\/[^\s/?#]/i.test(target)) {
    return target === '' || target === '-' ? 'no-request-line' : 'bad-request-line';
  }
  return method === '' ? { url } : { url, method };
}

function methodProblem(method: string): LogProblem | null {
  if (method === 'GET' || method === 'HEAD' || method === '') return null;
  if (method === '-') return 'no-request-line';
  return /^[A-Za-z_-]{1,32}$/.test(method) ? 'other-method' : 'bad-request-line';
}

/** Adds status and bytes, each as text; `-`, empty and zeros are no status. False if the status is none. */
export function addAnswer(record: Draft, status: string, bytes: string): boolean {
  const code = statusOf(status);
  if (code === BAD_STATUS) return false;
  if (code !== NO_STATUS) record.status = code;
  // The answer to HEAD has no body, whatever the length of the page.
  const length = record.method === 'HEAD' ? -1 : digitsOf(bytes);
  if (length !== -1) record.length = length;
  return true;
}

export function isDigits(text: string): boolean {
  return digitsOf(text) !== -1;
}

/** The number that the digits are; -1 if the text has others, none, or too many to be exact. */
function digitsOf(text: string): number {
  if (text.length === 0 || text.length > 15) return -1;
  let number = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** False for missing values: `-` and empty. */
export function isPresent(text: string | undefined): text is string {
  return text !== undefined && text !== '' && text !== '-';
}

export function addTime(record: Draft, time: string | undefined): void {
  if (time !== undefined) record.time = time;
}

/** Agent and referrer, if present. */
export function addSender(record: Draft, agent: string, referrer: string): void {
  if (isPresent(agent)) record.agent = agent;
  if (isPresent(referrer)) record.referrer = referrer;
}

/** The media type without its parameters. */
export function addType(record: Draft, text: string): void {
  if (text === '') return;
  const type = text.split(';', 1)[0]!.trim();
  if (type.includes('/')) record.type = type;
}

const SPACE = 32;
const HYPHEN = 45;
const SLASH = 47;
const ZERO = 48;
const NO_STATUS = 0;
const BAD_STATUS = -1;

function statusOf(text: string): number {
  if (text === '-' || text === '' || text === '0' || text === '000') return NO_STATUS;
  const code = text.length === 3 ? digitsOf(text) : -1;
  return code >= 100 ? code : BAD_STATUS;
}
