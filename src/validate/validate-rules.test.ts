/** Checks of judging a rule set anew: what is refuted, what stays, and how rules that compose are replayed. */
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import type { Cluster } from '../clusters/index.ts';
import {
  isFetchable,
  parseRuleSet,
  printRuleSet,
  type Rule,
  type RuleSet,
  rulesOf,
  type Stage,
} from '../rules/index.ts';
import { validateRules } from './validate-rules.ts';

function setOf(...rules: Rule[]): RuleSet {
  return { dustpan: 1, options: { made: 'by hand' }, apply: 'first', sun: false, rules };
}

const DROP_SID = ruleOf('@* E => dropParam(sid)');
const DROP_X = ruleOf('@* E => dropParam(x)', { note: 'a remark', evidence: { frequency: 3, support: 99 } });
const NEVER = ruleOf('@* E => dropParam(never)', { evidence: { support: 7 } });

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
});

describe('validateRules on rules that compose', () => {
  const MOBILE = ruleOf('@* S "/m/" => "/"');
  const composed = (rules: Rule[], sun = false): RuleSet => ({ ...setOf(...rules), apply: 'fixpoint', sun }) as RuleSet;
  const support = (set: RuleSet, clusters: readonly Cluster[]) =>
    rulesIn(validateRules(set, clusters).ruleSet).map(({ evidence }) => evidence?.support);
  /** Two URLs of a page differ by a session, and the third by another folder as well. */
  const PAGES: Cluster[] = Array.from({ length: 12 }, (_, i) => ({
    id: `${i}`,
    urls: [`http://h/${i}`, `http://h/${i}?sid=1`, `http://h/m/${i}?sid=2`],
  }));

  it('counts a pair for the rule that joins it', () => {
    // The folder alone joins nothing; after the sessions are gone it joins its URL with both others.
    expect(support(composed([DROP_SID, MOBILE]), PAGES)).toEqual([12, 24]);
    // And before, it brings nothing together, so that all is done by the other.
    expect(support(composed([MOBILE, DROP_SID]), PAGES)).toEqual([undefined, 36]);
  });

  it('checks the last output as a URL to fetch', () => {
    const [, mobile] = rulesIn(validateRules(composed([DROP_SID, MOBILE]), PAGES, { failing: ['http://h/3'] }).ruleSet);
    expect(mobile!.evidence).toMatchObject({
      falsePairs: 0,
      forms: 12,
      fetchable: { checked: 12, ok: 11 },
      examples: [{ urls: ['http://h/0', 'http://h/m/0?sid=2'], form: 'http://h/0' }, {}, {}, {}, {}],
    });
  });

  it('replays later rules without those that are refuted', () => {
    const other: Cluster = { id: 'other', urls: ['http://h/other?sid=7'] };
    const clusters: Cluster[] = [...PAGES, other, { id: 'b', urls: ['http://h/other'] }];
    const { ruleSet, refuted, judged, unseen } = validateRules(composed([DROP_SID, MOBILE, NEVER]), clusters);
    expect(refuted).toEqual([DROP_SID.id]);
    // Sessions stay, so the folder joins nothing.
    expect({ judged, unseen }).toEqual({ judged: 1, unseen: 2 });
    expect(rulesIn(ruleSet)[0]).toMatchObject({
      state: 'refuted',
      evidence: {
        support: 13,
        falsePairs: 1,
        counterExamples: [{ urls: ['http://h/other', 'http://h/other?sid=7'], form: 'http://h/other' }],
      },
    });
    expect(validateRules(composed([DROP_SID, MOBILE]), clusters, { maxFpr: 0.1 }).refuted).toEqual([]);
  });

  it('shows against a rule only what that rule joins', () => {
    const clusters: Cluster[] = [
      { id: '1', urls: ['http://h/a?x=1', 'http://h/m/a'] },
      { id: '2', urls: ['http://h/a?x=2'] },
    ];
    const [dropX, mobile] = rulesIn(validateRules(composed([DROP_X, MOBILE]), clusters, { maxFpr: 1 }).ruleSet);
    const shown = (one: Rule | undefined) => one?.evidence?.counterExamples?.map(({ urls }) => urls);
    expect(shown(dropX)).toEqual([['http://h/a?x=1', 'http://h/a?x=2']]);
    expect(shown(mobile)).toEqual([['http://h/a?x=2', 'http://h/m/a']]);
  });

  it('ends for rules that lead in a circle', () => {
    const circle = ['"/c$" => "/a$"', '"/b$" => "/c$"', '"/a$" => "/b$"'].map((text) => ruleOf(`@* S ${text}`));
    const clusters: Cluster[] = [{ id: '1', urls: ['http://h/a', 'http://h/b', 'http://h/c'] }];
    expect(support(composed(circle), clusters)).toHaveLength(3);
  });

  it('leaves out rules that are not applied, and judges them all the same', () => {
    const quarantined: Rule = { ...DROP_SID, state: 'quarantined' };
    const { ruleSet } = validateRules(composed([quarantined, MOBILE]), PAGES);
    expect(rulesIn(ruleSet)).toMatchObject([{ state: 'quarantined', evidence: { support: 12 } }, MOBILE]);
  });

  it('does not count what equal addresses join', () => {
    const clusters: Cluster[] = [
      { id: '1', urls: ['http://h/a', 'http://h/a?sid=1'] },
      { id: '2', urls: ['http://h/%61'] },
    ];
    // The two addresses of one resource were fetched at different times: no rule joined them.
    expect(rulesIn(validateRules(composed([DROP_SID], true), clusters).ruleSet)[0]!.evidence).toMatchObject({
      support: 1,
      falsePairs: 0,
    });
  });

  it('replays stages one after another', () => {
    const HOST = ruleOf('@{m.h} E => host(m.h -> h)');
    const clusters: Cluster[] = PAGES.map(({ id, urls }) => ({ id, urls: [urls[0]!, `http://m.h/${id}?sid=1`] }));
    const stage = (one: Rule): Stage => ({ apply: 'first', sun: false, rules: [one] });
    const { ruleSet, judged } = validateRules(
      { dustpan: 1, options: {}, stages: [stage(HOST), stage(DROP_SID)] },
      clusters,
    );
    expect(judged).toBe(1);
    expect(rulesOf(ruleSet).map(({ evidence }) => evidence?.support)).toEqual([undefined, 12]);
    expect('stages' in ruleSet && ruleSet.stages.length).toBe(2);
  });
});
