/** Host rules in the common model: what is on a replica is on the site that stands for it. */
import { makeRule, type Rule, type ValueExpr, type ValuePattern } from '../rules/index.ts';
import type { Move } from './extended/moved-tree.ts';

/** A replica, the site that stands for it, and where the replica's paths lie there, if not at the same place. */
export type Alias = { readonly from: string; readonly to: string; readonly move: Move | null };

/** Null if the common model cannot say it: a folder put in front of all paths. */
export function hostRule({ from, to, move }: Alias): Rule | null {
  const where: Record<string, ValuePattern> = { host: { eq: from } };
  const set: Record<string, ValueExpr> = { host: { lit: to } };
  if (move !== null) {
    const before = segmentsOf(move.from);
    const after = segmentsOf(move.to);
    if (after.length > 0 && after.length !== before.length) return null;
    for (const [i, segment] of before.entries()) {
      where[`path[${i + 1}]`] = { eq: segment };
      const target = after[i];
      set[`path[${i + 1}]`] = target === undefined ? { del: true } : { lit: target };
    }
  }
  return makeRule({
    learner: 'replicas',
    hosts: [from],
    match: { view: 'keys', where, pathLen: null, query: 'open' },
    emit: { view: 'keys', set, queryOrder: 'keep' },
  });
}

function segmentsOf(prefix: string): string[] {
  return prefix.split('/').filter((segment) => segment !== '');
}
