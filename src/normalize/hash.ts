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

/** Places per entry; one is always free. */
const ROOM = 1.6;

/** Builds a table; each hash stands once. */
export function buildTable(pairs: ReadonlyMap<number, number>): HashTable {
  const size = Math.ceil(pairs.size * ROOM) + 1;
  const table = new Int32Array(size * 2).fill(-1);
  pairs.forEach((value, hash) => {
    let at = slotOf(hash, size);
    while (table[at * 2 + 1] !== -1) at = at + 1 === size ? 0 : at + 1;
    table[at * 2] = hash;
    table[at * 2 + 1] = value;
  });
  return table;
}

/** The value of a hash, or -1. */
export function lookUp(table: HashTable, hash: number): number {
  const size = table.length >> 1;
  for (let at = slotOf(hash, size); ; at = at + 1 === size ? 0 : at + 1) {
    const value = table[at * 2 + 1]!;
    if (value === -1 || table[at * 2] === hash) return value;
  }
}

/** The upper half of the product of hash and size: any size will do, so that no memory is lost to powers of two. */
function slotOf(hash: number, size: number): number {
  return Math.floor(((hash >>> 0) * size) / 0x1_0000_0000);
}
