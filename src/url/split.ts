/** Splits a URL into its parts by looking for `:// / ? #` alone; a WHATWG parser would hide the differences to be learned. */

export type UrlParts = {
  /** Text before `://`, as written; `null` when there is none. */
  readonly scheme: string | null;
  /** User info, host and port, as written. */
  readonly authority: string;
  /** From the first `/` after the authority; `""` when there is none. */
  readonly path: string;
  /** After `?`, without it; `null` when there is no `?`. */
  readonly query: string | null;
  /** After `#`, without it; `null` when there is no `#`. */
  readonly fragment: string | null;
  /** The site: authority without user info, port and trailing dot, lower-cased. */
  readonly host: string;
};

/** Splits any string; concatenating the parts restores it. */
export function splitUrl(url: string): UrlParts {
  const colon = schemeEnd(url);
  const start = colon < 0 ? 0 : colon + 3;
  const authorityEnd = endOfAuthority(url, start);
  const hash = url.indexOf('#', authorityEnd);
  const end = hash < 0 ? url.length : hash;
  const mark = url.indexOf('?', authorityEnd);
  const pathEnd = mark < 0 || mark > end ? end : mark;
  const authority = url.slice(start, authorityEnd);
  return {
    scheme: colon < 0 ? null : url.slice(0, colon),
    authority,
    path: url.slice(authorityEnd, pathEnd),
    query: pathEnd < end ? url.slice(pathEnd + 1, end) : null,
    fragment: hash < 0 ? null : url.slice(hash + 1),
    host: hostOfAuthority(authority),
  };
}

/** Where `/`, `?` or `#` ends an authority. */
function endOfAuthority(url: string, start: number): number {
  let end = start;
  for (; end < url.length; end++) {
    const c = url.charCodeAt(end);
    if (c === 47 || c === 63 || c === 35) break;
  }
  return end;
}

/** Puts the parts together again. */
export function joinUrl(parts: Omit<UrlParts, 'host'>): string {
  const head = parts.scheme === null ? '' : `${parts.scheme}://`;
  const query = parts.query === null ? '' : `?${parts.query}`;
  const fragment = parts.fragment === null ? '' : `#${parts.fragment}`;
  return head + parts.authority + parts.path + query + fragment;
}

/** The site a URL belongs to. */
export function hostOf(url: string): string {
  const colon = schemeEnd(url);
  const start = colon < 0 ? 0 : colon + 3;
  return hostOfAuthority(url.slice(start, endOfAuthority(url, start)));
}

/** Where user info ends and the port begins inside an authority: `[hostStart, hostEnd]`; the rest after hostEnd is `""` or `:digits`. */
export function hostRange(authority: string): readonly [number, number] {
  const start = authority.lastIndexOf('@') + 1;
  const colon = authority.lastIndexOf(':');
  if (colon < start) return [start, authority.length];
  // `h:80:80` has no port that could be told from its host, and taking one off would leave another.
  const single = authority.indexOf(':', start) === colon || authority[colon - 1] === ']';
  if (!single) return [start, authority.length];
  for (let i = colon + 1; i < authority.length; i++) {
    const c = authority.charCodeAt(i);
    if (c < 48 || c > 57) return [start, authority.length];
  }
  return [start, colon];
}

/** ASCII letters to lower case, everything else as it is. */
export function lowerAscii(s: string): string {
  let out = '';
  let from = 0;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    if (c < 65 || c > 90) continue;
    out += s.slice(from, i) + String.fromCharCode(c + 32);
    from = i + 1;
  }
  return from === 0 ? s : out + s.slice(from);
}

/** ASCII letters to upper case, everything else as it is. */
export function upperAscii(s: string): string {
  let out = '';
  let from = 0;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    if (c < 97 || c > 122) continue;
    out += s.slice(from, i) + String.fromCharCode(c - 32);
    from = i + 1;
  }
  return from === 0 ? s : out + s.slice(from);
}

function hostOfAuthority(authority: string): string {
  if (isPlainHost(authority)) return authority;
  const [start, end] = hostRange(authority);
  const host = lowerAscii(authority.slice(start, end));
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

/** Whether an authority is a host as hosts are written nearly always: small letters, digits, `-` and dots, of which none is last. */
function isPlainHost(authority: string): boolean {
  for (let i = 0; i < authority.length; i++) {
    const c = authority.charCodeAt(i);
    if (!((c >= 97 && c <= 122) || (c >= 48 && c <= 57) || c === 45 || (c === 46 && i < authority.length - 1)))
      return false;
  }
  return true;
}

/** Index of the `:` of a leading `scheme://`, or -1. Only RFC 3986 scheme characters count, so `a.b/?u=http://c` has no scheme. */
function schemeEnd(url: string): number {
  for (let i = 0; i < url.length; i++) {
    const c = url.charCodeAt(i);
    const letter = (c >= 65 && c <= 90) || (c >= 97 && c <= 122);
    if (letter) continue;
    if (i > 0 && ((c >= 48 && c <= 57) || c === 43 || c === 45 || c === 46)) continue;
    return i > 0 && c === 58 && url.charCodeAt(i + 1) === 47 && url.charCodeAt(i + 2) === 47 ? i : -1;
  }
  return -1;
}
