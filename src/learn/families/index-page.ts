/** Family `index-page`: a folder and a file in it are the same; which file is learned from the data. */
import { type Family, type SiteView, Suggestions } from './family.ts';

const LEAST = 2;
const MOST = 20;

export const indexPage: Family = {
  name: 'index-page',
  idea: 'a folder and its index page are the same, whatever that page is called',
  propose: (view) =>
    indexNames(view).map(({ value, seen }) => ({
      family: 'index-page',
      ops: [{ op: 'dropSuffix', suffix: value }],
      when: [{ path: { segment: [-1, value] } }],
      seen,
    })),
};

/** Last components of paths that are the same page as their folder, with the number of pages that show it. */
export function indexNames({ pairs }: Pick<SiteView, 'pairs'>): { readonly value: string; readonly seen: number }[] {
  const found = new Suggestions<string>();
  for (const { a, b, page } of pairs) {
    for (const [long, short] of [
      [a, b],
      [b, a],
    ] as const) {
      const last = long.source.path.at(-1) ?? '';
      const folder = long.source.parts.path.slice(0, long.source.parts.path.length - last.length);
      const isFolder = short.source.parts.path === folder || `${short.source.parts.path}/` === folder;
      if (last !== '' && isFolder) found.add(last, page, () => last);
    }
  }
  return found.list(LEAST, MOST);
}
