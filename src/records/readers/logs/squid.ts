/** Squid's native log: `time elapsed client code/status bytes method URL user hierarchy/peer type`, perhaps after a prefix of syslog. */
import { isAddress } from './clf.ts';
import { type LogParser, noRecord } from './log-record.ts';
import { addAnswer, addTime, addType, isDigits, recordOfRequest } from './request.ts';
import type { Site } from './site.ts';
import { timeOfText } from './time-text.ts';

export function squidParser(site: Site): LogParser {
  return (line) => {
    const words = line.slice(nativeStart(line)).split(' ').filter(Boolean);
    const [time = '', elapsed = '', , result = '', bytes = '', method = '', target = '', , peer = '', type = ''] =
      words;
    const slash = result.lastIndexOf('/');
    if (words.length < 7 || !isSeconds(time) || !isElapsed(elapsed) || slash === -1 || !isDigits(bytes)) {
      return noRecord(line);
    }
    const record = recordOfRequest(method, target, site.origin);
    if (typeof record === 'string') return record;
    if (!addAnswer(record, result.slice(slash + 1), bytes)) return 'bad-status';
    addTime(record, timeOfText(time));
    const address = peer.slice(peer.lastIndexOf('/') + 1);
    // Other peers are caches, not the site.
    if (/^(?:HIER_)?DIRECT\//.test(peer) && isAddress(address)) record.ip = address;
    addType(record, type);
    return record;
  };
}

/** After `Oct 11 22:14:15 proxy squid[123]: `. */
function nativeStart(line: string): number {
  const first = line.charCodeAt(0);
  if (first >= 48 && first <= 57) return 0;
  const end = line.indexOf(': ');
  return end === -1 ? 0 : end + 2;
}

function isSeconds(text: string): boolean {
  return /^\d{9,10}\.\d{1,6}$/.test(text);
}

function isElapsed(text: string): boolean {
  return /^-?\d{1,15}$/.test(text);
}
