/** Arbitrary URLs, rules and rule sets, shared by all property tests; small alphabets, so that rules really hit URLs. */
import fc, { type Arbitrary } from 'fast-check';
import { type Evidence, makeRule, type Rule, type RuleSet, type Stage, type View } from '../../src/rules/index.ts';
import { arbEditBody } from './arb-edit.ts';
import { arbKeyBody } from './arb-keys.ts';
import type { Body } from './arb-odd.ts';
import { arbTextBody, arbTokenBody } from './arb-tokens.ts';
import { HOSTS, rarely } from './arb-url.ts';

export { arbOddText } from './arb-odd.ts';
export { arbRegularUrl, arbUrl } from './arb-url.ts';
export { arbUrlFor } from './arb-url-for.ts';

const BODIES: { readonly [V in View]: Arbitrary<Body> } = {
  tokens: arbTokenBody,
  keys: arbKeyBody,
  text: arbTextBody,
  edit: arbEditBody,
};

/** Scopes that most URLs of `arbUrl` fall into. */
const arbHosts: Arbitrary<readonly string[] | '*'> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('*' as const) },
  { weight: 3, arbitrary: fc.constant([...HOSTS]) },
  { weight: 3, arbitrary: fc.uniqueArray(fc.constantFrom(...HOSTS), { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant(['', '[::1]', 'a.com', 'münchen.de', 'www.a.com']) },
);

const arbEvidence: Arbitrary<Evidence> = fc.record(
  {
    frequency: fc.nat(50),
    support: fc.nat(500),
    fpr: fc.constantFrom(0, 0.25, null),
    fetchable: fc.constantFrom({ checked: 10, ok: 10 }, { checked: 12, ok: 11 }, { checked: 3, ok: 3 }),
    fetched: fc.constant({ tested: 12, positive: 11, negative: 1, skipped: 2 }),
    likely: fc.constant({ pairs: 7, label: 0, sketch: 1, size: 2, unknown: 4 }),
    examples: fc.constant([{ urls: ['http://a.com/a?s=1', 'http://a.com/a'] as const, form: 'http://a.com/a' }]),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Valid rules, all views or one. */
export function arbRule(view?: View): Arbitrary<Rule> {
  const body = view === undefined ? fc.oneof(...Object.values(BODIES)) : BODIES[view];
  return fc
    .record({
      body,
      hosts: arbHosts,
      learner: fc.constantFrom('manual' as const, 'dustlin' as const, 'families' as const),
      state: rarely('active' as const, fc.constantFrom('quarantined' as const, 'refuted' as const), 6),
      directed: rarely<boolean | undefined>(undefined, fc.boolean()),
      evidence: fc.option(arbEvidence),
      note: rarely<string | undefined>(undefined, fc.constantFrom('', 'seen by hand\nsecond line')),
    })
    .map(({ body: { match, emit }, hosts, learner, state, directed, evidence, note }) =>
      makeRule({
        learner,
        hosts,
        match,
        emit,
        state,
        ...(directed !== undefined && { directed }),
        ...(evidence !== null && { evidence }),
        ...(note !== undefined && { note }),
      }),
    );
}

const arbStage: Arbitrary<Stage> = fc.record(
  {
    apply: fc.constantFrom('first' as const, 'fixpoint' as const),
    sun: fc.boolean(),
    rules: fc.array(arbRule(), { maxLength: 6 }),
  },
  { noNullPrototype: true },
);

const arbHead = fc.record(
  {
    dustpan: fc.constant(1 as const),
    options: fc.constantFrom<Readonly<Record<string, unknown>>>({}, { learner: 'auto', 'max-fpr': 0, seed: 1 }),
  },
  { noNullPrototype: true },
);

/** Valid rule sets: `first` and `fixpoint`, with and without SUN, of one stage or several. */
export function arbRuleSet(): Arbitrary<RuleSet> {
  const single = fc.tuple(arbHead, arbStage).map(([head, stage]): RuleSet => ({ ...head, ...stage }));
  const staged = fc
    .tuple(arbHead, fc.array(arbStage, { maxLength: 3 }))
    .map(([head, stages]): RuleSet => ({ ...head, stages }));
  return fc.oneof({ weight: 4, arbitrary: single }, { weight: 1, arbitrary: staged });
}
