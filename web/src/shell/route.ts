/** Where the reader is: a path and a query after the `#`, so that the server needs to know one page only. */
import { useEffect, useState } from 'preact/hooks';

export type Route = { readonly path: readonly string[]; readonly query: URLSearchParams };

function parseRoute(hash: string): Route {
  const [path = '', query = ''] = splitOnce(hash.replace(/^#?\/?/, ''), '?');
  return {
    path: path
      .split('/')
      .filter((part) => part !== '')
      .map(decode),
    query: new URLSearchParams(query),
  };
}

/** The address of a page, `href('rules', id)`. */
export function href(...path: readonly string[]): string {
  return `#/${path.map(encodeURIComponent).join('/')}`;
}

export function hrefWith(path: readonly string[], query: Readonly<Record<string, string>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(given).toString();
  return search === '' ? href(...path) : `${href(...path)}?${search}`;
}

/** Changes the address without a new entry in the history: for filters that are typed. */
export function replaceRoute(address: string): void {
  if (location.hash === address) return;
  history.replaceState(history.state, '', address);
  // The browser is silent about addresses that scripts set.
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return parseRoute(hash);
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
