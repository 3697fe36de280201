/** Asks the parts of a plan which rules do not hold for every host, and as few of them as it takes. */
import type { FormCounts } from '../evaluate/index.ts';
import type { RuleSet } from '../rules/index.ts';
import { type AcceptedRule, type HoldQuestion, ruleSetOf } from '../select/index.ts';
import type { AutoPlan, PartWork, SomeParts, Suspects } from './auto-plan.ts';
import type { Doubtful } from './doubtful-parts.ts';
import { urlsOfPart } from './part-columns.ts';

/**
 * Answers questions one after the other. Rules that are asked about alone are tried first on the few URLs that all of them together may join wrongly; of the parts in which one does,
 * a whole part is asked only while a rule stands that may fall there: a rule that is wrong on many sites falls on the first. `count` says what rules make of each part.
 */
export function fallenOnParts(
  work: Pick<PartWork, 'doubtful' | 'fallen' | 'suspects'>,
  plan: AutoPlan,
  count: (rules: RuleSet) => Promise<readonly FormCounts[]>,
): (question: HoldQuestion) => Promise<ReadonlySet<string>> {
  return async (question) => {
    if (question.are === 'beside') {
      return work.fallen(plan, impureParts(await count(ruleSetOf(question.rules))), question);
    }
    const doubtful = doubtfulOf(plan, await work.doubtful(plan, ruleSetOf(question.rules)));
    if (question.are === 'together') return work.fallen(plan, doubtful.numbers, question);
    const suspects = await suspectsOn(doubtful, question.rules);
    const fallen = new Set<string>();
    for (let most = 1; suspects.size > 0; most *= 2) {
      const asked = nextParts(suspects, fallen, most);
      for (const id of await work.fallen(plan, asked, question)) fallen.add(id);
      for (const part of asked) suspects.delete(part);
      for (const [part, ids] of suspects) if (ids.every((id) => fallen.has(id))) suspects.delete(part);
    }
    return fallen;
  };

  /** By the number of the part; those without any are left out. */
  async function suspectsOn(parts: SomeParts, rules: readonly AcceptedRule[]) {
    const found = await work.suspects(plan, parts, rules);
    return new Map<number, Suspects>(
      parts.numbers.flatMap((part, i) => (found[i]!.length === 0 ? [] : [[part, found[i]!] as const])),
    );
  }
}

/** Parts in which different pages become one. */
export function impureParts(counts: readonly FormCounts[]): number[] {
  return [...counts.keys()].filter((part) => counts[part]!.impureForms > 0);
}

/** Parts in which rules may join different pages, with only those URLs that they may join wrongly. */
function doubtfulOf({ total, columns }: AutoPlan, found: readonly Doubtful[]): SomeParts {
  const only = new Uint8Array(new SharedArrayBuffer(total));
  const numbers = [...found.keys()].filter((part) => found[part] !== null);
  for (const part of numbers) {
    const urls = urlsOfPart(columns, part);
    for (const place of found[part]!) only[urls[place]!] = 1;
  }
  return { numbers, only };
}

/** For each rule that stands the first parts in which it may fall, so many. */
function nextParts(suspects: ReadonlyMap<number, Suspects>, fallen: ReadonlySet<string>, most: number): number[] {
  const counts = new Map<string, number>();
  return [...suspects.keys()].filter((part) => {
    const wanting = suspects.get(part)!.filter((id) => !fallen.has(id) && (counts.get(id) ?? 0) < most);
    for (const id of wanting) counts.set(id, (counts.get(id) ?? 0) + 1);
    return wanting.length > 0;
  });
}
