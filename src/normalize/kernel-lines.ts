/** Streams of lines through the kernel: blocks of whole lines, and one by one those that it leaves to the runner. */
import type { Bytes } from './bytes.ts';
import type { Kernel } from './kernel.ts';

const LF = 10;

/** So much goes in at a time, unless a line is longer: little enough to stay in the processor's cache. */
const BLOCK = 65536;

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
    let end = to - at <= BLOCK ? to : bytes.lastIndexOf(LF, at + BLOCK - 1) + 1;
    if (end <= at) {
      const lf = bytes.indexOf(LF, at);
      end = lf + 1;
      if (end - at > input.length) {
        other(bytes, at, lf);
        at = end;
        continue;
      }
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
