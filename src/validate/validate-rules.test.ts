/** Checks of judging a rule set anew: what is refuted, what stays, and what cannot be judged this way. */
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../base/index.ts';
import type { Cluster } from '../clusters/index.ts';
import {
  isFetchable,
  makeRule,
  parseRule,
  parseRuleSet,
  printRuleSet,
  type Rule,
  type RuleSet,
} from '../rules/index.ts';
import { validateRules } from './validate-rules.ts';

function rule(text: string, more: Partial<Rule> = {}): Rule {
  const { scope, match, emit } = parseRule(text);
  return { ...makeRule({ learner: 'manual', hosts: scope.hosts, match, emit }), ...more };
}

function setOf(...rules: Rule[]): RuleSet {
  return { dustpan: 1, options: { made: 'by hand' }, apply: 'first', sun: false, rules };
}

const DROP_SID = rule('@* E => dropParam(sid)');
const DROP_X = rule('@* E => dropParam(x)', { note: 'a remark', evidence: { frequency: 3, support: 99 } });
const NEVER = rule('@* E => dropParam(never)', { evidence: { support: 7 } });

const CLUSTERS: Cluster[] = [
  ...Array.from({ length: 12 }, (_, i) => ({ id: `s${i}`, urls: [`http://h/${i}`, `http://h/${i}?sid=1`] })),
  { id: 'x1', urls: ['http://h/a?x=1', 'http://h/a?x=2'] },
  { id: 'x2', urls: ['http://h/a?x=3'] },
];

function rulesIn(set: RuleSet): readonly Rule[] {
  return 'rules' in set ? set.rules : [];
}

describe('validateRules', () => {
  it('marks what the data contradicts and keeps the rest, in order', () => {
    const { ruleSet, refuted, unseen, judged } = validateRules(setOf(DROP_X, NEVER, DROP_SID), CLUSTERS);
    const [dropX, never, dropSid] = rulesIn(ruleSet);
    expect({ refuted, unseen, judged }).toEqual({ refuted: [DROP_X.id], unseen: 1, judged: 2 });
    expect(dropX).toMatchObject({ id: DROP_X.id, state: 'refuted', note: 'a remark' });
    expect(dropX!.evidence).toMatchObject({
      frequency: 3,
      support: 3,
      falsePairs: 2,
      fpr: 2 / 3,
      forms: 1,
      impureForms: 1,
      impureUpper: 1,
    });
    expect(dropX!.evidence!.counterExamples).toEqual([
      { urls: ['http://h/a?x=1', 'http://h/a?x=3'], form: 'http://h/a' },
    ]);
    expect(never).toEqual(NEVER);
    expect(dropSid).toMatchObject({
      state: 'active',
      evidence: { support: 12, falsePairs: 0, fetchable: { checked: 12, ok: 12 } },
    });
    expect(isFetchable(dropSid!)).toBe(true);
    expect(ruleSet.options).toEqual({ made: 'by hand' });
    expect(parseRuleSet(printRuleSet(ruleSet))).toMatchObject({ rules: [{ state: 'refuted' }, {}, {}] });
  });

  it('lets through what --max-fpr allows', () => {
    expect(validateRules(setOf(DROP_X), CLUSTERS, { maxFpr: 0.7 }).refuted).toEqual([]);
    expect(validateRules(setOf(DROP_X), CLUSTERS, { maxFpr: 0.6 }).refuted).toEqual([DROP_X.id]);
  });

  it('counts a rule that was refuted before only once', () => {
    const before: Rule = { ...DROP_X, state: 'refuted' };
    const { ruleSet, refuted } = validateRules(setOf(before), CLUSTERS);
    expect(refuted).toEqual([]);
    expect(rulesIn(ruleSet)[0]).toMatchObject({ state: 'refuted', evidence: { falsePairs: 2 } });
  });

  it('keeps a quarantined rule in quarantine', () => {
    const { ruleSet } = validateRules(setOf({ ...DROP_SID, state: 'quarantined' }), CLUSTERS);
    expect(rulesIn(ruleSet)[0]).toMatchObject({ state: 'quarantined', evidence: { support: 12 } });
  });

  it('knows URLs that do not answer', () => {
    const { ruleSet } = validateRules(setOf(DROP_SID), CLUSTERS, { failing: ['http://h/3'] });
    expect(rulesIn(ruleSet)[0]!.evidence!.fetchable).toEqual({ checked: 12, ok: 11 });
  });

  it('shows rules what they will see', () => {
    const clusters: Cluster[] = [{ id: '1', urls: ['http://H/%61?sid=1', 'http://h/a'] }];
    const support = (sun: boolean) =>
      rulesIn(validateRules({ ...setOf(DROP_SID), sun } as RuleSet, clusters).ruleSet)[0]!.evidence?.support;
    expect(support(true)).toBe(1);
    expect(support(false)).toBeUndefined();
  });

  it('refuses sets that compose their rules', () => {
    expect(() => validateRules({ ...setOf(DROP_SID), apply: 'fixpoint' } as RuleSet, CLUSTERS)).toThrow(ConfigError);
    expect(() => validateRules({ dustpan: 1, options: {}, stages: [] }, CLUSTERS)).toThrow(/evaluate/);
  });
});
