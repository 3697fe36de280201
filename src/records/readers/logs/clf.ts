/** The Common Log Format and what grew out of it: with referrer and agent, with the virtual host in front, with Traefik's router behind. */
import { unescapeLog } from './escapes.ts';
import { type Draft, type LogParser, noRecord } from './log-record.ts';
import { closingQuote, closingQuoteBefore, closingQuoteBeforeStatus, wordEnd } from './quotes.ts';
import { addAnswer, addSender, addTime, isDigits, recordOfRequestLine } from './request.ts';
import { originMemory, type Site } from './site.ts';
import { clfClock, isClfTime } from './time-text.ts';

export type ClfShape = {
  /** `www.example.com:443 ` comes first. */
  readonly hasVhost?: boolean;
  /** `"referrer" "agent"` come after the bytes. */
  readonly hasAgent?: boolean;
  /** Traefik's `number "router" "server" 12ms` come last. */
  readonly hasRouter?: boolean;
};

/** `[vhost ]client ident user [time] "request" status bytes[ "referrer" "agent"[ number "router" "server" 12ms]]`; more may follow. */
export function clfParser({ hasVhost = false, hasAgent = false, hasRouter = false }: ClfShape, site: Site): LogParser {
  const clock = clfClock();
  const originFor = originMemory(site);
  return (line) => {
    const open = timeBracket(line);
    if (open === -1) return noRecord(line);
    // Taken for a client, a virtual host would be lost, and sites be mixed up.
    if (hasVhost ? countSpaces(line, open) < 4 : hasVhostInFront(line, open)) return 'not-this-format';
    const close = line.indexOf(']', open);
    if (close === -1 || !line.startsWith(' "', close + 1)) return 'not-this-format';
    const request = close + 3;
    const requestEnd = closingQuoteBeforeStatus(line, request);
    if (requestEnd === -1) return 'not-this-format';
    const statusEnd = wordEnd(line, requestEnd + 2);
    const bytesEnd = wordEnd(line, statusEnd + 1);
    const bytes = line.slice(statusEnd + 1, bytesEnd);
    if (bytes !== '-' && !isDigits(bytes)) return 'not-this-format';
    let referrerEnd = 0;
    let agentEnd = 0;
    if (hasAgent) {
      referrerEnd = line.startsWith(' "', bytesEnd) ? closingQuoteBefore(line, bytesEnd + 2, ' "') : -1;
      if (referrerEnd === -1) return 'not-this-format';
      agentEnd = agentQuote(line, referrerEnd + 3);
      if (hasRouter && !hasRouterAt(line, agentEnd + 1)) return 'not-this-format';
    }
    const origin = hasVhost ? originFor(line.slice(0, line.indexOf(' '))) : site.origin;
    const record = recordOfRequestLine(line, request, requestEnd, origin);
    if (typeof record === 'string') return record;
    if (!addAnswer(record, line.slice(requestEnd + 2, statusEnd), bytes)) return 'bad-status';
    addTime(record, clock(line, open + 1, close));
    if (hasAgent) addAgent(record, line.slice(referrerEnd + 3, agentEnd), line.slice(bytesEnd + 2, referrerEnd));
    return record;
  };
}

/** Agent and referrer, with backslash escapes. */
export function addAgent(record: Draft, agent: string, referrer: string): void {
  addSender(record, unescapeLog(agent, false), unescapeLog(referrer, true));
}

/** Place of the bracket before the time; -1 if there is none. User names may hold spaces and brackets. */
export function timeBracket(line: string): number {
  let at = line.indexOf('[');
  while (at !== -1 && !isClfTime(line, at + 1)) at = line.indexOf('[', at + 1);
  return at;
}

/** True if the line starts like `www.example.com:443 client ident user [` or `www.example.com 10.0.0.1 ident user [`. */
export function hasVhostInFront(line: string, open: number): boolean {
  if (countSpaces(line, open) < 4) return false;
  const end = line.indexOf(' ');
  const first = line.slice(0, end);
  if (/^(?:[^:[\]]+|\[[\da-f:.]+\]):\d{1,5}$/i.test(first)) return true;
  return isAddress(line.slice(end + 1, line.indexOf(' ', end + 1))) && !isAddress(first.replace(/,$/, ''));
}

/** IPv4 or IPv6, roughly: enough to tell an address from a name. */
export function isAddress(text: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) || (/^[\da-f:.]{2,45}$/i.test(text) && text.includes(':'));
}

function countSpaces(line: string, end: number): number {
  let spaces = 0;
  for (let i = 0; i < end; i++) if (line.charCodeAt(i) === 32) spaces++;
  return spaces;
}

/** The closing quote at the end of the line, or before a space; the end of a line that was cut off. */
function agentQuote(line: string, from: number): number {
  let at = closingQuote(line, from);
  while (at !== -1 && at + 1 < line.length && line.charCodeAt(at + 1) !== 32) at = closingQuote(line, at + 1);
  return at === -1 ? line.length : at;
}

/** Traefik's ` 12 "router@docker" "http://10.0.0.2:80" 3ms`. */
function hasRouterAt(line: string, at: number): boolean {
  const numberEnd = line.indexOf(' ', at + 1);
  if (numberEnd === -1 || !isDigits(line.slice(at + 1, numberEnd)) || !line.startsWith('"', numberEnd + 1))
    return false;
  const routerEnd = closingQuoteBefore(line, numberEnd + 2, ' "');
  const serverEnd = routerEnd === -1 ? -1 : closingQuoteBefore(line, routerEnd + 3, ' ');
  return serverEnd !== -1 && /^\d{1,15}ms\s*$/.test(line.slice(serverEnd + 2));
}
