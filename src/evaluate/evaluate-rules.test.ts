/** Checks of the metrics: the worked example of the specification, and agreement with the formulas of the ruler written out plainly. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../test/support/rule-of.ts';
import { vectorsOf } from '../../test/support/vectors.ts';
import { arbClusters, arbShuffled } from '../clusters/arb-clusters.case.ts';
import { type Cluster, foldsOf } from '../clusters/index.ts';
import { keyPlain, type Rule, type RuleSet } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { evaluateRules } from './evaluate-rules.ts';

function setOf(rules: readonly Rule[], apply: 'first' | 'fixpoint' = 'first', useSun = false): RuleSet {
  return { dustpan: 1, options: {}, apply, sun: useSun, rules };
}

/** Gives every URL `http://h/FORM-n` the form FORM, by one rule per form. */
function formRules(forms: readonly string[]): Rule[] {
  return [...new Set(forms)].map((form) => ruleOf(`@{h} T ^<a>://<a>/${form}-<~n>$ => $1://$2/${form}`));
}

describe('metrics', () => {
  it.each(vectorsOf('metrics'))('$id', ({ input, expected }) => {
    const urls: string[] = input.canonical.map((form: string, i: number) => `http://h/${form}-${i}`);
    const clusters = [...new Set<number>(input.clusters)].map((label) => ({
      id: String(label),
      urls: urls.filter((_, i) => input.clusters[i] === label),
    }));
    const rules = formRules(input.canonical);
    const found = evaluateRules(setOf(rules), clusters);
    expect(found).toMatchObject({
      urls: expected.Norig,
      forms: expected.Nnorm,
      clusters: expected.Corig,
      clustersJoined: expected.Cnorm,
      pairs: expected.instances,
      truePairs: expected.correct,
      rules: 5,
      applied: 3,
    });
    expect(found.compressionRate).toBeCloseTo(expected.compressionRate, 9);
    expect(found.coverage).toBeCloseTo(expected.coverage, 9);
    expect(found.normalizationPrecision).toBeCloseTo(expected.normalizationPrecision, 9);
    // The vector has two rules for the three URLs removed, this set has five.
    expect(found.averageReductionPerRule! * rules.length).toBeCloseTo(expected.arr * input.rules, 9);
  });
});

describe('evaluateRules', () => {
  const dropSid = ruleOf('@* E => dropParam(sid)');
  const clusters: Cluster[] = [
    { id: '1', urls: ['http://h/a', 'http://h/a?sid=1', 'http://h/a?sid=2'] },
    { id: '2', urls: ['http://h/b?sid=1'] },
    { id: '3', urls: ['http://h/b?sid=2'] },
  ];

  it('counts pages lost as a crawler loses them', () => {
    expect(evaluateRules(setOf([dropSid]), clusters)).toMatchObject({
      urls: 5,
      forms: 2,
      coverage: 1,
      pairs: 4,
      falsePairs: 1,
      normalizationPrecision: 0.75,
      sharedForms: 2,
      impureForms: 1,
      pages: 3,
      pagesJoined: 1,
      pagesLost: 1,
      withoutSingles: {
        urls: 3,
        clusters: 1,
        forms: 1,
        pairs: 3,
        falsePairs: 0,
        normalizationPrecision: 1,
        pagesLost: 0,
      },
    });
  });

  it('has null for empty denominators', () => {
    expect(evaluateRules(setOf([]), [])).toMatchObject({
      urls: 0,
      compressionRate: null,
      coverage: null,
      normalizationPrecision: null,
      averageReductionPerRule: null,
      validRate: null,
    });
    expect(evaluateRules(setOf([dropSid]), clusters, { candidates: 4 }).validRate).toBe(0.25);
  });

  it('counts rules in use only', () => {
    const states = [
      dropSid,
      ruleOf('@* E => dropParam(x)', { state: 'quarantined' }),
      ruleOf('@* E => dropParam(y)', { state: 'refuted' }),
    ];
    expect(evaluateRules(setOf(states), clusters).rules).toBe(1);
    expect(evaluateRules(setOf(states), clusters, { include: ['quarantined'] }).rules).toBe(2);
  });

  it('takes URLs that are equal under RFC 3986 for one page', () => {
    const equal: Cluster[] = [
      { id: '1', urls: ['http://h/%61'] },
      { id: '2', urls: ['http://H/a'] },
    ];
    const found = evaluateRules(setOf([], 'first', true), equal);
    expect(found).toMatchObject({
      forms: 1,
      pairs: 1,
      truePairs: 0,
      falsePairs: 0,
      pages: 1,
      pagesLost: 0,
      clustersJoined: 1,
    });
  });

  it('lists what each kind of set applied', () => {
    const rules = [dropSid, ruleOf('@* E => dropParam(never)'), ruleOf('@* E => dropParam(x)')];
    const both: Cluster[] = [{ id: '1', urls: ['http://h/a?sid=1&x=1', 'http://h/a?x=1', 'http://h/a'] }];
    // The first URL loses `sid` only, and shares that form with none.
    expect(evaluateRules(setOf(rules), both).applied).toBe(1);
    expect(evaluateRules(setOf(rules, 'fixpoint'), both)).toMatchObject({ applied: 2, forms: 1, rules: 3 });
  });
});

