/** Family `query`: nothing after the question mark matters (static files). */
import { countForms, type Family, plain } from './family.ts';

export const query: Family = {
  name: 'query',
  idea: 'nothing after the question mark matters',
  propose(view) {
    const seen = countForms(view, ({ source }) => source.parts.query !== null);
    return seen === 0 ? [] : [plain('query', { op: 'dropQuery' }, seen)];
  },
};
