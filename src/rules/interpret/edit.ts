/** Edit rules, interpreted: conditions on path and parameters, and the definition of every operation. */
import { compareCodePoints } from '../../base/index.ts';
import {
  hostRange,
  isUnreserved,
  joinUrl,
  lowerAscii,
  lowerPath,
  type Param,
  printParams,
  splitParams,
  splitPath,
  splitUrl,
  triplet,
  type UrlParts,
} from '../../url/index.ts';
import type { Cond, EditEmit, EditMatch, Op, PathCond, QueryCond } from '../rule.ts';
import { reorderParams } from './keys.ts';

/** What the conditions look at. */
export type EditSource = {
  readonly parts: UrlParts;
  readonly path: readonly string[];
  readonly params: readonly Param[];
};

/** The form of a URL under an edit rule, or null when a condition fails or nothing changes. */
export function applyEdit(match: EditMatch, emit: EditEmit, url: string): string | null {
  return editParsed(match, emit.op, editSource(url), url);
}

/** The same for a URL that is parsed already: many operations are tried on one URL. */
export function editParsed(match: EditMatch, op: Op, source: EditSource, url: string): string | null {
  if (!isMeant(match, source)) return null;
  const form = edited(op, source, url);
  return form === url ? null : form;
}

export function editSource(url: string): EditSource {
  const parts = splitUrl(url);
  return {
    parts,
    path: splitPath(parts.path),
    params: parts.query === null ? NO_PARAMS : splitParams(parts.query),
  };
}

/** Of the same kind for the engine as lists that hold some: code that has met one would else be thrown away when it meets the other. */
const NO_PARAMS: readonly Param[] = splitParams('').slice(1);

/** Whether all conditions hold; most rules have none, so that nothing is made to see that. */
export function isMeant({ when, unless }: EditMatch, source: EditSource): boolean {
  for (let i = 0; i < when.length; i++) if (!holds(when[i]!, source)) return false;
  for (let i = 0; i < unless.length; i++) if (holds(unless[i]!, source)) return false;
  return true;
}

export function holds(cond: Cond, { parts, path, params }: EditSource): boolean {
  if ('path' in cond) return pathHolds(cond.path, parts.path, path);
  if ('param' in cond)
    return params.some(({ name, value }) => name === cond.param && (cond.value === undefined || value === cond.value));
  if ('query' in cond) return queryHolds(cond.query, parts.query, params);
  const names = new Set(params.map(({ name }) => name));
  const wanted = new Set(cond.params);
  return names.size === wanted.size && [...wanted].every((name) => names.has(name));
}

function queryHolds(cond: QueryCond, query: string | null, params: readonly Param[]): boolean {
  switch (cond) {
    case 'semicolon':
      return query?.includes(';') ?? false;
    case 'word':
      return beginsWithWord(params);
    default:
      return (query === null) === (cond === 'none');
  }
}

/** Whether a query begins with a word that has no `=`: some software takes it for the name of a page. */
export function beginsWithWord(params: readonly Param[]): boolean {
  const [first] = params;
  return first !== undefined && first.value === null && first.name !== '';
}

function pathHolds({ prefix, depth, ext, segment }: PathCond, text: string, path: readonly string[]): boolean {
  if (prefix !== undefined && !text.startsWith(prefix)) return false;
  if (depth !== undefined && depth !== path.length) return false;
  if (ext !== undefined) {
    const last = path.at(-1) ?? '';
    const dot = last.lastIndexOf('.');
    if (dot < 0 || last.slice(dot + 1) !== ext) return false;
  }
  return segment === undefined || componentAt(path, segment[0]) === segment[1];
}

/** Component at a place counted from 1, or from -1 backwards. */
function componentAt(path: readonly string[], index: number): string | undefined {
  return path.at(index > 0 ? index - 1 : index);
}

