/** Family `value-case`: upper and lower case in the value of a parameter do not matter. */
import type { KeyMatch } from '../../rules/index.ts';
import { lowerAscii } from '../../url/index.ts';
import { type Family, LEAST_SEEN, type RuleBody, Suggestions } from './family.ts';
import { paramPairs } from './pair-kinds.ts';

const MOST = 20;

export const valueCase: Family = {
  name: 'value-case',
  idea: 'upper and lower case in the value of a parameter do not matter',
  propose(view) {
    const found = new Suggestions<string>();
    for (const {
      pair: { a, b, page },
      at,
    } of paramPairs(view)) {
      const [x, y] = [a.source.params[at]!, b.source.params[at]!];
      if (x.name !== y.name || !x.value || !y.value || x.name.includes('#')) continue;
      if (lowerAscii(x.value) === lowerAscii(y.value)) found.add(x.name, page, () => x.name);
    }
    return found
      .list(LEAST_SEEN, MOST)
      .map(({ value, seen }) => ({ family: 'value-case', ops: [], when: [], bodies: [lowerOf(value)], seen }));
  },
};

function lowerOf(name: string): RuleBody {
  const key = `query[${name}]`;
  // A percent-encoding is spelled in upper case; values that have one are left alone, or they would never come to rest.
  const match: KeyMatch = { view: 'keys', where: { [key]: { type: 'alnum' } }, pathLen: null, query: 'open' };
  const emit = { view: 'keys', set: { [key]: { conv: 'lower', of: key } }, queryOrder: 'keep' } as const;
  return { learner: 'families', match, emit };
}
