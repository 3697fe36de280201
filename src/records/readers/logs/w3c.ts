/** W3C extended logs (IIS and others), and those of CloudFront: a `#Fields:` line names the columns, and may come again. */
import { readableCloudFront, unescapeCloudFront } from './escapes.ts';
import { type LogParser, type LogProblem, type LogRecord, noRecord } from './log-record.ts';
import { addAnswer, addSender, addTime, addType, isDigits, recordOfRequest } from './request.ts';
import { originMemory, type Site } from './site.ts';
import { timeMemory, timeOfParts } from './time-text.ts';

/** Place of each column, and how many there are. */
type Columns = { readonly places: ReadonlyMap<string, number>; readonly count: number };

/** Values by the name of the field, `-` and missing ones as empty text. */
type Row = (name: string) => string;

/** Columns are separated by blanks; texts with blanks are in quotes, if the server does not write `+` for a blank. */
export function w3cParser(site: Site): LogParser {
  const tools = toolsFor(site);
  let columns: Columns | null = null;
  let date = '';
  return (line) => {
    if (line.startsWith('#')) {
      columns = fieldColumns(line) ?? columns;
      // Old servers write the time of day only, and the day once.
      date = /^#Date:\s*(\S{1,12})/i.exec(line)?.[1] ?? date;
      return null;
    }
    if (columns === null) return noRecord(line) && 'no-fields';
    const values = splitBlanks(line);
    if (values.length !== columns.count) return noRecord(line);
    return w3cRecord(rowOf(columns, values), tools, date);
  };
}

/** The fields of all standard logs, in order; files written by others may lack the line that says so. */
const CLOUDFRONT_FIELDS =
  '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end';
/** Up to the query; the fields after it were added over the years. */
const CLOUDFRONT_LEAST = 12;

/** Columns are separated by tabs. */
export function cloudFrontParser(site: Site): LogParser {
  const tools = toolsFor(site);
  let columns = fieldColumns(CLOUDFRONT_FIELDS)!;
  let least = CLOUDFRONT_LEAST;
  return (line) => {
    if (line.startsWith('#')) {
      const named = fieldColumns(line);
      if (named) {
        columns = named;
        least = named.count;
      }
      return null;
    }
    const values = line.split('\t');
    if (values.length < least || values.length > columns.count) return noRecord(line);
    const row = rowOf(columns, values);
    if (!/^\d{4}-\d\d-\d\d$/.test(row('date'))) return 'not-this-format';
    return cloudFrontRecord(row, tools);
  };
}

/** Names and places of the columns; null if the line is not about them. */
export function fieldColumns(line: string): Columns | null {
  if (!/^#fields:/i.test(line)) return null;
  const names = line.slice('#Fields:'.length).trim().toLowerCase().split(/\s+/);
  return { places: new Map(names.map((name, i) => [name, i])), count: names.length };
}

function rowOf({ places }: Columns, values: readonly string[]): Row {
  return (name) => {
    const at = places.get(name);
    const value = at === undefined ? '' : (values[at] ?? '');
    return value === '-' ? '' : value;
  };
}

/** What remembers the line before, since most lines share their host and their second with it. */
type Tools = {
  readonly originFor: (host: string, scheme: string) => string;
  readonly timeOf: (date: string, time: string, zone: string) => string | undefined;
};

function toolsFor(site: Site): Tools {
  return { originFor: originMemory(site), timeOf: timeMemory(timeOfParts) };
}

function w3cRecord(row: Row, { originFor, timeOf }: Tools, date: string): LogRecord | LogProblem {
  const host = row('cs-host') || row('cs(host)');
  const scheme = row('cs-uri-scheme') || (row('s-port') === '443' ? 'https' : '');
  const query = row('cs-uri-query');
  const target = row('cs-uri') || row('cs-uri-stem') + (query === '' ? '' : `?${query}`);
  const record = recordOfRequest(row('cs-method'), target, originFor(host, scheme));
  if (typeof record === 'string') return record;
  if (!addAnswer(record, row('sc-status'), row('sc-bytes'))) return 'bad-status';
  addTime(record, timeOf(row('date') || date, row('time'), ''));
  const ip = row('s-ip');
  if (ip !== '') record.ip = ip;
  addSender(record, row('cs(user-agent)'), row('cs(referer)'));
  return record;
}

function cloudFrontRecord(row: Row, { originFor, timeOf }: Tools): LogRecord | LogProblem {
  // What the browser asked for, and only then the name that CloudFront gave to the site.
  const host = row('x-host-header') || row('cs(host)');
  const scheme = row('cs-protocol').replace(/^ws/, 'http');
  const query = unescapeCloudFront(row('cs-uri-query'));
  const target = unescapeCloudFront(row('cs-uri-stem')) + (query === '' ? '' : `?${query}`);
  const record = recordOfRequest(row('cs-method'), target, originFor(host, scheme));
  if (typeof record === 'string') return record;
  // The bytes that were sent include headers.
  const length = row('sc-content-len');
  if (!addAnswer(record, row('sc-status'), isDigits(length) ? length : row('sc-bytes'))) return 'bad-status';
  addTime(record, timeOf(row('date'), row('time'), ''));
  addSender(record, readableCloudFront(row('cs(user-agent)')), unescapeCloudFront(row('cs(referer)')));
  addType(record, unescapeCloudFront(row('sc-content-type')).replace(/%2F/i, '/'));
  return record;
}

/** Words between blanks; `"a text"` is one, and a quote in it is written twice. */
function splitBlanks(line: string): string[] {
  const words: string[] = [];
  let at = 0;
  for (;;) {
    while (at < line.length && isBlank(line, at)) at++;
    if (at === line.length) return words;
    const from = at;
    if (line.charAt(at) === '"') {
      do at = line.indexOf('"', at + 1);
      while (at !== -1 && at + 1 < line.length && !isBlank(line, at + 1));
      if (at === -1) return [];
      words.push(line.slice(from + 1, at).replaceAll('""', '"'));
      at++;
    } else {
      while (at < line.length && !isBlank(line, at)) at++;
      words.push(line.slice(from, at));
    }
  }
}

function isBlank(line: string, at: number): boolean {
  const unit = line.charCodeAt(at);
  return unit === 32 || unit === 9;
}
