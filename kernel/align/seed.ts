/** Seeds out of texts, and the half that a cluster is in, by its smallest URL; the twin of `halvesOfPacked` and of `seedFromAscii`. */

/** State after the seed 0 and the stage `half`, with its length. */
const START: i32 = startOf();

/** Whether the text of the last seed is ASCII: the characters of others count otherwise. */
export let isAscii: bool = true;

/** 0 or 1; -1 for a URL that is not ASCII. */
export function halfOf(from: usize, to: usize): i32 {
  const seed = seedOf(START, from, to);
  return isAscii ? seed & 1 : -1;
}

/** The seed of a text, by the state after what comes before it. */
export function seedOf(state: i32, from: usize, to: usize): i32 {
  let h = state;
  let all = 0;
  for (let i = from; i < to; i++) {
    const c = <i32>load<u8>(i);
    all |= c;
    h = mix(h, c);
  }
  isAscii = all < 128;
  return finish(mix(h, <i32>(to - from) + 0x10000));
}

function startOf(): i32 {
  let h = mix(0, 0);
  h = mix(h, 104);
  h = mix(h, 97);
  h = mix(h, 108);
  h = mix(h, 102);
  return mix(h, 4 + 0x10000);
}

/** One round of MurmurHash3. */
export function mix(h: i32, value: i32): i32 {
  const k = rotl<i32>(value * <i32>0xcc9e2d51, 15) * 0x1b873593;
  return rotl<i32>(h ^ k, 13) * 5 + <i32>0xe6546b64;
}

/** Its last step. */
export function finish(h: i32): i32 {
  let x = (h ^ (h >>> 16)) * <i32>0x85ebca6b;
  x = (x ^ (x >>> 13)) * <i32>0xc2b2ae35;
  return x ^ (x >>> 16);
}
