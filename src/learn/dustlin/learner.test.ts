/** DustLin: the shared suite, the thesis' running example, and the options. */
import { describe, expect, it } from 'vitest';
import { applyRule, printRuleBody } from '../../rules/index.ts';
import { learnerContract } from '../contract.case.ts';
import { dustlin } from './index.ts';

learnerContract(dustlin);

/** Table 2.2 of the thesis. */
const TABLE_2_2 = {
  C1: [
    'http://britney.com.br/?id=5',
    'http://britney.com.br/index.php?id=5',
    'http://Britney.com.br/?id=5',
    'http://www.britney.com.br/?id=5',
  ],
  C2: ['http://britney.com.br/?id=7', 'http://Britney.com.br/index.php?id=7'],
};

function ruleOf(urls: readonly string[], options = {}): string {
  const outcome = dustlin.clusterRule!(options)(urls);
  return outcome.kind === 'rule' ? printRuleBody(outcome.match, outcome.emit) : outcome.kind;
}

describe('dustlin', () => {
  it('learns the rules of Table 2.2 of the thesis', () => {
    expect(ruleOf(TABLE_2_2.C1)).toBe(
      'T ^*://(www.)?(britney|Britney).*.*/(index.php)?\\?*=*$ => $1://britney.$2.$3/\\?$4=$5',
    );
    expect(ruleOf(TABLE_2_2.C1, { canonicalMode: 'keep' })).toBe(
      'T ^*://(www.)?(britney|Britney).*.*/(index.php)?\\?*=*$ => $1://www.britney.$2.$3/index.php\\?$4=$5',
    );
    expect(ruleOf(TABLE_2_2.C2, { emitAlternatives: true })).toBe(
      'T ^*://(britney|Britney).*.*/(index.php)?\\?*=*$ => $1://$(britney|Britney).$2.$3/\\?$4=$5',
    );
  });

  it('generalizes from the cardinality on', () => {
    const urls = ['1', '20', '333', '4444'].map((id) => `https://example.com/index.php?id=${id}`);
    expect(ruleOf(urls)).toBe('T ^*://*.*/*.*\\?*=(1|20|333|4444)$ => $1://$2.$3/$4.$5\\?$6=1');
    expect(ruleOf(urls, { cardinality: 4 })).toBe('T ^*://*.*/*.*\\?*=<~n>$ => $1://$2.$3/$4.$5\\?$6=\\*');
  });

  it('looks at a sample of a large cluster, the same one for the same seed', () => {
    const urls = Array.from({ length: 200 }, (_, i) => `http://h${i % 50}.com/p?sid=${i * 7919}`);
    const hosts = (options: object) => {
      const outcome = dustlin.clusterRule!(options)(urls);
      return outcome.kind === 'rule' ? outcome.hosts : [];
    };
    expect(hosts({}).length).toBeLessThanOrEqual(10);
    expect(hosts({})).toEqual(hosts({ seed: 1 }));
    expect(hosts({})).not.toEqual(hosts({ seed: 2 }));
    expect(hosts({ scopeFrom: 'cluster' }).length).toBe(50);
    expect(hosts({ sample: Number.POSITIVE_INFINITY }).length).toBe(50);
  });

  it('unites the hosts of equal rules and shows an example', () => {
    const clusters = ['a.com', 'b.com', 'c.com'].map((host) => ({
      id: host,
      urls: [`http://${host}/x/`, `http://${host}/x`],
    }));
    const [rule, ...others] = dustlin.propose({ clusters }, { minFrequency: 3 }).candidates;
    expect(others).toEqual([]);
    expect(rule!.scope.hosts).toEqual(['a.com', 'b.com', 'c.com']);
    expect(rule!.evidence).toEqual({
      frequency: 3,
      examples: [{ urls: ['http://a.com/x', 'http://a.com/x/'], form: 'http://a.com/x' }],
    });
    expect(applyRule(rule!, 'http://c.com/y/')).toBe('http://c.com/y');
    expect(applyRule(rule!, 'http://d.com/y/')).toBeNull();
  });

  it('takes hosts from the whole cluster when asked', () => {
    const clusters = Array.from({ length: 10 }, (_, c) => ({
      id: `c${c}`,
      urls: Array.from({ length: 30 }, (_, i) => `http://m${i}.com/${'abcdefghij'[c]}?sid=${10 + i}`),
    }));
    const [sampled] = dustlin.propose({ clusters: clusters.slice(0, 1) }, { minFrequency: 1 }).candidates;
    const [whole] = dustlin.propose(
      { clusters: clusters.slice(0, 1) },
      { minFrequency: 1, scopeFrom: 'cluster' },
    ).candidates;
    expect(sampled!.scope.hosts.length).toBe(10);
    expect(whole!.scope.hosts.length).toBe(30);
  });

  it('counts clusters that are too large to align', () => {
    const long = (words: readonly string[]) =>
      `http://h/${Array.from({ length: 3000 }, (_, i) => words[i % words.length]).join('/')}`;
    const { candidates, problems } = dustlin.propose(
      { clusters: [{ id: 'long', urls: [long(['a', 'b', 'c']), long(['b', 'a', 'c', 'd'])] }] },
      { minFrequency: 1 },
    );
    expect(candidates).toEqual([]);
    expect(problems.map(({ code, count }) => [code, count])).toEqual([['alignmentTooLarge', 1]]);
  });
});
