/** From candidates to the rules of a set: judged, thresholds met, inverse and covered ones dropped, in the order they are applied. */
import { compareCodePoints } from '../base/index.ts';
import { stringsOf } from '../clusters/index.ts';
import { type Evidence, printRuleBody, type Rule } from '../rules/index.ts';
import { type Deployed, pickDeployable } from './deployable.ts';
import { findExamples } from './examples.ts';
import { countFirstForms, type FormCounts } from './first-forms.ts';
import { pruneInverse } from './inverse.ts';
import { type Judgement, type JudgeOptions, type JudgingData, judgeRules, type PackedData, packData } from './judge.ts';
import type { RuleMatches } from './matches.ts';
import { eliminateCovered } from './redundancy.ts';

export type SelectOptions = JudgeOptions & {
  readonly minSupport: number;
  readonly maxFpr: number;
  /** Whether the forms are counted that the rules give when the first that matches is applied. */
  readonly countsForms?: boolean;
  /** `covered` drops rules that another covers; `tree` also those that contradict others. */
  readonly style: 'none' | 'covered' | 'tree';
};

export const REASONS = ['min-support', 'max-fpr', 'inverse', 'covered', 'conflict'] as const;
/** Why a candidate is not in the set. */
export type Reason = (typeof REASONS)[number];

export type Selection = {
  readonly rules: readonly Rule[];
  readonly rejected: Readonly<Record<Reason, number>>;
  /** If asked for: what the rules make of the data they were judged on, each URL having the form that the first gives it. */
  readonly forms?: FormCounts;
  /** The largest support of a candidate, and the smallest fpr of those with enough support; null when there is none. */
  readonly bestSupport: number | null;
  readonly bestFpr: number | null;
};

export function selectRules(candidates: readonly Rule[], given: JudgingData, options: SelectOptions): Selection {
  const data = packData(given);
  const judged = judgeRules(candidates, data, options, (judgement) => reasonAgainst(judgement, options) === null);
  const accepted = judged.filter(isBucketed);
  const mutual = pruneInverse(accepted.map(withSupport), data.texts);
  const { kept, covered, conflicting } = pick(mutual, data, options.style);
  const count = (reason: Reason) => judged.filter((judgement) => reasonAgainst(judgement, options) === reason).length;
  const supported = judged.filter(({ evidence }) => evidence.support >= options.minSupport && evidence.support > 0);
  const ordered = kept.toSorted(byOrder);
  const rules = ordered.map((judgement) => withEvidence(judgement, data));
  return {
    rules,
    ...(options.countsForms && { forms: countFirstForms(rules, data, matchesOf(ordered)) }),
    rejected: {
      'min-support': count('min-support'),
      'max-fpr': count('max-fpr'),
      inverse: accepted.length - mutual.length,
      covered,
      conflict: conflicting,
    },
    bestSupport: least(
      judged.map(({ evidence }) => -evidence.support),
      (value) => -value,
    ),
    bestFpr: least(supported.map(({ evidence }) => evidence.fpr!)),
  };
}

function matchesOf(judgements: readonly Judgement[]): (RuleMatches | undefined)[] {
  return judgements.map(({ matches }) => matches);
}

/** Null if a rule may be in the set. Without support nothing is known, and such a rule is never taken. */
export function reasonAgainst(
  { evidence }: Pick<Judgement, 'evidence'>,
  { minSupport, maxFpr }: Pick<SelectOptions, 'minSupport' | 'maxFpr'>,
): 'min-support' | 'max-fpr' | null {
  if (evidence.support === 0 || evidence.support < minSupport) return 'min-support';
  return evidence.falsePairs <= maxFpr * evidence.support ? null : 'max-fpr';
}

/** The rule with what is now known of it; how it was found stays. */
export function withEvidence({ rule, evidence, buckets, matches }: Judgement, data: PackedData): Rule {
  const { frequency } = rule.evidence ?? {};
  const examples = buckets ? findExamples(rule, buckets, data, evidence.falsePairs, matches) : {};
  const all: Evidence = { ...(frequency === undefined ? {} : { frequency }), ...evidence, ...examples };
  return { ...rule, evidence: all };
}

type Bucketed = Judgement & { readonly buckets: NonNullable<Judgement['buckets']> };

function isBucketed(judgement: Judgement): judgement is Bucketed {
  return judgement.buckets !== undefined;
}

/** The rules that stay, by the style of the method. */
function pick(rules: readonly Bucketed[], { texts }: PackedData, style: SelectOptions['style']): Deployed<Bucketed> {
  switch (style) {
    case 'none':
      return { kept: rules, covered: 0, conflicting: 0 };
    case 'covered': {
      const kept = eliminateCovered(rules.map(withStrength), texts.count);
      return { kept, covered: rules.length - kept.length, conflicting: 0 };
    }
    case 'tree':
      return pickDeployable(rules, stringsOf(texts));
  }
}

function withSupport(judgement: Bucketed): Bucketed & { readonly support: number } {
  return { ...judgement, support: judgement.evidence.support };
}

function withStrength<T extends Bucketed>(judgement: T) {
  const { rule } = judgement;
  const { hosts } = rule.scope;
  return {
    ...judgement,
    id: rule.id,
    hosts: hosts === '*' ? Number.POSITIVE_INFINITY : hosts.length,
    // It decides only between rules of equal support.
    get contextLength() {
      return printRuleBody(rule.match, rule.emit).indexOf(' => ');
    },
  };
}

/** Support, then frequency, then id (`spec` 8, section 4). */
function byOrder(a: Judgement, b: Judgement): number {
  const frequency = ({ rule }: Judgement) => rule.evidence?.frequency ?? 0;
  if (a.evidence.support !== b.evidence.support) return b.evidence.support - a.evidence.support;
  return frequency(b) - frequency(a) || compareCodePoints(a.rule.id, b.rule.id);
}

function least(values: readonly number[], map: (value: number) => number = (value) => value): number | null {
  let found: number | null = null;
  for (const value of values) if (found === null || value < found) found = value;
  return found === null ? null : map(found);
}
