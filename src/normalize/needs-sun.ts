/** Whether standard normalization could change a URL: one pass over its bytes that says no for nearly all of a clean crawl. */

/** False only if the URL is its own standard-normalized form. */
export function needsSun(bytes: Uint8Array, from: number, to: number): boolean {
  let i = from;
  for (; i < to; i++) {
    const b = bytes[i]!;
    if (b === 58) break;
    if (b >= 65 && b <= 90) return true;
    if (b === 47 || b === 63 || b === 35) return false;
  }
  if (i + 2 >= to || bytes[i + 1] !== 47 || bytes[i + 2] !== 47) return true;
  for (i += 3; i < to; i++) {
    const b = bytes[i]!;
    if (b === 47) break;
    if (b === 63 || b === 35 || b === 58 || (b >= 65 && b <= 90)) return true;
  }
  if (i >= to) return true;
  let previous = 0;
  for (; i < to; i++) {
    const b = bytes[i]!;
    if (b === 37 || b === 35 || (b === 46 && previous === 47)) return true;
    previous = b;
  }
  return false;
}
