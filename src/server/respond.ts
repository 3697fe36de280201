/** Every answer is made here, so that none goes out without the security headers. */
import { problemOf, type Refusal } from './problem.ts';

/** Nothing but our own files; no inline script, no frame, no foreign form target. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const SECURITY = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const JSON_HEADERS = { ...SECURITY, 'content-type': 'application/json', 'cache-control': 'no-store' };

export type Headers = Readonly<Record<string, string>>;

/** Headers stay a plain object: the adapter then writes them without building a `Headers`. */
export function json(value: unknown, status = 200, more?: Headers): Response {
  return new Response(JSON.stringify(value), { status, headers: more ? { ...JSON_HEADERS, ...more } : JSON_HEADERS });
}

/** `type` with its charset. */
export function respond(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | null,
  type: string | null,
  status = 200,
  more: Headers = {},
): Response {
  const typed = type === null ? {} : { 'content-type': type };
  return new Response(body, { status, headers: { ...SECURITY, 'cache-control': 'no-store', ...typed, ...more } });
}

export function problem(refusal: Refusal, more: Headers = {}): Response {
  const retry = refusal.status === 503 || refusal.status === 429 ? { 'retry-after': '1' } : {};
  // What is left of a body that was too slow or too large is not waited for.
  const close = refusal.status === 408 || refusal.status === 413 ? { connection: 'close' } : {};
  const headers = { ...retry, ...close, ...more };
  return respond(JSON.stringify(problemOf(refusal)), 'application/problem+json', refusal.status, headers);
}

/** A download under this name. */
export function attachment(name: string): Headers {
  return { 'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"` };
}
