/** Family `first-letter`: upper and lower case of the first letter of a value, or of a component in one folder, do not matter. */
import { convert } from '../../rules/index.ts';
import { converted, differingPairs, type Place, placeName } from './differing.ts';
import { type Family, LEAST_SEEN, Suggestions } from './family.ts';

const MOST = 20;

export const firstLetter: Family = {
  name: 'first-letter',
  idea: 'upper and lower case of the first letter of a value, or of a component in one folder, do not matter',
  propose(view) {
    const found = new Suggestions<Place>();
    for (const { pair, at } of differingPairs(view)) {
      if (pair.a.text.length !== pair.b.text.length) continue;
      if (convert('capital', at.x) === convert('capital', at.y)) found.add(placeName(at), pair.page, () => at);
    }
    // A capital, as wikis write it: it is the address that they answer with.
    return found.list(LEAST_SEEN, MOST).map(({ value, seen }) => ({
      family: 'first-letter',
      ops: [],
      when: [],
      bodies: [converted(value, 'capital')],
      seen,
    }));
  },
};
