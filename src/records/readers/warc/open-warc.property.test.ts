/** Properties of the WARC reader: where chunks are cut does not matter, and no bytes make it throw. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunked, HTML, http, PAGE, read, record } from './archive.case.ts';

const CHUNKED = 'Transfer-Encoding: chunked';
const SAMPLES = [
  record(),
  record({ type: 'warcinfo', block: 'software: x\r\n' }),
  record({ lineEnd: '\n', head: ['X: y', ' folded'] }),
  record({ block: http([HTML, CHUNKED], chunked(PAGE, 9)) }),
  record({ block: http([HTML, CHUNKED], PAGE) }),
  record({ block: http([HTML, CHUNKED], '5\r\nabcde\r\nbroken') }),
  record({ block: http([HTML, 'Content-Encoding: gzip'], gzipSync(PAGE)) }),
  record({ block: http([HTML, 'Content-Encoding: br', CHUNKED], chunked(brotliCompressSync(PAGE), 20)) }),
  record({ block: http(['Content-Type: text/plain; charset=utf-8'], 'é東😀 '.repeat(60)) }),
  record({ block: http(['Location: /x'], '', '301 Moved') }),
  record({ type: 'revisit', head: ['WARC-Payload-Digest: sha1:X'], block: http([HTML], '') }),
  record({ type: 'resource', head: ['Content-Type: text/plain'], block: 'one two' }),
  record({ length: null }),
  record({ length: '20' }),
  record({ length: '700' }),
  Buffer.from('nonsense\r\n\r\n'),
];
const archive = fc.array(fc.constantFrom(...SAMPLES), { minLength: 1, maxLength: 6 }).map((all) => Buffer.concat(all));
const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 2000 })), {
  minLength: 1,
  maxLength: 8,
});

describe('any archive', () => {
  it('gives the same records however it is cut', () => {
    let records = 0;
    let problems = 0;
    fc.assert(
      fc.property(archive, sizes, fc.nat(100), (bytes, cut, lost) => {
        const file = bytes.subarray(0, bytes.length - lost);
        const whole = read(file);
        records += whole.records.length;
        problems += whole.problems.length;
        expect(read(file, cut)).toEqual(whole);
      }),
      { seed: 1, numRuns: 600 },
    );
    expect(records).toBeGreaterThan(600);
    expect(problems).toBeGreaterThan(300);
  });

  it('cut at every single place gives the same records', () => {
    for (const sample of SAMPLES) {
      const whole = read(sample);
      for (let at = 1; at < sample.length; at++) expect(read(sample, [at, sample.length])).toEqual(whole);
    }
  });

  it('may hold any bytes', () => {
    const patch = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ maxLength: 4 }),
      over: fc.nat(6),
    });
    fc.assert(
      fc.property(archive, fc.array(patch, { maxLength: 5 }), sizes, (bytes, patches, cut) => {
        let file = bytes;
        for (const { at, bytes: by, over } of patches) {
          const from = Math.floor(at * file.length);
          file = Buffer.concat([file.subarray(0, from), by, file.subarray(from + over)]);
        }
        const whole = read(file);
        expect(read(file, cut)).toEqual(whole);
        for (const { url } of whole.records) expect(url).not.toBe('');
      }),
      { seed: 1, numRuns: 1500 },
    );
  });

  it('may be no archive at all', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .array(
          fc.constantFrom(
            'WARC/1.0',
            '\r\n',
            '\n',
            'WARC-Type: response',
            'Content-Length: 9',
            'WARC-Target-URI: http://h/',
            'HTTP/1.1 200',
            ':',
            ' ',
          ),
        )
        .map((all) => Buffer.from(all.join(''))),
    );
    fc.assert(
      fc.property(bytes, sizes, (file, cut) => {
        expect(read(file, cut)).toEqual(read(file));
      }),
      { seed: 1, numRuns: 1500 },
    );
  });
});
