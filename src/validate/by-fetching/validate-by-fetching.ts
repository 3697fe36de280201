/** Proves or refutes the rules of a list by fetching, leaving out those that say less than a proven one (Validate, `spec` 3, section 4). */
import { compareCodePoints } from '../../base/index.ts';
import { makeRule, type Rule, type Stage } from '../../rules/index.ts';
import { sun } from '../../url/index.ts';
import { type ComposedCheck, checkComposed } from './check-composed.ts';
import { drawPairs, isTriedOnOutput } from './draw-pairs.ts';
import { withFailure, withTrial } from './fetch-evidence.ts';
import type { Fetcher } from './fetcher.ts';
import { saysLess, trialOrder } from './says-less.ts';
import { ATTEMPTS, type Trial, type TrialPair, tryRule } from './try-rule.ts';

export type ProofOptions = {
  /** N: pairs after which a rule is decided. */
  readonly pairs: number;
  /** ε: share of pairs that may differ. */
  readonly maxError: number;
  /** Pairs that must be the same page before a rule becomes active, however short the list is. */
  readonly minSupport: number;
  readonly seed: number;
};

/** N and ε of the publication; the least number of pairs is that of learning. */
export const PROOF_DEFAULTS: ProofOptions = { pairs: 100, maxError: 0.05, minSupport: 10, seed: 1 };

/** What became of a rule, and why. */
export type RuleProof = {
  readonly rule: Rule;
  readonly result: 'active' | 'refuted' | 'undecided' | 'redundant';
  /**
   * Of rules that are undecided: the budget or the list ended first, no pair could be compared, all was stopped, or the
   * rule is right alone but leads to another page after other rules.
   */
  readonly reason?: 'budget' | 'too-few' | 'untested' | 'stopped' | 'composed';
  /** The rule that says more, of one that is redundant. */
  readonly broader?: Rule;
  /** True for a rule that was made by turning a refuted one around. */
  readonly isTurned?: true;
  /** Absent if nothing was tried. */
  readonly trial?: Trial;
};

export type ProofProgress = {
  /** Rules done, of how many. */
  readonly done: number;
  readonly of: number;
  readonly positive: number;
  readonly negative: number;
};

/** One proof for each rule, in order, and for rules that were turned around; `urls` are those that pairs are drawn from. */
export async function validateByFetching<Page>(
  stage: Stage,
  urls: readonly string[],
  fetcher: Fetcher<Page>,
  options: ProofOptions,
  onProgress: (progress: ProofProgress) => void = () => undefined,
): Promise<{ rules: Rule[]; proofs: RuleProof[] }> {
  const sorted = [...new Set(urls)].sort(compareCodePoints);
  const texts = stage.sun ? sorted.map(sun) : sorted;
  const rules = stage.rules.filter(({ state }) => state !== 'refuted');
  const turnedRules = rules.map(turnAround);
  const tried = [...rules, ...turnedRules.filter((rule) => rule !== null)];
  const draws = drawPairs(tried, sorted, texts, options.seed, ATTEMPTS * options.pairs);
  const drawn = new Map(tried.map((rule, r) => [rule, draws[r]!]));
  const proofs: RuleProof[][] = rules.map(() => []);
  const kept: Rule[] = [];
  for (const [done, r] of trialOrder(rules).entries()) {
    const [rule, turned] = [rules[r]!, turnedRules[r]!];
    const take = (proof: RuleProof): void => {
      proofs[r]!.push(proof);
      if (proof.result === 'active') kept.push(proof.rule);
    };
    const broader = kept.find((other) => saysLess(rule, other) || (turned !== null && saysLess(turned, other)));
    if (rule.state === 'quarantined' && broader !== undefined) {
      take({ rule, result: 'redundant', broader });
      continue;
    }
    const onPair = (positive: number, negative: number) => onProgress({ done, of: rules.length, positive, negative });
    const proof = await prove(rule, drawn.get(rule)!, fetcher, options, onPair);
    take(proof);
    if (proof.result !== 'refuted' || turned === null) continue;
    const other = await prove(turned, drawn.get(turned)!, fetcher, options, onPair);
    if (other.result === 'active') take({ ...other, isTurned: true });
  }
  const alone = proofs.map((own, r) => dropRefined(own, kept, rules[r]!.state === 'quarantined'));
  const together = { ...stage, rules: inOrder(stage.rules, alone) };
  const check = await checkComposed(together, sorted, fetcher, options.seed);
  const settled = alone.map((own) => own.map((proof) => withComposed(proof, check)));
  return { rules: inOrder(stage.rules, settled), proofs: settled.flat() };
}

