/** Family `any-segment`: a component of the path does not matter: a free text beside an id, a session. */
import { onlyOther } from './differing.ts';
import { type Family, Suggestions } from './family.ts';

const LEAST = 5;
const MOST = 12;

export const anySegment: Family = {
  name: 'any-segment',
  idea: 'what stands at one place of the path does not matter: a title beside an id, a session',
  propose({ pairs }) {
    const found = new Suggestions<{ place: number; depth: number }>();
    for (const { a, b, page } of pairs) {
      const [x, y] = [a.source.path, b.source.path];
      if (x.length < 2) continue;
      const at = onlyOther(x, y, (component, other) => component === other);
      if (at < 0) continue;
      const place = { place: at + 1, depth: x.length };
      found.add(`${place.place} ${place.depth}`, page, () => place);
    }
    return found.list(LEAST, MOST).map(({ value: { place, depth }, seen }) => ({
      family: 'any-segment',
      ops: [{ op: 'anySegment', segment: place }],
      when: [{ path: { depth } }],
      seen,
    }));
  },
};
