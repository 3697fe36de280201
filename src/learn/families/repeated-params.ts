/** Family `repeated-params`: the same parameter with the same value again does not matter. */
import { countForms, type Family, plain } from './family.ts';

export const repeatedParams: Family = {
  name: 'repeated-params',
  idea: 'a parameter given again with the same value does not matter',
  propose(view) {
    const seen = countForms(view, ({ source: { params } }) => {
      return params.length > 1 && new Set(params.map((p) => `${p.name}=${p.value}`)).size < params.length;
    });
    return seen === 0 ? [] : [plain('repeated-params', { op: 'dropRepeatedParams' }, seen)];
  },
};
