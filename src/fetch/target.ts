/** What is asked for a URL: from whom, and the text of the request line, as close to the bytes of the URL as a request can be. */
import { percentEncode, removeDotSegments, splitUrl } from '../url/index.ts';

export type Target = {
  /** `http://host:port`, as connections know it. */
  readonly origin: string;
  /** Host without port: what delays and budgets are kept for. */
  readonly host: string;
  /** Path and query of the request line. */
  readonly path: string;
};

/** Servers refuse longer ones, and a page that needs one is none. */
const MAX_LENGTH = 8000;

/** Null for what cannot or should not be asked: other schemes, credentials, no host, absurd length. */
export function targetOf(url: string): Target | null {
  const { scheme, authority, path, query } = splitUrl(url);
  if (scheme === null || !/^https?$/i.test(scheme) || authority === '' || authority.includes('@')) return null;
  // Only the host goes through a WHATWG parser: it knows all the ways to write an address.
  const base = parse(`${scheme}://${authority}/`);
  if (base === null || base.hostname === '' || base.pathname !== '/') return null;
  // No client sends dot segments, and robots.txt speaks of paths without them.
  const text = removeDotSegments(path === '' ? '/' : path) + (query === null ? '' : `?${query}`);
  const asked = text.replace(UNSAFE, (found) => percentEncode(found));
  if (asked.length > MAX_LENGTH || !asked.startsWith('/')) return null;
  return { origin: base.origin, host: base.hostname, path: asked };
}

/** The URL as asked: what robots.txt is held against. */
export function askedUrl({ origin, path }: Target): string {
  return origin + path;
}

/** Characters that a request line cannot have, and those that clients encode. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNSAFE = /[\u0000-\u0020"<>\\^`{|}\u007f-\u{10ffff}]/gu;

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
