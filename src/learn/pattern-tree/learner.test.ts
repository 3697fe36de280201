/** The URL pattern tree: the shared suite, its worked examples, and the options. */
import { describe, expect, it } from 'vitest';
import { vectorsOf } from '../../../test/support/vectors.ts';
import { type Cluster, labelUrls } from '../../clusters/index.ts';
import { applyRule, printRule, printRuleBody } from '../../rules/index.ts';
import { learnerContract } from '../contract.case.ts';
import { ABSENT, KeyRows } from '../key-rows.ts';
import type { CandidateRule } from '../learner.ts';
import { patternTree } from './index.ts';
import { buildPatternTree, FREE, patternOf, STAR } from './pattern-tree.ts';
import { entropyOf, salientValues } from './salience.ts';
import { type SiteTable, siteTable } from './site-table.ts';

learnerContract(patternTree, {
  'learns that www does not matter': 'the method learns site by site and has no rules from one site to another',
});

function tableOf(urls: readonly string[]): SiteTable {
  const rows = new KeyRows();
  const labels = labelUrls(urls.map((url) => ({ id: url, urls: [url] })));
  const members = urls.map((url, label) => ({ row: rows.add(url), label }));
  return siteTable('s.com', rows, members, labels);
}

describe('upt.entropy', () => {
  it.each(vectorsOf('upt.entropy').map(({ id, input, expected }) => [id, input, expected] as const))(
    '%s',
    (_id, { urls }, expected) => {
      const site = tableOf(urls);
      expect([...site.keys].sort()).toEqual(Object.keys(expected).sort());
      for (const [key, name] of site.keys.entries()) {
        const counts = new Map<number, number>();
        for (const value of site.columns[key]!) counts.set(value, (counts.get(value) ?? 0) + 1);
        expect(entropyOf([...counts.values()], urls.length)).toBeCloseTo(expected[name], 9);
      }
    },
  );
});

describe('upt.salient', () => {
  const [{ input, expected }] = vectorsOf('upt.salient') as [ReturnType<typeof vectorsOf>[number]];
  it.each(Object.keys(input.cases))('%s', (name) => {
    const names = Object.keys(input.cases[name]);
    const frequencies = names.map((text, value) => ({ value, count: input.cases[name][text] as number }));
    for (const given of [frequencies, frequencies.toReversed()])
      expect(salientValues(given, (value) => names[value]!, input).map((value) => names[value])).toEqual(
        expected[name],
      );
  });
});

describe('upt.build', () => {
  it.each(vectorsOf('upt.build').map(({ id, input, expected }) => [id, input, expected] as const))(
    '%s',
    (_id, { urls, ...options }, { leaves: expected }) => {
      const site = tableOf(urls);
      const tree = buildPatternTree(site, options);
      const leaves = tree.nodes.flatMap(({ isLeaf, from, to }, node) => {
        if (!isLeaf) return [];
        const states = [...patternOf(site, tree, node)].map((state, key) => [
          site.keys[key]!,
          state === STAR ? '*' : state === FREE ? 'free' : state === ABSENT ? undefined : site.textOf(state),
        ]);
        const pattern = Object.fromEntries(states.filter(([, state]) => state !== undefined));
        return [{ pattern, urls: [...tree.order.slice(from, to)].map((url) => site.urls[url]) }];
      });
      expect(leaves).toEqual(expected);
    },
  );
});

/** Twelve pages, or so many, each with the URLs that `urls` says. */
function pages(urls: (page: number) => string[], count = 12): { id: string; urls: string[] }[] {
  return Array.from({ length: count }, (_, page) => ({ id: `p${page} ${urls(page)[0]}`, urls: urls(page) }));
}

function propose(clusters: readonly Cluster[], options = {}): string[] {
  return patternTree.propose({ clusters }, options).candidates.map(({ match, emit }) => printRuleBody(match, emit));
}

/** Pages of two sections; in one of them a session id does not matter. */
const sections = [
  ...pages((page) => [`http://s.com/a/${page}`]),
  ...pages((page) => [0, 1, 2].map((sid) => `http://s.com/b/${page}?sid=${3 * page + sid}`)),
];
const NO_SID = 'K scheme=http host=s.com path[1]=b path[2]=* query[sid]=* #path=2 ?exact => query[sid]:=*';

