/** The HTTP header No-Vary-Search, read: which parameters of its URLs a site says do not matter. */
import { compareCodePoints } from '../base/index.ts';
import { percentDecode } from './percent.ts';
import { joinUrl, splitUrl } from './split.ts';

export type NoVarySearch = {
  /** Names that do not matter; `"*"` is all but `except`. */
  readonly params: readonly string[] | '*';
  readonly except: readonly string[];
  /** The order of parameters with different names does not matter. */
  readonly keyOrder: boolean;
};

const ENTRY = /^[ \t]*([a-z*][a-z0-9_.*-]*)(?:=(\?[01]|\((?:[ ]*"(?:[^"\\]|\\["\\])*")*[ ]*\)))?[ \t]*/;

/**
 * The header's value; null if it is not well-formed or says nothing, for then a browser takes every parameter to matter.
 * `params, except=("id")`, the older spelling, and `except=("id")` mean the same.
 */
export function parseNoVarySearch(value: string): NoVarySearch | null {
  const entries = new Map<string, string>();
  let rest = value;
  for (;;) {
    const entry = ENTRY.exec(rest);
    if (entry === null) return null;
    entries.set(entry[1]!, entry[2] ?? '?1');
    rest = rest.slice(entry[0].length);
    if (rest === '') break;
    if (!rest.startsWith(',') || rest.trim() === ',') return null;
    rest = rest.slice(1);
  }
  const keyOrder = entries.get('key-order') ?? '?0';
  const params = entries.get('params');
  const except = entries.get('except');
  if (!keyOrder.startsWith('?') || except?.startsWith('?')) return null;
  // Names to leave out and names to keep contradict each other.
  if (except !== undefined && params?.startsWith('(')) return null;
  const isAll = params === '?1' || (except !== undefined && params === undefined);
  const read: NoVarySearch = {
    params: isAll ? '*' : params?.startsWith('(') ? names(params) : [],
    except: isAll && except !== undefined ? names(except) : [],
    keyOrder: keyOrder === '?1',
  };
  return read.params.length === 0 && !read.keyOrder ? null : read;
}

/** The URL without what is declared not to matter: equal for URLs that a cache may take for one. The fragment is dropped. */
export function declaredForm(url: string, { params, except, keyOrder }: NoVarySearch): string {
  const parts = splitUrl(url);
  if (parts.query === null) return joinUrl({ ...parts, fragment: null });
  const kept = parts.query
    .split('&')
    .filter((text) => text !== '')
    .map((text) => ({ text, name: percentDecode(text.split('=', 1)[0]!.replaceAll('+', ' ')) }))
    .filter(({ name }) => (params === '*' ? except.includes(name) : !params.includes(name)));
  // Stable: parameters of one name stay in their order.
  if (keyOrder) kept.sort((a, b) => compareCodePoints(a.name, b.name));
  return joinUrl({
    ...parts,
    query: kept.length === 0 ? null : kept.map(({ text }) => text).join('&'),
    fragment: null,
  });
}

function names(list: string): string[] {
  return [...list.matchAll(/"((?:[^"\\]|\\["\\])*)"/g)].map((match) => match[1]!.replace(/\\(["\\])/g, '$1'));
}
