/** Family `param-prefix`: all parameters whose names begin alike do not matter (`utm_source`, `utm_medium` …). */
import { type Family, frequent, plain } from './family.ts';
import { paramNames } from './param.ts';

const MOST = 50;
/** Shorter beginnings are chance. */
const LEAST_LENGTH = 3;

export const paramPrefix: Family = {
  name: 'param-prefix',
  idea: 'no parameter whose name begins so matters',
  propose(view) {
    const names = new Map<string, number>();
    for (const name of paramNames(view).keys()) {
      const end = name.search(/[_.:-]/);
      const prefix = name.slice(0, end + 1);
      if (end > 0 && prefix.length >= LEAST_LENGTH) names.set(prefix, (names.get(prefix) ?? 0) + 1);
    }
    return frequent(names, 2, MOST).map(([prefix, seen]) => plain('param-prefix', { op: 'dropParam', prefix }, seen));
  },
};
