/** Asks the parts of a plan which rules do not hold for every host: a few parts first, so that rules that are wrong on many sites do not make all of them doubtful. */
import { type AcceptedRule, type HoldQuestion, ruleSetOf } from '../select/index.ts';
import type { AutoPlan, PartWork } from './auto-plan.ts';

/** Parts that are asked first; a rule that one site in ten speaks against is found on them nearly always. */
const FIRST = 40;
/** Where there are not so many times as many parts, asking a few first would save nothing. */
const LEAST_TIMES = 4;

/** Answers questions one after the other: those of rules that hold, alone and then together, look through all URLs once. */
export function fallenOnParts(
  work: Pick<PartWork, 'fallen'>,
  plan: AutoPlan,
): (question: HoldQuestion) => Promise<ReadonlySet<string>> {
  const doubtful = doubtfulOnce(plan);
  return async ({ rules, are }) => {
    const first = firstParts(plan.urls.length);
    if (are === 'together' || first.length === 0) return work.fallen(plan, doubtful(rules), { rules, are });
    const fallen = await work.fallen(plan, first, { rules, are });
    const left = rules.filter(({ rule }) => !fallen.has(rule.id));
    if (left.length === 0) return fallen;
    return new Set([...fallen, ...(await work.fallen(plan, doubtful(left), { rules: left, are }))]);
  };
}

/** Spread over all sizes. */
function firstParts(parts: number): number[] {
  if (parts < LEAST_TIMES * FIRST) return [];
  return Array.from({ length: FIRST }, (_, i) => Math.floor((i * parts) / FIRST));
}

/** The parts in which rules may join different pages; of rules that are asked about again they are known. */
function doubtfulOnce(plan: AutoPlan): (rules: readonly AcceptedRule[]) => readonly number[] {
  let [known, parts]: [string, readonly number[]] = ['', []];
  return (rules) => {
    const ids = rules.map(({ rule }) => rule.id).join(' ');
    if (ids !== known) [known, parts] = [ids, [...plan.doubtful(ruleSetOf(rules))]];
    return parts;
  };
}
