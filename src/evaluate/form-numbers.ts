/** What rules make of packed URLs, as numbers: bytes go in and bytes come out, and no string is made for nearly all of them. */
import { TextHash, TextNumbers, type UrlPack, urlText } from '../clusters/index.ts';
import type { Normalizer } from '../normalize/index.ts';

/** How many forms there are, and the number of each URL's, in the order in which they first come. */
export type FormNumbers = { readonly forms: number; readonly formOf: Int32Array };

const LF = 10;
const CR = 13;
/** Bytes that go through at a time: more would leave the processor's cache. */
const BLOCK = 65536;

/** Numbers the forms of one pack after the other. */
export function formNumbering({ key, lines }: Pick<Normalizer, 'key' | 'lines'>): (urls: UrlPack) => FormNumbers {
  const hash = new TextHash();
  const byLines = lines('key');
  const block = new Uint8Array(BLOCK);
  return (urls) => {
    const formOf = new Int32Array(urls.count);
    const numbers = new TextNumbers(urls.count);
    const numberText = (u: number) => {
      formOf[u] = numbers.add(hash.ofText(key(urlText(urls, u))));
    };
    for (let from = 0; from < urls.count; ) {
      const { to, length } = putLines(urls, from, block);
      if (to === from) {
        numberText(from++);
        continue;
      }
      const keys = byLines.push(block.subarray(0, length));
      if (countLines(keys) !== to - from) {
        // A key that has a line end in it cannot be told from two.
        while (from < to) numberText(from++);
        continue;
      }
      for (let at = 0; from < to; from++) {
        const end = keys.indexOf(LF, at);
        formOf[from] = numbers.add(hash.ofRange(keys, at, end));
        at = end + 1;
      }
    }
    return { forms: numbers.size, formOf };
  };
}

/** Puts URLs into a block, each a line, up to the first for which there is no room or that is no line; gives its number, and the length of all. */
function putLines(
  { bytes, starts, ends, count, isWellFormed }: UrlPack,
  from: number,
  block: Uint8Array,
): { readonly to: number; readonly length: number } {
  let length = 0;
  for (let u = from; u < count; u++) {
    const end = ends[u]!;
    if (!isWellFormed || length + end - starts[u]! >= block.length) return { to: u, length };
    const start = length;
    for (let at = starts[u]!; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === LF || byte === CR) return { to: u, length: start };
      block[length++] = byte;
    }
    block[length++] = LF;
  }
  return { to: count, length };
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LF) count++;
  return count;
}
