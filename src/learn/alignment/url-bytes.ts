/** The URLs of one cluster as bytes in one buffer: several times faster to read than strings, which may be slices of a whole file. */
import { isLowSurrogate } from '../../base/index.ts';
import { grown } from './grown.ts';
import { sortDistinct } from './sample.ts';

/** Up to this many URLs are sorted in the buffer. */
const FEW = 8;

/**
 * UTF-8, but for a lone surrogate the three bytes that its number has; TextEncoder would make them all equal.
 */
export class UrlBytes {
  urls: readonly string[] = [];
  bytes = new Uint8Array(8192);
  /** URL u is `bytes[starts[u]] .. bytes[ends[u] - 1]`. */
  starts = new Int32Array(64);
  ends = new Int32Array(64);

  readonly #encoder = new TextEncoder();

  /** Takes URLs in the order given. */
  load(urls: readonly string[]): void {
    this.urls = urls;
    this.#copy(urls);
  }

  /** Takes the distinct URLs in the order of their code points. */
  loadSorted(urls: readonly string[]): void {
    if (urls.length > FEW || !this.#copy(urls)) {
      this.load(sortDistinct(urls));
      return;
    }
    const { starts, ends } = this;
    const sorted: string[] = [];
    for (let u = 0; u < urls.length; u++) {
      const start = starts[u]!;
      const end = ends[u]!;
      let at = sorted.length;
      let order = -1;
      while (at > 0) {
        order = this.#compare(starts[at - 1]!, ends[at - 1]!, start, end);
        if (order <= 0) break;
        at--;
      }
      if (at > 0 && order === 0) continue;
      for (let k = sorted.length; k > at; k--) {
        sorted[k] = sorted[k - 1]!;
        starts[k] = starts[k - 1]!;
        ends[k] = ends[k - 1]!;
      }
      sorted[at] = urls[u]!;
      starts[at] = start;
      ends[at] = end;
    }
    this.urls = sorted;
  }

  /** True if all URLs are ASCII: then the order of bytes is that of code points. */
  #copy(urls: readonly string[]): boolean {
    this.starts = grown(this.starts, urls.length);
    this.ends = grown(this.ends, urls.length);
    // One call for the whole cluster: the call costs more than the copying.
    const all = urls.join('');
    this.bytes = grown(this.bytes, 3 * all.length);
    const ascii = this.#encoder.encodeInto(all, this.bytes).written === all.length;
    let end = 0;
    for (let u = 0; u < urls.length; u++) {
      this.starts[u] = end;
      end = ascii ? end + urls[u]!.length : this.#encode(urls[u]!, end);
      this.ends[u] = end;
    }
    return ascii;
  }

  /** Writes a URL and returns its end. */
  #encode(url: string, start: number): number {
    let end = start;
    const { bytes } = this;
    for (let i = 0; i < url.length; i++) {
      let c = url.charCodeAt(i);
      if (c < 0x80) {
        bytes[end++] = c;
        continue;
      }
      if (c >= 0xd800 && c < 0xdc00 && isLowSurrogate(url.charCodeAt(i + 1))) c = url.codePointAt(i++)!;
      if (c < 0x800) bytes[end++] = 0xc0 | (c >> 6);
      else {
        if (c < 0x10000) bytes[end++] = 0xe0 | (c >> 12);
        else {
          bytes[end++] = 0xf0 | (c >> 18);
          bytes[end++] = 0x80 | ((c >> 12) & 63);
        }
        bytes[end++] = 0x80 | ((c >> 6) & 63);
      }
      bytes[end++] = 0x80 | (c & 63);
    }
    return end;
  }

  #compare(a: number, aEnd: number, b: number, bEnd: number): number {
    const { bytes } = this;
    const length = Math.min(aEnd - a, bEnd - b);
    for (let i = 0; i < length; i++) if (bytes[a + i] !== bytes[b + i]) return bytes[a + i]! - bytes[b + i]!;
    return aEnd - a - (bEnd - b);
  }
}

/** The text of a few bytes of the buffer. */
export function decodeBytes(bytes: Uint8Array, from: number, to: number): string {
  const c = bytes[from]!;
  if (c < 0x80) {
    let text = '';
    for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i]!);
    return text;
  }
  let point = c & (0x7f >> (to - from));
  for (let i = from + 1; i < to; i++) point = (point << 6) | (bytes[i]! & 63);
  return String.fromCodePoint(point);
}
