/** Streams of lines through the kernel: blocks of whole lines, and one by one those that it leaves to the runner. */
import type { Bytes } from './bytes.ts';
import type { Kernel } from './kernel.ts';

const LF = 10;

export type LineCounts = { lines: number; changed: number };

/** Does lines of [from, to), which all end with LF; a line that is not for the kernel goes to `other` with its end. */
export function runLines(
  kernel: Kernel,
  onlyFetchable: boolean,
  bytes: Uint8Array,
  from: number,
  to: number,
  out: Bytes,
  counts: LineCounts,
  other: (bytes: Uint8Array, from: number, lf: number) => void,
): void {
  const { input, output, calls } = kernel;
  for (let at = from; at < to; ) {
    const end = to - at <= input.length ? to : bytes.lastIndexOf(LF, at + input.length - 1) + 1;
    if (end <= at) {
      const lf = bytes.indexOf(LF, at);
      other(bytes, at, lf);
      at = lf + 1;
      continue;
    }
    const size = end - at;
    input.set(bytes.subarray(at, end));
    for (let done = 0; done < size; ) {
      const stop = calls.lines(done, size, onlyFetchable ? 1 : 0);
      out.append(output, 0, calls.outputLength());
      counts.lines += calls.linesDone();
      counts.changed += calls.linesChanged();
      done = stop < 0 ? -1 - stop : stop;
      if (stop >= 0) continue;
      const lf = bytes.indexOf(LF, at + done);
      other(bytes, at + done, lf);
      done = lf + 1 - at;
    }
    at = end;
  }
}
