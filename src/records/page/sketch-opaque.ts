/** The four-value sketch that other tools write (`f8af980f.2365d554.204af424.f7a4c87c`), to make data that compares with theirs. */
import { blake2b64 } from './blake2b.ts';

/** Words of a shingle. */
const SHINGLE = 10;
/** High and low halves: the base of the polynomial, and also the step of splitmix64. */
const GOLDEN = [0x9e3779b9, 0x7f4a7c15] as const;
/** One mixer for each value: hexadecimal digits of pi. */
const SEEDS = [
  [0x243f6a88, 0x85a308d3],
  [0x13198a2e, 0x03707344],
  [0xa4093822, 0x299f31d0],
  [0x082efa98, 0xec4e6c89],
] as const;
/** What a word is multiplied by when it has left the shingle. */
const LEAVING = power(SHINGLE);

/** Of words in lower case, title and body; `-` if there are none. Compare it value by value, and within one source only. */
export function sketchOpaque(words: readonly string[]): string {
  if (words.length === 0) return '-';
  const hashes = wordHashes(words);
  const least = SEEDS.map(() => new Uint32Array([0xffffffff, 0xffffffff]));
  const mixed = new Uint32Array(2);
  const shingle = new Uint32Array(2);
  const leaving = new Uint32Array(2);
  for (let i = 0; i < words.length; i++) {
    multiply(shingle, shingle[0]!, shingle[1]!, GOLDEN[0], GOLDEN[1]);
    add(shingle, hashes[2 * i]!, hashes[2 * i + 1]!);
    if (i >= SHINGLE) {
      multiply(leaving, hashes[2 * (i - SHINGLE)]!, hashes[2 * (i - SHINGLE) + 1]!, LEAVING[0]!, LEAVING[1]!);
      subtract(shingle, leaving[0]!, leaving[1]!);
    }
    // A text of fewer words is one shingle.
    if (i < SHINGLE - 1 && i < words.length - 1) continue;
    for (let j = 0; j < SEEDS.length; j++) {
      splitmix(mixed, shingle[0]! ^ SEEDS[j]![0], shingle[1]! ^ SEEDS[j]![1]);
      const best = least[j]!;
      if (mixed[0]! < best[0]! || (mixed[0] === best[0] && mixed[1]! < best[1]!)) best.set(mixed);
    }
  }
  return least.map(([, low]) => low!.toString(16).padStart(8, '0')).join('.');
}

/** Hashes of words that came before: most come again, and hashing is what costs. */
const known = new Map<string, readonly [number, number]>();
const MAX_KNOWN = 65_536;
/** A longer word may be a part of its text, and would keep all of that in memory. */
const MAX_KNOWN_LENGTH = 12;

/** High and low halves in turn. */
function wordHashes(words: readonly string[]): Uint32Array {
  const hashes = new Uint32Array(2 * words.length);
  for (let i = 0; i < words.length; i++) hashes.set(wordHash(words[i]!), 2 * i);
  return hashes;
}

function wordHash(word: string): readonly [number, number] {
  let hash = known.get(word);
  if (hash) return hash;
  hash = blake2b64(encode(word));
  if (word.length > MAX_KNOWN_LENGTH) return hash;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(word, hash);
  return hash;
}

const encoder = new TextEncoder();

function encode(word: string): Uint8Array {
  const bytes = new Uint8Array(word.length);
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    // Only for what is not ASCII: its fixed cost is more than that of hashing a word.
    if (unit > 0x7f) return encoder.encode(word);
    bytes[i] = unit;
  }
  return bytes;
}

function power(exponent: number): Uint32Array {
  const result = new Uint32Array([0, 1]);
  for (let i = 0; i < exponent; i++) multiply(result, result[0]!, result[1]!, GOLDEN[0], GOLDEN[1]);
  return result;
}

function splitmix(out: Uint32Array, high: number, low: number): void {
  out[0] = high;
  out[1] = low;
  add(out, GOLDEN[0], GOLDEN[1]);
  xorShift(out, 30);
  multiply(out, out[0]!, out[1]!, 0xbf58476d, 0x1ce4e5b9);
  xorShift(out, 27);
  multiply(out, out[0]!, out[1]!, 0x94d049bb, 0x133111eb);
  xorShift(out, 31);
}

/** x ^= x >> bits, for less than 32 bits. */
function xorShift(x: Uint32Array, bits: number): void {
  const high = x[0]!;
  x[0] = high ^ (high >>> bits);
  x[1] = x[1]! ^ ((high << (32 - bits)) | (x[1]! >>> bits));
}

function add(x: Uint32Array, high: number, low: number): void {
  const sum = x[1]! + low;
  x[1] = sum;
  x[0] = x[0]! + high + (sum > 0xffffffff ? 1 : 0);
}

function subtract(x: Uint32Array, high: number, low: number): void {
  const difference = x[1]! - low;
  x[1] = difference;
  x[0] = x[0]! - high - (difference < 0 ? 1 : 0);
}

/** The low 64 bits of a product; `out` may be the place of a factor whose halves were passed. */
function multiply(out: Uint32Array, high1: number, low1: number, high2: number, low2: number): void {
  const a0 = low1 & 0xffff;
  const a1 = low1 >>> 16;
  const b0 = low2 & 0xffff;
  const b1 = low2 >>> 16;
  const bottom = a0 * b0;
  const middle = a0 * b1 + a1 * b0 + (bottom >>> 16);
  out[1] = ((middle & 0xffff) << 16) | (bottom & 0xffff);
  out[0] = a1 * b1 + Math.floor(middle / 65536) + Math.imul(high1, low2) + Math.imul(low1, high2);
}
