/** Family `prefix-alias`: two folders hold the same pages. */
import { compareCodePoints } from '../../base/index.ts';
import type { Cond } from '../../rules/index.ts';
import { type Family, LEAST_SEEN, type SiteForm, type SiteView, Suggestions } from './family.ts';
import { indexNames } from './index-page.ts';
import { pairKinds } from './pair-kinds.ts';

const MOST = 150;
const DEEPEST = 5;

export const prefixAlias: Family = {
  name: 'prefix-alias',
  idea: 'two folders hold the same pages',
  propose(view) {
    const found = new Suggestions<{ a: string; b: string }>();
    /** Of each two folders: pairs in which the path names the page, less those in which the query does. */
    const byPath = new Map<string, number>();
    for (const { a, b, page } of pairKinds(view).otherPath) {
      const differing = differingPrefixes(a, b);
      if (differing === null) continue;
      const [p, q] = differing.prefixes;
      const [x, y] = compareCodePoints(p, q) <= 0 ? [p, q] : [q, p];
      const key = `${x} ${y}`;
      found.add(key, page, () => ({ a: x, b: y }));
      byPath.set(key, (byPath.get(key) ?? 0) + (differing.isNamedByPath ? 1 : -1));
    }
    const listed = found.list(LEAST_SEEN, MOST);
    const sizes = folderSizes(view.forms, new Set(listed.flatMap(({ value }) => [value.a, value.b])));
    const landings = listed.length === 0 ? [] : landingNames(view);
    return listed.map(({ value: { a, b }, seen }) => {
      const isNamedByPath = byPath.get(`${a} ${b}`)! > 0;
      // Where pages are named by what stands behind the folder, addresses that are the folder itself with a query are another matter.
      const sizeOf = (folder: string) => sizes.get(folder)![isNamedByPath ? 'inside' : 'all'];
      const toFirst = sizeOf(a) > sizeOf(b) || (sizeOf(a) === sizeOf(b) && a.length <= b.length);
      // The shorter of two of which one begins with the other must be the target, or paths would grow for ever.
      const [to, from] = b.startsWith(a) || (toFirst && !a.startsWith(b)) ? [a, b] : [b, a];
      return {
        family: 'prefix-alias',
        ops: [{ op: 'aliasPrefix' as const, from: [from], to }],
        when: [],
        unless: landings.map((name): Cond => ({ path: { depth: depthOf(from) + 1, segment: [-1, name] } })),
        seen,
      };
    });
  },
};

/** Landing pages of two folders differ more often than any other, and have more addresses: an alias leaves them alone, as it does the bare folder. */
function landingNames(view: SiteView): string[] {
  const names = indexNames(view).slice(0, MOST_LANDINGS);
  // Another rule may take the extension off first, so that both are named.
  return [...new Set(names.flatMap(({ value }) => [value, value.replace(/\.[A-Za-z0-9]+$/, '')]))];
}

const MOST_LANDINGS = 2;

/** Components of a folder given as `/a/b` or `/a/b/`. */
function depthOf(folder: string): number {
  return folder.split('/').filter((component) => component !== '').length;
}

/** What stands before the components that both paths end with; null if that is nothing, or too much. */
function differingPrefixes(a: SiteForm, b: SiteForm): { prefixes: [string, string]; isNamedByPath: boolean } | null {
  const x = a.source.path;
  const y = b.source.path;
  let common = 0;
  while (common < x.length && common < y.length && x[x.length - 1 - common] === y[y.length - 1 - common]) common++;
  // Where the whole path differs, or all but a slash, the query must say which page it is.
  const namesPage = common > 1 || (common === 1 && x.at(-1) !== '');
  if (!namesPage && (a.source.parts.query === null || a.source.parts.query !== b.source.parts.query)) return null;
  const [p, q] = [x.slice(0, x.length - common), y.slice(0, y.length - common)];
  if (p.length > DEEPEST || q.length > DEEPEST || p.includes('') || q.includes('')) return null;
  const isRoot = p.length === 0 || q.length === 0;
  const end = isRoot ? '/' : '';
  return { prefixes: [`${folderText(p)}${end}`, `${folderText(q)}${end}`], isNamedByPath: namesPage };
}

function folderText(components: readonly string[]): string {
  return components.map((component) => `/${component}`).join('');
}

/** Forms of each folder: all, and those that have something behind it in their path. */
function folderSizes(forms: readonly SiteForm[], folders: ReadonlySet<string>) {
  const sizes = new Map([...folders].map((folder) => [folder, { all: 0, inside: 0 }]));
  if (folders.size === 0) return sizes;
  for (const { source } of forms) {
    for (let depth = 0; depth <= DEEPEST && depth <= source.path.length; depth++) {
      const folder = folderText(source.path.slice(0, depth));
      for (const text of [folder, `${folder}/`]) {
        const size = sizes.get(text);
        if (size === undefined) continue;
        size.all++;
        if (depth < source.path.length) size.inside++;
      }
    }
  }
  return sizes;
}
