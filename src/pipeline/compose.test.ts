/** Checks of rules that work together: each judged after those before it. */
import { describe, expect, it } from 'vitest';
import { type Cluster, labelUrls } from '../clusters/index.ts';
import { makeRule, normalizePlain, parseRule, type Rule } from '../rules/index.ts';
import { composeRules } from './compose.ts';

const rule = (text: string): Rule => {
  const { scope, ...body } = parseRule(text);
  return makeRule({ learner: 'dustbuster', hosts: scope.hosts, ...body });
};
const compose = (rules: readonly Rule[], clusters: readonly (readonly string[])[], maxFpr = 0) => {
  const data = clusters.map((urls, i): Cluster => ({ id: `${i}`, urls }));
  const { rules: taken, ...counts } = composeRules(rules, labelUrls(data), maxFpr);
  return { taken: taken.map(({ id }) => rules.findIndex((other) => other.id === id)), ...counts };
};

const INDEX = rule('@{x.org} S "/index.html$" => "/$"');
const SLASH = rule('@{x.org} S "/$" => "$"');
const DROP = rule('@{x.org} K query[s]=* => query[s]:=⊥');
const DEFAULT = rule("@{x.org} K query[s]=* => query[s]:='1'");
const WWW = rule('@{www.x.org,x.org} S "^http://www." => "^http://"');

describe('composeRules', () => {
  it('takes rules that only together join a page', () => {
    const pages = ['a', 'b'].map((name) => [
      `http://x.org/${name}/index.html`,
      `http://x.org/${name}`,
      `http://x.org/${name}/`,
    ]);
    expect(compose([INDEX, SLASH], pages)).toEqual({ taken: [0, 1], useless: 0, conflicting: 0 });
  });

  it('leaves out what another rule has done already', () => {
    const pages = ['a', 'b'].map((name) => ['1', '2'].map((s) => `http://x.org/${name}?s=${s}`));
    expect(compose([DROP, DEFAULT], pages)).toEqual({ taken: [0], useless: 1, conflicting: 0 });
    expect(compose([DEFAULT, DROP], pages)).toEqual({ taken: [0], useless: 1, conflicting: 0 });
  });

  it('leaves out a rule that is right alone and wrong after another', () => {
    // /a/index.html is the page /a/, and /b is the page /b/; but /a is another page than /a/index.html.
    const pages = [
      ['http://x.org/a/index.html', 'http://x.org/a/'],
      ['http://x.org/a'],
      ['http://x.org/b', 'http://x.org/b/'],
    ];
    expect(compose([INDEX, SLASH], pages)).toEqual({ taken: [0], useless: 0, conflicting: 1 });
    expect(compose([INDEX, SLASH], pages, 0.7)).toEqual({ taken: [0, 1], useless: 0, conflicting: 0 });
  });

  it('judges the rules of a host also on URLs that another rule maps to it', () => {
    const right = [
      ['http://www.x.org/a/', 'http://x.org/a/'],
      ['http://x.org/b/', 'http://x.org/b'],
    ];
    expect(compose([SLASH, WWW], right).taken).toEqual([0, 1]);
    // Without www the page /c/ would become /c, which is another one.
    const wrong = [...right, ['http://www.x.org/c/'], ['http://x.org/c']];
    expect(compose([SLASH, WWW], wrong)).toEqual({ taken: [0], useless: 0, conflicting: 1 });
  });

  it('tries rules again to which later ones bring URLs', () => {
    const urls = ['http://x.org/a', 'http://x.org/a/?s=1', 'http://x.org/a?s=2'];
    const rules = [INDEX, SLASH, DROP];
    expect(compose(rules, [urls])).toEqual({ taken: [2, 1], useless: 1, conflicting: 0 });
    const set = { dustpan: 1, apply: 'fixpoint', sun: false, options: {}, rules: [DROP, SLASH] } as const;
    expect(urls.map((url) => normalizePlain(set, url).form)).toEqual(urls.map(() => 'http://x.org/a'));
  });

  it('is not contradicted by equal addresses that were fetched at different times', () => {
    // /%61 is the address /a, whatever was there when it was fetched.
    const pages = [['http://x.org/a', 'http://x.org/a/'], ['http://x.org/%61/']];
    const DECODE = rule('@{x.org} S "%61" => "a"');
    expect(compose([SLASH, DECODE], pages).taken).toEqual([0]);
    expect(compose([SLASH, DECODE], pages).conflicting).toBe(0);
    expect(compose([SLASH], [...pages, ['http://x.org/b'], ['http://x.org/b/']]).conflicting).toBe(1);
  });

  it('takes nothing from nothing', () => {
    expect(compose([INDEX], [])).toEqual({ taken: [], useless: 1, conflicting: 0 });
    expect(compose([], [['http://x.org/']])).toEqual({ taken: [], useless: 0, conflicting: 0 });
  });
});
