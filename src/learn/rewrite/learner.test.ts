/** Pairwise rewrite rules: the shared suite, the figures of the thesis, and the options. */
import { describe, expect, it } from 'vitest';
import { vectorsOf } from '../../../test/support/vectors.ts';
import { applyRule, printRule, printRuleBody } from '../../rules/index.ts';
import { learnerContract } from '../contract.case.ts';
import { KeyRows } from '../key-rows.ts';
import { FanOutRules } from './fan-out.ts';
import { rewrite } from './index.ts';
import { addPairRules } from './learner.ts';
import { changesOf, onlyDifference } from './pair-rule.ts';
import { ruleBody } from './rule-body.ts';

learnerContract(rewrite);

/** Rows of URLs, numbered as given. */
function rowsOf(urls: readonly string[]): KeyRows {
  const rows = new KeyRows();
  for (const url of urls) rows.add(url);
  return rows;
}

/** The rules of one cluster, or of the pairs given as clusters, as text, sorted. */
function fanOut(clusters: readonly (readonly string[])[], fanout: number): string[] {
  const rows = new KeyRows();
  const rules = new FanOutRules(rows);
  for (const [c, urls] of clusters.entries())
    addPairRules(
      rules,
      rows,
      c,
      urls.map((url) => rows.add(url)),
      { singleKey: 'urls', direction: 'all' },
    );
  rules.generalize(fanout);
  return [...rules.rules()].map((rule) => printBody(rows, rule)).sort();
}

function printBody(rows: KeyRows, rule: Parameters<typeof ruleBody>[1]): string {
  const { match, emit } = ruleBody(rows, rule);
  return printRuleBody(match, emit);
}

/** A rule as the vectors write it. */
function asVector(rows: KeyRows, rule: Parameters<typeof ruleBody>[1]) {
  const { match, emit } = ruleBody(rows, rule);
  const context = Object.entries(match.where).map(([key, pattern]) => [key, 'eq' in pattern ? pattern.eq : '*']);
  const transform = Object.entries(emit.set).map(([key, value]) => [key, 'lit' in value ? `'${value.lit}'` : '*']);
  return { context: Object.fromEntries(context), transform: Object.fromEntries(transform) };
}

describe('rewrite.pairRule', () => {
  it.each(vectorsOf('rewrite.pairRule').map(({ id, input, expected }) => [id, input, expected] as const))(
    '%s',
    (_id, { source, target }, expected) => {
      const rows = rowsOf([source, target]);
      const changes = changesOf(rows, 0, 1)!;
      expect(asVector(rows, { row: 0, partner: 1, stars: 0, changes, frequency: 1 })).toEqual(expected);
    },
  );
});

describe('rewrite.singleKeyPairs', () => {
  const vectors = vectorsOf('rewrite.singleKeyPairs');
  /** Figure 3.1 writes a URL as five letters, each a key. */
  const asUrl = (text: string) => (text.includes('/') ? text : `h/${[...text].join('/')}`);
  const pairsOf = (urls: readonly string[]) => {
    const rows = rowsOf(urls.map(asUrl));
    const pairs: number[][] = [];
    for (let u = 0; u < urls.length; u++)
      for (let v = u + 1; v < urls.length; v++) {
        const at = onlyDifference(rows, u, v);
        if (at >= 0) pairs.push([u + 1, v + 1, at]);
      }
    return pairs;
  };

  it.each(vectors.map(({ id, input, expected }) => [id, input, expected] as const))('%s', (_id, { urls }, expected) => {
    const width = expected.pairs[0].length;
    const pairs = pairsOf(urls).map((pair) => pair.slice(0, width));
    expect(pairs).toEqual(expected.pairs);
    const used = new Set(pairs.flatMap((pair) => pair.slice(0, 2)));
    const unused = urls.map((_: string, u: number) => u + 1).filter((u: number) => !used.has(u));
    if (expected.unusedUrls) expect(unused).toEqual(expected.unusedUrls);
  });

  it('does not use u7 of Figure 3.2, which lacks a component', () => {
    const [, figure] = vectors;
    expect(pairsOf([...figure!.input.urls, 'www.site/m/1.html'])).toEqual(pairsOf(figure!.input.urls));
  });

  it('derives the rules of Figure 3.1, and not r3 without u6', () => {
    const [{ input, expected }] = vectors as [(typeof vectors)[number]];
    const written = (text: string) => {
      const where = text.split(' ').map((value, i) => `path[${i + 1}]=${value}`);
      return `K scheme=⊥ host=h ${where.join(' ')} #path=5 ?exact => path[5]:=*`;
    };
    const urls: string[] = input.urls.map(asUrl);
    expect(fanOut([urls], 2)).toEqual(expect.arrayContaining([written(expected.r1), written(expected.r2)]));
    expect(fanOut([urls], 2)).not.toContain(written(expected.r3));
    expect(fanOut([urls], 1)).toContain(written(expected.r3));
    const without = fanOut([urls.filter((url) => !url.endsWith('q'))], 1);
    expect(without).not.toContain(written(expected.r1));
    expect(without).not.toContain(written(expected.r3));
    expect(without).toContain(written(expected.r2));
  });
});

