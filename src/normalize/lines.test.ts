/** Streams of lines: cut anywhere, any bytes, every line end. */
import { describe, expect, it } from 'vitest';
import { firstSetOf } from '../../test/support/rule-of.ts';
import { compileRules, type LineTransform } from './index.ts';

const normalizer = compileRules(firstSetOf('@{a.com} E => dropParam(ref)'));

/** Pushes pieces of this size through one buffer that is written over each time, as a reader does. */
function through(lines: LineTransform, input: Uint8Array, size: number): Buffer {
  const reused = Buffer.alloc(size);
  const out: Buffer[] = [];
  for (let at = 0; at < input.length; at += size) {
    const piece = input.subarray(at, at + size);
    reused.set(piece);
    out.push(Buffer.from(lines.push(reused.subarray(0, piece.length))));
    reused.fill(0x21);
  }
  out.push(Buffer.from(lines.end()));
  return Buffer.concat(out);
}

const cases: Readonly<Record<string, readonly [string, string]>> = {
  'changed and unchanged lines': [
    'http://a.com/?ref=1\nhttp://b.com/?ref=1\nhttp://a.com/x?ref=2&b\n',
    'http://a.com/\nhttp://b.com/?ref=1\nhttp://a.com/x?b\n',
  ],
  'no line end at the end': ['http://a.com/?ref=1', 'http://a.com/'],
  'a CR before the line end': ['http://a.com/?ref=1\r\nx\r\n', 'http://a.com/\r\nx\r\n'],
  'a CR at the very end': ['http://a.com/?ref=1\r', 'http://a.com/\r'],
  'empty lines': ['\n\nhttp://a.com/?ref=1\n\n', '\n\nhttp://a.com/\n\n'],
  nothing: ['', ''],
};

describe('lines', () => {
  it.each(Object.entries(cases))('%s, cut anywhere', (_, [input, expected]) => {
    for (const size of [1, 2, 3, 7, 20, 1000])
      expect(through(normalizer.lines('key'), Buffer.from(input), size).toString()).toBe(expected);
  });
  it('passes bytes that are not UTF-8', () => {
    const input = Buffer.concat([
      Buffer.from('http://a.com/'),
      Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0]),
      Buffer.from('?ref=1&x=\n'),
    ]);
    const expected = Buffer.concat([
      Buffer.from('http://a.com/'),
      Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0]),
      Buffer.from('?x=\n'),
    ]);
    expect(through(normalizer.lines('key'), input, 5)).toEqual(expected);
  });
  it('counts', () => {
    const lines = normalizer.lines('key');
    through(lines, Buffer.from('http://a.com/?ref=1\nx\n\ny'), 4);
    expect(lines.counts).toEqual({ lines: 4, changed: 1 });
  });
  it('keeps the first URL of each key', () => {
    const input = 'http://a.com/?ref=1\nhttp://a.com/\r\nb\nb\nhttp://a.com/?ref=2\nlast';
    for (const size of [1, 3, 50])
      expect(through(normalizer.dedupe(), Buffer.from(input), size).toString()).toBe('http://a.com/?ref=1\nb\nlast');
  });
  it('tells 100,000 keys apart', () => {
    const input = Array.from({ length: 100_000 }, (_, i) => `http://c.com/${(i * 7919) % 50_000}\n`).join('');
    const out = through(normalizer.dedupe(), Buffer.from(input), 65_536).toString();
    expect(out.split('\n').length - 1).toBe(50_000);
  });
});

describe('a line that is too long to be a URL', () => {
  it('passes through as it is, without waiting for its end', () => {
    const long = Buffer.alloc(17 * 1024 * 1024, 'http://a.com/?ref=1&');
    const input = Buffer.concat([Buffer.from('http://a.com/?ref=1\n'), long, Buffer.from('\nhttp://a.com/?ref=2\n')]);
    const expected = Buffer.concat([Buffer.from('http://a.com/\n'), long, Buffer.from('\nhttp://a.com/\n')]);
    for (const lines of [normalizer.lines('key'), normalizer.lines('rewrite')]) {
      const out = through(lines, input, 1 << 18);
      expect(lines.counts.lines).toBe(3);
      if (lines.counts.changed === 2) expect(out.equals(expected)).toBe(true);
      else expect(out.equals(input)).toBe(true);
    }
    const open = normalizer.lines('key');
    let held = long.length;
    for (let at = 0; at < long.length; at += 1 << 18) held -= open.push(long.subarray(at, at + (1 << 18))).length;
    expect(held).toBe(0);
    expect(open.end().length).toBe(0);
  });
});
