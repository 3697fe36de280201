/** Refusals: thrown anywhere in a handler, answered as `application/problem+json` with a sentence that says what to do. */
import type { Problem } from './api.ts';

type More = Pick<Problem, 'current' | 'issues'>;

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Token needed',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Wrong method',
  408: 'Too slow',
  409: 'Conflict',
  413: 'Too large',
  415: 'Wrong content type',
  421: 'Wrong host',
  428: 'Version needed',
  429: 'Too many',
  500: 'Internal error',
  503: 'Busy',
};

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: More;
  /** `detail` must not hold anything of the machine: it goes out as it is. */
  constructor(status: number, code: string, detail: string, more: More = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

export function problemOf({ status, code, message, more }: Refusal): Problem {
  return { type: 'about:blank', status, title: TITLES[status] ?? 'Error', code, detail: message, ...more };
}

export function internalProblem(): Refusal {
  return new Refusal(
    500,
    'internal',
    'Something went wrong inside the server; its standard error says more. Try again, and report it if it stays.',
  );
}
