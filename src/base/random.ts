/** The one pseudo-random generator, on 32-bit integers alone, so that every thread and every engine draws the same numbers. */

export type Random = {
  /** The next integer of 0 .. 2^32 - 1. */
  next(): number;
  /** An integer of 0 .. n - 1, each equally likely; n is at most 2^32. */
  below(n: number): number;
};

/** xoshiro128** (Blackman and Vigna), its state filled from the seed by splitmix32. */
export function createRandom(seed: number): Random {
  let filler = mix(seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0);
  const fill = (): number => {
    filler = (filler + 0x9e3779b9) | 0;
    return finish(filler);
  };
  let a = fill();
  let b = fill();
  let c = fill();
  // The generator never leaves the state of four zeros.
  let d = fill() | 1;
  const next = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotate(d, 11);
    return result;
  };
  const below = (n: number): number => {
    // Numbers past the last whole multiple of n would favor the small results.
    const limit = 2 ** 32 - (2 ** 32 % n);
    let x = next();
    while (x >= limit) x = next();
    return x % n;
  };
  return { next, below };
}

/** The seed of one piece of work: a hash of the run's seed, the name of the stage and a text that names the piece. */
export function seedFrom(seed: number, stage: string, text: string): number {
  let h = mix(seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0);
  for (const part of [stage, text]) {
    for (let i = 0; i < part.length; i++) h = mix(h, part.charCodeAt(i));
    // The length keeps ("ab", "c") and ("a", "bc") apart.
    h = mix(h, part.length + 0x10000);
  }
  return finish(h) >>> 0;
}

/** As `seedFrom`, for a text in bytes that are ASCII. */
export function seedFromAscii(seed: number, stage: string, bytes: Uint8Array, from: number, to: number): number {
  let h = mix(seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0);
  for (let i = 0; i < stage.length; i++) h = mix(h, stage.charCodeAt(i));
  h = mix(h, stage.length + 0x10000);
  for (let i = from; i < to; i++) h = mix(h, bytes[i]!);
  return finish(mix(h, to - from + 0x10000)) >>> 0;
}

/** One round of MurmurHash3. */
function mix(h: number, word: number): number {
  const k = Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
  return (Math.imul(rotate(h ^ k, 13), 5) + 0xe6546b64) | 0;
}

/** The last step of MurmurHash3: every bit of the input moves every bit of the output. */
function finish(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function rotate(x: number, n: number): number {
  return (x << n) | (x >>> (32 - n));
}
