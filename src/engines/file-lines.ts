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

/** `read` fills a chunk and says how much; 0 is the end. Lines come without their ends. */
export function* linesOf(read: (chunk: Uint8Array) => number, encoding: Encoding = 'utf-8'): Generator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const decode = (bytes: Uint8Array) =>
    encoding === 'utf-8' ? decoder.decode(bytes) : Buffer.from(bytes).toString('latin1');
  const chunk = new Uint8Array(READ);
  let open: Uint8Array[] = [];
  for (;;) {
    const size = read(chunk);
    if (size === 0) break;
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1 && end < size; end = chunk.indexOf(LF, from)) {
      const bytes = chunk.subarray(from, end);
      yield decode(open.length === 0 ? bytes : Buffer.concat([...open, bytes]));
      open = [];
      from = end + 1;
    }
    if (from < size) open.push(chunk.slice(from, size));
  }
  if (open.length > 0) yield decode(Buffer.concat(open));
}
