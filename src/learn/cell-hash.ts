/** Hashes of keys with their values that are joined by exclusive or, so that one key can be taken out of a row's hash without hashing the others again. */

/** Stands for a value in the hash of a row in which the key may have any. */
export const ANY_VALUE = -1;

/** One half of the 64 bits of a key with a value. */
export function cellA(key: number, value: number): number {
  return finish(Math.imul(key ^ 0x2545f491, 0x9e3779b1) ^ Math.imul(value + 0x632be5ab, 0x85ebca6b));
}

/** The other half. */
export function cellB(key: number, value: number): number {
  return finish(Math.imul(key + 0x51ed270b, 0xc2b2ae35) + Math.imul(value ^ 0x1b873593, 0x27d4eb2f));
}

/** The last step of MurmurHash3 and one round more: small numbers differ in few bits. */
function finish(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x27d4eb2f);
  return h ^ (h >>> 15);
}
