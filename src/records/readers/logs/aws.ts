/** Logs of Amazon's load balancers, classic and application, and of its storage. */
import { addAgent, timeBracket } from './clf.ts';
import { type LogParser, noRecord } from './log-record.ts';
import { closingQuote, closingQuoteBefore, closingQuoteBeforeStatus } from './quotes.ts';
import { addAnswer, addTime, recordOfRequestLine } from './request.ts';
import { originOf, type Site, withoutUsualPort } from './site.ts';
import { clfClock, timeOfText } from './time-text.ts';

/** `[type ]time elb client:port target:port times… status target_status received sent "request" "agent" …`. */
export function awsElbParser(site: Site): LogParser {
  return (line) => {
    const quote = line.indexOf(' "');
    const words = quote === -1 ? [] : line.slice(0, quote).split(' ');
    // Application load balancers put the protocol in front: http, https, h2, grpcs, ws, wss.
    const first = words.length === 12 && /^[a-z][a-z\d]{1,4}$/.test(words[0]!) ? 1 : 0;
    if (words.length - first !== 11 || !/^\d{4}-\d\d-\d\dT/.test(words[first]!)) return noRecord(line);
    const requestEnd = closingQuote(line, quote + 2);
    if (requestEnd === -1) return 'not-this-format';
    const record = recordOfRequestLine(line, quote + 2, requestEnd, site.origin);
    if (typeof record === 'string') return record;
    record.url = withoutUsualPort(record.url);
    if (!addAnswer(record, words[first + 7]!, words[first + 10]!)) return 'bad-status';
    addTime(record, timeOfText(words[first]!));
    const rest = splitQuoted(line, requestEnd + 1);
    addAgent(record, rest[0] ?? '', '');
    const redirect = rest[REDIRECT_URL] ?? '-';
    if (/^https?:/.test(redirect)) record.redirect = withoutUsualPort(redirect);
    return record;
  };
}

/** Place of `redirect_url`, the agent being 0. */
const REDIRECT_URL = 10;

/** `owner bucket [time] client requester id operation key "request" status error bytes size total turn "referrer" "agent" version id signature cipher auth host tls …`. */
export function awsS3Parser(site: Site): LogParser {
  const clock = clfClock();
  return (line) => {
    const open = timeBracket(line);
    const close = open === -1 ? -1 : line.indexOf(']', open);
    if (close === -1 || line.slice(0, open).split(' ').length !== 3) return noRecord(line);
    // A request that did not come over HTTP is `-`, without quotes.
    const before = line.slice(close + 2, close + 2 + LONGEST_BEFORE_REQUEST).split(' ', 6);
    if (before.length < 6 || !before[3]!.includes('.')) return 'not-this-format';
    if (before[5] === '-') return 'no-request-line';
    const request = close + 2 + before.slice(0, 5).join(' ').length + 2;
    const requestEnd = line.charAt(request - 1) === '"' ? closingQuoteBeforeStatus(line, request) : -1;
    if (requestEnd === -1) return 'not-this-format';
    const [status = '', , bytes = '', , , , referrer = '', agent = '', , , , cipher = '-', , host = '', tls = '-'] =
      splitQuoted(line, requestEnd + 1);
    const scheme = cipher !== '-' || tls !== '-' ? 'https' : '';
    const record = recordOfRequestLine(line, request, requestEnd, originOf(site, host, scheme));
    if (typeof record === 'string') return record;
    if (!addAnswer(record, status, bytes)) return 'bad-status';
    addTime(record, clock(line, open + 1, close));
    addAgent(record, agent, referrer);
    return record;
  };
}

/** A key has at most 1024 bytes, each written with up to five signs; the other fields are short. */
const LONGEST_BEFORE_REQUEST = 8192;

/** Values between blanks from here on, those in quotes without them. */
function splitQuoted(line: string, from: number): string[] {
  const values: string[] = [];
  let at = from;
  while (at < line.length) {
    if (line.charCodeAt(at) === 32) {
      at++;
    } else if (line.charAt(at) === '"') {
      const found = closingQuoteBefore(line, at + 1, ' ');
      const end = found === -1 ? line.lastIndexOf('"') : found;
      values.push(line.slice(at + 1, Math.max(end, at + 1)));
      at = found === -1 ? line.length : end + 1;
    } else {
      const end = line.indexOf(' ', at);
      values.push(line.slice(at, end === -1 ? line.length : end));
      at = end === -1 ? line.length : end;
    }
  }
  return values;
}
