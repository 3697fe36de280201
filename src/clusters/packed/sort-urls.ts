/** Sorts URLs by code point, byte by byte from the front: what most of them begin with is looked at once, not at each comparison. */
import { compareUrls, touchUrls, type UrlPack } from './url-pack.ts';

/** So few are compared with each other. */
const FEW = 24;
/** A byte, or the end of the text, which comes first. */
const KINDS = 257;
/** Texts that are equal for so long are compared: a level of its own for every byte of theirs would be many. */
const DEEP = 64;

/** Numbers of URLs in the order of the URLs; equal ones stay in their order. */
export function sortUrls(pack: UrlPack, numbers: Int32Array): void {
  if (pack.isWellFormed) sortFrom(pack, numbers, new Int32Array(numbers.length), 0);
  else sortFew(pack, numbers);
}

/** Sorts URLs whose first `depth` bytes are equal. */
function sortFrom(pack: UrlPack, numbers: Int32Array, spare: Int32Array, depth: number): void {
  if (numbers.length <= FEW || depth === DEEP) {
    sortFew(pack, numbers);
    return;
  }
  if (depth === 0) touchUrls(pack, numbers, 0, numbers.length);
  const { bytes, starts, ends } = pack;
  const begins = new Int32Array(KINDS + 1);
  for (let i = 0; i < numbers.length; i++)
    begins[kindAt(bytes, starts[numbers[i]!]! + depth, ends[numbers[i]!]!) + 1]!++;
  for (let k = 0; k < KINDS; k++) begins[k + 1]! += begins[k]!;
  const next = begins.slice();
  for (let i = 0; i < numbers.length; i++)
    spare[next[kindAt(bytes, starts[numbers[i]!]! + depth, ends[numbers[i]!]!)]!++] = numbers[i]!;
  numbers.set(spare.subarray(0, numbers.length));
  // Those that end here are equal.
  for (let k = 1; k < KINDS; k++) {
    const from = begins[k]!;
    const to = begins[k + 1]!;
    if (to - from > 1) sortFrom(pack, numbers.subarray(from, to), spare, depth + 1);
  }
}

function kindAt(bytes: Uint8Array, at: number, end: number): number {
  return at < end ? bytes[at]! + 1 : 0;
}

function sortFew(pack: UrlPack, numbers: Int32Array): void {
  const sorted = Array.from(numbers).sort((u, v) => compareUrls(pack, u, v));
  numbers.set(sorted);
}
