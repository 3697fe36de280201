/** Forms are told apart by this hash alone, so texts that are made alike must not have equal ones. */
import { describe, expect, it } from 'vitest';
import { WordHash } from './word-hash.ts';

const ENCODER = new TextEncoder();

/** All numbers of four digits, put into a long one at places as far from each other as the parts that a hash reads. */
function spread(number: number, distance: number, shift: number): string {
  const digits = [...String(number).padStart(4, '0')];
  return '0'.repeat(shift) + digits.map((digit) => digit + '0'.repeat(distance - 1)).join('');
}

describe('the hash of a text', () => {
  it.each([1, 2, 4, 8])('tells apart long numbers that differ in digits %i places from each other', (distance) => {
    const hash = new WordHash();
    for (let shift = 0; shift < 8; shift++) {
      const seen = new Set<string>();
      for (let number = 0; number < 10_000; number++) {
        const bytes = ENCODER.encode(`http://a.com/${spread(number, distance, shift)}`);
        const { a, b } = hash.ofRange(bytes, 0, bytes.length);
        seen.add(`${a} ${b}`);
      }
      expect(seen.size).toBe(10_000);
    }
  });
});
