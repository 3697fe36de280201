/** Family `param-value`: a parameter does not matter if it has its default value. */
import { type Family, frequent, LEAST_SEEN, looksLikeId } from './family.ts';

const MOST = 300;

export const paramValue: Family = {
  name: 'param-value',
  idea: 'a parameter with this value, its default, does not matter',
  propose({ forms }) {
    const counts = new Map<string, number>();
    const values = new Map<string, { name: string; value: string }>();
    for (const { source } of forms) {
      for (const { name, value } of source.params) {
        if (name === '' || value === null || looksLikeId(value)) continue;
        const key = `${name}=${value}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        if (!values.has(key)) values.set(key, { name, value });
      }
    }
    return frequent(counts, LEAST_SEEN, MOST).map(([key, seen]) => ({
      family: 'param-value',
      ops: [{ op: 'dropParam', ...values.get(key)! }],
      when: [],
      seen,
    }));
  },
};
