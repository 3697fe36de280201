/** Sorts byte strings that lie in one buffer: quicksort on one byte after the other, so that long common beginnings cost nothing. */

/** Where the strings are: `starts[i]` is the place of the first byte of string i, `lengths[i]` its length. */
export type Strings = { readonly bytes: Uint8Array; readonly starts: Uint32Array; readonly lengths: Uint32Array };

/** The numbers of the strings in the order of their bytes; equal strings stand together, in any order. */
export function sortStrings(strings: Strings, count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  // Parts that are still to be sorted: first, end, and the byte up to which all are equal.
  const parts = [0, count, 0];
  while (parts.length > 0) {
    const depth = parts.pop()!;
    const to = parts.pop()!;
    const from = parts.pop()!;
    if (to - from <= SMALL) insertionSort(strings, order, from, to, depth);
    else split(strings, order, from, to, depth, parts);
  }
  return order;
}

const SMALL = 12;

/** Puts strings with a smaller byte at `depth` first, those with a greater one last. */
function split(s: Strings, order: Uint32Array, from: number, to: number, depth: number, parts: number[]): void {
  const middle = (from + to) >> 1;
  const pivot = median(
    byteAt(s, order[from]!, depth),
    byteAt(s, order[middle]!, depth),
    byteAt(s, order[to - 1]!, depth),
  );
  let less = from;
  let greater = to;
  for (let i = from; i < greater; ) {
    const item = order[i]!;
    const byte = byteAt(s, item, depth);
    if (byte < pivot) {
      order[i++] = order[less]!;
      order[less++] = item;
    } else if (byte > pivot) {
      order[i] = order[--greater]!;
      order[greater] = item;
    } else i++;
  }
  if (less - from > 1) parts.push(from, less, depth);
  if (to - greater > 1) parts.push(greater, to, depth);
  // At -1 all of them have ended: they are equal.
  if (pivot >= 0 && greater - less > 1) parts.push(less, greater, depth + 1);
}

function insertionSort(s: Strings, order: Uint32Array, from: number, to: number, depth: number): void {
  for (let i = from + 1; i < to; i++) {
    const item = order[i]!;
    let j = i;
    for (; j > from && compareFrom(s, item, order[j - 1]!, depth) < 0; j--) order[j] = order[j - 1]!;
    order[j] = item;
  }
}

function compareFrom(s: Strings, a: number, b: number, depth: number): number {
  for (let d = depth; ; d++) {
    const x = byteAt(s, a, d);
    const y = byteAt(s, b, d);
    if (x !== y || x < 0) return x - y;
  }
}

/** -1 after the end. */
function byteAt({ bytes, starts, lengths }: Strings, string: number, depth: number): number {
  return depth < lengths[string]! ? bytes[starts[string]! + depth]! : -1;
}

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** Compares two byte strings as UTF-8 text is compared by code point. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
