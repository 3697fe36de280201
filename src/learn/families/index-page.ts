/** Family `index-page`: a folder and a file in it are the same; which file is learned from the data. */
import { type Family, oncePerView, Suggestions } from './family.ts';

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
export const indexNames = oncePerView(({ pairs }): readonly { readonly value: string; readonly seen: number }[] => {
  const found = new Suggestions<string>();
  for (const { a, b, page } of pairs) {
    for (const [long, short] of [
      [a, b],
      [b, a],
    ] as const) {
      const last = long.source.path.at(-1) ?? '';
      const [whole, folder] = [long.source.parts.path, short.source.parts.path];
      const length = whole.length - last.length;
      const isFolder = folder.length === length || (folder.length === length - 1 && whole[length - 1] === '/');
      if (last !== '' && isFolder && whole.startsWith(folder)) found.add(last, page, () => last);
    }
  }
  return found.list(LEAST, MOST);
});
