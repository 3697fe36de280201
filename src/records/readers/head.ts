/** Looks at the start of an input before anything is made of it. */
import type { Head } from '../reader.ts';

const LF = 10;
/** Lines that are looked at to find out the format, and bytes in which they must be. */
const HEAD_LINES = 20;
const HEAD_BYTES = 64 * 1024;

/** Takes chunks until there is enough to tell the format; `bytes` is all that was taken. */
export async function takeHead(chunks: AsyncIterator<Uint8Array>): Promise<Head> {
  const parts: Buffer[] = [];
  let size = 0;
  let lines = 0;
  while (lines < HEAD_LINES && size < HEAD_BYTES) {
    const { value, done } = await chunks.next();
    if (done) break;
    // A chunk is valid only until the next one.
    const part = Buffer.from(value);
    for (let at = part.indexOf(LF); at !== -1; at = part.indexOf(LF, at + 1)) lines++;
    size += part.length;
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  return { bytes, lines: firstLines(bytes) };
}

export function firstLines(bytes: Buffer): string[] {
  const text = bytes.toString('utf8', 0, HEAD_BYTES);
  const lines = text.split(/\r?\n/, HEAD_LINES + 1);
  // The last one may be cut: it counts only if there is no other, or if the input ends with it.
  if (lines.length > 1 && bytes.length > HEAD_BYTES) lines.pop();
  return lines.filter((line) => line !== '').slice(0, HEAD_LINES);
}
