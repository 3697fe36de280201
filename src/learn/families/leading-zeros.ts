/** Family `leading-zeros`: a number in a value, or in a component in one folder, means the same with zeros before it. */
import { convert } from '../../rules/index.ts';
import { converted, differingPairs, type Place, placeName } from './differing.ts';
import { type Family, LEAST_SEEN, looksLikeId, Suggestions } from './family.ts';

const MOST = 20;

export const leadingZeros: Family = {
  name: 'leading-zeros',
  idea: 'a number in a value, or in a component in one folder, means the same with zeros before it',
  propose(view) {
    const found = new Suggestions<Place>();
    for (const { pair, at } of differingPairs(view)) {
      if (pair.a.text.length === pair.b.text.length || convert('number', at.x) !== convert('number', at.y)) continue;
      const here = inNamed(at);
      found.add(placeName(here), pair.page, () => here);
    }
    return found.list(LEAST_SEEN, MOST).map(({ value, seen }) => ({
      family: 'leading-zeros',
      ops: [],
      when: [],
      bodies: [converted(value, 'number')],
      seen,
    }));
  },
};

/** A folder up to what names one thing of many: the months of one year are written like those of the next. */
function inNamed({ key, folder }: Place): Place {
  if (folder === undefined) return { key };
  const end = folder.findIndex(looksLikeId);
  return { key, folder: end < 0 ? folder : folder.slice(0, end) };
}
