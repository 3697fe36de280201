/** What every learner does at the end: an example that holds, candidates in their one order, problems counted. */
import { compareCodePoints } from '../base/index.ts';
import { applyRule, type Example, printRuleBody, type Rule } from '../rules/index.ts';
import type { CandidateRule, Problem } from './learner.ts';

/** The pair as an example of the rule, or nothing if the rule does not give both one form. A directed rule leaves what it does not match as it is. */
export function exampleOf(rule: Rule, urls: readonly [string, string]): { examples?: readonly Example[] } {
  const [form, other] = urls.map((url) => applyRule(rule, url) ?? (rule.directed ? url : null));
  return form == null || form !== other ? {} : { examples: [{ urls, form }] };
}

/** Most frequent first, then by text. */
export function sortCandidates(candidates: readonly CandidateRule[]): CandidateRule[] {
  const keyed = candidates.map((rule) => ({ rule, text: printRuleBody(rule.match, rule.emit) }));
  keyed.sort((a, b) => b.rule.evidence.frequency - a.rule.evidence.frequency || compareCodePoints(a.text, b.text));
  return keyed.map(({ rule }) => rule);
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
