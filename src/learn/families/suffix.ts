/** Family `suffix`: an ending of the path does not matter (`.html`, stray punctuation). */
import { type Family, plain, Suggestions } from './family.ts';
import { pairKinds } from './pair-kinds.ts';

const LEAST = 2;
const MOST = 40;
const LONGEST = 16;

export const suffix: Family = {
  name: 'suffix',
  idea: 'an ending of the path does not matter',
  propose(view) {
    const found = new Suggestions<string>();
    for (const { a, b, page } of pairKinds(view).otherPath) {
      const isLonger = b.source.parts.path.length > a.source.parts.path.length;
      const short = (isLonger ? a : b).source.parts.path;
      const long = (isLonger ? b : a).source.parts.path;
      if (short.length < 2 || long.length === short.length || !long.startsWith(short)) continue;
      const end = long.slice(short.length);
      // Letters alone would make `/cat` and `/category` alike.
      if (end.length <= LONGEST && !end.includes('/') && !/^[A-Za-z0-9]/.test(end)) found.add(end, page, () => end);
    }
    return found.list(LEAST, MOST).map(({ value, seen }) => plain('suffix', { op: 'dropSuffix', suffix: value }, seen));
  },
};
