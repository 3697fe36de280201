/** Who may talk to the server: the Host check against DNS rebinding, the Origin check against other pages, the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from './problem.ts';

export const COOKIE = 'dustpan_session';

export type Guard = {
  readonly needsToken: boolean;
  /** Throws a refusal unless the request may go on. `isOpen`: it gives nothing away and needs no token. */
  check(request: Request, isOpen: boolean): void;
  isSignedIn(request: Request): boolean;
  /** The cookie for the right token; a refusal for another. */
  signIn(token: string): string;
};

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** With a token any name may be used: a page that got its name pointed here does not have the token. */
export function createGuard(token: string | undefined): Guard {
  const needsToken = token !== undefined;
  const secret = token === undefined ? null : digest(token);
  // What the cookie holds does not tell the token.
  const session = token === undefined ? null : digest(`session ${token}`).toString('hex');
  const isSignedIn = (request: Request): boolean => {
    if (secret === null || session === null) return true;
    const [, bearer] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    if (bearer !== undefined && timingSafeEqual(digest(bearer), secret)) return true;
    const cookie = cookieOf(request);
    return cookie !== null && timingSafeEqual(digest(cookie), digest(session));
  };
  return {
    needsToken,
    isSignedIn,
    check(request, isOpen) {
      if (!needsToken) checkHost(request);
      if (!SAFE.has(request.method)) checkOrigin(request);
      if (!isOpen && !isSignedIn(request)) {
        throw new Refusal(
          401,
          'token-needed',
          'Send the token the server was started with, as the header Authorization: Bearer TOKEN.',
        );
      }
    },
    signIn(given) {
      if (secret === null || session === null) return '';
      if (!timingSafeEqual(digest(given), secret)) {
        throw new Refusal(
          401,
          'wrong-token',
          'This is not the token that the server was started with; look it up where it was started.',
        );
      }
      return `${COOKIE}=${session}; Path=/; HttpOnly; SameSite=Strict`;
    },
  };
}

/** A name that somebody pointed at 127.0.0.1 is not ours, so a page under that name gets nothing. */
function checkHost(request: Request): void {
  const host = (request.headers.get('host') ?? '').toLowerCase();
  if (LOOPBACK.has(host.replace(/:\d+$/, ''))) return;
  throw new Refusal(
    421,
    'wrong-host',
    'The server answers only as localhost, 127.0.0.1 or [::1]; use one of these names.',
  );
}

/** Browsers say which page a request comes from; programs say nothing. */
function checkOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const isForeign = site !== null && site !== 'same-origin' && site !== 'none';
  if (!isForeign && (origin === null || hostOf(origin) === (request.headers.get('host') ?? '').toLowerCase())) return;
  throw new Refusal(
    403,
    'wrong-origin',
    'Requests of other web pages are not taken; use the explorer of this server, or a program.',
  );
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

function cookieOf(request: Request): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === COOKIE) return pair.slice(at + 1).trim();
  }
  return null;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
