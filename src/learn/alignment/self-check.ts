/** Whether a rule joins the URLs it was made from: all must match and have one form. */
import { applyBody } from '../../rules/index.ts';
import { type Consensus, MASK_URLS } from './consensus.ts';
import type { RuleBody } from './rule-body.ts';
import type { RulePlan } from './rule-plan.ts';
import { OTHER, type TokenTable } from './tokens.ts';

/**
 * A quick proof that the rule joins its URLs; false says nothing.
 *
 * Every URL matches in one intended way: it takes the groups it is present in and skips the others. Matching prefers to take a
 * group and to extend a run. So the intended way is the preferred one if no skipped group could be taken as a whole at its place;
 * runs extend as intended since a delimiter or nothing follows them. Then all captures are tokens that all URLs have: one form.
 * Groups after the last capture may match in any way, as the form does not tell.
 */
export function isIntendedMatch(table: TokenTable, consensus: Consensus, plan: RulePlan, cardinality: number): boolean {
  if (plan.groups === 0) return true;
  if (table.urls > MASK_URLS) return false;
  const { right } = table.source;
  // What is left out at the end may be captured.
  const last = right > 0 ? consensus.length : lastCapture(table, consensus, plan);
  for (let u = 0; u < table.urls; u++) {
    // How far the URL's tokens are behind the positions: by the lengths of the groups it lacks.
    let behind = 0;
    for (let g = 0; g < plan.groups && plan.groupStart[g]! < last; g++) {
      if (((plan.groupPresence[g]! >>> u) & 1) === 1) continue;
      const start = plan.groupStart[g]!;
      const length = plan.groupEnd[g]! - start;
      const next = table.starts[u]! + start - behind;
      // Tokens that are left out might fit.
      const there = Math.min(length, table.starts[u + 1]! - next);
      if ((there === length || right > 0) && couldTake(table, consensus, start, there, next, cardinality)) return false;
      behind += length;
    }
  }
  return true;
}

/** True if the rule gives all URLs the same form. */
export function joins(body: RuleBody, urls: readonly string[]): boolean {
  const form = applyBody(body, urls[0]!);
  return form !== null && urls.every((url) => applyBody(body, url) === form);
}

/** The last position that is captured; -1 if there is none. */
function lastCapture(table: TokenTable, consensus: Consensus, plan: RulePlan): number {
  const lastRun = plan.runs === 0 ? -1 : plan.runEnd[plan.runs - 1]! - 1;
  let g = plan.groups - 1;
  for (let p = consensus.length - 1; p > lastRun; p--) {
    if (g >= 0 && p === plan.groupEnd[g]! - 1) p = plan.groupStart[g--]!;
    else if (consensus.setSize(p) === 1 && table.type[consensus.tokens[consensus.first[p]!]!] !== OTHER) return p;
  }
  return lastRun;
}

/** True if the tokens from `next` on match the positions from `start` on. */
function couldTake(
  table: TokenTable,
  consensus: Consensus,
  start: number,
  length: number,
  next: number,
  cardinality: number,
): boolean {
  for (let k = 0; k < length; k++)
    if (!matches(table, consensus, start + k, table.ids[next + k]!, cardinality)) return false;
  return true;
}

/** True if the token matches what position p becomes inside a group. */
function matches(
  table: TokenTable,
  { first, tokens }: Consensus,
  p: number,
  token: number,
  cardinality: number,
): boolean {
  const from = first[p]!;
  const to = first[p + 1]!;
  const type = table.type[token]!;
  if (to - from >= cardinality && type !== OTHER && type === table.type[tokens[from]!]) return true;
  for (let k = from; k < to; k++) if (tokens[k] === token) return true;
  return false;
}
