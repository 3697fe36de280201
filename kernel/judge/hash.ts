/** The hash of `src/base/word-hash.ts`, number for number; four bytes behind the end may be read. */

export let a: i32 = 0;
export let b: i32 = 0;

export function hashForm(from: usize, to: usize): void {
  let x: i32 = <i32>0x9e3779b9;
  let y: i32 = 0x243f6a88;
  let i = from;
  for (; i + 4 <= to; i += 4) {
    const value = load<i32>(i);
    x = rotl<i32>((x ^ value) * <i32>0x85ebca6b, 13);
    y = rotl<i32>((y + value) * <i32>0xcc9e2d51, 17);
  }
  const rest = i < to ? load<i32>(i) & ((1 << ((<i32>(to - i)) << 3)) - 1) : 0;
  const length = <i32>(to - from);
  a = finish(((x ^ rest) * <i32>0x85ebca6b) ^ length);
  b = finish((y + rest) * <i32>0xcc9e2d51 + length);
}

function finish(h: i32): i32 {
  let x = (h ^ (h >>> 16)) * <i32>0x85ebca6b;
  x = (x ^ (x >>> 13)) * <i32>0xc2b2ae35;
  return x ^ (x >>> 16);
}
