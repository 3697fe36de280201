/** DUSTER: the shared suite, and what sets it apart from DustLin. */
import { describe, expect, it } from 'vitest';
import { printRuleBody } from '../../rules/index.ts';
import { learnerContract } from '../contract.case.ts';
import { duster } from './index.ts';

learnerContract(duster);

describe('duster', () => {
  it('learns the rules of Table 6.8 of the thesis', () => {
    const languages = (name: string) =>
      ['ja', 'en', 'fr'].map((language) => `http://a.l.g/m/r/6.2/${language}/dochts/formats/pdf/${name}.pdf`);
    const shops = (name: string) =>
      ['comprar.vlume', 'www.vlume', 'www.vlumi'].map((shop) => `http://${shop}.com.br/${name}/`);
    const clusters = [languages('smb-ht'), languages('Tips-ht'), shops('cpm-22'), shops('d-black')].map((urls, i) => ({
      id: `D${i + 1}`,
      urls,
    }));
    const { candidates } = duster.propose({ clusters }, { minFrequency: 2 });
    expect(candidates.map(({ match, emit }) => printRuleBody(match, emit))).toEqual([
      'T ^*://(comprar|www).(vlume|vlumi).*.*/*/$ => $1://comprar.vlume.$2.$3/$4/',
      'T ^*://*.*.*/*/*/*.*/(en|fr|ja)/*/*/*/*.*$ => $1://$2.$3.$4/$5/$6/$7.$8/en/$9/$10/$11/$12.$13',
    ]);
    expect(candidates.map(({ scope }) => scope.hosts)).toEqual([
      ['comprar.vlume.com.br', 'www.vlume.com.br', 'www.vlumi.com.br'],
      ['a.l.g'],
    ]);
  });

  it('aligns the most similar URLs first', () => {
    // `/b/b` and `/b/x` differ in one token; in sorted order `/b` would come between.
    const outcome = duster.clusterRule!()(['h/b', 'h/b/b', 'h/b/x']);
    expect(outcome.kind === 'rule' && printRuleBody(outcome.match, outcome.emit)).toBe('T ^*/*(/(b|x))?$ => $1/$2');
  });

  it('scores by place when asked: what moved one folder down is not found any more', () => {
    const ruleOf = (scoring: 'jaccard' | 'tiered') => {
      const outcome = duster.clusterRule!({ scoring })(['http://h.org/list/a', 'http://h.org/old/list/b']);
      return outcome.kind === 'rule' && printRuleBody(outcome.match, outcome.emit);
    };
    expect(ruleOf('jaccard')).toBe('T ^*://*.*/(old/)?*/(a|b)$ => $1://$2.$3/$4/a');
    expect(ruleOf('tiered')).toBe('T ^*://*.*/(list|old)/(list/)?(a|b)$ => $1://$2.$3/list/a');
  });
});
