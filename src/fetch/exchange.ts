/** One request and its answer, or how it failed; no retries, no redirects, no politeness. */
import { Agent, type buildConnector, errors } from 'undici';
import { readBody } from './body.ts';
import { RefusedAddress } from './connector.ts';
import type { FailureCode } from './failure.ts';
import type { FetchOptions } from './options.ts';
import type { Target } from './target.ts';

export type Exchange =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      /** Of answers with status 200 only. */
      readonly body: Uint8Array;
      readonly wireBytes: number;
    }
  | { readonly kind: 'failure'; readonly code: FailureCode; readonly wireBytes: number };

export type Limits = {
  /** Of the decoded body. */
  readonly maxBytes: number;
  /** For all of the request. */
  readonly maxMs: number;
  /** A larger body is cut and not a failure. */
  readonly isStartEnough: boolean;
};

export class Exchanger {
  readonly #agent: Agent;
  readonly #stop: AbortSignal | undefined;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(options: FetchOptions, userAgent: string, connect: buildConnector.connector) {
    this.#stop = options.signal;
    this.#headers = {
      'user-agent': userAgent,
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'accept-encoding': 'gzip, deflate, br',
    };
    this.#agent = new Agent({
      connect,
      connections: 1,
      pipelining: 1,
      allowH2: false,
      headersTimeout: options.idleTimeoutMs,
      bodyTimeout: options.idleTimeoutMs,
    });
  }

  /** Never throws. */
  async ask({ origin, path }: Target, { maxBytes, maxMs, isStartEnough }: Limits): Promise<Exchange> {
    const deadline = AbortSignal.timeout(maxMs);
    const stop = this.#stop;
    let wireBytes = 0;
    const count = (bytes: number) => {
      wireBytes += bytes;
    };
    try {
      const signal = stop ? AbortSignal.any([stop, deadline]) : deadline;
      const { statusCode, headers, body } = await this.#agent.request({
        origin,
        path,
        method: 'GET',
        headers: this.#headers,
        signal,
      });
      // A body that is not read to its end would otherwise report the end of its connection to nobody.
      body.on('error', () => undefined);
      if (statusCode !== 200) {
        await skipBody(body, count);
        return { kind: 'answer', status: statusCode, headers, body: new Uint8Array(0), wireBytes };
      }
      const { bytes, problem } = await readBody(body, headerOf(headers, 'content-encoding'), maxBytes, count);
      if (problem !== undefined) body.destroy();
      if (problem !== undefined && !(isStartEnough && problem === 'too-large')) {
        return { kind: 'failure', code: problem, wireBytes };
      }
      return { kind: 'answer', status: statusCode, headers, body: bytes, wireBytes };
    } catch (error) {
      return { kind: 'failure', code: stop?.aborted ? 'stopped' : codeOf(error, deadline), wireBytes };
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** Reads what few bytes an answer without a page has, so that its connection can be used again; more than a few are not worth it. */
async function skipBody(body: AsyncIterable<Uint8Array>, count: (wireBytes: number) => void): Promise<void> {
  let left = SKIPPED;
  try {
    for await (const piece of body) {
      count(piece.length);
      left -= piece.length;
      if (left < 0) return;
    }
  } catch {
    // The status is known, and that is all there was to learn.
  }
}

const SKIPPED = 65_536;

/** Of several the last one counts, as in browsers. */
export function headerOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.at(-1) : value;
}

/** Where a redirect leads, as written; undefined for other answers. */
export function locationOf({ status, headers }: Extract<Exchange, { kind: 'answer' }>): string | undefined {
  const header = status >= 300 && status < 400 ? headerOf(headers, 'location') : undefined;
  if (header === undefined) return undefined;
  // Header bytes come as characters of one byte each; most servers mean UTF-8.
  const text = Buffer.from(header, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? header : text;
}

function codeOf(error: unknown, deadline: AbortSignal): FailureCode {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (cause instanceof RefusedAddress) return 'refused-address';
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'no-address';
    if (cause instanceof errors.ConnectTimeoutError || UNCONNECTED.has(code)) return 'no-connection';
    if (cause instanceof errors.HeadersTimeoutError || cause instanceof errors.BodyTimeoutError) return 'timeout';
  }
  return deadline.aborted ? 'timeout' : 'broken';
}

const UNCONNECTED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL']);
