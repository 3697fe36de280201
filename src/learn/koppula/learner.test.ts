/** Koppula et al.: the shared suite, the worked examples of the paper as rules, and what the options do. */
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../clusters/index.ts';
import { applyRule, printRule } from '../../rules/index.ts';
import { learnerContract } from '../contract.case.ts';
import { koppula } from './index.ts';
import type { KoppulaOptions } from './options.ts';

learnerContract(koppula, {
  'learns that www does not matter':
    'pair rules are made within one host, as the paper groups them; crossHost makes them across hosts',
});

/** Nothing that a pattern could be made of. */
const NAMES = 'Smores Pancakes Gumbo Casino_Royale Vertigo Alien Titanic Jaws Psycho Rocky Heat Brazil'.split(' ');
const IDS = (
  'lttU7d6kIuGq nMfcaJRPUSMQ 9xQ2vBzLwk T4hgYpe3RdNs qqW8Zf1mXoaJ KdR5tULc2bvP 7nHjE0sAyVgi bXz6MwGqPo3L fY1rNkTuJ8ce ' +
  'OaS4lDvI9hxZ 2pWmCgEe7QrB uL5yFjKtN0sH dV8oRbXa3MiU G6zPqYwTc1Ln hJ2eSkDf9OuA ZxI7vBmNg4Ry 3tQlWpCa8EoK rM0dHjUs5FiV ' +
  'yT6bGnXz1LqP S9wKeRcO4uJa vD3fMhYt7IpN 8gAoZlQx2BsW kU5iEjVr0CmT Pn1yHdFb6GwX'
).split(' ');

/** The threshold of the paper's examples, which show two pages each. */
const EXAMPLE = { maxValues: 1, minFrequency: 1 };

function clustersOf(...pages: readonly (readonly string[])[]): Cluster[] {
  return pages.map((urls, i) => ({ id: String(i), urls }));
}

function many(count: number, urls: (page: number) => string[]): Cluster[] {
  return clustersOf(...Array.from({ length: count }, (_, page) => urls(page)));
}

function learn(clusters: readonly Cluster[], options: Partial<KoppulaOptions> = {}): string[] {
  return koppula.propose({ clusters }, options).candidates.map(printRule);
}

describe('the examples of the paper', () => {
  it('aligns from the end: index.html (arizona)', () => {
    const clusters = clustersOf(
      ['http://ag.arizona.edu/srnr/about/art/index.html', 'http://ag.arizona.edu/srnr/about/art'],
      ['http://ag.arizona.edu/art/index.html', 'http://ag.arizona.edu/art'],
    );
    expect(learn(clusters, EXAMPLE)).toEqual([
      '@{ag.arizona.edu} K scheme=http host=ag.arizona.edu path[-1]=index.html ?exact => path[-1]:=⊥',
    ]);
  });

  it('keeps the fixed part of a component (imdb)', () => {
    const clusters = clustersOf(
      ['http://www.imdb.com/title/tt0810900/photogallery', 'http://www.imdb.com/title/tt0810900/mediaindex'],
      ['http://www.imdb.com/title/tt0053198/photogallery', 'http://www.imdb.com/title/tt0053198/mediaindex'],
    );
    expect(learn(clusters, EXAMPLE)).toEqual([
      "@{www.imdb.com} K scheme=http host=www.imdb.com path[1]=title path[2]~tt{*} path[3]=photogallery #path=3 ?exact => path[3]:='mediaindex'",
    ]);
  });

  it('converts values (allrecipes)', () => {
    const recipes = ['Smores', 'Pancakes', 'Gumbo'];
    const clusters = clustersOf(
      ...recipes.map((name) => [
        `http://allrecipes.com/Recipe/${name}/default.aspx`,
        `http://allrecipes.com/RECIPE/${name}/default.aspx`,
      ]),
    );
    expect(learn(clusters, EXAMPLE)).toEqual([
      '@{allrecipes.com} K scheme=http host=allrecipes.com path[1]=Recipe path[2]=* path[3]=default.aspx #path=3 ?exact => path[1]:=upper(path[1])',
    ]);
  });

  it('refers to other keys (wikipedia)', () => {
    const clusters = many(12, (page) => [
      `http://en.wikipedia.org/?title=${NAMES[page]}`,
      `http://en.wikipedia.org/wiki/${NAMES[page]}`,
    ]);
    expect(learn(clusters)).toEqual([
      "@{en.wikipedia.org} K scheme=http host=en.wikipedia.org path[1]= query[title]=* #path=1 ?exact => path:=['wiki',ref(query[title])] query[title]:=⊥",
    ]);
  });

  it('drops a superfluous component (amazon)', () => {
    const clusters = many(12, (page) => [
      `http://www.amazon.com/${NAMES[page]}/dp/${IDS[page]}`,
      `http://www.amazon.com/dp/${IDS[page]}`,
    ]);
    expect(learn(clusters)).toEqual([
      '@{www.amazon.com} K scheme=http host=www.amazon.com path[1]=* path[2]=dp path[3]=* #path=3 ?exact => path[1]:=⊥',
    ]);
    // Fewer titles are too few to let go of any.
    expect(learn(clusters.slice(0, 10), { maxValues: 1, minFrequency: 2 })).toEqual([]);
  });

  it('lets go of the part that names nothing, and of that alone (360.yahoo.com)', () => {
    const clusters = many(12, (page) => [
      `http://360.yahoo.com/${NAMES[page]}/friends-${IDS[page]}`,
      `http://360.yahoo.com/${NAMES[page]}/friends-${IDS[page + 12]}`,
    ]);
    expect(learn(clusters)).toEqual([
      '@{360.yahoo.com} K scheme=http host=360.yahoo.com path[1]=* path[2]~friends{}-{*} #path=2 ?exact => path[2].3:=*',
    ]);
  });
});

