/** The suite every learner must pass. What a method cannot do is declared as a known gap, with the reason. */
import { describe, expect, it } from 'vitest';
import type { Cluster, ListedUrl } from '../clusters/index.ts';
import { applyRule, makeRule, parseRule, printRule, type Rule } from '../rules/index.ts';
import type { CandidateRule, Learner, LearnInput } from './learner.ts';

/** URLs of one page on a small site with one kind of duplicate; `page` numbers the pages. */
type Site = { readonly id: string; readonly urls: (page: number) => string[] };

const NAMES = [
  'about',
  'budget',
  'council',
  'draft',
  'energy',
  'forest',
  'guide',
  'harbor',
  'island',
  'journal',
  'kitchen',
  'lake',
  'mill',
  'north',
  'ocean',
  'park',
];
const TRAINING = 12;

const SITES: readonly Site[] = [
  {
    id: 'learns that www does not matter',
    urls: (page) => [`http://ex.com/a/${NAMES[page]}.html`, `http://www.ex.com/a/${NAMES[page]}.html`],
  },
  {
    id: 'learns the index page',
    urls: (page) => [`http://ex.com/${NAMES[page]}/`, `http://ex.com/${NAMES[page]}/index.html`],
  },
  {
    id: 'learns that a session id does not matter',
    urls: (page) =>
      Array.from(
        { length: 7 },
        (_, i) => `http://ex.com/show.php?page=${NAMES[page]}&sid=${4711 + 97 * page + 7919 * i}`,
      ),
  },
];

const ODD_URLS = [
  '',
  '\ud800',
  '\udc00\ud800',
  'http://',
  '?',
  '#',
  ':',
  '*',
  '\u0000',
  ' ',
  'http://h',
  `http://h${'/'.repeat(60_000)}`,
  `http://h/${'a'.repeat(60_000)}`,
  'http://é.com/€😀',
  'HTTP://[::1]:80/',
  '$1',
  '(a|b)?',
];

