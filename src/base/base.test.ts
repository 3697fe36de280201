/** Hashing and order, against known values. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { byteLength, compareCodePoints, sha256, sha256Hex } from './index.ts';

describe('sha256', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('agrees with node on %i bytes', (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) & 255);
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
  it('hashes UTF-8', () =>
    expect(sha256Hex('é', 16)).toBe(createHash('sha256').update('é').digest('hex').slice(0, 16)));
});

describe('strings', () => {
  it.each(['', 'abc', 'é', '😀', 'a\u{10ffff}b'])('byteLength of %s', (text) =>
    expect(byteLength(text)).toBe(Buffer.byteLength(text)),
  );
  it('counts a lone surrogate as three bytes', () =>
    expect([byteLength('\ud800'), byteLength('\udc00x')]).toEqual([3, 4]));
  it('orders as UTF-8 bytes do', () => {
    const texts = ['a', 'ab', 'é', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}', ''];
    const byBytes = [...texts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect([...texts].sort(compareCodePoints)).toEqual(byBytes);
  });
});
