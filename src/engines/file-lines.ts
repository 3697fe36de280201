/** Lines of a file one after the other, in little memory. */
import { closeSync, openSync, readSync } from 'node:fs';

const LF = 10;
const READ = 1 << 18;

export function* readFileLines(path: string, encoding: Encoding = 'utf-8'): Generator<string> {
  const fd = openSync(path, 'r');
  try {
    yield* linesOf((chunk) => readSync(fd, chunk, 0, chunk.length, null), encoding);
  } finally {
    closeSync(fd);
  }
}

/** `latin1` is a character per byte. */
export type Encoding = 'utf-8' | 'latin1';

/**
 * `read` fills a chunk and says how much; 0 is the end. Lines come without their ends. They are cut out of the text of a chunk, which
 * takes far less time than decoding each; who keeps a line, or a part of it, keeps the whole text.
 */
export function* linesOf(read: (chunk: Uint8Array) => number, encoding: Encoding = 'utf-8'): Generator<string> {
  const chunk = Buffer.allocUnsafe(READ);
  let open: Buffer[] = [];
  for (;;) {
    const size = read(chunk);
    if (size === 0) break;
    const end = chunk.lastIndexOf(LF, size - 1);
    // What is read next overwrites the chunk.
    const rest = Buffer.from(chunk.subarray(end + 1, size));
    if (end !== -1) {
      const text = joined(open, chunk.subarray(0, end)).toString(encoding);
      let from = 0;
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
        yield text.slice(from, at);
        from = at + 1;
      }
      yield text.slice(from);
      open = [];
    }
    if (rest.length > 0) open.push(rest);
  }
  if (open.length > 0) yield joined(open).toString(encoding);
}

function joined(open: readonly Buffer[], last?: Buffer): Buffer {
  if (open.length === 0 && last) return last;
  return Buffer.concat(last ? [...open, last] : open);
}