/** Cases by name; each throws if the learner does not keep it. */
const CASES: Readonly<Record<string, (learner: Learner) => void>> = {
  'gives the same for the same and changes nothing': (learner) => {
    const input = deepFreeze(everything());
    expect(learner.propose(input)).toEqual(learner.propose(input));
    expect(learner.propose(input).candidates).not.toEqual([]);
  },
  'does not mind the order of clusters and URLs': (learner) => {
    const input = everything();
    const turned = input.clusters.map(({ id, urls }) => ({ id, urls: urls.toReversed() })).reverse();
    const moved = [...input.clusters.slice(7), ...input.clusters.slice(0, 7)];
    const expected = learner.propose(input);
    for (const clusters of [turned, moved])
      expect(learner.propose({ ...input, clusters, urls: input.urls!.toReversed() })).toEqual(expected);
  },
  'does not mind the names of clusters': (learner) => {
    const input = everything();
    const renamed = input.clusters.map(({ urls }, i) => ({ id: String(1000 - i), urls }));
    expect(learner.propose({ ...input, clusters: renamed })).toEqual(learner.propose(input));
  },
  'does not let one site change the rules of another': (learner) => {
    const alone = learn(learner, clustersOf(SITES[0]!));
    const other: Site = {
      id: 'other',
      urls: (page) => [
        `https://unrelated.org:81/~x;${page}/q_${NAMES[page]}-1-2`,
        `https://unrelated.org:81/~x;${page}/q_${NAMES[page]}-1-2;print`,
      ],
    };
    const rules = learn(learner, [...clustersOf(SITES[0]!), ...clustersOf(other)]);
    expect(rules.filter((rule) => rule.scope.hosts === '*' || !rule.scope.hosts.includes('unrelated.org'))).toEqual(
      alone,
    );
  },
  'gives valid rules with their evidence': (learner) => {
    const rules = learner.propose(everything()).candidates;
    for (const rule of rules) {
      expect(rule.learner).toBe(learner.name);
      expect(learner.emits).toContain(rule.match.view);
      expect(rule.evidence.frequency).toBeGreaterThanOrEqual(learner.defaults.minFrequency);
      const { evidence: _evidence, ...bare } = rule;
      expect(makeRule({ ...bare, hosts: bare.scope.hosts })).toEqual(bare);
      expect(parseRule(printRule(rule))).toEqual({ scope: rule.scope, match: rule.match, emit: rule.emit });
      for (const { urls, form } of rule.evidence.examples ?? [])
        expect(urls.map((url) => formOf(rule, url))).toEqual([form, form]);
    }
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  },
  'orders candidates by frequency': (learner) => {
    const frequencies = learner.propose(everything()).candidates.map(({ evidence }) => evidence.frequency);
    expect(frequencies).toEqual(frequencies.toSorted((a, b) => b - a));
  },
  'learns nothing from nothing': (learner) => {
    const single: Cluster[] = NAMES.map((name) => ({ id: name, urls: [`http://ex.com/${name}`] }));
    const twice: Cluster[] = NAMES.map((name) => ({
      id: name,
      urls: [`http://ex.com/${name}`, `http://ex.com/${name}`],
    }));
    for (const clusters of [[], [{ id: 'empty', urls: [] }], single, twice]) {
      expect(learner.propose({ clusters }, all(learner))).toEqual({ candidates: [], problems: [] });
    }
  },
  'takes odd URLs': (learner) => {
    const pairs = ODD_URLS.flatMap((a, i) =>
      ODD_URLS.slice(i + 1, i + 4).map((b, j) => ({ id: `${i}-${j}`, urls: [a, b] })),
    );
    const { candidates, problems } = learner.propose(
      { clusters: [...pairs, { id: 'all', urls: ODD_URLS }], urls: ODD_URLS.map((url) => ({ url })) },
      all(learner),
    );
    expect(Array.isArray(candidates) && Array.isArray(problems)).toBe(true);
    for (const rule of candidates)
      expect(parseRule(printRule(rule))).toEqual({ scope: rule.scope, match: rule.match, emit: rule.emit });
  },
  'refuses options that make no sense': (learner) => {
    for (const bad of [{ sample: 1 }, { sample: 2.5 }, { cardinality: 0 }, { minFrequency: 0 }, { seed: Number.NaN }]) {
      expect(() => learner.propose({ clusters: [] }, bad)).toThrowError(/option/);
    }
  },
  'gives the same cluster by cluster': (learner) => {
    const ruleOf = learner.clusterRule?.();
    if (!ruleOf) return;
    const { clusters } = everything();
    const counts = new Map<string, number>();
    for (const { urls } of clusters) {
      const outcome = ruleOf(urls);
      if (outcome.kind !== 'rule') continue;
      const { id } = makeRule({ learner: learner.name, ...outcome });
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const frequent = [...counts].filter(([, count]) => count >= learner.defaults.minFrequency);
    expect(
      new Map(learner.propose({ clusters }).candidates.map(({ id, evidence }) => [id, evidence.frequency])),
    ).toEqual(new Map(frequent));
  },
  ...Object.fromEntries(
    SITES.map((site) => [
      site.id,
      (learner: Learner) => {
        const rules = learn(learner, clustersOf(site));
        for (let page = TRAINING; page < NAMES.length; page++) {
          const [first, ...others] = site.urls(page);
          for (const url of others)
            expect(
              rules.some((rule) => joins(rule, first!, url)),
              `${first} and ${url}`,
            ).toBe(true);
        }
      },
    ]),
  ),
};

/** Runs the suite. A gap, `{ case: reason }`, must fail; the day it passes, its entry has to go. */
export function learnerContract(learner: Learner, gaps: Readonly<Record<string, string>> = {}): void {
  describe(`${learner.name} keeps the learner contract`, () => {
    for (const [name, run] of Object.entries(CASES)) {
      const reason = gaps[name];
      const test = reason === undefined ? it : it.fails;
      test(reason === undefined ? name : `${name} (known gap: ${reason})`, () => run(learner));
    }

    it('names only existing cases as gaps', () => {
      expect(Object.keys(gaps).filter((gap) => !(gap in CASES))).toEqual([]);
    });
  });
}

function clustersOf({ id, urls }: Site, pages = TRAINING): Cluster[] {
  return Array.from({ length: pages }, (_, page) => ({ id: `${id} ${page}`, urls: urls(page) }));
}

/** All sites at once, each on a host of its own. */
function everything(): Required<LearnInput> {
  const clusters = SITES.flatMap((site, s) =>
    clustersOf(site).map(({ id, urls }) => ({ id, urls: urls.map((url) => url.replace('ex.com', `ex${s}.com`)) })),
  );
  return { clusters, urls: listed(clusters) };
}

function listed(clusters: readonly Cluster[]): ListedUrl[] {
  return clusters.flatMap(({ urls }) => urls.map((url) => ({ url })));
}

function learn(learner: Learner, clusters: readonly Cluster[]): readonly CandidateRule[] {
  return learner.propose({ clusters, urls: listed(clusters) }).candidates;
}

/** Options under which a single cluster is enough for a rule. */
function all(learner: Learner): Learner['defaults'] {
  return { ...learner.defaults, minFrequency: 1 };
}

/** A directed rule leaves a URL that it does not match as it is. */
function formOf(rule: Rule, url: string): string | null {
  return applyRule(rule, url) ?? (rule.directed ? url : null);
}

function joins(rule: Rule, a: string, b: string): boolean {
  const form = formOf(rule, a);
  return form !== null && form === formOf(rule, b);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
