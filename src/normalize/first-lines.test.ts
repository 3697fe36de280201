/** Deduplication of lines against the definition: a line stays if no line before it has its key. */
import { describe, expect, it } from 'vitest';
import { firstSetOf } from '../../test/support/rule-of.ts';
import { compileRules, type RuleSet } from './index.ts';

const LOWER = firstSetOf('@{a.b} E => lowerPath()');
/** The key of `?x=%0a` is a line end, so keys of lines and lines no longer go together one by one. */
const DECODING = firstSetOf('@{a.b} K query[x]=* => query[x]:=decode(query[x])');

function dedupe(set: RuleSet, text: string, chunk: number): { out: string; lines: number; changed: number } {
  const transform = compileRules(set).dedupe();
  const bytes = new TextEncoder().encode(text);
  const out: number[] = [];
  for (let at = 0; at < bytes.length; at += chunk) out.push(...transform.push(bytes.subarray(at, at + chunk)));
  out.push(...transform.end());
  return { out: new TextDecoder().decode(Uint8Array.from(out)), ...transform.counts };
}

const long = Array.from({ length: 400 }, (_, i) => `http://a.b/${i % 2 ? 'X' : 'x'}${i % 150}`);
const firstOf = long.filter((url, i) => long.findIndex((other) => other.toLowerCase() === url.toLowerCase()) === i);

describe.each([1, 7, 1_000_000])('in chunks of %i bytes', (chunk) => {
  it.each([
    ['http://a.b/X\nhttp://a.b/x\nhttp://a.b/y\n', 'http://a.b/X\nhttp://a.b/y\n', 3, 1],
    ['http://a.b/X\r\nhttp://a.b/x\nhttp://a.b/y', 'http://a.b/X\r\nhttp://a.b/y', 3, 1],
    ['http://a.b/X\nhttp://a.b/x', 'http://a.b/X\n', 2, 1],
    ['\n\nhttp://a.b/', '\nhttp://a.b/', 3, 1],
    ['', '', 0, 0],
  ])('%j gives %j', (text, out, lines, changed) => {
    expect(dedupe(LOWER, text, chunk)).toEqual({ out, lines, changed });
  });
  it('keeps the first of each key when the kernel is at work', () => {
    const { out, changed } = dedupe(LOWER, `${long.join('\n')}\n`, chunk);
    expect(out).toBe(`${firstOf.join('\n')}\n`);
    expect(changed).toBe(long.length - firstOf.length);
  });
  it('leaves line ends encoded, so that keys are lines', () => {
    const urls = [
      'http://a.b/?x=%0a1',
      'http://a.b/?x=%0A1',
      'http://a.b/?x=%0a2',
      'http://a.b/?x=%31',
      'http://a.b/?x=1',
    ];
    const { out } = dedupe(DECODING, `${urls.join('\n')}\n`, chunk);
    expect(out).toBe('http://a.b/?x=%0a1\nhttp://a.b/?x=%0A1\nhttp://a.b/?x=%0a2\nhttp://a.b/?x=%31\n');
  });
});

describe('take', () => {
  it('goes on where lines were taken before, with keys from elsewhere', () => {
    const transform = compileRules(LOWER).dedupe();
    const bytes = (text: string) => new TextEncoder().encode(text);
    transform.push(bytes('http://a.b/X\n'));
    const out = transform.take(bytes('http://a.b/x\nhttp://a.b/Z'), bytes('http://a.b/x\nhttp://a.b/z'));
    expect(new TextDecoder().decode(out)).toBe('http://a.b/Z');
    expect(transform.counts).toEqual({ lines: 3, changed: 1 });
  });
});

it('lets lines pass that are too long to be URLs, whatever the chunks', () => {
  const huge = Buffer.alloc(16 * 1024 * 1024, 'x');
  const input = Buffer.concat([
    Buffer.from('http://a.b/x\n'),
    huge,
    Buffer.from('\r\n'),
    huge,
    Buffer.from('\nhttp://a.b/X\n'),
  ]);
  const expected = input.subarray(0, input.length - 'http://a.b/X\n'.length);
  for (const size of [1 << 18, (1 << 20) + 7, input.length]) {
    const transform = compileRules(LOWER).dedupe();
    const out: Buffer[] = [];
    for (let at = 0; at < input.length; at += size)
      out.push(Buffer.from(transform.push(input.subarray(at, at + size))));
    out.push(Buffer.from(transform.end()));
    expect(Buffer.concat(out).equals(expected)).toBe(true);
    expect(transform.counts).toEqual({ lines: 4, changed: 1 });
  }
});
