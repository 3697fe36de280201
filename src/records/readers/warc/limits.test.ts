/** What a hostile archive may make the reader keep: lines, fields and sizes of chunks have an end, whatever it says. */
import { expect, it } from 'vitest';
import { Dechunker } from './dechunk.ts';
import { Fields } from './fields.ts';
import { LineBuffer } from './line-buffer.ts';

const MB = 1024 * 1024;

it('a line without an end is kept up to a megabyte', () => {
  const line = new LineBuffer();
  const piece = Buffer.alloc(300_000, 'x');
  for (let i = 0; i < 10; i++) expect(line.take(piece, 0, piece.length)).toBe(-1);
  expect(line.pending).toBe(MB);
  expect(line.take(Buffer.from('y\nz'), 0, 3)).toBe(2);
  expect(line.text()).toBe('x'.repeat(MB));
});

it('fields without an end are refused after two megabytes', () => {
  const fields = new Fields();
  const line = `a: ${'x'.repeat(100_000)}`;
  const taken = Array.from({ length: 30 }, () => fields.add(line));
  expect(taken.indexOf(false)).toBe(20);
  expect(taken.slice(20)).not.toContain(true);
});

it('the size of a chunk is not waited for without end', () => {
  let given = '';
  const first = new Dechunker((bytes, from, to) => {
    given += bytes.toString('latin1', from, to);
  });
  const text = Buffer.from('1'.repeat(5000));
  // It never was chunked: what came is the body, and is given at once.
  first.push(text, 0, text.length);
  expect(given).toHaveLength(5000);
  given = '';
  const later = new Dechunker((bytes, from, to) => {
    given += bytes.toString('latin1', from, to);
  });
  const broken = Buffer.from(`3\r\nabc\r\n${';'.repeat(5000)}\r\n3\r\ndef\r\n0\r\n\r\n`);
  later.push(broken, 0, broken.length);
  expect([given, later.end()]).toEqual(['abc', false]);
});
