/** The half that a cluster is in, by its smallest URL; the twin of `halvesOfPacked` and of `seedFromAscii`. */

/** State after the seed 0 and the stage `half`, with its length. */
const START: i32 = startOf();

/** 0 or 1; -1 for a URL that is not ASCII, whose characters count otherwise. */
export function halfOf(from: usize, to: usize): i32 {
  let h = START;
  for (let i = from; i < to; i++) {
    const c = <i32>load<u8>(i);
    if (c >= 128) return -1;
    h = mix(h, c);
  }
  return finish(mix(h, <i32>(to - from) + 0x10000)) & 1;
}

function startOf(): i32 {
  let h = mix(0, 0);
  h = mix(h, 104);
  h = mix(h, 97);
  h = mix(h, 108);
  h = mix(h, 102);
  return mix(h, 4 + 0x10000);
}

function mix(h: i32, value: i32): i32 {
  const k = rotl<i32>(value * <i32>0xcc9e2d51, 15) * 0x1b873593;
  return rotl<i32>(h ^ k, 13) * 5 + <i32>0xe6546b64;
}

function finish(h: i32): i32 {
  let x = (h ^ (h >>> 16)) * <i32>0x85ebca6b;
  x = (x ^ (x >>> 13)) * <i32>0xc2b2ae35;
  return x ^ (x >>> 16);
}
