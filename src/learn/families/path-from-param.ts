/** Family `path-from-param`: a page can be named in the path or in a parameter (`?title=X` is `/wiki/X`). */
import { type Family, LEAST_SEEN, type SiteForm, Suggestions } from './family.ts';

const MOST = 20;
const LONGEST = 40;

export const pathFromParam: Family = {
  name: 'path-from-param',
  idea: 'a page can be named in the path or in a parameter',
  propose({ pairs }) {
    const found = new Suggestions<{ param: string; prefix: string; suffix: string }>();
    for (const { a, b, page } of pairs) {
      for (const [asked, named] of [
        [a, b],
        [b, a],
      ] as const) {
        for (const op of readings(asked, named)) found.add(JSON.stringify(op), page, () => op);
      }
    }
    return found.list(LEAST_SEEN, MOST).map(({ value: { param, prefix, suffix }, seen }) => ({
      family: 'path-from-param',
      ops: [{ op: 'pathFromParam', param, prefix, ...(suffix === '' ? {} : { suffix }) }],
      when: [],
      seen,
    }));
  },
};

/** Parameters of one whose value is the end of the other's path. */
function* readings(asked: SiteForm, named: SiteForm) {
  const path = named.source.parts.path;
  for (const { name, value } of asked.source.params) {
    if (name === '' || value === null || value.length < 2) continue;
    if (named.source.params.some((p) => p.name === name)) continue;
    const at = path.lastIndexOf(value);
    if (at < 1) continue;
    const prefix = path.slice(0, at);
    const suffix = path.slice(at + value.length);
    const isNamed = '/:'.includes(prefix.at(-1)!) && prefix.length <= LONGEST && /^(\.[A-Za-z0-9]{1,5})?$/.test(suffix);
    if (isNamed) yield { param: name, prefix, suffix };
  }
}
