/** Choosing rules together: what is found, what keeps a rule out, and that the rules do to URLs what they did to forms. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../clusters/index.ts';
import { sitesOf } from '../learn/index.ts';
import { keyPlain, type RuleSet } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { selectTogether } from './compose.ts';
import { PRIORS } from './priors.ts';
import { expectedRisk } from './risk.ts';
import { selectSite } from './select-site.ts';
import { OPTIONS, pages, textsOf } from './sites.case.ts';

function setOf(clusters: readonly Cluster[]): RuleSet {
  const { rules } = selectTogether(clusters, OPTIONS);
  return { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules };
}

describe('other proposers', () => {
  /** How often a proposer is asked that never has anything to say, where no family explains a page's two addresses. */
  function asked(count: number): number {
    let calls = 0;
    const propose = () => {
      calls++;
      return [];
    };
    const silent = { name: 'learner:dustlin', idea: 'nothing', propose };
    const clusters = pages(count, (name, page) => [`http://a.com/${name}`, `http://a.com/${page}other${page * 7}`]);
    selectTogether(clusters, { ...OPTIONS, proposers: [silent] });
    return calls;
  }

  it('are asked where enough pages have several addresses left', () => {
    expect(asked(60)).toBe(1);
  });

  it('are not asked where no rule of theirs could be proven', () => {
    expect(asked(5)).toBe(0);
  });
});

