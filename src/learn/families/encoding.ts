/** Family `encoding`: a character and its percent-encoding are the same, where both may stand. */
import { countForms, type Family, plain } from './family.ts';

export const encoding: Family = {
  name: 'encoding',
  idea: 'a character that may stand literally and its percent-encoding are the same',
  propose(view) {
    const seen = countForms(
      view,
      ({ source: { parts } }) => parts.path.includes('%') || (parts.query ?? '').includes('%'),
    );
    return seen === 0 ? [] : [plain('encoding', { op: 'decode' }, seen)];
  },
};
