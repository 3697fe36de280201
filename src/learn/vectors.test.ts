/** The vectors of alignment and rule generation: every printed figure of the thesis that can be checked. */
import { describe, expect, it } from 'vitest';
import { type Vector, vectorsOf } from '../../test/support/vectors.ts';
import { applyRule, makeRule, printRuleBody } from '../rules/index.ts';
import { hostOf } from '../url/index.ts';
import { BOTH, LEFT } from './alignment/consensus.ts';
import { ALIGNMENT_DEFAULTS, type MultipleAlignment, Workspace } from './alignment/index.ts';
import { PLAIN_DEFAULTS, plainAlign, plainSets, plainUrl } from './alignment/plain-alignment.case.ts';
import { ruleBody } from './alignment/rule-body.ts';
import { consensusSets, planOf } from './alignment/support.case.ts';
import { alignProgressively } from './duster/progressive-alignment.ts';
import { alignLinearly } from './dustlin/linear-alignment.ts';

function ofKind<Input, Expected>(found: readonly Vector[]): [string, Input, Expected][] {
  return found.map(({ id, input, expected }) => [id, input as Input, expected as Expected]);
}

/** Scores and last steps of all pairs of beginnings: the matrix, as the fast alignment sees it. */
function matrixOf(
  rows: string[],
  columns: string[],
  caseFoldScore: boolean,
): { scores: number[][]; pointers: string[] } {
  const work = new Workspace({ scoring: 'jaccard', caseFoldScore });
  const scores: number[][] = [];
  const pointers: string[] = [];
  for (let i = 0; i <= rows.length; i++) {
    scores.push([]);
    let line = '';
    for (let j = 0; j <= columns.length; j++) {
      work.load([rows.slice(0, i).join(''), columns.slice(0, j).join('')]);
      const pair = [work.sequence(0), work.sequence(1)] as const;
      scores[i]!.push(Number(work.aligner.score(...pair)) / Number(work.aligner.scale));
      expect(work.aligner.align(...pair)).toBe(true);
      const last = work.aligner.pathLength === 0 ? null : work.aligner.path[0];
      line += last === null ? '.' : last === BOTH ? 'D' : last === LEFT ? 'L' : 'U';
    }
    pointers.push(line);
  }
  return { scores, pointers };
}

describe('align.chars', () => {
  type Input = { x: string; y: string };
  type Expected = { score: number; matrixRowsY_colsX?: number[][] };
  // Each letter becomes a punctuation character, a token of its own.
  const punctuate = (text: string): string[] => [...text].map((c) => '!~+-'['ACGT'.indexOf(c)]!);

  it.each(ofKind<Input, Expected>(vectorsOf('align.chars')))('%s', (_id, { x, y }, expected) => {
    const { scores } = matrixOf(punctuate(y), punctuate(x), true);
    expect(scores.at(-1)!.at(-1)).toBe(expected.score);
    if (expected.matrixRowsY_colsX) expect(scores).toEqual(expected.matrixRowsY_colsX);
  });
});

describe('align.tokens', () => {
  type Input = { rows: string; cols: string; caseFoldScore: boolean };
  type Expected = { score: number; consensus: string[][]; matrix?: number[][]; pointers?: string[] };

  it.each(ofKind<Input, Expected>(vectorsOf('align.tokens')))('%s', (_id, { rows, cols, caseFoldScore }, expected) => {
    const work = new Workspace({ scoring: 'jaccard', caseFoldScore });
    work.load([rows, cols]);
    const pair = [work.sequence(0), work.sequence(1)] as const;
    expect(Number(work.aligner.score(...pair)) / Number(work.aligner.scale)).toBe(expected.score);
    expect(consensusSets(work, work.merge(...pair)!)).toEqual(expected.consensus);
    const plain = plainAlign(plainUrl(rows, 0), plainUrl(cols, 1), { ...PLAIN_DEFAULTS, caseFoldScore });
    expect(plainSets(plain.consensus)).toEqual(expected.consensus);
    if (!expected.matrix) return;
    const { scores, pointers } = matrixOf(rows.split(/\b|(?=\W)/), cols.split(/\b|(?=\W)/), caseFoldScore);
    expect(scores).toEqual(expected.matrix);
    expect(pointers).toEqual(expected.pointers);
    expect(plain.pointers.map((line) => line.join(''))).toEqual(expected.pointers);
  });
});

