/** Reads the ways in which logs write a time. */
import { epochTime, type Moment, monthNumber, utcTime } from './time.ts';

/** Longer texts are no times; this keeps patterns off long lines. */
const LONGEST = 48;

/** True if `10/Oct/2000:13:55:36` may start here. */
export function isClfTime(line: string, at: number): boolean {
  return (
    line.charCodeAt(at + 2) === SLASH &&
    line.charCodeAt(at + 6) === SLASH &&
    line.charCodeAt(at + 11) === COLON &&
    line.charCodeAt(at + 14) === COLON &&
    line.charCodeAt(at + 17) === COLON
  );
}

/** A reader of `10/Oct/2000:13:55:36 -0700` inside lines, which remembers the last one: many lines share their second. */
export function clfClock(): (line: string, from: number, to: number) => string | undefined {
  let text = '';
  let time: string | undefined;
  return (line, from, to) => {
    if (to - from !== text.length || !line.startsWith(text, from)) {
      text = line.slice(from, to);
      time = timeOfText(text);
    }
    return time;
  };
}

type PartsReader = (date: string, time: string, zone: string) => string | undefined;

/** A reader that remembers the last time, as `clfClock` does. */
export function timeMemory(read: PartsReader): PartsReader {
  let last: readonly [string, string, string] = ['', '', ''];
  let found: string | undefined;
  return (date, time, zone) => {
    if (time !== last[1] || date !== last[0] || zone !== last[2]) {
      last = [date, time, zone];
      found = read(date, time, zone);
    }
    return found;
  };
}

/** Any of: CLF, ISO 8601, `2006/01/02 15:04:05`, 14 digits, seconds since 1970 (or 10^3, 10^6, 10^9 parts of it). UTC if it names no zone. */
export function timeOfText(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  if (/^\d{1,19}(?:\.\d*)?$/.test(text)) return timeOfDigits(text);
  const found = /^([^\sT:]+)[\sT:](\d\d?:\d\d:\d\d(?:[.,]\d+)?)\s?(\S*)$/.exec(text);
  return found ? timeOfParts(found[1]!, found[2]!, found[3]!) : undefined;
}

/** Date, time of day and time zone, each as text. */
export function timeOfParts(date: string, time: string, zone: string): string | undefined {
  const day = readDate(date);
  const clock = /^(\d\d?):?(\d\d):?(\d\d)(?:[.,]\d*)?(Z|[+-]\d\d:?\d\d)?$/.exec(time);
  const offset = zoneMinutes(clock?.[4] ?? zone);
  if (!day || !clock || offset === undefined) return undefined;
  return utcTime({ ...day, hour: Number(clock[1]), minute: Number(clock[2]), second: Number(clock[3]) }, offset);
}

/** True for `Z`, `+0200`, `-07:00` and the like. */
export function isZone(text: string): boolean {
  return text !== '' && zoneMinutes(text) !== undefined;
}

/** Minutes east of Greenwich; undefined if the text is no time zone. */
function zoneMinutes(text: string): number | undefined {
  if (text === '' || /^(?:Z|UTC|GMT)$/i.test(text)) return 0;
  const found = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(text);
  if (!found) return undefined;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return found[1] === '-' ? -minutes : minutes;
}

const SLASH = 47;
const COLON = 58;

function readDate(text: string): Pick<Moment, 'year' | 'month' | 'day'> | null {
  const named = /^(\d\d?)[/-]([A-Z][a-z]{2})[/-](\d{4})$/.exec(text);
  if (named) return { year: Number(named[3]), month: monthNumber(named[2]!), day: Number(named[1]) };
  const found = /^(\d{4})([-/.]?)(\d\d)\2(\d\d)$/.exec(text);
  return found && { year: Number(found[1]), month: Number(found[3]), day: Number(found[4]) };
}

/** The number of digits tells the unit: from 1973 to 2286, seconds have 9 or 10. */
function timeOfDigits(text: string): string | undefined {
  const whole = text.split('.', 1)[0]!;
  if (whole.length === 14) return timeOfParts(whole.slice(0, 8), whole.slice(8), '');
  return [9, 10, 13, 16, 19].includes(whole.length) ? epochTime(Number(whole.slice(0, 10))) : undefined;
}
