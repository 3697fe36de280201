/** Single URLs through the kernel: a string of ASCII goes in as it is, and of what comes out only the changed middle is made anew. */
import { decode } from './bytes.ts';
import { CHANGED, FOR_RUNNER, type Kernel } from './kernel.ts';
import type { StringHost } from './string-host.ts';

const ENCODER = new TextEncoder();
/** From this length on it is asked first whether a string has UTF-8 at all: encoding a long one that has none, only to see that, is a fifth of what it costs. Short ones are encoded sooner than asked. */
const LONG = 1024;

/** The form of a URL, or the URL itself; null if the runner must find it. `host` says where the host ends and what its hash is, if that is known: else it ends at 0. */
export function kernelForm(kernel: Kernel, url: string, onlyFetchable: boolean, host: StringHost): string | null {
  const { length } = url;
  if (length >= LONG && !url.isWellFormed()) return null;
  // A string of as many bytes as characters is ASCII; the others may hold what has no UTF-8, and take the long way.
  if (length > kernel.mostBytes || ENCODER.encodeInto(url, kernel.input).written !== length) return null;
  const verdict = kernel.calls.key(length, onlyFetchable ? 1 : 0, host.end, host.hash);
  if (verdict === FOR_RUNNER) return null;
  const { result, memory } = kernel;
  if (verdict !== CHANGED) return url;
  const from = result[0]!;
  const to = result[1]!;
  const start = result[2]!;
  const end = result[3]!;
  // A piece of a string keeps the whole string in memory, so of a long one nothing short is cut.
  if ((to - from) * 2 < length) return decode(memory, from, to, 'text');
  const middle = from + start === to - end ? '' : decode(memory, from + start, to - end, 'text');
  return url.slice(0, start) + middle + url.slice(length - end);
}
