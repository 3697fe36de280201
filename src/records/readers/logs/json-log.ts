/** Logs of one JSON object a line: Caddy's, and those of nginx (`escape=json`), Traefik, load balancers and log pipelines. */
import { unescapeLog, withoutControls } from './escapes.ts';
import { type JsonTexts, jsonTexts, NAMES, pick } from './json-fields.ts';
import { type LogParser, type LogProblem, type LogRecord, noRecord } from './log-record.ts';
import { addAnswer, addSender, addTime, addType, isDigits, recordOfRequest, recordOfRequestLine } from './request.ts';
import { originMemory, redirectUrl, type Site } from './site.ts';
import { timeOfText } from './time-text.ts';

export function jsonParser(site: Site): LogParser {
  const originFor = originMemory(site);
  return (line) => {
    const value = parseObject(line);
    return value === null ? noRecord(line) : jsonRecord(jsonTexts(value), originFor);
  };
}

/** Other messages of Caddy go to the same log. */
export function caddyParser(site: Site): LogParser {
  const originFor = originMemory(site);
  return (line) => {
    const value = parseObject(line);
    if (value === null) return noRecord(line);
    return isCaddy(value) ? jsonRecord(jsonTexts(value), originFor) : 'no-request-line';
  };
}

/** True for a line of Caddy's access log. */
export function isCaddyLine(line: string): boolean {
  const value = parseObject(line);
  return value !== null && isCaddy(value);
}

/** True for an object that tells of a request, and not just of a page: records have a `url` too. */
export function isJsonLogLine(line: string): boolean {
  const value = parseObject(line);
  if (value === null) return false;
  const texts = jsonTexts(value);
  if (isRequestLine(pick(texts, NAMES.request))) return true;
  const target = pick(texts, NAMES.target);
  if (target === '' || pick(texts, NAMES.status, isDigits) === '') return false;
  return target.startsWith('/') || pick(texts, NAMES.method) !== '' || pick(texts, NAMES.agent) !== '';
}

function isCaddy(value: object): boolean {
  const { ts, request } = value as { ts?: unknown; request?: { uri?: unknown; host?: unknown } | null };
  return (
    ts !== undefined &&
    typeof request === 'object' &&
    typeof request?.uri === 'string' &&
    typeof request.host === 'string'
  );
}

function parseObject(line: string): object | null {
  // Spares exceptions where the input is something else altogether.
  if (!/^\s*\{/.test(line)) return null;
  // Without `escape=json`, nginx writes `\xHH`, which JSON does not know.
  const value = tryParse(line) ?? (line.includes('\\x') ? tryParse(line.replaceAll('\\x', '\\\\x')) : null);
  return typeof value === 'object' ? value : null;
}

function tryParse(line: string): object | null {
  try {
    return JSON.parse(line) as object;
  } catch {
    return null;
  }
}

function jsonRecord(texts: JsonTexts, originFor: ReturnType<typeof originMemory>): LogRecord | LogProblem {
  const scheme = pick(texts, NAMES.scheme, (text) => /^https?$/i.test(text)).toLowerCase();
  const origin = originFor(pick(texts, NAMES.host), scheme);
  const request = clean(pick(texts, NAMES.request), true);
  const method = pick(texts, NAMES.method);
  const record = isRequestLine(request)
    ? recordOfRequestLine(request, 0, request.length, origin)
    : recordOfRequest(method, targetOf(texts, request), origin);
  if (typeof record === 'string') return record;
  // `"status":"success"` and the like are about something else.
  if (!addAnswer(record, pick(texts, NAMES.status, isDigits), pick(texts, NAMES.bytes, isDigits))) return 'bad-status';
  addTime(record, timeIn(texts));
  addSender(record, clean(pick(texts, NAMES.agent), false), clean(pick(texts, NAMES.referrer), true));
  const location = clean(pick(texts, NAMES.location), true);
  const redirect = location === '' ? undefined : redirectUrl(location, origin);
  if (redirect !== undefined) record.redirect = redirect;
  addType(record, clean(pick(texts, NAMES.type), false));
  return record;
}

/** The first that is a time: names such as `date` are used for other things too. */
function timeIn(texts: JsonTexts): string | undefined {
  for (const name of NAMES.time) {
    const time = timeOfText(texts.get(name) ?? '');
    if (time !== undefined) return time;
  }
  return undefined;
}

function isRequestLine(text: string): boolean {
  return /^\S+ \S/.test(text);
}

function targetOf(texts: JsonTexts, request: string): string {
  const target = clean(pick(texts, NAMES.target) || request, true);
  const query = clean(pick(texts, NAMES.query), true);
  return query === '' || target.includes('?') ? target : `${target}${query.startsWith('?') ? '' : '?'}${query}`;
}

function clean(text: string, isUrl: boolean): string {
  return withoutControls(unescapeLog(text, isUrl), isUrl);
}