describe('selectTogether', () => {
  it('takes no two rules of which one undoes the other', () => {
    const clusters = pages(80, (name, page) => {
      const capital = name.slice(0, 1).toUpperCase() + name.slice(1);
      const others = page % 2 ? [`http://a.com/w/${name}`] : [`http://a.com/w/${name.toUpperCase()}`];
      return [`http://a.com/w/${capital}`, ...others];
    });
    const texts = textsOf(clusters);
    expect(texts.some((text) => text.includes('lowerPath') || text.includes('capital'))).toBe(true);
    expect(texts.some((text) => text.includes('lowerPath')) && texts.some((text) => text.includes('capital'))).toBe(
      false,
    );
  });

  describe('where one page has very many addresses', () => {
    const RETURNS = 40;
    const login = (page: string, count: number): Cluster => ({
      id: page,
      urls: [`http://a.com/${page}`, ...Array.from({ length: count }, (_, i) => `http://a.com/${page}?return=x${i}y`)],
    });
    const others = pages(30, (name) => [`http://a.com/${name}`]);

    it('believes that a parameter does not matter of which all values lead to it', () => {
      expect(textsOf([login('login', RETURNS), ...others])).toEqual(['@{a.com} E => dropParam(return)']);
    });

    it('does not, where a few values do', () => {
      expect(textsOf([login('login', 4), ...others])).toEqual([]);
    });

    it('does not, where another value leads to another page', () => {
      const other = { id: 'other', urls: ['http://a.com/login?return=other'] };
      expect(textsOf([login('login', RETURNS), other, ...others])).toEqual([]);
    });

    it('does not, where most addresses with the parameter are of pages of which nothing is known', () => {
      const unknown = pages(90, (name) => [`http://a.com/${name}z?return=1`]);
      expect(textsOf([login('login', RETURNS), ...unknown])).toEqual([]);
    });
  });

  it('composes small rules where every page mixes several changes', () => {
    const clusters = pages(60, (name, page) => {
      const all = [`http://a.com/${name}`, `http://www.a.com/${name}`, `http://a.com/${name}?ref=${page * 7919}`];
      return page % 2 ? [...all, `http://a.com/${name}/`] : [...all, `http://a.com/${name}/?ref=1${page}`];
    });
    expect(textsOf(clusters)).toEqual([
      '@{www.a.com} E => host(www.a.com -> a.com)',
      '@{a.com,www.a.com} E => trimSlash()',
      '@{a.com,www.a.com} E => dropParam(ref)',
    ]);
    const set = setOf(clusters);
    expect(new Set(clusters[0]!.urls.map((url) => keyPlain(set, url)))).toEqual(new Set(['http://a.com/akx']));
  });

  it('takes nothing where two changes only come together: each could be the wrong one', () => {
    expect(textsOf(pages(30, (name) => [`http://a.com/${name}/`, `http://www.a.com/${name}`]))).toEqual([]);
  });

  it('does not believe that a parameter is neutral where it is not, whatever it is called', () => {
    const clusters = [
      ...pages(40, (name) => [`http://a.com/${name}`, `http://www.a.com/${name}`]),
      // Every unknown parameter gives the same error page.
      { id: 'error', urls: pages(40, (name) => [`http://a.com/${name}?utm_source=x`]).flatMap(({ urls }) => urls) },
    ];
    expect(textsOf(clusters)).toEqual(['@{www.a.com} E => host(www.a.com -> a.com)']);
  });

  it('takes single parameters before any query, which would explain them too', () => {
    const clusters = pages(30, (name) => [
      `http://a.com/${name}`,
      `http://a.com/${name}?a=${name}`,
      `http://a.com/${name}?b=${name}`,
    ]);
    expect(textsOf(clusters)).toEqual(['@{a.com} E => dropParam(a)', '@{a.com} E => dropParam(b)']);
  });

  it('lets pages that are perhaps the same speak neither for a rule nor against it', () => {
    const perhaps = pages(30, (name) => [`http://a.com/${name}`]).flatMap(({ id, urls: [url] }) => [
      { id: `${id}a`, urls: [url!], wide: [id] },
      { id: `${id}b`, urls: [`${url}?x=1`], wide: [id] },
    ]);
    const sure = pages(30, (name) => [`http://a.com/s/${name}`, `http://a.com/s/${name}?x=1`]);
    expect(textsOf(perhaps)).toEqual([]);
    expect(textsOf([...perhaps, ...sure])).toEqual(['@{a.com} E => dropParam(x,value=1)']);
  });

  it('keeps a rule out of the one place where it is wrong', () => {
    const right = pages(60, (name, page) => [`http://a.com/t/${name}`, `http://a.com/t/${name}?v=${page}`]);
    const wrong = pages(20, (name, page) => [`http://a.com/list/${name}?v=${page}`]).flatMap(({ id, urls: [url] }) => [
      { id: `one ${id}`, urls: [url!] },
      { id: `other ${id}`, urls: [url!.replace(/\?.*/, '')] },
    ]);
    expect(textsOf([...right, ...wrong])).toEqual(['@{a.com} E !path^=/list/ => dropParam(v)']);
    expect(textsOf(right)).toEqual(['@{a.com} E => dropParam(v)']);
  });

  it('keeps a rule out of such a place also where it is proven all the same', () => {
    const hosts = ['http://a.com', 'http://www.a.com'];
    const right = pages(100, (name) => hosts.map((host) => `${host}/p/${name}`));
    const wrong = pages(3, (name) => hosts.map((host) => `${host}/feed/${name}`)).flatMap(({ urls }) =>
      urls.map((url) => ({ id: url, urls: [url] })),
    );
    expect(textsOf([...right, ...wrong])).toEqual(['@{www.a.com} E !path^=/feed/ => host(www.a.com -> a.com)']);
  });

  it('takes a rule that is wrong here and there, as pages are, and not one that is wrong more often', () => {
    /** Four hundred pages with `www` and without, of which so many are two, here and there. */
    const site = (wrong: number): Cluster[] =>
      Array.from({ length: 400 }, (_, page) => {
        const name = `${'abcdefghij'[page % 10]}${'klmnopqrst'[Math.floor(page / 10) % 10]}${'uvwx'[Math.floor(page / 100)]}y`;
        const urls = [`http://a.com/${name}`, `http://www.a.com/${name}`];
        const isOne = page % Math.floor(400 / wrong) > 0 || page / Math.floor(400 / wrong) >= wrong;
        return isOne ? [{ id: name, urls }] : urls.map((url) => ({ id: url, urls: [url] }));
      }).flat();
    expect(textsOf(site(4))).toEqual(['@{www.a.com} E => host(www.a.com -> a.com)']);
    expect(textsOf(site(6))).toEqual([]);
  });

  it('keeps a rule to the one place where it is right', () => {
    const right = pages(60, (name, page) => [`http://a.com/t/${name}`, `http://a.com/t/${name}?v=${page}`]);
    const wrong = pages(50, (name, page) => [`http://a.com/${'klmnopqrst'[page % 10]}/${name}?v=${page}`]).flatMap(
      ({ id, urls: [url] }) => [
        { id: `one ${id}`, urls: [url!] },
        { id: `other ${id}`, urls: [url!.replace(/\?.*/, '')] },
      ],
    );
    expect(textsOf([...right, ...wrong])).toEqual(['@{a.com} E path^=/t/ => dropParam(v)']);
    // Too few to tell that it is the place, and not chance.
    expect(textsOf([...right.slice(0, 6), ...wrong])).toEqual([]);
  });

  it('asks for more in a thin sample, where pages that would contradict may be missing', () => {
    const proven = pages(12, (name, page) => [`http://a.com/${name}`, `http://a.com/${name}?s=${page}`]);
    // Here the page without the parameter is not in the data: it may be another one.
    const open = pages(30, (name, page) => [`http://a.com/b/${name}?s=${page}`]).map(({ urls }) => ({
      id: urls[0]!,
      urls,
    }));
    const thin = { ...OPTIONS, seenShare: 0.05 };
    expect(textsOf([...proven, ...open])).toEqual(['@{a.com} E => dropParam(s)']);
    expect(textsOf([...proven, ...open], thin)).toEqual([]);
    // A change of one text into another can hide nothing where both were always seen: a thin sample proves it as well as a whole one.
    const slashes = pages(12, (name) => [`http://a.com/${name}`, `http://a.com/${name}/`]);
    expect(textsOf(slashes, thin)).toEqual(['@{a.com} E => trimSlash()']);
  });

  it('does not believe pages that could not have shown a difference', () => {
    const orders = (folder: string) =>
      ['C=N;O=A', 'C=N;O=D', 'C=S;O=A', 'C=S;O=D'].map((query) => `http://a.com/${folder}/?${query}`);
    // A folder with one file looks the same in every order.
    const small = pages(30, (name) => orders(name));
    const large = pages(16, (name) => orders(`${name}y`)).flatMap(({ id, urls }) => [
      { id: `up ${id}`, urls: urls.slice(0, 1) },
      { id: `down ${id}`, urls: urls.slice(1, 2) },
    ]);
    const texts = textsOf([...small, ...large]);
    // Up and down are told apart wherever there is something to order, and no such folder shows what it is ordered by.
    expect(texts).toEqual([]);
    expect(textsOf(small).length).toBeGreaterThan(0);
  });

  it('believes them of another folder, which has nothing to do with the parameters', () => {
    const orders = (folder: string, of = ['C=N;O=A', 'C=N;O=D']) =>
      of.map((query) => `http://a.com/${folder}/?${query}`);
    const small = pages(16, (name) => [...orders(`docs/${name}`), ...orders(`d/${name}`)]);
    const large = pages(16, (name) => orders(`docs/${name}y`)).flatMap(({ id, urls }) =>
      urls.map((url, i) => ({ id: `${i} ${id}`, urls: [url] })),
    );
    expect(textsOf([...small, ...large])).toEqual(['@{a.com} E => aliasPrefix(/docs -> /d)']);
  });

  it('does not believe that two folders are alike where folders beside them are not', () => {
    const alike = pages(20, (name) => ['da', 'de'].map((language) => `http://a.com/docs/${language}/${name}`));
    const translated = pages(30, (name) => [`http://a.com/docs/fr/t${name}`]).flatMap(({ id, urls: [url] }) => [
      { id: `fr ${id}`, urls: [url!] },
      { id: `ja ${id}`, urls: [url!.replace('/fr/', '/ja/')] },
    ]);
    expect(textsOf(alike)).toEqual(['@{a.com} E => aliasPrefix(/docs/de -> /docs/da)']);
    expect(textsOf([...alike, ...translated])).toEqual([]);
  });

  it('gives evidence, the rest by kind, and nothing from nothing', () => {
    const clusters = pages(40, (name, page) => [
      `http://a.com/${name}`,
      `http://www.a.com/${name}`,
      ...(page < 2 ? [`http://a.com/other-${page}?id=${name}`] : []),
    ]);
    const { rules, unexplained, expected } = selectTogether(clusters, OPTIONS);
    expect(rules).toHaveLength(1);
    expect(expected!.share).toBeGreaterThan(0);
    expect(expected!.share).toBeLessThan(OPTIONS.maxRisk);
    expect(rules[0]!.evidence).toMatchObject({
      family: 'www',
      frequency: 40,
      support: 40,
      falsePairs: 0,
      forms: 40,
      impureForms: 0,
      changed: 40,
      met: 40,
      fetchable: { checked: 40, ok: 40 },
    });
    expect(unexplained[0]).toMatchObject({ difference: 'another path', duplicates: 2, pages: 2 });
    expect(selectTogether([], OPTIONS).rules).toEqual([]);
    expect(selectTogether([{ id: 'odd', urls: ['\ud800', '', '?', 'http://'] }], OPTIONS).rules).toEqual([]);
  });

  it('does not mind the order of clusters and URLs', () => {
    const clusters = pages(50, (name, page) => [
      `http://a.com/${name}`,
      `http://a.com/${name}?u=${page}`,
      `http://b.a.com/${name}`,
    ]);
    const turned = clusters.map(({ id, urls }) => ({ id, urls: urls.toReversed() })).reverse();
    const bare = (data: readonly Cluster[]) => textsOf(data);
    expect(bare(turned)).toEqual(bare(clusters));
    expect(bare(clusters).length).toBeGreaterThan(0);
  });
});

