/** `evaluateRules` agrees with the independent ruler of ../shared/tools on real data, where that is there. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Cluster, compileRules, evaluateRules, learnRules, type Rule, type RuleSet } from '../../src/index.ts';
import { makeFolder, rule } from '../support/cli.ts';

const SHARED = join(import.meta.dirname, '../../../shared');
const RULER = join(SHARED, 'tools/exam.py');
const SETS = ['lab-usemod', 'heritrix-dk-a'].filter((set) => existsSync(join(SHARED, 'data', set)));
const isThere = existsSync(RULER) && SETS.length > 0;
/** Joins different pages, so that what is joined wrongly is compared too. */
const WRONG = rule('@* E => dropParam(prefix=a)');
const folder = makeFolder();
afterAll(() => folder.remove());

function ruler(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('python3', [RULER, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** URLs, found clusters and wide groups as the ruler has them. */
function readTruth(out: string): Cluster[] {
  const clusters = new Map<string, { urls: string[]; wide: string[] }>();
  for (const line of readFileSync(join(out, 'truth.tsv'), 'utf8').trimEnd().split('\n')) {
    const [url, found, same] = line.split('\t');
    const cluster = clusters.get(found!) ?? { urls: [], wide: [] };
    cluster.urls.push(url!);
    cluster.wide.push(same!);
    clusters.set(found!, cluster);
  }
  return [...clusters].map(([id, { urls, wide }]) => ({ id, urls, wide }));
}

const setOf = (...rules: Rule[]): RuleSet => ({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules });

describe('the ruler', () => {
  if (!isThere) it('is not there, so nothing was compared with it', () => expect(isThere).toBe(false));

  for (const name of isThere ? SETS : []) {
    it(`says of ${name} what evaluate says`, () => {
      const out = join(folder.path, name);
      ruler('prepare', join(SHARED, 'data', name), out);
      const clusters = readTruth(out);
      const learned = learnRules(clusters, { learner: 'dustlin', minFrequency: 2, minSupport: 2, maxFpr: 0.3 }).ruleSet;
      for (const ruleSet of [setOf(), learned, setOf(WRONG)]) {
        const normalizer = compileRules(ruleSet);
        const keyed = join(out, 'keyed.tsv');
        const lines = clusters.flatMap(({ urls }) => urls.map((url) => `${url}\t${normalizer.key(url)}\n`));
        writeFileSync(keyed, lines.join(''));
        const score = JSON.parse(ruler('score', out, keyed)) as Record<string, number | null>;
        const { urls, forms, coverage, normalizationPrecision, falsePairs, impureForms, pages, pagesLost } =
          evaluateRules(ruleSet, clusters);
        expect({ urls, forms, falsePairs, impure: impureForms, pages, lost: pagesLost }).toEqual({
          urls: score['urls'],
          forms: score['forms'],
          falsePairs: score['falsePairs'],
          impure: score['impure'],
          pages: score['pages'],
          lost: score['lost'],
        });
        expect(coverage).toBeCloseTo(score['coverage']!, 4);
        expect(normalizationPrecision ?? 1).toBeCloseTo(score['precision'] ?? 1, 5);
      }
    });
  }
});
