/** Which URLs may be one page: wide groups, joined where RFC 3986 says that two URLs are the same resource whatever two fetches gave. */
import { sun } from '../url/index.ts';
import type { Labels } from './labels.ts';
import { TextHash } from './text-hash.ts';
import { TextNumbers } from './text-numbers.ts';
import { Union } from './union.ts';

/** For each wide number the number that stands for all it was joined with; `standard` are the URLs in standard form, if they are known. */
export function joinEquivalent(
  { urls, wide, wides }: Pick<Labels, 'urls' | 'wide' | 'wides'>,
  standard: readonly string[] = urls.map(sun),
): Int32Array {
  const union = new Union(wides);
  const hash = new TextHash();
  const numbers = new TextNumbers(standard.length);
  const firstWide: number[] = [];
  for (let u = 0; u < standard.length; u++) {
    const number = numbers.add(hash.ofText(standard[u]!));
    if (number === firstWide.length) firstWide.push(wide[u]!);
    else union.join(wide[u]!, firstWide[number]!);
  }
  return Int32Array.from({ length: wides }, (_, w) => union.root(w));
}