async function prove<Page>(
  rule: Rule,
  pairs: Iterable<TrialPair>,
  fetcher: Fetcher<Page>,
  { pairs: wanted, maxError, minSupport }: ProofOptions,
  onPair: (positive: number, negative: number) => void,
): Promise<RuleProof> {
  const isOutput = isTriedOnOutput(rule);
  const trial = await tryRule(pairs, fetcher, { pairs: wanted, maxError, isOutput }, onPair);
  const judged = withTrial(rule, trial, isOutput);
  const { verdict, positive, skipped } = trial;
  if (verdict === 'invalid') return { rule: { ...judged, state: 'refuted' }, result: 'refuted', trial };
  const undecided = (reason: NonNullable<RuleProof['reason']>): RuleProof => {
    return { rule: judged, result: 'undecided', reason, trial };
  };
  if (verdict === 'untested') return undecided('untested');
  if (verdict === 'open') return undecided(skipped['stopped'] === undefined ? 'budget' : 'stopped');
  if (positive < Math.min(minSupport, wanted)) return undecided('too-few');
  return { rule: { ...judged, state: 'active' }, result: 'active', trial };
}

/** The same substitution the other way round, without the evidence, which does not speak for it; null if there is none. */
function turnAround({ learner, scope, match, emit }: Rule): Rule | null {
  if (match.view !== 'text' || emit.view !== 'text') return null;
  // Without a text to look for there is no rule.
  if (emit.beta.length === 0 && !match.start && !match.end) return null;
  return makeRule({
    learner,
    hosts: scope.hosts,
    match: { ...match, alpha: emit.beta },
    emit: { view: 'text', beta: match.alpha },
    state: 'quarantined',
  });
}

/** A broader rule may have come later than one that it makes superfluous. Rules that were active before stay. */
function dropRefined(proofs: readonly RuleProof[], kept: readonly Rule[], wasLikely: boolean): RuleProof[] {
  return proofs.map((proof) => {
    if (proof.result !== 'active' || !(wasLikely || proof.isTurned)) return proof;
    const broader = kept.find((other) => saysLess(proof.rule, other));
    return broader === undefined ? proof : { ...proof, result: 'redundant', broader };
  });
}

/** A rule that goes wrong after others is not applied; one whose forms do not exist there is no good for rewriting. */
function withComposed(proof: RuleProof, { unfetchable, wrong }: ComposedCheck): RuleProof {
  const { rule, result } = proof;
  if (result !== 'active' || !unfetchable.has(rule.id)) return proof;
  const pair = wrong.get(rule.id);
  const judged = withFailure(rule, pair);
  if (pair === undefined) return { ...proof, rule: judged };
  return { ...proof, rule: { ...judged, state: 'quarantined' }, result: 'undecided', reason: 'composed' };
}

/** All rules where they stood, those that were refuted before too; redundant ones are gone. */
function inOrder(before: readonly Rule[], proofs: readonly (readonly RuleProof[])[]): Rule[] {
  let next = 0;
  return before.flatMap((rule) => {
    if (rule.state === 'refuted') return [rule];
    return proofs[next++]!.filter(({ result }) => result !== 'redundant').map((proof) => proof.rule);
  });
}
