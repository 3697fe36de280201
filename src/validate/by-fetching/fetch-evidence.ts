/** What a trial says for and against a rule, added to the evidence that the rule has. */
import type { Evidence, Example, Rule } from '../../rules/index.ts';
import type { Trial, TrialPair } from './try-rule.ts';

const EXAMPLES = 5;

/** The rule with the evidence of a trial; `isOutput` if the pairs were URLs and what the rule made of them. */
export function withTrial(rule: Rule, trial: Trial, isOutput: boolean): Rule {
  const { positive, negative, outputs } = trial;
  const tested = positive + negative;
  const before = rule.evidence ?? {};
  // A trial that was cut short does not replace a longer one.
  if (tested === 0 || (trial.verdict === 'open' && tested <= (before.fetched?.tested ?? 0))) return rule;
  const skipped = Object.values(trial.skipped).reduce((sum, count) => sum + count, 0);
  const evidence: Evidence = {
    ...before,
    fetched: { tested, positive, negative, skipped },
    ...(isOutput ? { fetchable: mergeProofs(before.fetchable, outputs) } : {}),
    ...mergeExamples('examples', before, trial.examples),
    ...mergeExamples('counterExamples', before, trial.counterExamples),
  };
  return { ...rule, evidence };
}

/** The rule with one output more that is not the page it should be, and the pair that shows it if they are different pages. */
export function withFailure(rule: Rule, pair: TrialPair | undefined): Rule {
  const before = rule.evidence ?? {};
  const { checked, ok } = before.fetchable ?? { checked: 0, ok: 0 };
  const shown: Example[] = pair === undefined ? [] : [{ urls: [pair.url, pair.other], form: pair.form }];
  // One failure is enough, and a second run must not add the same again.
  const fetchable = { checked: Math.max(checked, ok + 1), ok };
  return { ...rule, evidence: { ...before, fetchable, ...mergeExamples('counterExamples', before, shown) } };
}

type Proof = NonNullable<Evidence['fetchable']>;

/** One output that is not the page outweighs any number that are; of proofs without fault the larger one counts. */
function mergeProofs(before: Proof | undefined, now: Proof): Proof {
  if (before === undefined || now.ok < now.checked) return now;
  return before.ok < before.checked || before.checked > now.checked ? before : now;
}

/** Those that are there stay, because what was seen once is true. */
function mergeExamples(
  field: 'examples' | 'counterExamples',
  before: Evidence,
  found: readonly Example[],
): Pick<Evidence, 'examples' | 'counterExamples'> {
  if (found.length === 0) return {};
  const old = before[field] ?? [];
  const isKnown = ({ urls: [a, b] }: Example) => old.some(({ urls }) => urls.includes(a) && urls.includes(b));
  const room = Math.max(field === 'counterExamples' ? 1 : 0, EXAMPLES - old.length);
  const added = found.filter((example) => !isKnown(example)).slice(0, room);
  return { [field]: [...old.slice(0, EXAMPLES - added.length), ...added] };
}
