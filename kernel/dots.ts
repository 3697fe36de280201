/** Dot segments of the path at the end of the output, removed in place (RFC 3986 5.2.4). */
import { byte } from './memory';
import { length, out, shorten } from './output';

/** The path begins at this place of the output and goes to its end. */
export function removeDots(path: i32): void {
  const start = out + path;
  const end = out + length;
  let written = start;
  let i = start;
  while (i < end) {
    let next = i + 1;
    while (next < end && byte(next) !== 47) next++;
    const n = next - i;
    const isDot = n === 2 && byte(i + 1) === 46;
    const isTwo = n === 3 && byte(i + 1) === 46 && byte(i + 2) === 46;
    if (isTwo && written > start) {
      written--;
      while (byte(written) !== 47) written--;
    }
    if (isDot || isTwo) {
      if (next === end) store<u8>(written++, 47);
    } else {
      // Nothing moves before the first dots; what moves is short, and a call for it would take longer.
      if (written === i) written = next;
      else for (let k = i; k < next; k++) store<u8>(written++, <u8>byte(k));
    }
    i = next;
  }
  if (written === start && end > start) store<u8>(written++, 47);
  shorten(<i32>(written - out));
}
