/** Lines of inputs: as one stream of bytes for the fast path, as strings for the outputs that need strings. */
import type { LineTransform } from '../normalize/index.ts';
import type { Input } from '../records/index.ts';

/** `utf8` shows bytes that are not UTF-8 as replacement characters; `latin1` is a character per byte, so nothing is lost. */
export type Encoding = 'utf8' | 'latin1';

const LF = 10;

/** The bytes of several inputs as one stream; a line end missing at the end of one is put before the next. */
export async function* joinInputs(inputs: readonly Input[]): AsyncGenerator<Uint8Array> {
  let last = LF;
  for (const input of inputs) {
    let isAtStart = true;
    for await (const chunk of input) {
      if (chunk.length === 0) continue;
      if (isAtStart && last !== LF) yield Uint8Array.of(LF);
      isAtStart = false;
      // Looked at before the chunk is handed over, because it is valid only until then.
      last = chunk.at(-1)!;
      yield chunk;
    }
  }
}

/** Lines in batches, without their line ends (LF or CR LF); a last line without a line end counts. */
export async function* readLines(inputs: readonly Input[], encoding: Encoding): AsyncGenerator<readonly string[]> {
  for await (const batch of wholeLines(inputs)) yield split(batch, encoding);
}

/** Lines in batches, each with what the transform makes of it. */
export async function* transformedLines(
  inputs: readonly Input[],
  transform: LineTransform,
  encoding: Encoding,
): AsyncGenerator<readonly (readonly [line: string, result: string])[]> {
  for await (const batch of wholeLines(inputs)) {
    const results = split(transform.push(batch), encoding);
    yield split(batch, encoding).map((line, i) => [line, results[i]!]);
  }
}

/** Chunks that end where a line ends; the last line gets a line end if it has none. */
async function* wholeLines(inputs: readonly Input[]): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array[] = [];
  for await (const chunk of joinInputs(inputs)) {
    const end = chunk.lastIndexOf(LF) + 1;
    if (end > 0) {
      yield rest.length === 0 ? chunk.subarray(0, end) : Buffer.concat([...rest, chunk.subarray(0, end)]);
      rest = [];
    }
    // The chunk is valid only until the next one.
    if (end < chunk.length) rest.push(new Uint8Array(chunk.subarray(end)));
  }
  if (rest.length > 0) yield Buffer.concat([...rest, Uint8Array.of(LF)]);
}

function split(lines: Uint8Array, encoding: Encoding): string[] {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength - 1).toString(encoding);
  return text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}
