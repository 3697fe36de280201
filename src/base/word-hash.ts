/** A 64-bit hash of bytes as two 32-bit halves, four bytes at a time; kernel/judge/ computes the same. */

/**
 * Two texts of a data set have equal hashes by chance about once in 2^64 / (pairs of texts): six times in 10,000 sets of 150 million texts.
 * The halves are fields, because a returned pair would be an object per text.
 */
export class WordHash {
  a = 0;
  b = 0;

  /** Of the bytes `from` to `to`. */
  ofRange(bytes: Uint8Array, from: number, to: number): this {
    let a = SEED_A;
    let b = SEED_B;
    let i = from;
    for (; i + 4 <= to; i += 4) {
      const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
      a = Math.imul(a ^ word, 0x85ebca6b);
      a = (a << 13) | (a >>> 19);
      b = Math.imul((b + word) | 0, 0xcc9e2d51);
      b = (b << 17) | (b >>> 15);
    }
    let rest = 0;
    for (let k = 0; i < to; i++, k += 8) rest |= bytes[i]! << k;
    const length = to - from;
    this.a = finish(Math.imul(a ^ rest, 0x85ebca6b) ^ length);
    this.b = finish((Math.imul((b + rest) | 0, 0xcc9e2d51) + length) | 0);
    return this;
  }
}

const SEED_A = 0x9e3779b9 | 0;
const SEED_B = 0x243f6a88;

/** The last step of MurmurHash3. */
function finish(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
