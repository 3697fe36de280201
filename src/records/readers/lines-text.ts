/** Turns bytes of an input into strings. */

/** A string of its own: a part of a larger string would keep all of that in memory. Bytes that are not UTF-8 become replacement characters. */
export function textOf(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('utf8', from, to);
}
