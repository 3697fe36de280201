/** Times of logs as text in UTC that sorts, `2000-10-10T20:55:36Z`: pure arithmetic, to the second, so that all logs sort together. */

/** A date and time of day, before the time zone is taken off. */
export type Moment = { year: number; month: number; day: number; hour: number; minute: number; second: number };

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** Undefined for what is on no calendar or clock; a leap second is. */
export function utcTime(moment: Moment, offsetMinutes: number): string | undefined {
  const { year, month, day, hour, minute, second } = moment;
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return undefined;
  if (!(hour <= 23 && minute <= 59 && second <= 60 && Math.abs(offsetMinutes) < 24 * 60)) return undefined;
  if (offsetMinutes === 0) return printTime(year, month, day, hour, minute, second);
  const minutes = daysSinceEpoch(year, month, day) * 1440 + hour * 60 + minute - offsetMinutes;
  return timeOfMinutes(minutes, second);
}

/** Seconds since 1970. */
export function epochTime(seconds: number): string | undefined {
  if (!Number.isFinite(seconds)) return undefined;
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  return timeOfMinutes(minutes, whole - minutes * 60);
}

/** 1 to 12 for `Jan` to `Dec`; 0 if it is none of them. */
export function monthNumber(text: string): number {
  const at = text.length === 3 ? MONTHS.indexOf(text) : -1;
  return at % 3 === 0 ? at / 3 + 1 : 0;
}

function timeOfMinutes(minutes: number, second: number): string | undefined {
  const days = Math.floor(minutes / 1440);
  const { year, month, day } = dateOfDays(days);
  // Four digits, or the text would not sort.
  if (!(year >= 0 && year <= 9999)) return undefined;
  const ofDay = minutes - days * 1440;
  return printTime(year, month, day, Math.floor(ofDay / 60), ofDay % 60, second);
}

function printTime(year: number, month: number, day: number, hour: number, minute: number, second: number): string {
  const years = String(year).padStart(4, '0');
  return `${years}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}Z`;
}

function two(n: number): string {
  return n < 10 ? `0${n}` : `${n}`;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days before March 1 of the year 0 are counted from there, so that a leap day ends a year. */
const EPOCH_FROM_MARCH_0 = 719_468;
const DAYS_IN_400_YEARS = 146_097;

/** Days since 1970-01-01, in the Gregorian calendar. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const fromMarch = month > 2 ? month - 3 : month + 9;
  const y = month > 2 ? year : year - 1;
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return y * 365 + leaps + daysBeforeMonth(fromMarch) + day - 1 - EPOCH_FROM_MARCH_0;
}

function dateOfDays(days: number): { year: number; month: number; day: number } {
  const fromMarch0 = days + EPOCH_FROM_MARCH_0;
  const era = Math.floor(fromMarch0 / DAYS_IN_400_YEARS);
  const inEra = fromMarch0 - era * DAYS_IN_400_YEARS;
  // Each divisor takes off the leap days that came before: every 4 years, not every 100, but every 400.
  const yearOfEra = Math.floor(
    (inEra - Math.floor(inEra / 1460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365,
  );
  const inYear = inEra - (yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * inYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: inYear - daysBeforeMonth(fromMarch) + 1 };
}

/** Days from March 1 to the first of the month that comes so many months later: lengths repeat 31 30 31 30 31. */
function daysBeforeMonth(fromMarch: number): number {
  return Math.floor((153 * fromMarch + 2) / 5);
}
