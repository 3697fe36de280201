/** Tests of BLAKE2b against digests computed by another implementation (Python's hashlib). */
import { describe, expect, it } from 'vitest';
import { blake2b64 } from './blake2b.ts';

const hex = (bytes: Uint8Array) =>
  blake2b64(bytes)
    .map((half) => half.toString(16).padStart(8, '0'))
    .join('');

describe('blake2b64', () => {
  it.each([
    [0, 'e4a6a0577479b2b4'],
    [1, '94f6d9cdd1ea8248'],
    [127, '68005651c301c41e'],
    [128, 'c2d13df1b6617e82'],
    [129, 'f667e47a6d5350a6'],
    [256, '511a778d539d7a3c'],
    [300, '572983d150ac98cb'],
  ])('hashes %i bytes', (length, digest) => {
    expect(hex(Uint8Array.from({ length }, (_, i) => i % 251))).toBe(digest);
  });

  it.each([
    ['the', '5edaab6c90973a2e'],
    ['café', '5777a2bd3192d7e3'],
    ['東京', 'ee1155cad1682bf0'],
    ['x'.repeat(200), '56304c0e1b76a18d'],
  ])('hashes %s', (text, digest) => {
    expect(hex(new TextEncoder().encode(text))).toBe(digest);
  });
});
