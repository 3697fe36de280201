/** The hashes and tables of `src/normalize/hash.ts`, number for number. */
import { word } from './memory';

export const SEED: i32 = <i32>0x811c9dc5;

export function hashByte(hash: i32, b: i32): i32 {
  return (hash ^ b) * 0x01000193;
}

export function hashRange(from: usize, to: usize): i32 {
  let hash = SEED;
  for (let i = from; i < to; i++) hash = hashByte(hash, load<u8>(i));
  return hash;
}

export function mix(hash: i32, value: i32): i32 {
  const h = (hash * <i32>0x85ebca6b) ^ value;
  const m = (h ^ (h >>> 13)) * <i32>0x9e3779b1;
  return m ^ (m >>> 16);
}

/** The value of a hash, or -1. */
export function lookUp(table: usize, size: i32, hash: i32): i32 {
  let at = <i32>((<u64>(<u32>hash) * <u64>(<u32>size)) >> 32);
  while (word(table, at * 2 + 1) !== -1 && word(table, at * 2) !== hash) at = at + 1 === size ? 0 : at + 1;
  return word(table, at * 2 + 1);
}