describe('generalization', () => {
  it('does not make two values any value', () => {
    const clusters = many(20, (page) => [`http://h/page${page}?lang=en`, `http://h/page${page}?lang=de`]);
    expect(learn(clusters)).toEqual([
      "@{h} K scheme=http host=h path[1]~page{*} query[lang]=en #path=1 ?exact => query[lang]:='de'",
    ]);
  });

  it('takes a text that is another for every page for no text', () => {
    const clusters = many(12, (page) => [`http://h/p?id=${page}&sid=a${page}`, `http://h/p?id=${page}&sid=b${page}`]);
    const [rule, ...others] = koppula.propose({ clusters }).candidates;
    expect(others).toEqual([]);
    expect(printRule(rule!)).toBe(
      '@{h} K scheme=http host=h path[1]=p query[id]=* query[sid]=* #path=1 ?exact => query[sid]:=*',
    );
    expect(applyRule(rule!, 'http://h/p?id=5&sid=zzz')).toBe('http://h/p?id=5&sid=*');
    expect(rule!.evidence.frequency).toBe(12);
    expect(rule!.evidence.examples).toEqual([
      { urls: ['http://h/p?id=0&sid=b0', 'http://h/p?id=0&sid=a0'], form: 'http://h/p?id=0&sid=*' },
    ]);
  });

  it('names the order of parameters', () => {
    const swapped = many(12, (page) => [`http://h/?b=${page}&a=1`, `http://h/?a=1&b=${page}`]);
    expect(learn(swapped)).toEqual([
      '@{h} K scheme=http host=h path[1]= query[a]=1 query[b]=* #path=1 ?exact => query:=sort',
    ]);
  });

  it('does not allow parameters that no page of it had', () => {
    const clusters = many(12, (page) => [`http://h/p${page}?print=1`, `http://h/p${page}`]);
    const [rule] = koppula.propose({ clusters }).candidates;
    expect(applyRule(rule!, 'http://h/p99?print=1')).toBe('http://h/p99');
    expect(applyRule(rule!, 'http://h/p99?print=1&id=7')).toBeNull();
    expect(applyRule(rule!, 'http://h/p99/2?print=1')).toBeNull();
  });

  it('splits where values are few', () => {
    const clusters = ['a', 'b'].flatMap((section) =>
      many(12, (page) => [`http://h/${section}/x${page}?print=1`, `http://h/${section}/x${page}`]),
    );
    expect(learn(clusters).map((text) => /path\[1\]=\S+/.exec(text)?.[0])).toEqual(['path[1]=a', 'path[1]=b']);
    expect(learn(clusters, { maxValues: 1 }).map((text) => /path\[1\]=\S+/.exec(text)?.[0])).toEqual(['path[1]=*']);
  });

  it('tells URLs without a scheme from others', () => {
    const clusters = many(12, (page) => [`h/p${page}?print=1`, `h/p${page}`]);
    expect(learn(clusters)).toEqual([
      '@{h} K scheme=⊥ host=h path[1]~p{*} query[print]=1 #path=1 ?exact => query[print]:=⊥',
    ]);
  });
});