describe('the rules of a site', () => {
  /** The ways in which addresses of a site differ; every page has some of them. */
  const WAYS = [
    (name: string) => `http://a.com/${name}`,
    (name: string) => `http://www.a.com/${name}`,
    (name: string) => `https://a.com/${name}`,
    (name: string) => `http://a.com/en/${name}`,
    (name: string) => `http://a.com//${name}`,
    (name: string) => `http://a.com/${name}/`,
    (name: string) => `http://a.com/${name}/index.html`,
    (name: string) => `http://www.a.com/${name}?sid=1&a=1`,
    (name: string) => `http://a.com/${name}?a=1&sid=22`,
    (name: string) => `http://a.com/x.php?title=${name}`,
    (name: string) => `http://A.com/${name.toUpperCase()}?`,
  ];
  const arbSite = fc.subarray(WAYS, { minLength: 3, maxLength: 6 }).chain((ways) =>
    fc.array(fc.tuple(fc.subarray(ways, { minLength: ways.length - 1 }), fc.boolean()), {
      minLength: 25,
      maxLength: 40,
    }),
  );

  it('give forms that are their own keys', () => {
    let learned = 0;
    fc.assert(
      fc.property(arbSite, (site) => {
        const clusters = site.flatMap(([ways, isOdd], page) => {
          const urls = ways.map((way) => way(`n${page}x`));
          // Here and there an address is a page of its own, so that something speaks against the rules.
          return isOdd && page % 9 === 0
            ? [
                { id: `${page}`, urls: urls.slice(1) },
                { id: `odd ${page}`, urls: urls.slice(0, 1) },
              ]
            : [{ id: `${page}`, urls }];
        });
        const set = setOf(clusters);
        if (!('stages' in set) && set.rules.length > 0) learned++;
        for (const url of clusters.flatMap(({ urls }) => urls)) {
          const key = keyPlain(set, url);
          expect(keyPlain(set, key)).toBe(key);
        }
      }),
      { seed: 7, numRuns: 25 },
    );
    expect(learned).toBeGreaterThan(12);
  });

  it('looks for more where a rule keeps another one from its addresses', () => {
    // `/s/?t=x` is the page `/w/x`, and a slash at the end does not matter: what is known of `/s/?t=x` must be found for `/s?t=x` too.
    const clusters = [
      ...pages(40, (name) => [`http://a.com/w/${name}`, `http://a.com/s/?t=${name}&u=w`]),
      ...pages(40, (name) => [`http://a.com/n/${name}`, `http://a.com/n/${name}/`]).map(({ urls }, i) => ({
        id: `n${i}`,
        urls,
      })),
    ];
    const set = setOf(clusters);
    for (const { urls } of clusters) expect(new Set(urls.map((url) => keyPlain(set, url))).size).toBe(1);
  });

  it('leave the forms that they were chosen on', () => {
    const clusters = pages(60, (name, page) => [
      `http://a.com/${name}`,
      `http://a.com/${name}/`,
      `http://www.a.com/${name}`,
      `http://a.com/${name}?q=${page}`,
      `https://a.com/${name}`,
    ]);
    const [urls] = sitesOf(clusters, sun);
    const { forms, accepted } = selectSite(urls!, OPTIONS);
    const set = setOf(clusters);
    expect(accepted.length).toBeGreaterThan(2);
    for (const { text, urls: members } of forms.all()) {
      for (const u of members) expect(keyPlain(set, urls!.texts[u]!)).toBe(text);
    }
  });
});

