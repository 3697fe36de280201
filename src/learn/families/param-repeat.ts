/** Family `param-repeat`: of a parameter that is given several times with different values, only the first or only the last counts. */
import type { KeyEmit, KeyMatch } from '../../rules/index.ts';
import { type Family, frequent, type RuleBody, type SiteForm } from './family.ts';

const LEAST = 2;
const MOST = 20;

export const paramRepeat: Family = {
  name: 'param-repeat',
  idea: 'of a parameter given several times, only the first or only the last counts',
  propose({ forms }) {
    const counts = new Map<string, number>();
    for (const form of forms) {
      if (form.source.params.length < 2) continue;
      for (const name of repeated(form)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return frequent(counts, LEAST, MOST).flatMap(([name, seen]) =>
      [firstOf(name), lastOf(name)].map((body) => ({
        family: 'param-repeat',
        ops: [],
        when: [],
        bodies: [body],
        seen,
      })),
    );
  },
};

/** Names that stand twice, with two values. `#` in a name would be taken for the number of an occurrence. */
function repeated({ source: { params } }: SiteForm): Set<string> {
  const values = new Map<string, string | null>();
  const names = new Set<string>();
  for (const { name, value } of params) {
    const known = values.get(name);
    if (known === undefined) values.set(name, value);
    else if (known !== value && name !== '' && !name.includes('#')) names.add(name);
  }
  return names;
}

function firstOf(name: string): RuleBody {
  return bodyOf(name, { [`query[${name}#2]`]: { del: true } });
}

function lastOf(name: string): RuleBody {
  return bodyOf(name, { [`query[${name}]`]: { ref: `query[${name}#2]` }, [`query[${name}#2]`]: { del: true } });
}

/** Three or more become two, then one, since rules are applied until nothing changes. */
function bodyOf(name: string, set: KeyEmit['set']): RuleBody {
  const where = { [`query[${name}#2]`]: { any: true } } as const;
  const match: KeyMatch = { view: 'keys', where, pathLen: null, query: 'open' };
  return { learner: 'families', match, emit: { view: 'keys', set, queryOrder: 'keep' } };
}
