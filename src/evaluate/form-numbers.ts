/** What rules make of packed URLs, as numbers: bytes go in and bytes come out, and no string is made for nearly all of them. */
import { TextHash, TextNumbers, type UrlPack, urlText } from '../clusters/index.ts';
import type { Normalizer } from '../normalize/index.ts';

/** How many forms there are, and the number of each URL's, in the order in which they first come. */
export type FormNumbers = { readonly forms: number; readonly formOf: Int32Array };

const LF = 10;
const CR = 13;
/** Bytes that go through at a time: more would leave the processor's cache. */
const BLOCK = 65536;

export function formNumbers({ key, lines }: Pick<Normalizer, 'key' | 'lines'>, urls: UrlPack): FormNumbers {
  const { bytes, starts, ends, count } = urls;
  const formOf = new Int32Array(count);
  const hash = new TextHash();
  const numbers = new TextNumbers(count);
  const byLines = lines('key');
  const block = new Uint8Array(BLOCK);
  let [from, length] = [0, 0];
  for (let u = 0; u < count; u++) {
    const size = ends[u]! - starts[u]!;
    const isLine = urls.isWellFormed && size < BLOCK && !hasLineEnd(bytes, starts[u]!, ends[u]!);
    if (!isLine || length + size + 1 > BLOCK) {
      numberLines(u);
      from = u;
    }
    if (isLine) {
      block.set(bytes.subarray(starts[u]!, ends[u]!), length);
      length += size;
      block[length++] = LF;
    } else {
      numberText(u);
      from = u + 1;
    }
  }
  numberLines(count);
  return { forms: numbers.size, formOf };

  function numberText(u: number): void {
    formOf[u] = numbers.add(hash.ofText(key(urlText(urls, u))));
  }

  /** Those before `to` that wait in the block. */
  function numberLines(to: number): void {
    const keys = byLines.push(block.subarray(0, length));
    length = 0;
    if (countLines(keys) !== to - from) {
      // A key that has a line end in it cannot be told from two.
      for (let u = from; u < to; u++) numberText(u);
      return;
    }
    for (let u = from, at = 0; u < to; u++) {
      const end = keys.indexOf(LF, at);
      formOf[u] = numbers.add(hash.ofRange(keys, at, end));
      at = end + 1;
    }
  }
}

function hasLineEnd(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] === LF || bytes[i] === CR) return true;
  return false;
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LF) count++;
  return count;
}