const RULES = [
  ruleOf('@* T ^*://(www.)?*.*/*(/index.html)?$ => $1://$2.$3/$4'),
  ruleOf('@* E => dropParam(sid)'),
  ruleOf('@{a.com} E => trimSlash()'),
];

const arbUrl = fc
  .tuple(
    fc.constantFrom('http://', 'http://', 'http://', 'HTTP://'),
    fc.constantFrom('a.com', 'www.a.com', 'b.com:80', 'b.com'),
    fc.constantFrom('/', '/a', '/b', '/%61', '/a/', '/a/index.html'),
    fc.constantFrom('', '?sid=1', '?sid=2'),
  )
  .map((parts) => parts.join(''));

describe('agreement with the ruler', () => {
  it('holds for coverage, precision, impure forms and pages lost, on all data and on a fold', () => {
    const seen = { impure: 0, lost: 0, joined: 0 };
    fc.assert(
      fc.property(
        arbClusters(arbUrl, 30),
        fc.subarray(RULES),
        fc.integer({ min: 0, max: 2 }),
        (clusters, rules, part) => {
          const fold = part === 0 ? {} : { fold: { part, of: 2 } };
          const {
            urls,
            forms,
            coverage,
            normalizationPrecision,
            falsePairs,
            impureForms,
            pages,
            pagesLost,
            clusters: found,
            ...rest
          } = evaluateRules(setOf(rules), clusters, fold);
          const expected = ruler(setOf(rules), clusters, part);
          expect({
            urls,
            forms,
            coverage,
            precision: normalizationPrecision,
            falsePairs,
            impure: impureForms,
            pages,
            lost: pagesLost,
          }).toEqual(expected);
          seen.impure += impureForms;
          seen.lost += pagesLost;
          seen.joined += found - rest.clustersJoined;
        },
      ),
      { seed: 1, numRuns: 300 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
  });

  it('does not depend on the order of clusters and URLs', () => {
    const arbPair = arbClusters(arbUrl, 30).chain((clusters) =>
      arbShuffled(clusters).map((shuffled) => ({ clusters, shuffled })),
    );
    fc.assert(
      fc.property(arbPair, ({ clusters, shuffled }) => {
        const fold = { fold: { part: 2, of: 3 } };
        expect(evaluateRules(setOf(RULES), shuffled, fold)).toEqual(evaluateRules(setOf(RULES), clusters, fold));
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});

/** The score of the ruler, line by line: `found` is the cluster, `same` the wide id with equivalent URLs joined. */
function ruler(set: RuleSet, clusters: readonly Cluster[], part: number) {
  const rows = clusters.flatMap(({ id, urls, wide }, c) =>
    urls.map((url, i) => ({ url, c, found: id, same: wide?.[i] ?? id })),
  );
  const names = new Map<string, string>(rows.map(({ same }) => [same, same]));
  const first = new Map<string, string>();
  for (const { url, same } of rows) {
    const key = sun(url);
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, same);
      continue;
    }
    const [from, to] = [names.get(same)!, names.get(other)!];
    for (const [name, root] of names) if (root === from) names.set(name, to);
  }
  const folds = foldsOf(clusters, 2);
  const truth = rows
    .filter(({ c }) => part === 0 || folds[c] === part)
    .map((row) => ({ ...row, same: names.get(row.same)!, key: keyPlain(set, row.url) }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.url), Buffer.from(b.url)));
  const byKey = new Map(truth.map(({ key }) => [key, truth.filter((row) => row.key === key)]));
  const founds = new Set(truth.map(({ found }) => found));
  const sames = new Set(truth.map(({ same }) => same));
  const joined = new Map([...founds].map((found) => [found, found]));
  let pairs = 0;
  let good = 0;
  let impure = 0;
  const fetched = new Set<string>();
  for (const members of byKey.values()) {
    for (const { found } of members) {
      const [from, to] = [joined.get(found)!, joined.get(members[0]!.found)!];
      for (const [name, root] of joined) if (root === from) joined.set(name, to);
    }
    for (const [i, a] of members.entries()) {
      for (const b of members.slice(i + 1)) {
        pairs++;
        if (a.same === b.same) good++;
      }
    }
    if (new Set(members.map(({ same }) => same)).size > 1) impure++;
    fetched.add(members[0]!.same);
  }
  const dust = truth.length - founds.size;
  return {
    urls: truth.length,
    forms: byKey.size,
    coverage: dust === 0 ? null : 1 - (byKey.size - new Set(joined.values()).size) / dust,
    precision: pairs === 0 ? null : good / pairs,
    falsePairs: pairs - good,
    impure,
    pages: sames.size,
    lost: [...sames].filter((same) => !fetched.has(same)).length,
  };
}
