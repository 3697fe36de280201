/** All chains one after the other, for targets that know no hosts: from a URL to a URL. */
import type { Rule, Stage } from '../../rules/index.ts';
import { chainOf, closing, opening } from './chain.ts';
import { hostGroups } from './groups.ts';
import { BOTH, MARKS, type Substitution } from './pattern.ts';

export function flatChain(stages: readonly Stage[], mayChange?: (rule: Rule) => boolean): Substitution[] {
  const groups = hostGroups(stages);
  const out: Substitution[] = [];
  for (const group of groups) {
    out.push(opening(group), ...chainOf(group, mayChange));
    // Hosts with rules of their own must not meet the chain for all others.
    out.push({ pattern: `^\\${MARKS.open}${BOTH}$`, to: [MARKS.closed, 1] });
  }
  return [...out, closing(MARKS.closed)];
}