/** The text after the operation; the URL itself, or null, when it has nothing to do. */
function edited(op: Op, source: EditSource, url: string): string | null {
  const { parts, path, params } = source;
  switch (op.op) {
    case 'host':
      return op.from.includes(parts.host)
        ? joinUrl({ ...parts, authority: replaceHost(parts.authority, op.to) })
        : null;
    case 'scheme':
      return parts.scheme !== null && ['http', 'https'].includes(lowerAscii(parts.scheme))
        ? joinUrl({ ...parts, scheme: op.to })
        : null;
    case 'dropPort':
      return joinUrl({ ...parts, authority: parts.authority.slice(0, hostRange(parts.authority)[1]) });
    case 'decode':
      return joinUrl({
        ...parts,
        path: decodeAllowed(parts.path, PATH_ALLOWED),
        query: parts.query === null ? null : decodeAllowed(parts.query, QUERY_ALLOWED),
      });
    case 'pathFromParam': {
      const [first, second] = params.filter(({ name }) => name === op.param);
      // A `?` in the value would end the new path early.
      if (!first?.value || second || first.value.includes('?')) return null;
      const query = queryText(params.filter((p) => p !== first));
      return joinUrl({ ...parts, path: op.prefix + first.value + (op.suffix ?? ''), query });
    }
    case 'lowerPath': {
      if (op.segment === undefined) return withPath(url, parts, lowerPath(parts.path));
      const component = componentAt(path, op.segment);
      if (component === undefined) return null;
      return withPath(url, parts, replaceComponent(path, op.segment, lowerPath(component)));
    }
    case 'collapseSlashes': {
      if (path.length === 0) return null;
      const kept = path.filter((component, i) => component !== '' || i === path.length - 1);
      return withPath(url, parts, `/${kept.join('/')}`);
    }
    case 'trimSlash':
      return withPath(url, parts, trimSlashes(parts.path));
    case 'dropSuffix':
      return withPath(url, parts, dropSuffix(parts.path, op.suffix));
    case 'dropSegment': {
      const { segment } = op;
      const kept =
        typeof segment === 'string' ? path.filter((component) => component !== segment) : withoutIndex(path, segment);
      return kept === null || kept.length === path.length ? null : withPath(url, parts, `/${kept.join('/')}`);
    }
    case 'anySegment':
      return componentAt(path, op.segment) === undefined
        ? null
        : withPath(url, parts, replaceComponent(path, op.segment, '*'));
    case 'dropPathParam':
      return path.length === 0
        ? null
        : withPath(url, parts, `/${path.map((component) => dropPathParam(component, op.name)).join('/')}`);
    case 'aliasPrefix':
      return parts.query === null && isBareFolder(parts.path, op.from)
        ? null
        : withPath(url, parts, aliasPrefix(parts.path, op.from, op.to));
    default:
      return parts.query === null ? null : withQuery(url, parts, queryText(editParams(op, params)));
  }
}

/** The URL with another path: what stands before and behind it is taken as it is written. */
function withPath(url: string, { scheme, authority, path }: UrlParts, changed: string): string {
  if (changed === path) return url;
  const start = (scheme === null ? 0 : scheme.length + 3) + authority.length;
  return url.slice(0, start) + changed + url.slice(start + path.length);
}

/** The URL with another query, or none. */
function withQuery(url: string, { query, fragment }: UrlParts, changed: string | null): string {
  if (changed === query) return url;
  const end = url.length - (fragment === null ? 0 : fragment.length + 1);
  const start = end - (query === null ? 0 : query.length + 1);
  const head = url.slice(0, start);
  return (changed === null ? head : `${head}?${changed}`) + url.slice(end);
}

