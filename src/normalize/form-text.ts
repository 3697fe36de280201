/** The form of a URL as a string. */
import { type Bytes, decode } from './bytes.ts';

/**
 * Rules change little, so the form is put together from the URL's own beginning and end, which costs nothing, with what is new
 * between them. A form much shorter than the URL is made anew: a piece of a string keeps the whole string in memory.
 */
export function formText(url: string, input: Bytes, bytes: Uint8Array, from: number, to: number): string {
  const isAscii = input.length === url.length;
  if (!isAscii || (to - from) * 2 < url.length) return decode(bytes, from, to, 'text');
  const { data, length } = input;
  const most = Math.min(length, to - from);
  let start = 0;
  while (start < most && data[start] === bytes[from + start]) start++;
  let end = 0;
  while (end < most - start && data[length - 1 - end] === bytes[to - 1 - end]) end++;
  return url.slice(0, start) + decode(bytes, from + start, to - end, 'text') + url.slice(length - end);
}
