/** Chooses which URLs of a large cluster are aligned, and in which order; the twin of `src/learn/alignment/sample.ts` and of the generator in `src/base/random.ts`. */
import { room } from '../host';
import { base, FROM, NUMBER, setWord, TO } from './memory';
import { finish, isAscii, mix, seedOf } from './seed';
import { sortRecords } from './sort';
import { setOrdered } from './urls';

const RECORD: usize = 16;

/** As many are chosen of larger clusters; 0 if the kernel cannot. */
let size: i32 = 0;
/** The state after the run's seed and the stage `sample`. */
let start: i32 = 0;
/** Room for twice the records of so many URLs. */
let records: usize = 0;
let most: i32 = 0;
/** State of the generator. */
let a: i32 = 0;
let b: i32 = 0;
let c: i32 = 0;
let d: i32 = 0;

/** The seed is given in two words. */
export function setSample(urls: i32, low: i32, high: i32): void {
  size = urls;
  start = mix(low, high);
  start = mix(start, 115);
  start = mix(start, 97);
  start = mix(start, 109);
  start = mix(start, 112);
  start = mix(start, 108);
  start = mix(start, 101);
  start = mix(start, 6 + 0x10000);
}

export function canSample(): bool {
  return size > 0;
}

/** Where so many records of a beginning, an end and a number are to be written. */
export function recordsFor(urls: i32): usize {
  if (urls > most) {
    // What is outgrown stays unused.
    most = 2 * urls;
    records = room(<i32>(2 * RECORD * <usize>most));
  }
  return records;
}

/** Sorts them, each once; gives how many there are. The first is the smallest. */
export function sortWritten(urls: i32): i32 {
  return sortRecords(records, urls);
}

/** Takes all of so many sorted records, or, of more than are to be aligned, a random choice in random order. False if the smallest is not ASCII, so that its characters count otherwise. */
export function takeSample(sorted: i32): bool {
  if (sorted > size) {
    const seed = seedOf(start, load<u32>(records), load<u32>(records, 4));
    if (!isAscii) return false;
    startRandom(seed);
    for (let i = 0; i < size; i++) swap(i, i + below(sorted - i));
  }
  const count = min(sorted, size);
  for (let u = 0; u < count; u++) {
    const at = records + <usize>u * RECORD;
    setWord(base + FROM, u, load<i32>(at));
    setWord(base + TO, u, load<i32>(at, 4));
    setWord(base + NUMBER, u, load<i32>(at, 8));
  }
  setOrdered(count);
  return true;
}

function swap(i: i32, j: i32): void {
  const one = records + <usize>i * RECORD;
  const other = records + <usize>j * RECORD;
  const kept = v128.load(one);
  v128.store(one, v128.load(other));
  v128.store(other, kept);
}

function startRandom(seed: i32): void {
  const filler = mix(seed, 0);
  const step: i32 = <i32>0x9e3779b9;
  a = finish(filler + step);
  b = finish(filler + 2 * step);
  c = finish(filler + 3 * step);
  d = finish(filler + 4 * step) | 1;
}

function next(): u32 {
  const result = <u32>(rotl<i32>(b * 5, 7) * 9);
  const t = b << 9;
  c ^= a;
  d ^= b;
  b ^= c;
  a ^= d;
  c ^= t;
  d = rotl<i32>(d, 11);
  return result;
}

/** Numbers past the last whole multiple of n would favor the small results. */
function below(n: i32): i32 {
  const limit = ((<u64>1) << 32) - (((<u64>1) << 32) % <u64>n);
  let x = next();
  while (<u64>x >= limit) x = next();
  return <i32>(x % <u32>n);
}
