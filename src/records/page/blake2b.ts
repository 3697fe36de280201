/** BLAKE2b with a digest of 8 bytes (RFC 7693), on halves of 32 bits: BigInt would cost many times as much. */

/** The initial state, low half before high half: the fractional bits of the square roots of the first eight primes. */
const IV = halves([
  ...['6a09e667f3bcc908', 'bb67ae8584caa73b', '3c6ef372fe94f82b', 'a54ff53a5f1d36f1'],
  ...['510e527fade682d1', '9b05688c2b3e6c1f', '1f83d9abfb41bd6b', '5be0cd19137e2179'],
]);
/** The places of the message's words in the order in which each of the ten kinds of rounds takes them. */
const ORDER = Uint8Array.from(
  [
    ...['0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d'],
    ...['2c6a0b834d75fe19', 'c51fed4a0763928b', 'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0'],
  ].flatMap((line) => [...line].map((digit) => 2 * Number.parseInt(digit, 16))),
);
const ROUNDS = 12;
const BLOCK = 128;

// Filled anew by every call: most messages are one word of a text, and making the arrays would cost more than hashing.
const state = new Int32Array(16);
const message = new Int32Array(32);
const v = new Int32Array(32);

/** The digest read as one number, big endian: its high and its low 32 bits. */
export function blake2b64(bytes: Uint8Array): readonly [high: number, low: number] {
  state.set(IV);
  // The parameter block: no key, one layer, 8 bytes of digest.
  state[0] = state[0]! ^ 0x01010008;
  let from = 0;
  do {
    const end = Math.min(from + BLOCK, bytes.length);
    message.fill(0);
    for (let i = from; i < end; i++) {
      const place = (i - from) >> 2;
      message[place] = message[place]! | (bytes[i]! << (8 * (i & 3)));
    }
    compress(end, end === bytes.length);
    from = end;
  } while (from < bytes.length);
  return [swap(state[0]!), swap(state[1]!)];
}

function compress(count: number, isLast: boolean): void {
  v.set(state);
  v.set(IV, 16);
  v[24] = v[24]! ^ count;
  v[25] = v[25]! ^ Math.floor(count / 2 ** 32);
  if (isLast) {
    v[28] = ~v[28]!;
    v[29] = ~v[29]!;
  }
  for (let round = 0; round < ROUNDS; round++) {
    const o = (round % 10) * 16;
    mix(0, 8, 16, 24, ORDER[o]!, ORDER[o + 1]!);
    mix(2, 10, 18, 26, ORDER[o + 2]!, ORDER[o + 3]!);
    mix(4, 12, 20, 28, ORDER[o + 4]!, ORDER[o + 5]!);
    mix(6, 14, 22, 30, ORDER[o + 6]!, ORDER[o + 7]!);
    mix(0, 10, 20, 30, ORDER[o + 8]!, ORDER[o + 9]!);
    mix(2, 12, 22, 24, ORDER[o + 10]!, ORDER[o + 11]!);
    mix(4, 14, 16, 26, ORDER[o + 12]!, ORDER[o + 13]!);
    mix(6, 8, 18, 28, ORDER[o + 14]!, ORDER[o + 15]!);
  }
  for (let i = 0; i < 16; i++) state[i] = state[i]! ^ v[i]! ^ v[i + 16]!;
}

/** The function G of the RFC; a to d are places in v, x and y in the message. */
function mix(a: number, b: number, c: number, d: number, x: number, y: number): void {
  add(a, v[b]!, v[b + 1]!);
  add(a, message[x]!, message[x + 1]!);
  let low = v[d]! ^ v[a]!;
  let high = v[d + 1]! ^ v[a + 1]!;
  v[d] = high;
  v[d + 1] = low;
  add(c, high, low);
  low = v[b]! ^ v[c]!;
  high = v[b + 1]! ^ v[c + 1]!;
  v[b] = (low >>> 24) | (high << 8);
  v[b + 1] = (high >>> 24) | (low << 8);
  add(a, v[b]!, v[b + 1]!);
  add(a, message[y]!, message[y + 1]!);
  low = v[d]! ^ v[a]!;
  high = v[d + 1]! ^ v[a + 1]!;
  v[d] = (low >>> 16) | (high << 16);
  v[d + 1] = (high >>> 16) | (low << 16);
  add(c, v[d]!, v[d + 1]!);
  low = v[b]! ^ v[c]!;
  high = v[b + 1]! ^ v[c + 1]!;
  v[b] = (low << 1) | (high >>> 31);
  v[b + 1] = (high << 1) | (low >>> 31);
}

/** Adds a number of 64 bits to the one at place `to`. All halves are signed: larger numbers would not stay integers. */
function add(to: number, low: number, high: number): void {
  const before = v[to]!;
  const sum = (before + low) | 0;
  v[to] = sum;
  v[to + 1] = (v[to + 1]! + high + (((before & low) | ((before | low) & ~sum)) >>> 31)) | 0;
}

/** Bytes in reverse order: the digest is written low byte first. */
function swap(x: number): number {
  return (((x & 0xff) << 24) | ((x & 0xff00) << 8) | ((x >>> 8) & 0xff00) | (x >>> 24)) >>> 0;
}

function halves(digits: readonly string[]): Int32Array {
  return Int32Array.from({ length: 2 * digits.length }, (_, i) => {
    const hex = digits[i >> 1]!;
    return Number.parseInt(i % 2 === 0 ? hex.slice(8) : hex.slice(0, 8), 16);
  });
}
