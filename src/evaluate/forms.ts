/** The form of each URL as a number: URLs with equal numbers have equal forms. */
import { TextHash, TextNumbers } from '../clusters/index.ts';
import type { Normalizer } from '../normalize/index.ts';

/** One number for each of the chosen URLs, in their order. */
export function formsOf(chosen: Int32Array, urls: readonly string[], normalizer: Pick<Normalizer, 'key'>): Int32Array {
  const numbers = new TextNumbers();
  const hash = new TextHash();
  return chosen.map((url) => numbers.add(hash.ofText(normalizer.key(urls[url]!))));
}

/** How many of the chosen URLs have each form. */
export function formSizes(forms: Int32Array): Int32Array {
  let last = -1;
  for (const form of forms) if (form > last) last = form;
  const sizes = new Int32Array(last + 1);
  for (const form of forms) sizes[form]!++;
  return sizes;
}
