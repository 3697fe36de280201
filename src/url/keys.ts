/** The key view: a URL as scheme, host, path components and query parameters, and back. */

import { lowerAscii, splitUrl, type UrlParts } from './split.ts';
import { sunAuthority } from './sun.ts';

export type Param = {
  readonly name: string;
  /** `null` for a parameter without `=`. */
  readonly value: string | null;
  /** The character before it: `?` for the first, then `&` or `;`. */
  readonly separator: string;
};

export type UrlKeys = {
  readonly scheme: string | null;
  /** Lower-cased authority without a default port; user info and other ports belong to it. */
  readonly host: string;
  /** Components after the leading `/`; a trailing slash is an empty last component; `http://h` has none. */
  readonly path: readonly string[];
  readonly params: readonly Param[];
};

/** The key view of any string; the fragment is dropped. */
export function urlKeys(url: string): UrlKeys {
  const parts = splitUrl(url);
  return keysOfParts(parts, splitPath(parts.path), parts.query === null ? [] : splitParams(parts.query));
}

/** The same of a URL whose path and query are split already. */
export function keysOfParts(parts: UrlParts, path: readonly string[], params: readonly Param[]): UrlKeys {
  const { authority } = parts;
  const scheme = parts.scheme === null ? null : lowerAscii(parts.scheme);
  // Nearly all authorities are a host in standard form.
  const host = authority === parts.host ? authority : lowerAscii(sunAuthority(scheme ?? '', authority));
  return { scheme, host, path, params };
}

/** Components after the leading `/`; none of an empty path. */
export function splitPath(path: string): string[] {
  if (path === '') return [];
  const components: string[] = [];
  let from = 1;
  // Quicker than `split`, which for every path leaves the code that is compiled for it.
  for (let slash = path.indexOf('/', from); slash >= 0; slash = path.indexOf('/', from)) {
    components.push(path.slice(from, slash));
    from = slash + 1;
  }
  components.push(path.slice(from));
  return components;
}

/** The URL of a key view: the inverse of `urlKeys` up to the case of scheme and host, default port and fragment. */
export function buildUrl(keys: UrlKeys): string {
  const head = keys.scheme === null ? '' : `${keys.scheme}://`;
  const path = keys.path.length === 0 ? '' : `/${keys.path.join('/')}`;
  return head + keys.host + path + printParams(keys.params);
}

/** Splits at `&` and `;`, each remembered; `?` alone has one parameter with an empty name. */
export function splitParams(query: string): Param[] {
  const params: Param[] = [];
  let separator = '?';
  let from = 0;
  for (let i = 0; i <= query.length; i++) {
    const c = query.charCodeAt(i);
    // `&` and `;`; there is no character at the end.
    if (c !== 38 && c !== 59 && i < query.length) continue;
    const equals = query.indexOf('=', from);
    const hasValue = equals >= 0 && equals < i;
    params.push({
      name: query.slice(from, hasValue ? equals : i),
      value: hasValue ? query.slice(equals + 1, i) : null,
      separator,
    });
    separator = c === 59 ? ';' : '&';
    from = i + 1;
  }
  return params;
}

/** `?a=1;b=2` with each parameter's own separator, whichever is first after `?`; `""` for none. */
export function printParams(params: readonly Param[]): string {
  let out = '';
  for (let i = 0; i < params.length; i++) {
    const { name, value, separator } = params[i]!;
    out += i === 0 ? '?' : separator === '?' ? '&' : separator;
    out += value === null ? name : `${name}=${value}`;
  }
  return out;
}

/** Which of a repeated parameter this is, from 1: the `#2` of `query[name#2]`. */
export function occurrences(params: readonly Param[]): number[] {
  const seen = new Map<string, number>();
  return params.map(({ name }) => {
    const n = (seen.get(name) ?? 0) + 1;
    seen.set(name, n);
    return n;
  });
}

/** The keys of Koppula et al.: `k(x,y)` counted from both ends, scheme first, and `k_name` for parameters. */
export function koppulaKeys(url: string): Record<string, string> {
  const keys = urlKeys(url);
  const components = [keys.scheme ?? '', keys.host, ...keys.path];
  const out: Record<string, string> = {};
  for (const [i, value] of components.entries()) out[`k(${i + 1},${components.length - i})`] = value;
  for (const { name, value } of keys.params) out[`k_${name}`] = value ?? '';
  return out;
}
