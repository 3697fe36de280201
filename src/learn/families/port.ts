/** Family `port`: a site answers on several ports. */
import { countForms, type Family, plain } from './family.ts';

export const port: Family = {
  name: 'port',
  idea: 'the site answers alike on another port',
  propose(view) {
    const seen = countForms(view, ({ source }) => /:\d+$/.test(source.parts.authority));
    return seen === 0 ? [] : [plain('port', { op: 'dropPort' }, seen)];
  },
};
