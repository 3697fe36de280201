// The one seeded generator of the benchmarks (mulberry32), so that every run measures the same data.

/** Numbers from 0 up to 1. */
export function random(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Eight digits of the next number of a generator. */
export function hex(next) {
  return Math.floor(next() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}
