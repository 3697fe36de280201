/** Writes texts and lists of texts for the programs that compare them. */
import { encode } from '../bytes.ts';
import { hashByte, hashRange, SEED } from '../hash.ts';
import type { Pool } from './writer.ts';

/** Hash, place and length of a parameter's name. */
export function nameCode(name: string, pool: Pool): number[] {
  return [hashText(name), ...pool.add(name)];
}

/** A list for `findText`: of equal texts the first. */
export function listCode(texts: readonly string[], pool: Pool): number[] {
  const entries = [...new Set(texts)].map((text) => [hashText(text), ...pool.add(text), texts.indexOf(text)]);
  entries.sort((a, b) => a[0]! - b[0]!);
  return [entries.length, ...entries.flat()];
}

/** As `hashRange` of its bytes. */
export function hashText(text: string): number {
  let hash = SEED;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c >= 0x80) {
      const bytes = encode(text);
      return hashRange(bytes, 0, bytes.length);
    }
    hash = hashByte(hash, c);
  }
  return hash;
}

/** A number that a program may hold; no URL has as many parts as the numbers beyond. */
export function small(n: number): number {
  return Math.max(-0x7fffffff, Math.min(0x7fffffff, n));
}
