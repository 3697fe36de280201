/** Asks hosts as politely as they deserve: in their turn, within their budget, and again after a while what failed in passing. */
import { type Exchange, type Exchanger, headerOf } from './exchange.ts';
import { UNSENT } from './failure.ts';
import { HostGate, type HostUse } from './host-gate.ts';
import type { FetchOptions } from './options.ts';
import type { Unknown } from './outcome.ts';
import type { Target } from './target.ts';

/** Answers that speak of the moment and not of the page. */
const PASSING = new Set([408, 425, 429, 502, 503, 504]);
/** What the end of a budget looks like. */
const CUT = new Set<string>(['too-large', 'timeout']);

export class Asker {
  readonly #options: FetchOptions;
  readonly #exchanger: Exchanger;
  readonly #gates = new Map<string, HostGate>();

  constructor(options: FetchOptions, exchanger: Exchanger) {
    this.#options = options;
    this.#exchanger = exchanger;
  }

  /** An answer or a failure, or why nothing was asked. */
  async ask(target: Target, maxBytes: number, isStartEnough = false): Promise<Exchange | Unknown> {
    const gate = this.gate(target.host);
    for (let attempt = 0; ; attempt++) {
      if (!(await gate.turn())) return this.#options.signal?.aborted ? 'stopped' : (gate.closed() ?? 'budget');
      const started = performance.now();
      const exchange = await this.#exchanger.ask(target, {
        maxBytes: Math.min(maxBytes, gate.bytesLeft()),
        maxMs: Math.min(this.#options.requestTimeoutMs, gate.msLeft()),
        isStartEnough,
      });
      const isFailure = mayPass(exchange);
      const isLast = !isFailure || attempt >= this.#options.retries;
      const backoff = isLast ? 0 : this.#options.backoffMs * 2 ** attempt;
      const wait = isFailure ? Math.max(backoff, retryAfterMs(exchange)) : 0;
      gate.spent(performance.now() - started, exchange.wireBytes, isSent(exchange), isFailure, wait);
      if (exchange.kind === 'failure' && exchange.code === 'stopped') return 'stopped';
      // What was cut short by the budget says nothing of the page.
      if (exchange.kind === 'failure' && CUT.has(exchange.code) && gate.closed() === 'budget') return 'budget';
      if (isLast) return exchange;
    }
  }

  gate(host: string): HostGate {
    let gate = this.#gates.get(host);
    if (gate === undefined) {
      gate = new HostGate(this.#options);
      this.#gates.set(host, gate);
    }
    return gate;
  }

  /** What was used, of hosts that were asked anything. */
  uses(): (HostUse & { readonly host: string })[] {
    return [...this.#gates].map(([host, gate]) => ({ host, ...gate.use() })).filter(({ requests }) => requests > 0);
  }
}

/** True if the host has seen a request. */
export function isSent(exchange: Exchange): boolean {
  return exchange.kind === 'answer' || !(UNSENT as readonly string[]).includes(exchange.code);
}

/** True for a status that may be another one in a moment. */
export function isPassing(status: number): boolean {
  return PASSING.has(status);
}

function mayPass(exchange: Exchange): boolean {
  if (exchange.kind === 'answer') return isPassing(exchange.status);
  return exchange.code === 'timeout' || exchange.code === 'broken' || exchange.code === 'no-connection';
}

/** Retry-After, in seconds or as a date. */
function retryAfterMs(exchange: Exchange): number {
  const value = exchange.kind === 'answer' ? headerOf(exchange.headers, 'retry-after') : undefined;
  if (value === undefined) return 0;
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
