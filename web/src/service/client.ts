/** Talks to the server: one function per kind of request, and errors as sentences. */
import type { Problem } from '../../../src/server/api.ts';

/** What went wrong, in the server's own words if it had any. */
export class ServiceError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Relative, so that the explorer works below another path too; all addresses of pages are behind the `#`. */
export function apiUrl(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return `v1/${path}${text === '' ? '' : `?${text}`}`;
}

export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return ask<T>(apiUrl(path, query), signal === undefined ? {} : { signal });
}

export async function send<T>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  return ask<T>(apiUrl(path), {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Told when the server wants a token first. */
export const TOKEN_WANTED = 'dustpan-token-wanted';

async function ask<T>(url: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ServiceError(unreachable);
  }
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  if (response.status === 401) dispatchEvent(new Event(TOKEN_WANTED));
  throw new ServiceError(await problemOf(response));
}

const unreachable: Problem = {
  type: 'about:blank',
  status: 0,
  title: 'No answer',
  code: 'no-answer',
  detail: 'The server does not answer. Is “dustpan serve” still running?',
};

async function problemOf(response: Response): Promise<Problem> {
  const fallback = { ...unreachable, status: response.status, detail: `The server answered ${response.status}.` };
  try {
    const problem = (await response.json()) as Partial<Problem>;
    return typeof problem.detail === 'string' ? { ...fallback, ...problem } : fallback;
  } catch {
    return fallback;
  }
}