describe('expectedRisk', () => {
  it('falls with evidence for a rule and grows with evidence against it', () => {
    const at = (good: number, bad: number, family = 'param') => expectedRisk(family, { good, bad, open: 0 }, 1, PRIORS);
    expect(at(5, 0)).toBeGreaterThan(at(10, 0));
    expect(at(10, 0)).toBeGreaterThan(at(100, 0));
    expect(at(100, 3)).toBeGreaterThan(at(100, 1));
    expect(at(10, 10)).toBeGreaterThan(0.3);
    expect(at(1000, 0)).toBeLessThan(0.001);
  });

  it('is that of wrong rules for a rule that is certainly wrong, and of right ones for one that is certainly right', () => {
    const at = (good: number, bad: number) => expectedRisk('param', { good, bad, open: 0 }, 1, PRIORS);
    const mean = ({ a, b }: { a: number; b: number }, good: number, bad: number) => (a + bad) / (a + b + good + bad);
    expect(at(0, 50)).toBeCloseTo(mean(PRIORS.wrong, 0, 50), 9);
    const means = PRIORS.right.map((noise) => mean(noise, 500, 0));
    expect(at(500, 0)).toBeGreaterThan(Math.min(...means));
    expect(at(500, 0)).toBeLessThan(Math.max(...means));
  });

  it('grows with what may hide, up to what any number of hidden contradictions could do', () => {
    const at = (open: number, visible = 0.2) => expectedRisk('param', { good: 8, bad: 0, open }, visible, PRIORS);
    const risks = [0, 1, 5, 20, 200].map((open) => at(open));
    for (const [i, risk] of risks.slice(0, 4).entries()) expect(risk).toBeLessThan(risks[i + 1]!);
    expect(at(20)).toBeGreaterThan(2 * at(0));
    // Two hundred are as good as any number.
    expect(at(200) / at(Number.POSITIVE_INFINITY)).toBeCloseTo(1, 2);
    expect(at(20, 0.1)).toBeGreaterThan(at(20, 0.5));
    expect(at(20, 0.5)).toBeGreaterThan(at(20, 1));
    expect(at(20, 1)).toBe(at(0));
  });

  it('believes more in families that were mostly right, and little in unknown ones', () => {
    const clean = { good: 4, bad: 0, open: 0 };
    expect(expectedRisk('www', clean, 1, PRIORS)).toBeLessThan(expectedRisk('prefix-alias', clean, 1, PRIORS));
    expect(expectedRisk('never heard of', clean, 1, PRIORS)).toBeGreaterThan(expectedRisk('www', clean, 1, PRIORS));
  });
});
