/** Judging by stages: counts agree with those of judging in memory however the rows are dealt out, and what travels of giants is little. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../../test/support/rule-of.ts';
import { arbSimilarUrl } from '../../../test/support/similar-urls.ts';
import { arbClusters } from '../../clusters/arb-clusters.case.ts';
import { type Cluster, halvesOf, keyOf, labelUrls } from '../../clusters/index.ts';
import type { Rule } from '../../rules/index.ts';
import { sun } from '../../url/index.ts';
import { judgeRules, selectRules } from '../../validate/index.ts';
import { addRuleCounts, judgeForms, NO_COUNTS, type RuleCounts, ruleOfKey } from './judge.ts';
import { mapReach, type ReachParams } from './map-reach.ts';
import { matchForms } from './match.ts';
import { emitMember } from './members.ts';
import { NO_REACH, type RuleReach } from './reach.ts';
import { addReaches, reachForms } from './reduce-reach.ts';
import { parseRow, runStage } from './run-stage.ts';
import type { Stage } from './stage.ts';

/** Rows of members as clustering writes them; those of `failing` after them. */
function memberRows(clusters: readonly Cluster[], failing: readonly string[] = []): string[] {
  const rows: string[] = [];
  const emit = (k: string, s: string, value: unknown) => rows.push(`${k}\t${s}\t${JSON.stringify(value)}`);
  const sizes = new Map<string, number>();
  for (const { id, urls, wide } of clusters) {
    for (const i of urls.keys()) sizes.set(wide?.[i] ?? id, (sizes.get(wide?.[i] ?? id) ?? 0) + 1);
  }
  const halves = halvesOf(clusters);
  for (const [c, { id, urls, wide }] of clusters.entries()) {
    const isWhole = sizes.get(wide?.[0] ?? id) === urls.length && new Set(wide).size < 2;
    for (const [i, url] of urls.entries()) {
      const name = isWhole ? '' : keyOf(`wide ${wide?.[i] ?? id}`);
      emitMember(emit, keyOf(`cluster ${id}`), [url, name, halves[c]!, urls.length]);
    }
  }
  for (const url of failing) emit('f', keyOf(url), url);
  return rows;
}

async function run(stage: Stage, params: unknown, rows: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  await runStage(stage, params, rows, (line) => lines.push(line.slice(0, -1)));
  return lines;
}

/** What mappers of some rows each hand on. */
async function shuffled(stage: Stage, params: unknown, parts: readonly (readonly string[])[]): Promise<string[]> {
  const rows = await Promise.all(parts.map((part) => run(stage, params, part)));
  return rows.flat().sort();
}

function cut(rows: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
}