describe('keys that do not matter', () => {
  it('are found at the node where it shows', () => {
    const { candidates } = patternTree.propose({ clusters: sections });
    expect(candidates.map((rule) => printRule(rule))).toEqual([`@{s.com} ${NO_SID}`]);
    expect(candidates[0]!.evidence).toEqual({
      frequency: 12,
      examples: [{ urls: ['http://s.com/b/0?sid=0', 'http://s.com/b/0?sid=1'], form: 'http://s.com/b/0?sid=*' }],
    });
  });

  it('are left out where some URLs have none', () => {
    const clusters = pages((page) => [`http://s.com/${page}`, `http://s.com/${page}?print=1`]);
    expect(propose(clusters)).toContain('K scheme=http host=s.com path[1]=* #path=1 => query[print]:=⊥');
  });

  it('may be the last component, and then URLs with more are not touched', () => {
    const clusters = pages((page) => [`http://s.com/${page}`, `http://s.com/${page}/print`]);
    const { candidates } = patternTree.propose({ clusters });
    const [, rule] = candidates as [CandidateRule, CandidateRule];
    expect(printRuleBody(rule.match, rule.emit)).toBe(
      'K scheme=http host=s.com path[1]=* path[3]=⊥ ?exact => path[2]:=⊥',
    );
    expect(applyRule(rule, 'http://s.com/x/print')).toBe('http://s.com/x');
    expect(applyRule(rule, 'http://s.com/x/print/y')).toBeNull();
  });

  it('go together, unless together they join different pages', () => {
    const url = (page: number, a: number, b: number) => `http://s.com/${page}?a=${a}&b=${b}`;
    const both = pages((page) => [url(page, 1, 1), url(page, 1, 2), url(page, 2, 1), url(page, 2, 2)]);
    expect(propose(both)).toContain(
      'K scheme=http host=s.com path[1]=* query[a]=* query[b]=* #path=1 ?exact => query[a]:=* query[b]:=*',
    );
    // One of the two at a time keeps to a page; both would join two.
    const either = pages((page) => [url(page, 1, 1), url(page, 1, 2)]).concat(
      pages((page) => [url(page, 2, 3), url(page, 3, 3)]),
    );
    expect(propose(either)).toContain(
      'K scheme=http host=s.com path[1]=* query[a]=* query[b]=3 #path=1 ?exact => query[a]:=*',
    );
    for (const text of propose(either)) expect(text).not.toMatch(/query\[a\]:=\* query\[b\]:=\*/);
  });

  it('matter when a page known under one URL says so, or the wide ids do', () => {
    const other = { id: 'other', urls: ['http://s.com/b/x?sid=97', 'http://s.com/b/x?sid=98'] };
    const single = { id: 'single', urls: ['http://s.com/b/x?sid=99'] };
    expect(propose([...sections, other])).toEqual([NO_SID]);
    expect(propose([...sections, other, single])).toEqual([]);
    expect(propose([...sections, other, single], { maxFpr: 0.06 })).toEqual([NO_SID]);
    // Perhaps the same page: neither for nor against.
    expect(propose([...sections, { ...other, wide: ['w', 'w'] }, { ...single, wide: ['w'] }])).toEqual([NO_SID]);
    expect(propose([...sections, { ...other, wide: ['w', 'w'] }, { ...single, wide: ['v'] }])).toEqual([]);
  });

  it('need as much support as is asked for', () => {
    expect(propose(sections, { minSupport: 36 })).toEqual([NO_SID]);
    expect(propose(sections, { minSupport: 37 })).toEqual([]);
  });
});

describe('nodes that hold the same pages', () => {
  it('lead to the larger one, with values moved from key to key', () => {
    const clusters = [
      ...pages((page) => [`http://s.com/show?id=item${page}`, `http://s.com/item/item${page}`]),
      ...pages((page) => [`http://s.com/item/more${page}`], 5),
    ];
    const { candidates } = patternTree.propose({ clusters });
    expect(candidates.map(({ match, emit }) => printRuleBody(match, emit))).toEqual([
      "K scheme=http host=s.com path[1]=* query[id]=* #path=1 ?exact => path[1]:='item' path[2]:=ref(query[id]) query[id]:=⊥",
    ]);
    expect(candidates[0]!.evidence).toEqual({
      frequency: 12,
      examples: [{ urls: ['http://s.com/show?id=item0', 'http://s.com/item/item0'], form: 'http://s.com/item/item0' }],
    });
  });

  it('give nothing when the target cannot be told from the source', () => {
    const clusters = pages((page) => [`http://s.com/show?id=item${page}`, `http://s.com/item/${(page * 7919) % 101}`]);
    expect(propose(clusters)).toEqual([]);
  });
});

describe('pattern-tree', () => {
  it('looks at the most frequent parameters of a site that has too many, and leaves room for the others', () => {
    const clusters = [
      ...pages((page) => [0, 1].map((sid) => `http://s.com/${page}?sid=${2 * page + sid}`)),
      ...pages((page) => [`http://s.com/odd?x${page}=1`], 100),
    ];
    expect(propose(clusters)).toEqual([
      expect.stringMatching(/^K scheme=http host=s\.com path\[1\]=\* query\[sid\]=\* .*#path=1 => query\[sid\]:=\*$/),
    ]);
  });

  it('counts URLs with too many keys', () => {
    const { problems } = patternTree.propose({ clusters: [{ id: '1', urls: [`http://s.com/${'/'.repeat(40)}`] }] });
    expect(problems.map(({ code, count }) => [code, count])).toEqual([['tooManyKeys', 1]]);
  });

  it.each([{ minSupport: 0 }, { maxFpr: 2 }, { minNode: 0 }, { minSalient: 1.5 }, { smallFlat: 0 }])(
    'refuses %j',
    (bad) => {
      expect(() => patternTree.propose({ clusters: [] }, bad)).toThrowError(/option/);
    },
  );
});
