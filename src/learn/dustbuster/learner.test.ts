/** DustBuster: the shared suite, the examples of the thesis, and what it makes of sizes, sketches and labels. */
import { describe, expect, it } from 'vitest';
import type { ListedUrl } from '../../clusters/index.ts';
import { printRule, printRuleBody } from '../../rules/index.ts';
import { learnerContract } from '../contract.case.ts';
import type { LearnInput } from '../learner.ts';
import { dustbuster } from './index.ts';
import type { DustBusterOptions } from './options.ts';

learnerContract(dustbuster);

const listed = (urls: readonly string[]): LearnInput => ({ clusters: [], urls: urls.map((url) => ({ url })) });
const learn = (input: LearnInput, options: Partial<DustBusterOptions> = {}) =>
  dustbuster.propose(input, options).candidates;
const texts = (input: LearnInput, options?: Partial<DustBusterOptions>) =>
  learn(input, options).map(({ match, emit, evidence }) => `${evidence.frequency} ${printRuleBody(match, emit)}`);
const pages = (count: number, urls: (page: number) => string[]) =>
  Array.from({ length: count }, (_, page) => urls(page)).flat();

describe('dustbuster', () => {
  it('finds the story of the thesis, in its whole context', () => {
    const urls = pages(9, (id) => [`http://f.il/story?id=${id}`, `http://f.il/story_${id}`]);
    expect(texts(listed(urls)).filter((text) => text.includes(' S '))).toEqual([
      '9 S "^http://f.il/story?id=" => "^http://f.il/story_"',
    ]);
    // Six of the nine values that stand in one place are drawn, which makes fifteen pairs.
    expect(texts(listed(urls)).filter((text) => text.includes(' K '))).toEqual([
      '15 K query[id]=* => query[id]:=⊥',
      "15 K query[id]=* => query[id]:='0'",
    ]);
  });

  it('finds index pages, and unites the hosts of equal rules', () => {
    const urls = ['a.org', 'b.org'].flatMap((host) =>
      pages(12, (i) => [`http://${host}/p${i}x/`, `http://${host}/p${i}x/index.html`]),
    );
    const rules = learn(listed(urls));
    const index = rules.find((rule) => printRuleBody(rule.match, rule.emit) === 'S "/index.html$" => "/$"')!;
    expect(index.scope.hosts).toEqual(['a.org', 'b.org']);
    expect(index.state).toBe('quarantined');
    expect(index.evidence.likely).toEqual({ pairs: 24, label: 0, sketch: 0, size: 0, unknown: 24 });
    expect(index.evidence.examples![0]).toEqual({
      urls: ['http://a.org/p0x/index.html', 'http://a.org/p0x/'],
      form: 'http://a.org/p0x/',
    });
  });

  it('finds hosts that stand for each other', () => {
    const rules = learn(listed(pages(12, (i) => [`http://a.org/${i}`, `http://mirror.net/${i}`])));
    expect(rules.map(printRule)).toEqual(['@{a.org,mirror.net} S "^http://mirror.net" => "^http://a.org"']);
  });

  it('finds parameters without meaning, without them and with the usual value', () => {
    const urls = pages(20, (i) => [1, 2, 3].map((sid) => `http://x.org/${i}?p=${i}&sid=${sid === 3 ? i * 31 : sid}`));
    const parameters = texts(listed(urls)).filter((text) => text.includes(' K '));
    expect(parameters).toEqual(['60 K query[sid]=* => query[sid]:=⊥', "60 K query[sid]=* => query[sid]:='1'"]);
  });

  const sized = (different: number): ListedUrl[] =>
    pages(20, (i) => [`http://x.org/${i}`, `http://x.org/${i}?v=print`]).map((url, i) => {
      const base = 1000 * (i >> 1);
      return { url, sizes: i % 2 === 1 && i >> 1 < different ? [base + 500, base + 600] : [base, base + 10] };
    });
  it('counts only URLs whose answers can have one size', () => {
    const support = (different: number) =>
      learn({ clusters: [], urls: sized(different) }).find(({ match }) => match.view === 'text')?.evidence.likely;
    expect(support(0)).toEqual({ pairs: 20, label: 0, sketch: 0, size: 20, unknown: 0 });
    expect(support(8)).toMatchObject({ pairs: 12, size: 12 });
    expect(support(18)).toBeUndefined();
  });

  it('holds sketches to say more than sizes, and labels more than both', () => {
    const urls = sized(0).map(({ url, sizes }, i) => ({ url, sizes: sizes!, sketch: ['a', 'b', 'c', `${i % 4}`] }));
    expect(learn({ clusters: [], urls })).toEqual([]);
    const [relaxed] = learn({ clusters: [], urls }, { minEqualShingles: 3 });
    expect(relaxed!.evidence.likely).toMatchObject({ pairs: 20, sketch: 20 });
    const clusters = urls.slice(0, 10).map(({ url }) => ({ id: url, urls: [url] }));
    const [labeled] = learn({ clusters, urls }, { minEqualShingles: 3 });
    expect(labeled!.evidence.likely).toMatchObject({ pairs: 15, sketch: 15 });
    const joined = [{ id: 'one', urls: urls.slice(0, 2).map(({ url }) => url) }];
    const [known] = learn({ clusters: joined, urls }, { minEqualShingles: 3 });
    expect(known!.evidence.likely).toMatchObject({ pairs: 20, label: 1, sketch: 19 });
  });

  it('does not learn from places where too many values stand', () => {
    const values = (count: number, options = {}) =>
      texts(listed(pages(12, (i) => Array.from({ length: count }, (_, k) => `http://x.org/v${k}v/${i}`))), options);
    expect(values(6).length).toBeGreaterThan(0);
    expect(values(7)).toEqual([]);
    expect(values(7, { tLow: 7 }).length).toBeGreaterThan(0);
  });

  it.each([
    [{ maxTokens: 0 }, /maxTokens/],
    [{ tLow: 1 }, /tLow/],
    [{ tHigh: 3 }, /tHigh/],
    [{ maxRelativeDeficiency: -1 }, /maxRelativeDeficiency/],
    [{ maxAbsoluteDeficiency: Number.NaN }, /maxAbsoluteDeficiency/],
    [{ maxWindow: 1.5 }, /maxWindow/],
    [{ minEqualShingles: 0 }, /minEqualShingles/],
    [{ minSimilarShare: 2 }, /minSimilarShare/],
    [{ minPairs: 0 }, /minPairs/],
  ])('refuses %j', (options, message) => expect(() => learn(listed([]), options)).toThrow(message));
});
