/** Shingles of a text: one number for every ten words in a row. */

/** Words of a shingle, as in the literature on pages with similar text. */
const SHINGLE = 10;
/** Odd, so that no word is lost when it is multiplied: the bases of two polynomials modulo 2^32. */
const LOW_BASE = 0x9e3779b1;
const HIGH_BASE = 0x85ebca77;

/** One hash of 32 bits per shingle, in the order of the text; a text of fewer than ten words is one shingle, no words are none. */
export function shinglesOf(words: readonly string[]): Uint32Array {
  const size = Math.min(SHINGLE, words.length);
  const shingles = new Uint32Array(size === 0 ? 0 : words.length - size + 1);
  const lows = new Int32Array(words.length);
  const highs = new Int32Array(words.length);
  const lowLeaving = power(LOW_BASE, size);
  const highLeaving = power(HIGH_BASE, size);
  let low = 0;
  let high = 0;
  for (let i = 0; i < words.length; i++) {
    // Two hashes of a word: pages that differ in one word only, an id, must not be equal because those of two ids are.
    lows[i] = hashOf(words[i]!, 0x2545f491);
    highs[i] = hashOf(words[i]!, 0x6c078965);
    low = (Math.imul(low, LOW_BASE) + lows[i]!) | 0;
    high = (Math.imul(high, HIGH_BASE) + highs[i]!) | 0;
    if (i >= size) {
      low = (low - Math.imul(lows[i - size]!, lowLeaving)) | 0;
      high = (high - Math.imul(highs[i - size]!, highLeaving)) | 0;
    }
    if (i >= size - 1) shingles[i - size + 1] = scramble(low ^ scramble(high));
  }
  return shingles;
}

/** The last step of MurmurHash3: every bit of the input moves every bit of the output. */
export function scramble(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

function hashOf(word: string, seed: number): number {
  let hash = seed ^ word.length;
  for (let i = 0; i < word.length; i++) {
    const unit = Math.imul(word.charCodeAt(i), 0xcc9e2d51);
    hash ^= Math.imul((unit << 15) | (unit >>> 17), 0x1b873593);
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  return scramble(hash);
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let i = 0; i < exponent; i++) result = Math.imul(result, base);
  return result;
}