function editParams(op: Op, params: readonly Param[]): readonly Param[] {
  switch (op.op) {
    case 'dropParam':
      if ('prefix' in op) return params.filter(({ name }) => !name.startsWith(op.prefix));
      // Given again with another value, it is that one, or both: nobody knows.
      if (op.value !== undefined && params.some(({ name, value }) => name === op.name && value !== op.value))
        return params;
      return params.filter(({ name }) => name !== op.name);
    case 'anyParam':
      return params.map((p) => (p.name === op.name && p.value !== null ? { ...p, value: '*' } : p));
    case 'aliasParam':
      return params.map((p) =>
        p.name === op.name && p.value !== null && op.from.includes(p.value) ? { ...p, value: op.to } : p,
      );
    case 'renameParam':
      return params.map((p) => (p.name === op.from ? { ...p, name: op.to } : p));
    case 'dropQuery':
      return [];
    case 'sortParams':
      return reorderParams(params, (a, b) => compareCodePoints(a.name, b.name));
    case 'dropEmptyParams':
      return params.filter(({ name, value }) => name !== '' || (value !== null && value !== ''));
    case 'dropRepeatedParams': {
      const seen = new Set<string>();
      return params.filter(({ name, value }) => {
        const text = value === null ? name : `${name}=${value}`;
        return !seen.has(text) && seen.add(text);
      });
    }
    case 'separator':
      return params.map((p) => (p.separator === ';' ? { ...p, separator: op.to } : p));
    default:
      return params;
  }
}

/** The query without its `?`; null when no parameter is left. */
function queryText(params: readonly Param[]): string | null {
  return params.length === 0 ? null : printParams(params).slice(1);
}

function replaceHost(authority: string, to: string): string {
  const [start, end] = hostRange(authority);
  return authority.slice(0, start) + to + authority.slice(end);
}

function replaceComponent(path: readonly string[], index: number, component: string): string {
  return `/${path.with(index > 0 ? index - 1 : index, component).join('/')}`;
}

function withoutIndex(path: readonly string[], index: number): string[] | null {
  const at = index > 0 ? index - 1 : path.length + index;
  return at < 0 || at >= path.length ? null : path.toSpliced(at, 1);
}

function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function dropSuffix(path: string, suffix: string): string {
  let end = path.length;
  while (end > suffix.length && path.endsWith(suffix, end)) end -= suffix.length;
  return path.slice(0, end);
}

function dropPathParam(component: string, name: string): string {
  const [first, ...rest] = component.split(';');
  return [first, ...rest.filter((param) => param !== name && !param.startsWith(`${name}=`))].join(';');
}

/** True for `/en` and `/en/` when `/en` or `/en/` is one of the prefixes. */
function isBareFolder(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some(
    (prefix) => trimSlashes(path) === trimSlashes(prefix) && path.length <= trimSlashes(prefix).length + 1,
  );
}

/** Replaces the longest prefix again and again: `/x/a` to `/x` must also turn `/x/a/a` into `/x`. */
function aliasPrefix(path: string, from: readonly string[], to: string): string {
  const prefixes = [...from].sort((a, b) => b.length - a.length || compareCodePoints(a, b));
  let current = path;
  for (;;) {
    const prefix = prefixes.find((p) => isFolderPrefix(p, current));
    if (prefix === undefined) return current;
    const next = to + current.slice(prefix.length);
    if (next.length >= current.length && current !== path) return current;
    if (next === current) return current;
    current = next;
  }
}

/** A prefix that ends where a component ends. */
function isFolderPrefix(prefix: string, path: string): boolean {
  return (
    path.startsWith(prefix) && (prefix.endsWith('/') || path.length === prefix.length || path[prefix.length] === '/')
  );
}

const PATH_ALLOWED = "!$&'()*+,;=:@";
const QUERY_ALLOWED = "!$'()*,:@/?";

/** Decodes triplets of unreserved and allowed characters; one that would complete a broken `%` before it stays. */
function decodeAllowed(text: string, allowed: string): string {
  let out = '';
  let open = 0;
  for (let i = 0; i < text.length; i++) {
    const code = triplet(text, i);
    if (code < 0) {
      out += text[i];
      open = text[i] === '%' ? 1 : open === 1 && /[0-9A-Fa-f]/.test(text[i]!) ? 2 : 0;
    } else {
      const decodable = open === 0 && (isUnreserved(code) || allowed.includes(String.fromCharCode(code)));
      out += decodable ? String.fromCharCode(code) : text.slice(i, i + 3);
      if (!decodable) open = 0;
      i += 2;
    }
  }
  return out;
}