describe('sf', () => {
  type Input = { a: string[]; b: string[]; caseFoldScore: boolean };

  it.each(ofKind<Input, { sf: number }>(vectorsOf('sf')))('%s', (_id, { a, b, caseFoldScore }, { sf }) => {
    const work = new Workspace({ scoring: 'jaccard', caseFoldScore });
    // URLs of one token each, and an empty one for λ, align to one position that has them all.
    const texts = [...a, ...b].map((token) => (token === 'λ' ? '' : token));
    work.load(texts);
    const unite = (from: number, to: number) => {
      let s = work.sequence(from);
      for (let u = from + 1; u < to; u++) s = work.merge(s, work.sequence(u))!;
      return s;
    };
    const scale = Number(work.aligner.scale);
    const score = work.aligner.sets.score(unite(0, a.length), 0, unite(a.length, texts.length), 0, scale);
    expect(score / scale).toBeCloseTo(sf, 12);
  });
});

describe('progressive.alignments', () => {
  it.each(ofKind<{ n: number }, { alignments: number }>(vectorsOf('progressive.alignments')))(
    '%s',
    (_id, { n }, { alignments }) => {
      const work = new Workspace({ scoring: 'jaccard', caseFoldScore: true });
      work.load(Array.from({ length: n }, (_, u) => `http://h/${u}?id=${u % 3}`));
      alignProgressively(work);
      expect(work.alignments).toBe(alignments);
      work.load(work.table.source.urls);
      alignLinearly(work);
      expect(work.alignments).toBe(n - 1);
    },
  );
});

describe('learn.cluster', () => {
  type Input = { urls: string[]; cardSet: number };
  type Expected = {
    consensus: string[][];
    context: string;
    transformDelete: string;
    transformKeep: string;
    canonical: string;
    progressiveSame: boolean;
  };

  function learn(align: MultipleAlignment, { urls, cardSet }: Input): Omit<Expected, 'progressiveSame'> {
    const work = new Workspace(ALIGNMENT_DEFAULTS);
    work.load(urls);
    const consensus = align(work)!;
    const plan = planOf(work, consensus);
    const bodies = (['delete', 'keep'] as const).map((canonicalMode) =>
      ruleBody(work.table, consensus, plan, { cardinality: cardSet, canonicalMode, emitAlternatives: false }),
    );
    const texts = bodies.map(({ match, emit }) => printRuleBody(match, emit).slice('T '.length).split(' => '));
    expect(texts[1]![0]).toBe(texts[0]![0]);
    const rule = makeRule({ learner: 'dustlin', hosts: urls.map(hostOf), ...bodies[0]! });
    const forms = [...new Set(urls.map((url) => applyRule(rule, url)))];
    expect(forms.length).toBe(1);
    return {
      consensus: consensusSets(work, consensus),
      context: texts[0]![0]!,
      transformDelete: texts[0]![1]!,
      transformKeep: texts[1]![1]!,
      canonical: forms[0]!,
    };
  }

  it.each(ofKind<Input, Expected>(vectorsOf('learn.cluster')))('%s', (_id, input, { progressiveSame, ...expected }) => {
    const linear = learn(alignLinearly, input);
    expect(linear).toEqual(expected);
    const progressive = learn(alignProgressively, input);
    expect(progressive.context === linear.context && progressive.transformDelete === linear.transformDelete).toBe(
      progressiveSame,
    );
    expect(progressive.transformKeep).toBe(linear.transformKeep);
  });
});
