/** Families `slash` and `double-slash`: a slash at the end of the path, and doubled slashes, do not matter. */
import { countForms, type Family, plain } from './family.ts';

export const slash: Family = {
  name: 'slash',
  idea: 'a slash at the end of the path does not matter',
  propose(view) {
    const seen = countForms(view, ({ source: { parts } }) => parts.path.length > 1 && parts.path.endsWith('/'));
    return seen === 0 ? [] : [plain('slash', { op: 'trimSlash' }, seen)];
  },
};

export const doubleSlash: Family = {
  name: 'double-slash',
  idea: 'slashes in a row are as good as one',
  propose(view) {
    const seen = countForms(view, ({ source }) => source.parts.path.includes('//'));
    return seen === 0 ? [] : [plain('double-slash', { op: 'collapseSlashes' }, seen)];
  },
};
