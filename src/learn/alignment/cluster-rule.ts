/** From the URLs of one cluster to its rule: sample, align, generate, check. A pure function, whatever engine calls it. */
import { compareCodePoints } from '../../base/index.ts';
import type { LearnerName } from '../../rules/index.ts';
import { hostOf } from '../../url/index.ts';
import type { ClusterOutcome } from '../learner.ts';
import { Consensus } from './consensus.ts';
import type { AlignmentOptions } from './options.ts';
import { ruleBody } from './rule-body.ts';
import { RulePlan } from './rule-plan.ts';
import { sampleSorted, sortDistinct } from './sample.ts';
import { isIntendedMatch, joins } from './self-check.ts';
import { type MultipleAlignment, Workspace } from './workspace.ts';

/** A method by its name and the one thing in which the methods differ. */
export type AlignmentMethod = { readonly name: LearnerName; readonly align: MultipleAlignment };

/** The problem of a cluster whose URLs are too long and too different to be aligned. */
const TOO_LARGE = 'alignmentTooLarge';
/** The problem of a cluster whose URLs have no token in common: their form would be empty. */
const NOTHING_IN_COMMON = 'nothingInCommon';
/** The problem of a cluster whose rule does not join its own URLs. */
const SELF_CHECK_FAILED = 'selfCheckFailed';
type Outcome = 'rule' | 'none' | typeof TOO_LARGE | typeof NOTHING_IN_COMMON | typeof SELF_CHECK_FAILED;

/** A pure function from the URLs of a cluster to its rule, with the hosts it was seen on. */
export function clusterRule(
  method: AlignmentMethod,
  options: AlignmentOptions,
): (urls: readonly string[]) => ClusterOutcome {
  const generator = new ClusterRules(method, options);
  return (urls) => {
    const outcome = generator.generate(urls);
    if (outcome === 'none') return { kind: 'none' };
    if (outcome !== 'rule') return { kind: 'problem', code: outcome };
    const scope = options.scopeFrom === 'cluster' ? urls : generator.table.urls;
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
  /** The smallest URL of the last cluster, which stands for it. */
  smallest = '';

  constructor(method: AlignmentMethod, options: AlignmentOptions) {
    this.#method = method;
    this.#options = options;
    this.#work = new Workspace(options);
    this.plan = new RulePlan(this.#work.table);
  }

  get table() {
    return this.#work.table;
  }

  generate(urls: readonly string[]): Outcome {
    const { canonicalMode, cardinality, sample, seed } = this.#options;
    if (urls.length < 2) return 'none';
    if (urls.length <= sample) {
      this.#work.loadSorted(urls);
      this.smallest = this.table.urls[0]!;
    } else {
      const sorted = sortDistinct(urls);
      this.#work.load(sampleSorted(sorted, sample, seed));
      this.smallest = sorted[0]!;
    }
    const sampled = this.table.urls;
    if (sampled.length < 2) return 'none';
    const consensus = this.#method.align(this.#work);
    if (consensus === null) return TOO_LARGE;
    this.consensus = consensus;
    this.plan.make(consensus);
    if (canonicalMode === 'delete' && this.plan.isAllOptional) return NOTHING_IN_COMMON;
    if (isIntendedMatch(this.table, consensus, this.plan, cardinality)) return 'rule';
    const body = ruleBody(this.table, consensus, this.plan, this.#options);
    return joins(body, sampled) ? 'rule' : SELF_CHECK_FAILED;
  }
}
