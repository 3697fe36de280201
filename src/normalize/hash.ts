/** 32-bit hashes of bytes and numbers, for finding candidates only: whatever a hash finds is compared byte by byte before it counts. */

export const SEED = 0x811c9dc5 | 0;

/** One byte more (FNV-1a). */
export function hashByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** Hash of a range of bytes. */
export function hashRange(bytes: Uint8Array, from: number, to: number): number {
  let hash = SEED;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash;
}

/** A number more; the order of numbers matters. */
export function mix(hash: number, value: number): number {
  const h = Math.imul(hash, 0x85ebca6b) ^ value;
  const m = Math.imul(h ^ (h >>> 13), 0x9e3779b1);
  return m ^ (m >>> 16);
}

/** A map from hash to value in one array, read without objects: `[hash, value]` pairs, open addressing, value -1 for an empty place. */
export type HashTable = Int32Array;

/** Builds a table; each hash stands once. */
export function buildTable(pairs: ReadonlyMap<number, number>): HashTable {
  let size = 2;
  while (size < pairs.size * 2) size *= 2;
  const table = new Int32Array(size * 2).fill(-1);
  for (const [hash, value] of pairs) {
    let at = slotOf(hash, size);
    while (table[at * 2 + 1] !== -1) at = (at + 1) & (size - 1);
    table[at * 2] = hash;
    table[at * 2 + 1] = value;
  }
  return table;
}

/** The value of a hash, or -1. */
export function lookUp(table: HashTable, hash: number): number {
  const mask = (table.length >> 1) - 1;
  for (let at = slotOf(hash, mask + 1); ; at = (at + 1) & mask) {
    const value = table[at * 2 + 1]!;
    if (value === -1 || table[at * 2] === hash) return value;
  }
}

function slotOf(hash: number, size: number): number {
  return (hash ^ (hash >>> 13)) & (size - 1);
}
