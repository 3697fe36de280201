/** Family `order`: the order of parameters does not matter. */
import { countForms, type Family, plain } from './family.ts';

export const order: Family = {
  name: 'order',
  idea: 'the order of parameters does not matter',
  propose(view) {
    const seen = countForms(view, ({ source }) => source.params.length > 1);
    return seen === 0 ? [] : [plain('order', { op: 'sortParams' }, seen)];
  },
};
