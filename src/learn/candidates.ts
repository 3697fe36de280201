/** What every learner does at the end: an example that holds, candidates in their one order, problems counted. */
import { compareCodePoints } from '../base/index.ts';
import { applyRule, type Example, printRuleBody, type Rule } from '../rules/index.ts';
import type { CandidateRule, Problem } from './learner.ts';

/** The pair as an example of the rule, or nothing if the rule does not give both one form. A directed rule leaves what it does not match as it is. */
export function exampleOf(rule: Rule, urls: readonly [string, string]): { examples?: readonly Example[] } {
  const [form, other] = urls.map((url) => applyRule(rule, url) ?? (rule.directed ? url : null));
  return form == null || form !== other ? {} : { examples: [{ urls, form }] };
}

/** Most frequent first, then by text; `texts` has those of rules whose text was asked for, by id. */
export function sortCandidates(
  candidates: readonly CandidateRule[],
  texts: Map<string, string> = new Map(),
): CandidateRule[] {
  const textOf = ({ id, match, emit }: CandidateRule): string => {
    const text = texts.get(id) ?? printRuleBody(match, emit);
    texts.set(id, text);
    return text;
  };
  return candidates.toSorted(
    (a, b) => b.evidence.frequency - a.evidence.frequency || compareCodePoints(textOf(a), textOf(b)),
  );
}

/** Problems by code, each with its count and the smallest text that shows it. */
export class ProblemList {
  readonly #found = new Map<string, { count: number; example: string }>();

  add(code: string, example: string, count = 1): void {
    const known = this.#found.get(code);
    if (known === undefined) this.#found.set(code, { count, example });
    else {
      known.count += count;
      if (compareCodePoints(example, known.example) < 0) known.example = example;
    }
  }

  list(): Problem[] {
    const all = [...this.#found].map(([code, found]) => ({ code, ...found }));
    return all.sort((a, b) => compareCodePoints(a.code, b.code));
  }
}