/** Two reducers, and what both found together; by rule. */
async function reduced<T>(stage: Stage, adding: Stage, params: unknown, rows: readonly string[]) {
  const isFirst = (row: string) => row < '8';
  const parts = [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
  const found = await shuffled(stage, params, parts);
  const added = (await run(adding, {}, found)).map((row) => parseRow(row)!);
  return new Map(added.map(({ k, v }) => [ruleOfKey(k), JSON.parse(v) as T]));
}

async function judged(rules: readonly Rule[], counted: readonly number[], isSun: boolean, parts: string[][]) {
  const params = { rules, counted, sun: isSun };
  return reduced<RuleCounts>(judgeForms, addRuleCounts, params, await shuffled(matchForms, params, parts));
}

async function reached(params: ReachParams, parts: string[][]) {
  return reduced<RuleReach>(reachForms, addReaches, params, await shuffled(mapReach, params, parts));
}

const RULES = [
  '@* T ^*://(www.)?*.*/*(/index.html)?$ => $1://$2.$3/$4',
  '@* K query[sid]=* => query[sid]:=⊥',
  "@{a.com} K host=a.com => host:='www.a.com'",
  '@* S "/index.html$" => "$"',
  '@* E => dropParam(sid)',
  '@* E => trimSlash()',
].map((text) => ruleOf(text));

describe('judging by stages', () => {
  it('counts what judging in memory counts, however rows are dealt out', async () => {
    const seen = { true: 0, false: 0, checked: 0, forms: 0, examples: 0 };
    await fc.assert(
      fc.asyncProperty(
        arbClusters(arbSimilarUrl, 30),
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 3 }),
        async (clusters, isSun, size, half) => {
          const labels = labelUrls(clusters);
          const halves = halvesOf(clusters);
          const failing = ['http://a.com/a', 'http://www.a.com/b'];
          const data = { labels, texts: isSun ? labels.urls.map(sun) : labels.urls, failing };
          const counted = RULES.map(() => half);
          const wanted = judgeRules(RULES, data, { confidence: 0.9, counted: { parts: halves, ofRule: counted } });
          const members = cut(memberRows(clusters), size);
          const rows = cut(memberRows(clusters, failing), size);
          const found = await judged(RULES, counted, isSun, rows);
          for (const [r, { evidence, pairs }] of wanted.entries()) {
            const counts = found.get(r) ?? NO_COUNTS;
            const { support, falsePairs, forms, impureForms, withoutSingles, fetchable } = evidence;
            expect(counts).toMatchObject({ truePairs: support - falsePairs, falsePairs, forms, impureForms, pairs });
            expect(counts.falseWithoutSingles).toBe(withoutSingles!.falsePairs);
            if (fetchable) expect(counts).toMatchObject(fetchable);
            seen.true += support - falsePairs;
            seen.false += falsePairs;
            seen.checked += counts.checked;
            seen.forms += forms!;
          }
          const areFalse = wanted.map(({ evidence }) => evidence.falsePairs > 0);
          const reach = await reached({ rules: RULES, areFalse, isCovering: false, sun: isSun }, members);
          const taken = { confidence: 0.9, minSupport: 1, maxFpr: 1, style: 'none' } as const;
          for (const [r, rule] of RULES.entries()) {
            const [shown] = selectRules([rule], data, taken).rules;
            const { examples, counterExamples } = reach.get(r) ?? NO_REACH;
            expect(examples).toEqual(shown?.evidence?.examples ?? []);
            expect(counterExamples).toEqual(shown?.evidence?.counterExamples ?? []);
            seen.examples += examples.length + counterExamples.length;
          }
        },
      ),
      { seed: 1, numRuns: 40 },
    );
    // The property means something only if there was something to count.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30);
  });

  it('hands on few rows of a form that very many URLs of many pages have, and of one giant page', async () => {
    const rules = ['@* T ^http://x.org/*$ => http://x.org/\\*', '@* E => dropParam(sid)'].map((text) => ruleOf(text));
    const pages: Cluster[] = [
      ...Array.from({ length: 9000 }, (_, i) => ({ id: `p${i}`, urls: [`http://x.org/a${i}`, `http://x.org/b${i}`] })),
      { id: 'giant', urls: Array.from({ length: 42_000 }, (_, i) => `http://x.org/g${i}`) },
    ];
    const rows = memberRows(pages);
    const parts = cut(rows, rows.length / 3);
    const params = { rules: rules.slice(0, 1), counted: [3], sun: false };
    // A row for each mapper, and for each page that was cut.
    expect((await shuffled(matchForms, params, parts)).length).toBeLessThan(12);
    const [, counts] = [...(await judged(params.rules, [3], false, parts))][0]!;
    const urls = 60_000;
    const same = 9000 + (42_000 * 41_999) / 2;
    expect(counts.pairs).toBe((urls * (urls - 1)) / 2);
    expect(counts.truePairs).toBe(same);
    expect(counts.impureForms).toBe(1);
    const reach = { rules: params.rules, areFalse: [true], isCovering: true, sun: false };
    expect((await shuffled(mapReach, reach, parts)).length).toBeLessThan(15);
    expect((await reached(reach, parts)).get(0)).toEqual({
      coveredBy: [],
      examples: [{ urls: ['http://x.org/a0', 'http://x.org/b0'], form: 'http://x.org/*' }],
      counterExamples: [{ urls: ['http://x.org/a0', 'http://x.org/a1'], form: 'http://x.org/*' }],
    });
  });
});
