/** Family `any-segment`: a component of the path does not matter: a free text beside an id, a session. */
import { type Family, Suggestions } from './family.ts';
import { componentPairs } from './pair-kinds.ts';

const LEAST = 5;
const MOST = 12;

export const anySegment: Family = {
  name: 'any-segment',
  idea: 'what stands at one place of the path does not matter: a title beside an id, a session',
  propose(view) {
    const found = new Suggestions<{ place: number; depth: number }>();
    for (const {
      pair: { a, page },
      at,
    } of componentPairs(view)) {
      const depth = a.source.path.length;
      if (depth < 2) continue;
      const place = { place: at + 1, depth };
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
