/** Building rules: one spelling, one id, and equal rules joined. */
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../base/index.ts';
import { makeRule, mergeHosts, ruleId } from './make.ts';
import type { KeyEmit, KeyMatch, LearnerName, Rule } from './rule.ts';
import { parseRule } from './text/parse.ts';
import { printRuleBody } from './text/print.ts';

function make(text: string, hosts: readonly string[] | '*' = ['a.com'], learner: LearnerName = 'manual'): Rule {
  return makeRule({ ...parseRule(text), hosts, learner });
}

describe('makeRule', () => {
  it('fills in everything and sorts hosts', () => {
    expect(make('T ^*$ => $1', ['b.com', 'A.com', 'b.com'])).toStrictEqual({
      v: 1,
      id: sha256Hex('T ^*$ => $1', 16),
      learner: 'manual',
      scope: { hosts: ['a.com', 'b.com'] },
      directed: false,
      match: { view: 'tokens', seq: [{ star: 1 }] },
      emit: { view: 'tokens', seq: [{ ref: 1 }] },
      state: 'active',
    });
  });

  it('keeps what it is given', () => {
    const given = { directed: true, state: 'refuted', evidence: { support: 1 }, note: 'n' } as const;
    expect(makeRule({ ...parseRule('T ^*$ => $1'), hosts: '*', learner: 'duster', ...given })).toMatchObject(given);
  });

  it.each([
    [
      'K query[b]=1 path[-1]=a path[2]=* host in (b|a|b) scheme=http => path[2]:=⊥ host:=*',
      'K scheme=http host in (a|b) path[2]=* path[-1]=a query[b]=1 => host:=* path[2]:=⊥',
    ],
    ["K query[a]=* => query[z]:='1' query[b]:='2' path:=[]", "K query[a]=* => path:=[] query[z]:='1' query[b]:='2'"],
    ['E params=(b,a,b) => host(C.com,b.com -> A.com)', 'E params=(a,b) => host(b.com,c.com -> a.com)'],
    ['E => aliasParam(x: 2,1 -> 3)', 'E => aliasParam(x: 1,2 -> 3)'],
    ['E => aliasPrefix(/b,/a -> /c)', 'E => aliasPrefix(/a,/b -> /c)'],
    ['E ext=b ext=a => decode()', 'E ext=b ext=a => decode()'],
  ])('%s', (text, tidy) => {
    const rule = make(text);
    expect(printRuleBody(rule.match, rule.emit)).toBe(tidy);
    expect(rule.id).toBe(sha256Hex(tidy, 16));
  });

  it('joins adjacent literals', () => {
    const match = { view: 'tokens' as const, seq: [{ lit: 'a' }, { lit: '' }, { lit: 'b' }, { star: 1 }, { lit: '' }] };
    const emit = { view: 'tokens' as const, seq: [{ lit: 'a' }, { lit: 'b' }, { ref: 1 }] };
    const rule = makeRule({ match, emit, hosts: '*', learner: 'manual' });
    expect(rule.id).toBe(ruleId(match, emit));
    expect(printRuleBody(rule.match, rule.emit)).toBe('T ^ab*$ => ab$1');
  });

  it('gives one id to one rule, whatever the order of its fields', () => {
    const ab: KeyMatch = {
      view: 'keys',
      where: { 'path[1]': { any: true }, host: { eq: 'a' } },
      pathLen: 1,
      query: 'open',
      deep: {},
    };
    const ba: KeyMatch = {
      query: 'open',
      pathLen: 1,
      where: { host: { eq: 'a' }, 'path[1]': { any: true } },
      view: 'keys',
    };
    const emit: KeyEmit = { view: 'keys', set: {}, queryOrder: 'sort' };
    expect(ruleId(ab, emit)).toBe(ruleId(ba, emit));
  });
});

describe('mergeHosts', () => {
  it('joins equal rules of one learner and keeps the order', () => {
    const rules = [
      make('E => decode()', ['b.com']),
      make('E => dropPort()', ['b.com']),
      make('E => decode()', ['a.com', 'b.com']),
      make('E => decode()', ['c.com'], 'families'),
      make('E => dropPort()', '*'),
    ];
    const merged = mergeHosts(rules.map((rule, i) => ({ ...rule, note: `${i}` })));
    expect(merged.map(({ learner, scope, note }) => [learner, scope.hosts, note])).toEqual([
      ['manual', ['a.com', 'b.com'], '0'],
      ['manual', '*', '1'],
      ['families', ['c.com'], '3'],
    ]);
  });
});
