/** Resolves a reference as found in a header or a link against the address of its page (RFC 3986 5.2), keeping the bytes as written. */
import { joinUrl, lowerAscii, removeDotSegments, splitUrl } from '../../url/index.ts';

/**
 * The address a reference leads to, without its fragment; undefined if it leads nowhere that can be fetched.
 * A WHATWG parser would rewrite the address, and then it would no longer be the one that the crawl has. Only an empty
 * path becomes `/`, as it does in every request.
 */
export function resolveUrl(base: string, reference: string): string | undefined {
  const cleaned = cleanReference(reference);
  const hash = cleaned.indexOf('#');
  const text = hash < 0 ? cleaned : cleaned.slice(0, hash);
  const scheme = schemeOf(text);
  if (scheme !== null) return absolute(scheme, text);
  const parts = splitUrl(base);
  if (parts.scheme === null) return undefined;
  if (text.startsWith('//')) return absolute(parts.scheme, `${parts.scheme}:${text}`);
  const joined = relative(parts.path, parts.query, text);
  return joinUrl({ scheme: parts.scheme, authority: parts.authority, ...joined, fragment: null });
}

/** What every client takes out or has to encode before it can ask for the address. */
function cleanReference(reference: string): string {
  return reference
    .replace(/[\t\n\r]/g, '')
    .trim()
    .replaceAll(' ', '%20');
}

function schemeOf(text: string): string | null {
  const match = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text);
  return match ? match[1]! : null;
}

function absolute(scheme: string, text: string): string | undefined {
  const name = lowerAscii(scheme);
  if (name !== 'http' && name !== 'https') return undefined;
  const parts = splitUrl(text);
  return parts.scheme === null || parts.host === '' ? undefined : joinUrl({ ...parts, path: parts.path || '/' });
}

function relative(path: string, query: string | null, text: string): { path: string; query: string | null } {
  if (text === '') return { path: path || '/', query };
  const mark = text.indexOf('?');
  const ownPath = mark < 0 ? text : text.slice(0, mark);
  const ownQuery = mark < 0 ? null : text.slice(mark + 1);
  if (ownPath === '') return { path: path || '/', query: ownQuery };
  const whole = ownPath.startsWith('/') ? ownPath : `${path.slice(0, path.lastIndexOf('/') + 1) || '/'}${ownPath}`;
  return { path: removeDotSegments(whole), query: ownQuery };
}
