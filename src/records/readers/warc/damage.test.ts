/** Tests of damaged archives: damage costs the records it hits and no others. */
import { describe, expect, it } from 'vitest';
import { http, type Parts, read, record, URL, WHOLE } from './archive.case.ts';

describe('damage', () => {
  it.each<[string, Parts, [string, string]]>([
    ['no length', { length: null }, ['bad-record', URL]],
    ['no number as length', { length: '12x' }, ['bad-record', URL]],
    ['no type', { type: '' }, ['bad-record', URL]],
    ['no version', { version: 'WORC/1.0' }, ['bad-record', 'WORC/1.0']],
    ['no address', { url: null, head: ['WARC-Record-ID: <urn:x>'] }, ['no-url', '<urn:x>']],
    ['no HTTP', { block: 'nonsense' }, ['bad-http-head', URL]],
    ['no status', { block: 'HTTP/1.1 OK\r\n\r\nx' }, ['bad-http-head', URL]],
    ['an empty answer', { block: '' }, ['bad-http-head', URL]],
  ])('%s costs one record', (_, parts, problem) => {
    const result = read(Buffer.concat([record(), record(parts), record()]), 50);
    expect(result.problems).toEqual([problem]);
    expect(result.records).toEqual([WHOLE, WHOLE]);
  });

  it('a length that is too small costs no other record', () => {
    const { records, problems } = read(Buffer.concat([record({ length: '150' }), record()]));
    expect(problems.map(([code]) => code)).toEqual(['bad-record']);
    expect(records.at(-1)).toEqual(WHOLE);
  });

  it('a length that is too large costs the record it runs into', () => {
    const large = String(http().length + 30);
    const { records, problems } = read(Buffer.concat([record({ length: large }), record(), record()]));
    expect(problems.map(([code]) => code)).toEqual(['bad-record']);
    expect(records).toHaveLength(2);
    expect(records[1]).toEqual(WHOLE);
  });

  it('a record that begins inside the header of another is read', () => {
    const cut = record().subarray(0, 40);
    const { records, problems } = read(Buffer.concat([cut, Buffer.from('\r\n'), record()]));
    expect(problems.map(([code]) => code)).toEqual(['bad-record']);
    expect(records).toEqual([WHOLE]);
  });

  it('nonsense between records is one problem', () => {
    const nonsense = Buffer.from(`x\r\n${'y'.repeat(3_000_000)}\n WARC/1.0\r\nWARC/1.0 z\r\n`);
    const { records, problems } = read(Buffer.concat([record(), nonsense, record()]), 4096);
    expect(problems).toEqual([['bad-record', 'x']]);
    expect(records).toEqual([WHOLE, WHOLE]);
  });

  it('the end of the file inside a record costs that record', () => {
    const whole = record();
    for (let end = 1; end < whole.length; end++) {
      const { records, problems } = read(Buffer.concat([whole, whole.subarray(0, end)]));
      const isWhole = end >= whole.length - 4;
      expect(records).toEqual(isWhole ? [WHOLE, WHOLE] : [WHOLE]);
      const codes = problems.map(([code]) => code);
      // The beginning of the first line is not yet a record.
      expect(codes).toEqual(isWhole ? [] : [end < 'WARC/1.0'.length ? 'bad-record' : 'cut-off']);
      if (end > 200) expect(problems[0]?.[1] ?? URL).toBe(URL);
    }
  });

  it('a payload that the archive cut off is not judged', () => {
    for (const [head, truncated] of [
      ['WARC-Truncated: length', 'length'],
      ['WARC-Segment-Number: 1', 'segment'],
    ]) {
      const { records, problems } = read(record({ head: [head!, 'WARC-Payload-Digest: sha1:ABC'] }));
      const { kind, url, time, status, type } = WHOLE;
      expect(problems).toEqual([['cut-off', URL]]);
      expect(records).toEqual([{ kind, url, time, status, type, digest: 'sha1:ABC', truncated }]);
      expect(read(record({ head: [head!] })).records[0]!.digest).toBeUndefined();
    }
  });

  it('a header without end costs no memory and no other record', () => {
    const line = `X: ${'y'.repeat(100_000)}\r\n`;
    const endless = Buffer.concat([Buffer.from('WARC/1.0\r\n'), Buffer.from(line.repeat(100)), record()]);
    const { records, problems } = read(endless, 65_536);
    expect(problems.map(([code]) => code)).toEqual(['bad-record']);
    expect(records).toEqual([WHOLE]);
  });
});