describe('options', () => {
  const mirrored = many(12, (page) => [`http://www.ex.com/x${page}`, `http://ex.com/x${page}`]);

  it('crosses hosts when asked', () => {
    expect(learn(mirrored)).toEqual([]);
    expect(learn(mirrored, { crossHost: true })).toEqual([
      "@{www.ex.com} K scheme=http host=www.ex.com path[1]~x{*} #path=1 ?exact => host:='ex.com'",
    ]);
  });

  it('asks for coverage in URLs, where pages are not asked for', () => {
    const clusters = [
      ...many(6, (page) => [`http://h/p${page}?print=1`, `http://h/p${page}`]),
      ...many(5, (page) => [`http://h/p1${page}?print=1`]),
    ];
    const minCoverage = (coverage: number) => learn(clusters, { maxValues: 3, minFrequency: 1, minCoverage: coverage });
    expect(minCoverage(11)).toEqual([
      '@{h} K scheme=http host=h path[1]~p{*} query[print]=1 #path=1 ?exact => query[print]:=⊥',
    ]);
    expect(minCoverage(12)).toEqual([]);
    expect(learn(clusters, { maxValues: 3 })).toEqual([]);
  });

  it('takes the most important URL for target', () => {
    const clusters = many(12, (page) => [`http://h/x${page}?print=1`, `http://h/x${page}`]);
    const importance = Object.fromEntries(clusters.map(({ urls }) => [urls[0]!, 5]));
    expect(learn(clusters, { importance })).toEqual([
      "@{h} K scheme=http host=h path[1]~x{*} #path=1 ?exact => query[print]:='1'",
    ]);
  });

  it('makes rules for several targets', () => {
    const clusters = many(12, (page) => [`http://h/x${page}?print=1`, `http://h/x${page}`, `http://h/x${page}/`]);
    expect(learn(clusters, { targets: 2 }).length).toBe(2);
    expect(learn(clusters, { targets: 1 }).length).toBe(2);
    expect(learn(clusters, { targets: 2 })).not.toEqual(learn(clusters, { targets: 1 }));
  });

  it('refuses what makes no sense', () => {
    for (const bad of [
      { maxValues: 0 },
      { sources: 0 },
      { targets: 1.5 },
      { minCoverage: 0 },
      { maxUniqueShare: 2 },
      { maxVariation: -1 },
    ])
      expect(() => koppula.propose({ clusters: [] }, bad)).toThrowError(/option/);
  });
});

describe('large and odd data', () => {
  it('counts pages whose URLs have too many keys', () => {
    const clusters = many(3, (page) => [`http://h/${'a/'.repeat(40)}${page}`, `http://h/${page}`]);
    expect(koppula.propose({ clusters }, { minFrequency: 1 })).toEqual({
      candidates: [],
      problems: [{ code: 'tooManyKeys', count: 3, example: clusters[0]!.urls[0] }],
    });
  });

  it('takes thousands of parameter names, and of values', () => {
    const names = many(1500, (page) => [`http://h/p?name${page}&x=1`, `http://h/p?name${page}`]);
    expect(learn(names)).toEqual([]);
    const values = many(1500, (page) => [`http://h/p-${page}.html?v=${page}`, `http://h/p-${page}.html`]);
    expect(learn(values)).toEqual([
      '@{h} K scheme=http host=h path[1]~p{}-{*}.{}html query[v]=* #path=1 ?exact => query[v]:=⊥',
    ]);
  });
});
