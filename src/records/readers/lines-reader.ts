/** Makes a reader of bytes out of a reader of lines. */
import type { ByteReader, LineReader, Sink } from '../reader.ts';
import { LineCutter } from './lines.ts';
import { textOf } from './lines-text.ts';

/** Characters of a bad line that are shown. */
const SHOWN = 120;
/** Four bytes of UTF-8 a character at most. */
const SHOWN_BYTES = SHOWN * 4;

export function readLines(sink: Sink, read: LineReader): ByteReader {
  let number = 0;
  let isOpen = false;
  const cutter = new LineCutter((bytes, from, to) => {
    number++;
    const result = read(bytes, from, to, isOpen);
    if (result === null) return;
    if (typeof result !== 'string') sink.record(result);
    // A last line without an end was cut off, unless it is all there is.
    else sink.problem(isOpen && number > 1 ? 'cut-off' : result, shownLine(number, bytes, from, to));
  });
  return {
    push: (chunk) => cutter.push(chunk),
    end(wasCut) {
      isOpen = true;
      if (!wasCut) cutter.end();
    },
  };
}

/** The place and the text of a line, as examples of problems show it. */
export function shownLine(number: number, bytes: Buffer, from: number, to: number): string {
  return `line ${number}: ${textOf(bytes, from, Math.min(to, from + SHOWN_BYTES)).slice(0, SHOWN)}`;
}
