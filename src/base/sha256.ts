/** SHA-256 in plain TypeScript, because rule ids are needed where Node's crypto is not (browsers, edge workers). */

/** Fractional bits of the cube roots of the first 64 primes, and of the square roots of the first 8 (FIPS 180-4). */
const K = words(
  '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc3' +
    '72be5d7480deb1fe9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da' +
    '983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca63511429296727b70a852e1b21384d2c6dfc53380d13' +
    '650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070' +
    '19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3748f82ee78a5636f84c878148cc70208' +
    '90befffaa4506cebbef9a3f7c67178f2',
);
const H0 = words('6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19');

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
  for (let i = 0; hex.length < digits && i < 8; i++) hex += (h[i]! >>> 0).toString(16).padStart(8, '0');
  return hex.slice(0, digits);
}

/** Turns are written out: it runs before the engine has compiled it, and a call costs more there than all that is done in it. */
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
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10));
  }
  let a = h[0]!;
  let b = h[1]!;
  let c = h[2]!;
  let d = h[3]!;
  let e = h[4]!;
  let f = h[5]!;
  let g = h[6]!;
  let k = h[7]!;
  for (let i = 0; i < 64; i++) {
    const e6 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const a2 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t1 = (k + e6 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const t2 = (a2 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    k = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  h[0]! += a;
  h[1]! += b;
  h[2]! += c;
  h[3]! += d;
  h[4]! += e;
  h[5]! += f;
  h[6]! += g;
  h[7]! += k;
}

function words(hex: string): Int32Array {
  return Int32Array.from({ length: hex.length / 8 }, (_, i) => Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16));
}
