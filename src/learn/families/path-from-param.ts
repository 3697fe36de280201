/** Family `path-from-param`: a page can be named in the path or in a parameter (`?title=X` is `/wiki/X`). */
import type { Cond } from '../../rules/index.ts';
import { bothWays, type Family, LEAST_SEEN, type SiteForm, Suggestions } from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const MOST = 20;
const LONGEST = 40;

export const pathFromParam: Family = {
  name: 'path-from-param',
  idea: 'a page can be named in the path or in a parameter',
  propose(view) {
    const found = new Suggestions<{ param: string; prefix: string; suffix: string }>();
    bothWays(pairKinds(view).otherQuery, (asked, named, page) => {
      for (const { name, value } of asked.source.params) {
        const op = reading(name, value, asked, named);
        if (op !== null) found.add(JSON.stringify(op), page, () => op);
      }
    });
    return found.list(LEAST_SEEN, MOST).map(({ value: { param, prefix, suffix }, seen }) => ({
      family: 'path-from-param',
      ops: [{ op: 'pathFromParam', param, prefix, ...(suffix === '' ? {} : { suffix }) }],
      when: [],
      // What stands there already names a page, or is where they are listed: a parameter beside it says something else.
      unless: belowFolderOf(prefix),
      seen,
    }));
  },
};

/** The condition to be below the last folder of a text that begins paths; none for what begins them all. */
function belowFolderOf(prefix: string): Cond[] {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  return folder === '/' ? [] : [{ path: { prefix: folder } }];
}

/** How the value of a parameter is the end of a path; null if it is not. */
function reading(name: string, value: string | null, asked: SiteForm, { source: { parts, params } }: SiteForm) {
  if (name === '' || value === null || value.length < 2) return null;
  const at = parts.path.lastIndexOf(value);
  if (at < 1 || params.some((p) => p.name === name)) return null;
  const prefix = parts.path.slice(0, at);
  const suffix = parts.path.slice(at + value.length);
  // What another parameter says of the path is no text that stands before every page.
  const others = new Set(asked.source.params.filter((p) => p.name !== name).map((p) => p.value));
  if (prefix.split('/').some((component) => component.length > 1 && others.has(component))) return null;
  const isNamed = '/:'.includes(prefix.at(-1)!) && prefix.length <= LONGEST && /^(\.[A-Za-z0-9]{1,5})?$/.test(suffix);
  return isNamed ? { param: name, prefix, suffix } : null;
}
