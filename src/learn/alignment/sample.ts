/** Which URLs of a cluster are aligned, and in which order. */
import { compareCodePoints, createRandom, type Random, seedFrom } from '../../base/index.ts';
import { type UrlPack, urlText } from '../../clusters/index.ts';

const HAS_HIGH_UNITS = /[\ud800-\uffff]/;

/** The distinct URLs by code point, so that the order in which they are given does not matter. */
export function sortDistinct(urls: readonly string[]): string[] {
  const sorted = urls.slice();
  // JavaScript's own order is that of code points where there are no surrogates, and several times faster.
  if (sorted.some((url) => HAS_HIGH_UNITS.test(url))) sorted.sort(compareCodePoints);
  else sorted.sort();
  let size = 0;
  for (let i = 0; i < sorted.length; i++) if (size === 0 || sorted[i] !== sorted[size - 1]) sorted[size++] = sorted[i]!;
  sorted.length = size;
  return sorted;
}

/** All of the sorted URLs; of more than `size` a random choice in random order (ROD Algorithms 2 and 4). */
export function sampleSorted(sorted: readonly string[], size: number, seed: number): readonly string[] {
  if (sorted.length <= size) return sorted;
  const urls = sorted.slice();
  drawFirst(urls, urls.length, size, createRandom(seedFrom(seed, 'sample', sorted[0]!)));
  urls.length = size;
  return urls;
}

/** The same for sorted numbers of URLs, in place; gives how many are taken. */
export function drawSample(pack: UrlPack, sorted: Int32Array, length: number, size: number, seed: number): number {
  if (length <= size) return length;
  drawFirst(sorted, length, size, createRandom(seedFrom(seed, 'sample', urlText(pack, sorted[0]!))));
  return size;
}

/** Draws the first `size` of `length` things at random: the first places of a full shuffle. */
export function drawFirst<T>(list: { [place: number]: T }, length: number, size: number, random: Random): void {
  for (let i = 0; i < size; i++) {
    const j = i + random.below(length - i);
    const drawn = list[j]!;
    list[j] = list[i]!;
    list[i] = drawn;
  }
}
