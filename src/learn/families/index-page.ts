/** Family `index-page`: a folder and a file in it are the same (`/x/` and `/x/home.php`), or its first page (`/x/page/1/`); which one is learned from the data. */
import {
  bothWays,
  type Family,
  type Hypothesis,
  LEAST_SEEN,
  looksLikeId,
  oncePerView,
  type SiteView,
  Suggestions,
} from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const LEAST = 2;
const MOST = 20;
/** Components of what a first page is called, without a slash at the end. */
const FIRST_PAGE = 2;

export const indexPage: Family = {
  name: 'index-page',
  idea: 'a folder and its index page are the same, whatever that page is called',
  propose: (view) => [
    ...indexNames(view).map(
      ({ value, seen }): Hypothesis => ({
        family: 'index-page',
        ops: [{ op: 'dropSuffix', suffix: value }],
        when: [{ path: { segment: [-1, value] } }],
        seen,
      }),
    ),
    ...firstPages(view),
  ],
};

/** Endings of two components of paths that are the same page as their folder; that they begin where a component does is a condition. */
function firstPages(view: SiteView): Hypothesis[] {
  const found = new Suggestions<readonly string[]>();
  for (const { a, b, page } of pairKinds(view).otherPath) {
    const isLonger = b.source.path.length > a.source.path.length;
    const folder = (isLonger ? a : b).source.path;
    const whole = (isLonger ? b : a).source.path;
    if (whole.length !== folder.length + FIRST_PAGE) continue;
    const isSlashed = folder.at(-1) === '' && whole.at(-1) === '';
    const at = isSlashed ? folder.length - 1 : folder.length;
    const end = whole.slice(at);
    if (!whole.slice(0, at).every((c, i) => c === folder[i])) continue;
    if (!isSlashed && end.includes('')) continue;
    if (!end.some(looksLikeId)) found.add(end.join('/'), page, () => end);
  }
  return found.list(LEAST_SEEN, MOST).map(({ value: end, seen }) => ({
    family: 'index-page',
    ops: [{ op: 'dropSuffix', suffix: `${end.at(-1) === '' ? '' : '/'}${end.join('/')}` }],
    when: [{ path: { segment: [-end.length, end[0]!] } }],
    seen,
  }));
}

/** Last components of paths that are the same page as their folder, with the number of pages that show it. */
export const indexNames = oncePerView((view): readonly { readonly value: string; readonly seen: number }[] => {
  const found = new Suggestions<string>();
  bothWays(pairKinds(view).otherPath, (long, short, page) => {
    const last = long.source.path.at(-1) ?? '';
    const whole = long.source.parts.path;
    const folder = short.source.parts.path;
    const length = whole.length - last.length;
    const isFolder = folder.length === length || (folder.length === length - 1 && whole[length - 1] === '/');
    if (last !== '' && isFolder && whole.startsWith(folder)) found.add(last, page, () => last);
  });
  return found.list(LEAST, MOST);
});
