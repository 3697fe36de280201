/** Standard URL normalization (RFC 3986) and the Lee et al. 2005 extensions: what may be done without any evidence, and what may not. */
import { normalizePercent } from './percent.ts';
import { hostRange, lowerAscii, splitUrl } from './split.ts';

const DEFAULT_PAGES = ['default.html', 'default.htm', 'index.html', 'index.htm'];

/**
 * The standard-normalized form: scheme and host in lower case, no default port, percent-encoding and dot segments resolved,
 * `/` for an empty path, no fragment. A string without `scheme://` comes back as it is: nothing is known about its parts.
 */
export function sun(url: string): string {
  if (isPlain(url)) return url;
  const parts = splitUrl(url);
  if (parts.scheme === null) return url;
  const scheme = lowerAscii(parts.scheme);
  const query = parts.query === null ? '' : `?${normalizePercent(parts.query)}`;
  return `${scheme}://${sunAuthority(scheme, parts.authority)}${removeDotSegments(normalizePercent(parts.path)) || '/'}${query}`;
}

/** Whether a URL is in standard form beyond doubt, as most are that servers write. */
function isPlain(url: string): boolean {
  let i = url.startsWith('http://') ? 7 : url.startsWith('https://') ? 8 : url.length;
  for (; i < url.length; i++) {
    const c = url.charCodeAt(i);
    if (c === SLASH) break;
    if (!((c >= 97 && c <= 122) || (c >= 48 && c <= 57) || c === 45 || c === DOT)) return false;
  }
  if (i === url.length) return false;
  for (let before = 0; i < url.length; i++) {
    const c = url.charCodeAt(i);
    // What is encoded, a fragment, and what may be a dot segment.
    if (c === 37 || c === 35 || (c === DOT && before === SLASH)) return false;
    before = c;
  }
  return true;
}

const SLASH = 47;
const DOT = 46;

/** SUN, then the path in lower case, default pages and the trailing slash removed; merges pages on case-sensitive servers. */
export function sunLee(url: string): string {
  const normal = sun(url);
  const parts = splitUrl(normal);
  if (parts.scheme === null) return url;
  let path = lowerPath(parts.path);
  const slash = path.lastIndexOf('/');
  if (DEFAULT_PAGES.includes(path.slice(slash + 1))) path = path.slice(0, slash + 1);
  if (path.length > 1 && path.endsWith('/')) path = path.slice(0, -1);
  return `${parts.scheme}://${parts.authority}${path}${parts.query === null ? '' : `?${parts.query}`}`;
}

/** Lower-cases a path but for its percent triplets, whose hex digits stay as they are. */
export function lowerPath(path: string): string {
  if (!path.includes('%')) return lowerAscii(path);
  return path
    .split('%')
    .map((piece, i) =>
      i > 0 && /^[0-9A-Fa-f]{2}/.test(piece) ? piece.slice(0, 2) + lowerAscii(piece.slice(2)) : lowerAscii(piece),
    )
    .join('%');
}

/** RFC 3986 5.2.4 on a path that starts with `/`; empty segments are segments. */
export function removeDotSegments(path: string): string {
  if (!path.includes('/.')) return path;
  const out: string[] = [];
  const segments = path.split('/');
  for (let i = 1; i < segments.length; i++) {
    const segment = segments[i]!;
    const last = i === segments.length - 1;
    if (segment === '..') out.pop();
    else if (segment !== '.') {
      out.push(segment);
      continue;
    }
    if (last) out.push('');
  }
  return `/${out.join('/')}`;
}

/** Host in lower case, default or empty port gone; user info untouched. */
export function sunAuthority(scheme: string, authority: string): string {
  const [start, end] = hostRange(authority);
  const port = authority.slice(end);
  const drop = port === ':' || (scheme === 'http' && port === ':80') || (scheme === 'https' && port === ':443');
  return authority.slice(0, start) + lowerAscii(authority.slice(start, end)) + (drop ? '' : port);
}
