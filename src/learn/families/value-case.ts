/** Family `value-case`: upper and lower case in the value of a parameter do not matter. */
import type { KeyMatch } from '../../rules/index.ts';
import { lowerAscii } from '../../url/index.ts';
import { type Family, LEAST_SEEN, type RuleBody, Suggestions } from './family.ts';

const MOST = 20;

export const valueCase: Family = {
  name: 'value-case',
  idea: 'upper and lower case in the value of a parameter do not matter',
  propose({ pairs }) {
    const found = new Suggestions<string>();
    for (const { a, b, page } of pairs) {
      const [p, q] = [a.source.params, b.source.params];
      if (a.source.parts.path !== b.source.parts.path || p.length !== q.length) continue;
      const at = p.flatMap(({ name, value }, i) => (name === q[i]!.name && value === q[i]!.value ? [] : [i]));
      const [x, y] = [p[at[0] ?? 0], q[at[0] ?? 0]];
      if (at.length !== 1 || x!.name !== y!.name || !x!.value || !y!.value || x!.name.includes('#')) continue;
      if (lowerAscii(x!.value) === lowerAscii(y!.value)) found.add(x!.name, page, () => x!.name);
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
