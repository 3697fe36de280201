/** Family `empty-params`: stray separators and a lone question mark do not matter. */
import type { Cond } from '../../rules/index.ts';
import { countForms, type Family, plain, type SiteForm } from './family.ts';

const SEMICOLON: Cond = { query: 'semicolon' };

export const emptyParams: Family = {
  name: 'empty-params',
  idea: 'a lone ? and stray separators do not matter',
  propose(view) {
    const isStray = ({ source }: SiteForm) => source.params.some((p) => p.name === '' && !p.value);
    const hasSemicolon = ({ source }: SiteForm) => source.parts.query?.includes(';') ?? false;
    const seen = countForms(view, isStray);
    if (seen === 0) return [];
    const withSemicolon = countForms(view, (form) => isStray(form) && hasSemicolon(form));
    const whole = plain('empty-params', { op: 'dropEmptyParams' }, seen);
    // Whether `;` separates is for addresses that have one to say: else it is part of a value.
    return [
      { ...whole, unless: [SEMICOLON], seen: seen - withSemicolon },
      { ...whole, when: [SEMICOLON], seen: withSemicolon },
    ].filter((one) => one.seen > 0);
  },
};
