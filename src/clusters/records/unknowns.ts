/** URLs that were seen without content, and what is kept of them: the sizes of their answers. */
import { Growing, growingInts } from './growing.ts';
import { NO_LENGTH, type SeenRow } from './row.ts';

/** URLs in order, with the bytes of their smallest and largest answers. */
export type Unknowns = {
  readonly urls: Growing<Int32Array<ArrayBuffer>>;
  readonly shortest: Growing<Uint32Array<ArrayBuffer>>;
  readonly longest: Growing<Uint32Array<ArrayBuffer>>;
};

export function noUnknowns(): Unknowns {
  const sizes = () => new Growing(new Uint32Array(1024));
  return { urls: growingInts(), shortest: sizes(), longest: sizes() };
}

/** `rows`: the answers whose size is that of a page. */
export function addUnknown({ urls, shortest, longest }: Unknowns, url: number, rows: readonly SeenRow[]): void {
  let least = NO_LENGTH;
  let most = 0;
  for (const { length } of rows) {
    // An answer of no bytes was broken off.
    if (length <= 0) continue;
    least = Math.min(least, length);
    most = Math.max(most, Math.min(length, NO_LENGTH - 1));
  }
  urls.push(url);
  shortest.push(least);
  longest.push(most);
}
