/** SHA-256 in plain TypeScript, because rule ids are needed where Node's crypto is not (browsers, edge workers). */

const K = new Int32Array(64);
const H0 = new Int32Array(8);
fillConstants();

/** The first `digits` hex digits of the SHA-256 of the text's UTF-8 bytes. */
export function sha256Hex(text: string, digits = 64): string {
  return sha256(new TextEncoder().encode(text), digits);
}

/** As `sha256Hex`, of bytes. */
export function sha256(bytes: Uint8Array, digits = 64): string {
  const blocks = ((bytes.length + 8) >> 6) + 1;
  const h = Int32Array.from(H0);
  const w = new Int32Array(64);
  const block = new Uint8Array(64);
  for (let b = 0; b < blocks; b++) {
    const from = b * 64;
    block.fill(0);
    if (from < bytes.length) block.set(bytes.subarray(from, from + 64));
    if (bytes.length >= from && bytes.length < from + 64) block[bytes.length - from] = 0x80;
    if (b === blocks - 1) {
      const bits = bytes.length * 8;
      for (let i = 0; i < 6; i++) block[63 - i] = Math.floor(bits / 2 ** (8 * i)) & 255;
    }
    compress(h, w, block);
  }
  let hex = '';
  for (const word of h) hex += (word >>> 0).toString(16).padStart(8, '0');
  return hex.slice(0, digits);
}

function compress(h: Int32Array, w: Int32Array, block: Uint8Array): void {
  for (let i = 0; i < 16; i++) {
    w[i] = (block[i * 4]! << 24) | (block[i * 4 + 1]! << 16) | (block[i * 4 + 2]! << 8) | block[i * 4 + 3]!;
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    w[i] =
      w[i - 16]! +
      w[i - 7]! +
      (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) +
      (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10));
  }
  let [a, b, c, d, e, f, g, k] = h as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const t1 = (k + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    k = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const sums = [a, b, c, d, e, f, g, k];
  for (let i = 0; i < 8; i++) h[i] = (h[i]! + sums[i]!) | 0;
}

function rotate(x: number, n: number): number {
  return (x >>> n) | (x << (32 - n));
}

/** The constants are the fractional bits of the square and cube roots of the first primes (FIPS 180-4); computed exactly with BigInt. */
function fillConstants(): void {
  let count = 0;
  for (let p = 2; count < 64; p++) {
    let prime = true;
    for (let d = 2; d * d <= p; d++) if (p % d === 0) prime = false;
    if (!prime) continue;
    K[count] = Number(BigInt.asIntN(32, root(BigInt(p) << 96n, 3n)));
    if (count < 8) H0[count] = Number(BigInt.asIntN(32, root(BigInt(p) << 64n, 2n)));
    count++;
  }
}

function root(value: bigint, k: bigint): bigint {
  let low = 0n;
  let high = 1n << 40n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** k <= value) low = middle;
    else high = middle - 1n;
  }
  return low;
}
