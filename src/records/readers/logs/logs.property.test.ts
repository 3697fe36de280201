/** Whatever a line holds: no parser throws, results have the promised form, and escapes can be undone. */
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOG_FORMATS, logParser } from './formats.ts';
import type { LogParser } from './log-record.ts';
import { recognizeLog } from './recognize.ts';
import { SAMPLES } from './samples.case.ts';

const CUSTOM = '%v:%^ %h %^[%d:%t %^] "%r" %s %~%b "%R" "%u" %^';
const PROBLEMS = new Set([
  'not-this-format',
  'no-fields',
  'no-request-line',
  'bad-request-line',
  'other-method',
  'bad-status',
  'no-host',
]);

const arbPiece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(
    '"',
    '\\',
    '\\"',
    '\\x',
    '\\xe9',
    '[',
    ']',
    ' ',
    '\t',
    ' "',
    '" ',
    '-',
    '#Fields: ',
    '{',
    '}',
    ',',
    ':',
    '%',
    '%25',
    '/',
    '0',
  ),
);

/** A real line, damaged: some part replaced, cut off, or doubled. */
function damaged(lines: readonly string[]): Arbitrary<string> {
  return fc
    .record({
      line: fc.constantFrom(...lines),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      size: fc.oneof(fc.constant(0), fc.nat(8), fc.nat(400)),
      put: fc.array(arbPiece, { maxLength: 3 }),
    })
    .map(({ line, from, size, put }) => {
      const at = Math.floor(from * line.length);
      return line.slice(0, at) + put.join('') + line.slice(at + size);
    });
}

/** Mostly lines of one format. */
function lineOf(lines: readonly string[]): Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: damaged(lines) },
    { weight: 2, arbitrary: damaged(Object.values(SAMPLES).flat()) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    { weight: 1, arbitrary: fc.array(arbPiece, { maxLength: 40 }).map((pieces) => pieces.join('')) },
  );
}

const CASES = [
  ...LOG_FORMATS.map((format) => [format, SAMPLES[format]] as const),
  [CUSTOM, SAMPLES.VCOMBINED.map((line) => `${line} x`)] as const,
];

describe.each(CASES)('%s', (format, samples) => {
  it('never throws, and gives nothing but what is promised', () => {
    let records = 0;
    const check = (line: string, result: ReturnType<LogParser>) => {
      if (typeof result === 'string') expect(PROBLEMS).toContain(result);
      if (result === null || typeof result === 'string') return;
      const { url, method, status, length, time } = result;
      records++;
      expect(url, line).toMatch(/^https?:\/\/[^/]/i);
      expect([undefined, 'GET', 'HEAD']).toContain(method);
      if (status !== undefined) expect(status >= 100 && status <= 999 && Number.isInteger(status)).toBe(true);
      if (length !== undefined) expect(Number.isSafeInteger(length) && length >= 0).toBe(true);
      if (time !== undefined) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(Object.values(result)).not.toContain(undefined);
    };
    const lines = fc.array(lineOf(samples), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.boolean(), (some, withHost) => {
        const parse = logParser(format, withHost ? { host: 'h.example' } : {});
        // Without its directives nothing of a format is read.
        for (const line of samples) if (line.startsWith('#')) parse(line);
        for (const line of some) check(line, parse(line));
      }),
      { seed: 1, numRuns: 300 },
    );
    // Otherwise nothing would have been tested.
    expect(records).toBeGreaterThan(20);
  });
});

describe('recognizeLog', () => {
  it('never throws, and tells formats that read something', () => {
    fc.assert(
      fc.property(fc.array(lineOf(SAMPLES.COMBINED), { maxLength: 25 }), (lines) => {
        const found = recognizeLog(lines);
        if (found !== null) expect(LOG_FORMATS).toContain(found.format);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('a request written as Apache and nginx write it', () => {
  /** Printable text without blanks at its ends; controls are tested on their own. */
  const arbText = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .filter((text) => !/\p{Cc}|\p{Cs}/u.test(text) && text.trim() === text);
  const apache = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  const nginx = (text: string) =>
    [...Buffer.from(text)]
      .map((byte) => {
        const isPlain = byte >= 32 && byte < 127 && byte !== 34 && byte !== 92;
        return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
      })
      .join('');
  it.each([
    ['Apache', apache],
    ['nginx', nginx],
  ])('%s', (_, write) => {
    const parse = logParser('COMBINED', { host: 'h.example' });
    fc.assert(
      fc.property(arbText, arbText, arbText, (path, referrer, agent) => {
        const line = `192.0.2.1 - - [10/Oct/2000:13:55:36 +0000] "GET /${write(path)}x HTTP/1.1" 200 5 "r${write(referrer)}" "a${write(agent)}"`;
        expect(parse(line)).toEqual({
          url: `http://h.example/${path}x`,
          method: 'GET',
          status: 200,
          length: 5,
          time: '2000-10-10T13:55:36Z',
          referrer: `r${referrer}`,
          agent: `a${agent}`,
        });
      }),
      { seed: 1, numRuns: 1000 },
    );
  });
});

describe('lines of 200,000 signs', () => {
  const pieces = [
    '"',
    '\\',
    '\\"',
    '" ',
    ' "',
    '[',
    '[10/Oct/2000:13:55:36] ',
    '{"a":',
    '[[',
    ',',
    '","',
    '\t',
    ' ',
    '%25',
    'a',
    ':80',
  ];
  const heads = [
    '',
    '#Fields: ',
    '192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET /',
    'o b [10/Oct/2000:13:55:36 -0700] ',
  ];
  // Were it quadratic in anything, this would run into the time limit.
  it.each(pieces)('%j', (piece) => {
    for (const head of heads) {
      const line = head + piece.repeat(Math.ceil(200_000 / piece.length));
      expect(() => recognizeLog([line])).not.toThrow();
      for (const [format] of CASES) expect(() => logParser(format, { host: 'h.example' })(line)).not.toThrow();
    }
  });
});
