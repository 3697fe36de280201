/** Which rules are to blame when two different pages have one key. */
import { compileRules, type Normalizer } from '../normalize/index.ts';
import { type RuleSet, type Stage, stagesOf } from '../rules/index.ts';

export type Pair = readonly [string, string];

/** Rules that had to do with either URL. */
export function rulesBehind(normalizer: Normalizer, pair: Pair): string[] {
  const ids = pair.flatMap((url) => normalizer.explain(url).steps.map(({ rule }) => rule.id));
  return [...new Set(ids)];
}

/** Compiled sets in which one rule is missing, made when they are asked for. */
export class Blame {
  readonly #ruleSet: RuleSet;
  readonly #normalizer: Normalizer;
  readonly #without = new Map<string, Normalizer>();

  constructor(ruleSet: RuleSet, normalizer: Normalizer) {
    this.#ruleSet = ruleSet;
    this.#normalizer = normalizer;
  }

  /** Rules without any one of which the two would be apart; all that took part, if several lead there on their own. */
  of(pair: Pair): string[] {
    const behind = rulesBehind(this.#normalizer, pair);
    const needed = behind.filter((id) => {
      const rest = this.#without.get(id) ?? compileRules(withoutRules(this.#ruleSet, [id]));
      this.#without.set(id, rest);
      return rest.key(pair[0]) !== rest.key(pair[1]);
    });
    return needed.length > 0 ? needed : behind;
  }
}

/** Takes rules out of a set, one after the other, until no two of these pages that differ have one key. */
export function withoutContradictions(
  ruleSet: RuleSet,
  urls: readonly string[],
  differ: (a: string, b: string) => boolean,
): { readonly ruleSet: RuleSet; readonly normalizer: Normalizer; readonly taken: readonly string[] } {
  const taken: string[] = [];
  for (let set = ruleSet; ; ) {
    const normalizer = compileRules(set);
    const worst = worstRule(contradictions(normalizer, urls, differ), new Blame(set, normalizer));
    if (worst === null) return { ruleSet: set, normalizer, taken };
    taken.push(worst);
    set = withoutRules(set, [worst]);
  }
}

export function withoutRules(ruleSet: RuleSet, ids: readonly string[]): RuleSet {
  const stages: Stage[] = stagesOf(ruleSet).map(({ apply, sun, rules }) => ({
    apply,
    sun,
    rules: rules.filter(({ id }) => !ids.includes(id)),
  }));
  return { dustpan: 1, options: ruleSet.options, stages };
}

/** Enough to see which rule is the worst. */
const MOST_PAIRS = 500;

/** Neighbors in order, because those differ in little and so have few rules to blame. */
function contradictions(
  normalizer: Normalizer,
  urls: readonly string[],
  differ: (a: string, b: string) => boolean,
): Pair[] {
  const last = new Map<string, string>();
  const pairs: Pair[] = [];
  for (const url of urls) {
    const key = normalizer.key(url);
    const before = last.get(key);
    last.set(key, url);
    if (before !== undefined && differ(before, url) && pairs.push([before, url]) === MOST_PAIRS) break;
  }
  return pairs;
}

/** The rule that alone is to blame most often; if none is ever alone, the one blamed most often; ties to the smallest id. */
function worstRule(pairs: readonly Pair[], blame: Blame): string | null {
  const counts = new Map<string, number>();
  for (const pair of pairs) {
    const ids = blame.of(pair);
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + (ids.length === 1 ? MOST_PAIRS + 1 : 1));
  }
  let worst: string | null = null;
  for (const [id, count] of counts) {
    const most = worst === null ? 0 : counts.get(worst)!;
    if (count > most || (count === most && id < worst!)) worst = id;
  }
  return worst;
}
