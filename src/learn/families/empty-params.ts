/** Family `empty-params`: stray separators and a lone question mark do not matter. */
import { countForms, type Family, plain } from './family.ts';

export const emptyParams: Family = {
  name: 'empty-params',
  idea: 'a lone ? and stray separators do not matter',
  propose(view) {
    const seen = countForms(view, ({ source }) => source.params.some((p) => p.name === '' && !p.value));
    return seen === 0 ? [] : [plain('empty-params', { op: 'dropEmptyParams' }, seen)];
  },
};
