/** The `decode` operation of edit rules: triplets that RFC 3986 lets stand decoded where they are. */
import type { Bytes } from './bytes.ts';
import { hexDigit, isUnreservedByte, tripletAt } from './convert-bytes.ts';

/** 1 for characters that mean the same decoded in a path. */
export const PATH_ALLOWED = tableOf("!$&'()*+,;=:@");
/** The same for a query. */
export const QUERY_ALLOWED = tableOf("!$'()*,:@/?");

/** Appends a range with the triplets of allowed characters decoded; one that would complete a broken `%` before it stays. */
export function appendDecodedWhere(allowed: Uint8Array, bytes: Uint8Array, from: number, to: number, out: Bytes): void {
  // How much of an unfinished triplet the output ends with: 0 none, 1 a bare `%`, 2 a bare `%` and a hex digit.
  let open = 0;
  for (let i = from; i < to; i++) {
    const b = bytes[i]!;
    const value = b === 37 ? tripletAt(bytes, i, to) : -1;
    if (value < 0) {
      out.push(b);
      open = b === 37 ? 1 : open === 1 && hexDigit(b) >= 0 ? 2 : 0;
      continue;
    }
    if (open === 0 && allowed[value] === 1) out.push(value);
    else {
      out.append(bytes, i, i + 3);
      open = 0;
    }
    i += 2;
  }
}

function tableOf(others: string): Uint8Array {
  const table = new Uint8Array(256);
  for (let b = 0; b < 256; b++) if (isUnreservedByte(b) || others.includes(String.fromCharCode(b))) table[b] = 1;
  return table;
}