describe('rewrite.fanout', () => {
  it.each(vectorsOf('rewrite.fanout').map(({ id, input, expected }) => [id, input, expected] as const))(
    '%s',
    (_id, { pairs, N }, { rules: expected }) => {
      const rows = new KeyRows();
      const rules = new FanOutRules(rows);
      for (const [c, urls] of (pairs as [string, string][]).entries()) {
        const [u, v] = [rows.add(urls[0]), rows.add(urls[1])];
        rules.add(c, u, v, 0, changesOf(rows, u, v)!);
      }
      rules.generalize(N);
      expect([...rules.rules()].map((rule) => asVector(rows, rule))).toEqual(expected);
    },
  );
});

describe('rewrite', () => {
  const shops = Array.from({ length: 12 }, (_, i) => ({
    id: `D${i}`,
    urls: ['comprar.vlume', 'www.vlume', 'www.vlumi'].map((shop) => `http://${shop}.com.br/band-${i}/`),
  }));
  const texts = (options = {}, clusters = shops) =>
    rewrite.propose({ clusters }, options).candidates.map((rule) => printRule(rule));

  it('learns the rule of Table 6.8 of the thesis, in both directions', () => {
    const rule = (from: string, to: string) =>
      `@{${from}} K scheme=http host=${from} path[1]=* path[2]= #path=2 ?exact => host:='${to}'`;
    expect(texts()).toContain(rule('www.vlumi.com.br', 'comprar.vlume.com.br'));
    expect(texts()).toContain(rule('comprar.vlume.com.br', 'www.vlumi.com.br'));
    expect(texts()).toHaveLength(6);
    // The shortest, and of equal length the first, is what the others should become.
    expect(texts({ direction: 'target' })).toEqual([
      rule('comprar.vlume.com.br', 'www.vlume.com.br'),
      rule('www.vlumi.com.br', 'www.vlume.com.br'),
    ]);
  });

  it('generalizes a key with more than N values, and not with N', () => {
    expect(texts({ fanout: 11 })).toHaveLength(6);
    expect(texts({ fanout: 12 })).toEqual([]);
  });

  it('counts clusters and shows the smallest example', () => {
    const [rule] = rewrite.propose({ clusters: shops }, { direction: 'target' }).candidates;
    expect(rule!.evidence).toEqual({
      frequency: 12,
      examples: [
        {
          urls: ['http://comprar.vlume.com.br/band-0/', 'http://www.vlume.com.br/band-0/'],
          form: 'http://www.vlume.com.br/band-0/',
        },
      ],
    });
  });

  it('moves values from key to key when all pairs may speak', () => {
    const clusters = Array.from({ length: 12 }, (_, i) => ({
      id: `p${i}`,
      urls: [`http://w.org/show?title=page${i}`, `http://w.org/wiki/page${i}`],
    }));
    expect(texts({}, clusters)).toEqual([]);
    const { candidates } = rewrite.propose({ clusters }, { singleKey: 'rules' });
    expect(candidates.map((rule) => printRuleBody(rule.match, rule.emit))).toEqual([
      "K scheme=http host=w.org path[1]=show query[title]=* #path=1 ?exact => path[1]:='wiki' path[2]:=ref(query[title]) query[title]:=⊥",
      "K scheme=http host=w.org path[1]=wiki path[2]=* #path=2 ?exact => path[1]:='show' path[2]:=⊥ query[title]:=ref(path[2])",
    ]);
    expect(applyRule(candidates[0]!, 'http://w.org/show?title=new')).toBe('http://w.org/wiki/new');
  });

  it('says which clusters gave nothing', () => {
    const { candidates, problems } = rewrite.propose({
      clusters: [
        { id: '1', urls: ['http://a.org/x/y', 'http://a.org/z/w'] },
        { id: '2', urls: [`http://a.org/${'/'.repeat(40)}`, `http://a.org/${'/'.repeat(50)}`] },
      ],
    });
    expect(candidates).toEqual([]);
    expect(problems.map(({ code, count }) => [code, count])).toEqual([
      ['noPairDiffersInOneKey', 1],
      ['tooManyKeys', 1],
    ]);
  });

  it('makes pairs of at most 100 URLs of a cluster', () => {
    const clusters = Array.from({ length: 12 }, (_, c) => ({
      id: `c${c}`,
      urls: Array.from({ length: 3000 }, (_, i) => `http://a.org/p${c}?sid=${i}`),
    }));
    const { candidates } = rewrite.propose({ clusters }, { sample: Number.POSITIVE_INFINITY });
    expect(candidates.map((rule) => [printRuleBody(rule.match, rule.emit), rule.evidence.frequency])).toEqual([
      ['K scheme=http host=a.org path[1]=* query[sid]=* #path=1 ?exact => query[sid]:=*', 12],
    ]);
  });

  it.each([{ fanout: 0 }, { fanout: 1.5 }, { singleKey: 'none' }, { direction: 'up' }])('refuses %j', (bad) => {
    expect(() => rewrite.propose({ clusters: [] }, bad as object)).toThrowError(/option/);
  });
});
