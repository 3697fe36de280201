/** From the URLs of one cluster to its rule: sample, align, generate, check. A pure function, whatever engine calls it. */
import { compareCodePoints } from '../../base/index.ts';
import { packTexts, type UrlPack } from '../../clusters/index.ts';
import type { LearnerName } from '../../rules/index.ts';
import { hostOf } from '../../url/index.ts';
import type { ClusterOutcome } from '../learner.ts';
import { Consensus } from './consensus.ts';
import type { AlignmentOptions } from './options.ts';
import { ruleBody } from './rule-body.ts';
import { RulePlan } from './rule-plan.ts';
import { drawSample } from './sample.ts';
import { fixedScale } from './scale.ts';
import { isIntendedMatch, joins } from './self-check.ts';
import { sortNumbers } from './url-bytes.ts';
import { type MultipleAlignment, Workspace } from './workspace.ts';

/** A method by its name and the one thing in which the methods differ. */
export type AlignmentMethod = { readonly name: LearnerName; readonly align: MultipleAlignment };

/** What keeps a cluster from having a rule. */
export const PROBLEMS = {
  /** Its URLs are too long and too different to be aligned. */
  tooLarge: 'alignmentTooLarge',
  /** Its URLs have no token in common: their form would be empty. */
  nothingInCommon: 'nothingInCommon',
  /** Its rule does not join its own URLs. */
  selfCheckFailed: 'selfCheckFailed',
} as const;
type Outcome = 'rule' | 'none' | (typeof PROBLEMS)[keyof typeof PROBLEMS];

/** A pure function from the URLs of a cluster to its rule, with the hosts it was seen on. */
export function clusterRule(
  method: AlignmentMethod,
  options: AlignmentOptions,
): (urls: readonly string[]) => ClusterOutcome {
  const generator = new ClusterRules(method, options);
  return (urls) => {
    const outcome = generator.generate(packTexts(urls), Int32Array.from(urls.keys()), urls.length, 'whole');
    if (outcome === 'none') return { kind: 'none' };
    if (outcome !== 'rule') return { kind: 'problem', code: outcome };
    const scope = options.scopeFrom === 'cluster' ? urls : generator.table.source.urls;
    const hosts = [...new Set(scope.map(hostOf))].sort(compareCodePoints);
    return { kind: 'rule', ...ruleBody(generator.table, generator.consensus, generator.plan, options), hosts };
  };
}

/** Generates rule after rule with the same buffers; the last one is in `consensus` and `plan`. */
export class ClusterRules {
  readonly #method: AlignmentMethod;
  readonly #options: AlignmentOptions;
  readonly #work: Workspace;
  readonly plan: RulePlan;
  consensus = new Consensus();
  /** The number of the smallest URL of the last cluster, which stands for it. */
  smallest = 0;

  constructor(method: AlignmentMethod, options: AlignmentOptions) {
    this.#method = method;
    this.#options = options;
    this.#work = new Workspace(options);
    this.plan = new RulePlan(this.#work.table);
  }

  get table() {
    return this.#work.table;
  }

  /**
   * The URLs of a cluster, by the first `given` numbers of a list, which is changed. `trimmed`: consensus and plan may lack what all URLs begin and end with, which
   * `table.source` then knows; most of the time goes by with what is the same in all URLs.
   */
  generate(pack: UrlPack, numbers: Int32Array, given: number, how: 'trimmed' | 'whole'): Outcome {
    const { sample, seed, scoring } = this.#options;
    if (given < 2) return 'none';
    const distinct = sortNumbers(pack, numbers, given);
    this.smallest = numbers[0]!;
    const count = drawSample(pack, numbers, distinct, sample, seed);
    if (count < 2) return 'none';
    // Elsewhere scores depend on places, or on the number of tokens.
    const isTrimmed = how === 'trimmed' && scoring === 'jaccard' && fixedScale(count) !== null;
    this.#work.take(pack, numbers, count, isTrimmed);
    const outcome = this.#attempt();
    if (outcome !== 'unsure') return outcome;
    this.#work.restore();
    return this.#attempt() as Outcome;
  }

  /** `unsure` if what was left out of the URLs may matter. */
  #attempt(): Outcome | 'unsure' {
    const { canonicalMode, cardinality } = this.#options;
    const { source } = this.table;
    const consensus = this.#method.align(this.#work);
    if (consensus === null) return PROBLEMS.tooLarge;
    if (this.#work.isUnsure) return 'unsure';
    this.consensus = consensus;
    this.plan.make(consensus);
    if (this.plan.isAtEnd && source.right > 0) return 'unsure';
    if (canonicalMode === 'delete' && this.plan.isAllOptional) return PROBLEMS.nothingInCommon;
    if (isIntendedMatch(this.table, consensus, this.plan, cardinality)) return 'rule';
    if (source.left > 0 || source.right > 0) return 'unsure';
    const body = ruleBody(this.table, consensus, this.plan, this.#options);
    return joins(body, source.urls) ? 'rule' : PROBLEMS.selfCheckFailed;
  }
}
