/** A few parts are asked first: rules that many sites speak against do not make the others doubtful, and what falls is the same. */
import { describe, expect, it } from 'vitest';
import { makeRule, type RuleSet } from '../rules/index.ts';
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

/** Whether the part speaks against a rule. */
function falls({ rule: { id } }: AcceptedRule, part: number): boolean {
  return id === OFTEN.rule.id ? part % 3 === 0 : id === ONCE.rule.id && part === 7;
}

/** A plan that looks for doubtful parts, and work that asks them, with what they did. */
function site(parts: number) {
  const did = { looked: 0, asked: 0 };
  const plan: AutoPlan = {
    options: { maxRisk: 0.04, seenShare: 1, confidence: 0.95 },
    urls: Array.from({ length: parts }, () => 1),
    total: parts,
    most: parts,
    block: () => new Uint8Array(),
    doubtful(set: RuleSet) {
      did.looked++;
      const ids = new Set('rules' in set ? set.rules.map(({ id }) => id) : []);
      const rules = [OFTEN, ONCE, NEVER].filter(({ rule }) => ids.has(rule.id));
      return [...Array(parts).keys()].filter((part) => rules.some((rule) => falls(rule, part)));
    },
  };
  const fallen = fallenOnParts(
    {
      async fallen(_, asked, { rules }) {
        did.asked += asked.length;
        return new Set(rules.filter((rule) => asked.some((part) => falls(rule, part))).map(({ rule }) => rule.id));
      },
    },
    plan,
  );
  return { did, fallen };
}

describe('rules for every host on many parts', () => {
  it('fall if one part speaks against them, and few parts are asked', async () => {
    const { did, fallen } = site(PARTS);
    const alone = await fallen({ rules: [OFTEN, ONCE, NEVER], are: 'alone' });
    expect([...alone].sort()).toEqual([OFTEN.rule.id, ONCE.rule.id].sort());
    expect(did.asked).toBeLessThan(50);
    expect((await fallen({ rules: [NEVER], are: 'together' })).size).toBe(0);
  });

  it('are not looked for twice in all URLs if they hold alone', async () => {
    const { did, fallen } = site(PARTS);
    await fallen({ rules: [OFTEN, NEVER], are: 'alone' });
    await fallen({ rules: [NEVER], are: 'together' });
    expect(did.looked).toBe(1);
  });

  it('are asked about at once where there are few parts', async () => {
    const { did, fallen } = site(90);
    expect(await fallen({ rules: [OFTEN, NEVER], are: 'alone' })).toEqual(new Set([OFTEN.rule.id]));
    expect(did.asked).toBe(30);
  });
});
