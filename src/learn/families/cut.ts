/** Family `cut`: what follows a component of the path does not matter (`/questions/17/how-to` is `/questions/17`). */
import { type Family, LEAST_SEEN, looksLikeId, Suggestions } from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const MOST = 20;

export const cut: Family = {
  name: 'cut',
  idea: 'the last component of the path, a title beside an id, can be left out',
  propose(view) {
    const found = new Suggestions<{ readonly depth: number; readonly folder: string | null }>();
    for (const { a, b, page } of pairKinds(view).otherPath) {
      const [short, long] = a.source.path.length < b.source.path.length ? [a, b] : [b, a];
      const path = long.source.path;
      // A slash at the end is another family's.
      if (path.length < 2 || path.at(-1) === '') continue;
      const text = long.source.parts.path;
      if (text.slice(1, text.lastIndexOf('/')) !== short.source.parts.path.slice(1)) continue;
      const depth = path.length;
      const folder = depth > 2 && path[0] !== '' && !looksLikeId(path[0]!) ? `/${path[0]}/` : null;
      for (const within of folder === null ? [null] : [null, folder])
        found.add(`${depth} ${within}`, page, () => ({ depth, folder: within }));
    }
    return found.list(LEAST_SEEN, MOST).map(({ value: { depth, folder }, seen }) => ({
      family: 'cut',
      ops: [{ op: 'dropSegment', segment: depth }],
      // The depth keeps it from cutting again what it has cut.
      when: [{ path: { depth, ...(folder === null ? {} : { prefix: folder }) } }],
      seen,
    }));
  },
};
