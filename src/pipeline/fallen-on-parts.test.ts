/** What falls is what would fall if every part were asked, and few whole parts are asked. */
import { describe, expect, it } from 'vitest';
import { makeRule } from '../rules/index.ts';
import type { AcceptedRule } from '../select/index.ts';
import type { AutoPlan } from './auto-plan.ts';
import { fallenOnParts } from './fallen-on-parts.ts';

const PARTS = 400;

function ruleFor(name: string): AcceptedRule {
  const rule = makeRule({
    learner: 'families',
    hosts: '*',
    match: { view: 'edit', when: [], unless: [] },
    emit: { view: 'edit', op: { op: 'dropParam', name } },
  });
  return { family: 'param', rule };
}

const [OFTEN, ONCE, NEVER] = [ruleFor('often'), ruleFor('once'), ruleFor('never')];
const RULES = [OFTEN, ONCE, NEVER];

/** Whether the part speaks against a rule. */
function falls({ rule: { id } }: AcceptedRule, part: number): boolean {
  return id === OFTEN.rule.id ? part % 3 === 0 : id === ONCE.rule.id && part === 7;
}

/** A plan of which parts are doubtful by their numbers, and work that asks them, with how many whole ones it asked. */
function site(isSafe: (part: number) => boolean = () => false) {
  const did = { asked: 0 };
  // Each part is one URL.
  const numbers = Int32Array.from({ length: PARTS + 1 }, (_, i) => i);
  const plan: AutoPlan = {
    options: { maxRisk: 0.04, seenShare: 1, confidence: 0.95 },
    total: PARTS,
    urls: Array.from({ length: PARTS }, () => 1),
    most: PARTS,
    columns: {
      urls: { bytes: new Uint8Array(), starts: numbers, ends: numbers, isWellFormed: true },
      first: numbers,
      members: numbers,
      wide: null,
      clusters: numbers,
      firstOf: numbers,
      shares: new Float64Array(PARTS).fill(1),
    },
  };
  const idsOn = (rules: readonly AcceptedRule[], part: number) =>
    rules.filter((rule) => falls(rule, part)).map(({ rule }) => rule.id);
  const fallen = fallenOnParts(
    {
      async doubtful(_, set) {
        const ids = new Set('rules' in set ? set.rules.map(({ id }) => id) : []);
        const rules = RULES.filter(({ rule }) => ids.has(rule.id));
        return plan.urls.map((_, part) => (rules.some((rule) => falls(rule, part)) ? Int32Array.of(0) : null));
      },
      async fallen(_, asked, { rules }) {
        did.asked += asked.length;
        return new Set(asked.filter((part) => !isSafe(part)).flatMap((part) => idsOn(rules, part)));
      },
      async suspects(_, { numbers, only }, rules) {
        expect([...only!.keys()].filter((url) => only![url] === 1)).toEqual(numbers);
        return numbers.map((part) => idsOn(rules, part));
      },
    },
    plan,
    async () =>
      plan.urls.map((_, part) => ({ urls: 1, forms: 1, sharedForms: 0, impureForms: part % 100 === 7 ? 1 : 0 })),
  );
  return { did, fallen };
}

describe('rules for every host on many parts', () => {
  it('fall if one part speaks against them, and few parts are asked', async () => {
    const { did, fallen } = site();
    const alone = await fallen({ rules: RULES, are: 'alone' });
    expect([...alone].sort()).toEqual([OFTEN.rule.id, ONCE.rule.id].sort());
    expect(did.asked).toBe(2);
    expect((await fallen({ rules: [NEVER], are: 'together' })).size).toBe(0);
  });

  it('are asked about beside those of sites only where something is joined wrongly', async () => {
    const { did, fallen } = site();
    expect(await fallen({ rules: [ONCE], are: 'beside' })).toEqual(new Set([ONCE.rule.id]));
    expect(did.asked).toBe(4);
  });

  it('are asked about in every part where they may fall, if they hold in the first', async () => {
    const { did, fallen } = site((part) => part < PARTS - 1);
    expect(await fallen({ rules: RULES, are: 'alone' })).toEqual(new Set([OFTEN.rule.id]));
    expect(did.asked).toBe(Math.ceil(PARTS / 3) + 1);
  });
});
