/** Reads lines by a format string with the specifiers of GoAccess. */
import { type FieldRole, type FormatStep, parseLogFormat } from './custom-format.ts';
import { unescapeLog } from './escapes.ts';
import { type Draft, type LogParser, type LogProblem, noRecord } from './log-record.ts';
import { closingQuoteBefore } from './quotes.ts';
import { addAnswer, addSender, addTime, addType, recordOfRequest, recordOfRequestLine } from './request.ts';
import { originOf, type Site } from './site.ts';
import { isZone, timeMemory, timeOfParts, timeOfText } from './time-text.ts';

/** The text of a field in the line that was cut last; empty if the format has no such field. */
type Field = (role: FieldRole) => string;

export function customParser(format: string, site: Site): LogParser {
  const steps = parseLogFormat(format);
  const roles = steps.map((step) => (step.kind === 'field' ? step.role : 'skip'));
  const places = new Map(roles.map((role, place) => [role, place]));
  const values: string[] = steps.map(() => '');
  const field: Field = (role) => values[places.get(role) ?? -1] ?? '';
  const hasHost = places.has('host');
  const timeOf = timeMemory((date, time, zone) => readTime(date, time, isZone(zone) ? zone : ''));
  return (line) => {
    if (!cut(line, steps, values)) return noRecord(line);
    const record = requestOf(field, hasHost ? hostOrigin(field, site) : site.origin);
    if (typeof record === 'string') return record;
    if (!addAnswer(record, firstWord(field('status')), firstWord(field('bytes')))) return 'bad-status';
    addTime(record, timeOf(field('dateTime') || field('date'), field('time'), field('zone')));
    addSender(record, unescapeLog(field('agent'), false), unescapeLog(field('referrer'), true));
    addType(record, field('type'));
    return record;
  };
}

/** Puts the fields of the line at the places of their steps; false if the line does not have the form. */
function cut(line: string, steps: readonly FormatStep[], values: string[]): boolean {
  let at = 0;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    if (step.kind === 'literal') {
      if (!line.startsWith(step.text, at)) return false;
      at += step.text.length;
    } else if (step.kind === 'blanks') {
      while (at < line.length && isBlank(line, at)) at++;
    } else {
      const end = fieldEnd(line, at, steps[i + 1]);
      if (end === -1) return false;
      if (step.role !== 'skip') values[i] = line.slice(at, end);
      at = end;
    }
  }
  return true;
}

/** A field ends before what comes next; the last one with the line. */
function fieldEnd(line: string, from: number, next: FormatStep | undefined): number {
  if (next?.kind === 'literal') {
    return next.text.startsWith('"')
      ? closingQuoteBefore(line, from, next.text.slice(1))
      : line.indexOf(next.text, from);
  }
  if (next === undefined) return line.length;
  let end = from;
  while (end < line.length && !isBlank(line, end)) end++;
  return end;
}

function isBlank(line: string, at: number): boolean {
  const unit = line.charCodeAt(at);
  return unit === 32 || (unit >= 9 && unit <= 13);
}

function hostOrigin(field: Field, site: Site): string {
  const port = field('port');
  return originOf(site, /^\d{1,5}$/.test(port) ? `${field('host')}:${port}` : field('host'));
}

function requestOf(field: Field, origin: string): Draft | LogProblem {
  const request = field('request');
  // Some formats have a path or a URL where others have the request line.
  const isTarget = request === '' || /^(?:\/|https?:)/i.test(request);
  if (!isTarget) return recordOfRequestLine(request, 0, request.length, origin);
  const target = withQuery(request || field('path'), field('query'));
  return recordOfRequest(field('method'), unescapeLog(target, true), origin);
}

function withQuery(path: string, query: string): string {
  if (query === '' || query === '-' || query === '?') return path;
  return query.startsWith('?') ? path + query : `${path}?${query}`;
}

/** The time of day is empty if it stands in one field with the date. */
function readTime(date: string, time: string, zone: string): string | undefined {
  if (time !== '') return timeOfParts(date, time, zone);
  return timeOfText(zone === '' ? date : `${date} ${zone}`);
}

/** At the end of a format, more may follow in the line. */
function firstWord(text: string): string {
  const trimmed = text.trimStart();
  const end = trimmed.indexOf(' ');
  return end === -1 ? trimmed : trimmed.slice(0, end);
}
