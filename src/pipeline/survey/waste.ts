/** Where duplicates are: by host, and by the first folders of the path. */
import { compareCodePoints } from '../../base/index.ts';
import { splitUrl } from '../../url/index.ts';
import type { SurveyedUrl } from './surveyed-url.ts';

export type Waste = {
  /** A host, or a host with the beginning of a path. */
  readonly name: string;
  readonly urls: number;
  /** Of URLs whose pages are known: those that are one too many within this place. */
  readonly duplicates: number;
  /** URLs that the rules remove, counted at the place of the URL that goes. */
  readonly removed: number;
};

/** Places that are listed; a site of a million folders would make a page that nobody reads. */
const LISTED = 200;

export function wasteBy(pages: readonly SurveyedUrl[]): {
  readonly hosts: readonly Waste[];
  readonly paths: readonly Waste[];
} {
  const hosts = new Places();
  const paths = new Places();
  const seen = new Set<string>();
  for (const { url, key, page } of pages) {
    const { host, path } = placeOf(url);
    const isRemoved = seen.has(key);
    seen.add(key);
    hosts.add(host, page, isRemoved);
    paths.add(host + path, page, isRemoved);
  }
  return { hosts: hosts.list(), paths: paths.list() };
}

/** The host, and the path up to the second slash: `/wiki/`; a page of the root stands for itself as `/`. */
function placeOf(url: string): { readonly host: string; readonly path: string } {
  const { host, path } = splitUrl(url);
  const end = path.indexOf('/', 1);
  return { host, path: end === -1 ? '/' : path.slice(0, end + 1) };
}

class Places {
  readonly #places = new Map<string, { urls: number; known: number; pages: Set<number>; removed: number }>();

  add(name: string, page: number, isRemoved: boolean): void {
    const place = this.#places.get(name) ?? { urls: 0, known: 0, pages: new Set<number>(), removed: 0 };
    if (place.urls === 0) this.#places.set(name, place);
    place.urls++;
    if (page !== -1) {
      place.known++;
      place.pages.add(page);
    }
    if (isRemoved) place.removed++;
  }

  list(): Waste[] {
    return [...this.#places]
      .map(([name, { urls, known, pages, removed }]) => ({ name, urls, duplicates: known - pages.size, removed }))
      .sort(
        (a, b) =>
          b.removed - a.removed || b.duplicates - a.duplicates || b.urls - a.urls || compareCodePoints(a.name, b.name),
      )
      .slice(0, LISTED);
  }
}
