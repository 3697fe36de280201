/** What is owed to one host: a pause between requests, a budget, and giving up when it does not answer. */
import type { FetchOptions } from './options.ts';

/** What was used of a host's budget. */
export type HostUse = { readonly requests: number; readonly bytes: number; readonly ms: number };

/** So many failures in a row, retries included, and the host is left alone. */
const MAX_FAILURES = 6;
/** A longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class HostGate {
  readonly #options: FetchOptions;
  #requests = 0;
  #bytes = 0;
  #ms = 0;
  #failures = 0;
  /** When the next request may start, by `performance.now()`. */
  #next = 0;
  #delayMs: number;

  constructor(options: FetchOptions) {
    this.#options = options;
    this.#delayMs = options.delayMs;
  }

  use(): HostUse {
    return { requests: this.#requests, bytes: this.#bytes, ms: Math.round(this.#ms) };
  }

  /** What robots.txt asks for; never less than our own pause. */
  slowTo(seconds: number): void {
    if (Number.isFinite(seconds)) this.#delayMs = Math.max(this.#delayMs, seconds * 1000);
  }

  /** Why nothing more may be asked, or null. */
  closed(): 'budget' | 'host-down' | null {
    const { maxRequests, maxHostMs, maxHostBytes } = this.#options;
    if (this.#failures >= MAX_FAILURES) return 'host-down';
    const wait = Math.max(0, this.#next - performance.now());
    const isSpent = this.#requests >= maxRequests || this.#bytes >= maxHostBytes || this.#ms + wait >= maxHostMs;
    return isSpent ? 'budget' : null;
  }

  /** Waits for the host's turn; false if that would cost more than is left, or if we were stopped. */
  async turn(): Promise<boolean> {
    if (this.closed() !== null) return false;
    const wait = this.#next - performance.now();
    if (wait > 0) {
      this.#ms += wait;
      await pause(Math.min(wait, LONGEST_TIMER), this.#options.signal);
    }
    return this.#options.signal?.aborted !== true;
  }

  bytesLeft(): number {
    return Math.max(0, this.#options.maxHostBytes - this.#bytes);
  }

  msLeft(): number {
    return Math.max(0, Math.ceil(this.#options.maxHostMs - this.#ms));
  }

  /** An attempt is over, `isSent` if it reached the host. `waitMs` is to pass before the next, if that is longer than the usual pause. */
  spent(ms: number, bytes: number, isSent: boolean, isFailure: boolean, waitMs = 0): void {
    if (isSent) this.#requests++;
    this.#bytes += bytes;
    this.#ms += ms;
    this.#failures = isFailure ? this.#failures + 1 : 0;
    this.#next = performance.now() + Math.max(this.#delayMs, waitMs);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
    if (signal?.aborted) done();
  });
}
