/** Family `space`: in one value, or one component in one folder, two of `+`, `%20` and `_` mean the same. */
import { type Conv, convert } from '../../rules/index.ts';
import { converted, differingPairs, type Place, placeName } from './differing.ts';
import { type Family, LEAST_SEEN, Suggestions } from './family.ts';

const MOST = 20;
/** What a form must have to be spelled in two ways. */
const SPACES = /[+_]|%20/;
/** What makes two spellings one, the fewest first. */
const WAYS: readonly (readonly Conv[])[] = [['space'], ['underscore'], ['space', 'underscore']];

export const space: Family = {
  name: 'space',
  idea: 'in one value, or one component in one folder, two of +, %20 and _ mean the same',
  propose(view) {
    const found = new Suggestions<{ readonly place: Place; readonly way: readonly Conv[] }>();
    for (const { pair, at } of differingPairs(view)) {
      const { x, y } = at;
      if (!SPACES.test(x) && !SPACES.test(y)) continue;
      if (!SPACES.test(pair.a.text) || !SPACES.test(pair.b.text)) continue;
      const way = WAYS.find((convs) => spelled(convs, x) === spelled(convs, y));
      if (way) found.add(`${placeName(at)} ${way.join(' ')}`, pair.page, () => ({ place: at, way }));
    }
    return found.list(LEAST_SEEN, MOST).map(({ value: { place, way }, seen }) => ({
      family: 'space',
      ops: [],
      when: [],
      bodies: way.map((conv) => converted(place, conv)),
      seen,
    }));
  },
};

function spelled(convs: readonly Conv[], text: string): string {
  return convs.reduce((spelling, conv) => convert(conv, spelling), text);
}
