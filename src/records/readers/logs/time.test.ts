/** Times in UTC by arithmetic, against the calendar. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochTime, monthNumber, utcTime } from './time.ts';
import { isZone, timeOfParts, timeOfText } from './time-text.ts';

describe('utcTime', () => {
  const at = (year: number, month: number, day: number, hour: number, minute: number, offset: number) =>
    utcTime({ year, month, day, hour, minute, second: 36 }, offset);
  it.each([
    ['a day of a leap year', at(2000, 2, 29, 0, 0, 0), '2000-02-29T00:00:36Z'],
    ['into the leap day', at(2024, 3, 1, 1, 0, 120), '2024-02-29T23:00:36Z'],
    ['no leap day in 1900', at(1900, 3, 1, 1, 0, 120), '1900-02-28T23:00:36Z'],
    ['no leap day in 2023', at(2023, 2, 28, 23, 0, -120), '2023-03-01T01:00:36Z'],
    ['over the end of a year', at(1999, 12, 31, 23, 30, -60), '2000-01-01T00:30:36Z'],
    ['back over the end of a year', at(2000, 1, 1, 0, 30, 60), '1999-12-31T23:30:36Z'],
    ['half an hour', at(2000, 6, 1, 12, 0, 330), '2000-06-01T06:30:36Z'],
    ['February 30', at(2000, 2, 30, 0, 0, 0), undefined],
    ['February 29 of 1900', at(1900, 2, 29, 0, 0, 0), undefined],
    ['April 31', at(2000, 4, 31, 0, 0, 60), undefined],
    ['month 0', at(2000, 0, 1, 0, 0, 0), undefined],
    ['month 13', at(2000, 13, 1, 0, 0, 0), undefined],
    ['day 0', at(2000, 1, 0, 0, 0, 0), undefined],
    ['24 hours', at(2000, 1, 1, 24, 0, 0), undefined],
    ['60 minutes', at(2000, 1, 1, 0, 60, 0), undefined],
    ['a zone a day away', at(2000, 1, 1, 0, 0, 1440), undefined],
    ['before the year 0', at(0, 1, 1, 0, 0, 60), undefined],
    ['after the year 9999', at(9999, 12, 31, 23, 30, -60), undefined],
  ])('%s', (_, found, expected) => expect(found).toBe(expected));

  it('agrees with the calendar of the platform on every minute it was asked', () => {
    const minute = fc.integer({ min: -1_000_000_000, max: 4_000_000_000 });
    fc.assert(
      fc.property(minute, fc.integer({ min: -1439, max: 1439 }), (minutes, offset) => {
        const local = new Date((minutes + offset) * 60_000);
        const moment = {
          year: local.getUTCFullYear(),
          month: local.getUTCMonth() + 1,
          day: local.getUTCDate(),
          hour: local.getUTCHours(),
          minute: local.getUTCMinutes(),
          second: 7,
        };
        const expected = new Date(minutes * 60_000 + 7000).toISOString().replace('.000', '');
        expect(utcTime(moment, offset)).toBe(expected);
        expect(epochTime(minutes * 60 + 7)).toBe(expected);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });
});

describe('monthNumber', () => {
  it.each([
    ['Jan', 1],
    ['Feb', 2],
    ['Oct', 10],
    ['Dec', 12],
    ['anF', 0],
    ['Foo', 0],
    ['Janu', 0],
    ['', 0],
  ])('%j is %i', (text, expected) => expect(monthNumber(text)).toBe(expected));
});

describe('timeOfText', () => {
  it.each([
    ['10/Oct/2000:13:55:36 -0700', '2000-10-10T20:55:36Z'],
    ['10/Oct/2000:13:55:36 +0000', '2000-10-10T13:55:36Z'],
    ['10/Oct/2000:13:55:36', '2000-10-10T13:55:36Z'],
    ['31/Dec/2016:23:59:60 +0000', '2016-12-31T23:59:60Z'],
    ['10/Foo/2000:13:55:36 -0700', undefined],
    ['2018-07-02T22:23:00.186641Z', '2018-07-02T22:23:00Z'],
    ['2018-07-02T22:23:00+05:30', '2018-07-02T16:53:00Z'],
    ['2018-07-02 22:23:00', '2018-07-02T22:23:00Z'],
    ['2018-07-02T22:23:00,186', '2018-07-02T22:23:00Z'],
    ['2018/07/02 22:23:00', '2018-07-02T22:23:00Z'],
    ['20170801235000', '2017-08-01T23:50:00Z'],
    ['1501647332', '2017-08-02T04:15:32Z'],
    ['1501647332.25', '2017-08-02T04:15:32Z'],
    ['1501647332250', '2017-08-02T04:15:32Z'],
    ['1501647332250000', '2017-08-02T04:15:32Z'],
    ['1501647332250000000', '2017-08-02T04:15:32Z'],
    ['0.005', undefined],
    ['2018-07-02', undefined],
    ['2018-07-02T22:23:00 nowhere', undefined],
    ['', undefined],
    ['-', undefined],
    ['9'.repeat(1000), undefined],
  ])('%s', (text, expected) => expect(timeOfText(text)).toBe(expected));
});

describe('timeOfParts', () => {
  it.each([
    ['2021-03-04', '05:06:07', '', '2021-03-04T05:06:07Z'],
    ['20210304', '050607', '+0100', '2021-03-04T04:06:07Z'],
    ['04/Mar/2021', '05:06:07.123', 'UTC', '2021-03-04T05:06:07Z'],
    ['04/03/2021', '05:06:07', '', undefined],
    ['2021-03-04', '', '', undefined],
    ['', '05:06:07', '', undefined],
  ])('%s %s %s', (date, time, zone, expected) => expect(timeOfParts(date, time, zone)).toBe(expected));
  it.each([
    ['+0200', true],
    ['-07:00', true],
    ['Z', true],
    ['', false],
    ['10.0.0.1', false],
  ])('%j as a time zone: %s', (text, expected) => expect(isZone(text)).toBe(expected));
});
