/** Learning by stages gives the rule file of learning in memory, to the byte, whatever the partitions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../base/index.ts';
import { CLUSTER_DEFAULTS, type Cluster, clusterRecords, type Seen } from '../../clusters/index.ts';
import { clusterJob, type LearnOptions, learnableShare, learnJob, learnRules, part } from '../../pipeline/index.ts';
import { readRecords } from '../../records/index.ts';
import { printRuleSet } from '../../rules/index.ts';
import { temporaryFiles } from './file-of.case.ts';
import { openLocalEngine } from './index.ts';

const fileOf = temporaryFiles();

/** `within`: bytes of memory by which a part of the pages is taken. */
async function inMemory(path: string, options: Partial<LearnOptions>, within: number | null = null) {
  const shareOf = (seen: Seen) => (within === null ? 1 : learnableShare(options.learner ?? 'auto', seen, within));
  const records = readRecords([path]);
  const { packed, failing, hygiene, share } = await clusterRecords(records, {}, undefined, shareOf);
  const madeWith = hygiene.length === 0 ? {} : { by: 'x' };
  return learnRules(packed, { ...options, seenShare: share, failing, madeWith });
}

async function byStages(
  path: string,
  learning: Partial<LearnOptions>,
  partitions: number,
  seen?: Set<string>,
  pagesWithin: number | null = null,
) {
  const engine = openLocalEngine({ partitions, onStage: (stage) => seen?.add(stage) });
  try {
    const clustering = { ...CLUSTER_DEFAULTS, reading: {} };
    const options = { learning, clustering, pagesWithin, madeWith: { by: 'x' } };
    return await learnJob(engine, [{ path, kind: 'text' }], options);
  } finally {
    await engine.close();
  }
}

async function compare(path: string, options: Partial<LearnOptions>, least: number): Promise<void> {
  const { ruleSet, summary } = await inMemory(path, options);
  const bytes = printRuleSet(ruleSet);
  for (const partitions of [1, 3]) {
    const found = await byStages(path, options, partitions);
    expect(printRuleSet(found.ruleSet)).toBe(bytes);
    expect(found.candidates).toBe(summary.candidates);
    expect(summary.rejected).toMatchObject(found.rejected);
  }
  expect('rules' in ruleSet && ruleSet.rules.length).toBeGreaterThanOrEqual(least);
}

/** Pages with www, print and index versions; some prints are other pages, some rules lie inside others. */
function site(): Cluster[] {
  return Array.from({ length: 60 }, (_, i): Cluster[] => {
    const name = `a${String.fromCharCode(97 + (i % 26))}${i}`;
    return [
      { id: `c${i}`, urls: [`http://x.org/${name}`, `http://www.x.org/${name}`] },
      { id: `i${i}`, urls: [`http://y.org/${name}/`, `http://y.org/${name}/index.html`, `http://www.y.org/${name}/`] },
      { id: `p${i}`, urls: [`http://x.org/p/${name}`, ...(i % 20 === 0 ? [] : [`http://x.org/p/${name}?print=1`])] },
      ...(i % 20 === 0 ? [{ id: `q${i}`, urls: [`http://x.org/p/${name}?print=1`] }] : []),
      { id: `s${i}`, urls: [`http://x.org/single/${i}`, `http://x.org/single/${i}?s=${i * 7}`].slice(0, 1 + (i % 2)) },
    ];
  }).flat();
}

const LOW = { minFrequency: 2, minSupport: 2 };

describe('learning by stages', () => {
  const labels = fileOf(
    site()
      .flatMap(({ id, urls }) =>
        urls.map((url, i) => `${id}\t${url}\t${id}${id.startsWith('i') && i === 1 ? 'w' : ''}\n`),
      )
      .join(''),
  );
  const records = fileOf(
    site()
      .flatMap(({ id, urls }) => urls.map((url) => JSON.stringify({ url, status: 200, digest: id, length: 900 })))
      .concat(['a', 'b'].map((name) => JSON.stringify({ url: `http://y.org/${name}/`, status: 404 })))
      .concat(JSON.stringify({ url: 'http://y.org/b/index.html', status: 200, digest: 'other', length: 900 }))
      .map((line) => `${line}\n`)
      .join(''),
  );
  it.each<[string, Partial<LearnOptions>, number]>([
    ['strict', { learner: 'dustlin', ...LOW }, 1],
    ['lenient', { learner: 'dustlin', ...LOW, maxFpr: 0.2, confidence: 0.9 }, 2],
    ['a fold', { learner: 'dustlin', ...LOW, fold: { part: 1, of: 3 } }, 1],
    ['all URLs', { learner: 'duster', ...LOW, sample: Number.POSITIVE_INFINITY }, 1],
    ['nothing', { learner: 'dustlin', minFrequency: 1000 }, 0],
    ['host by host', { learner: 'koppula', ...LOW }, 1],
    ['host by host, lenient', { learner: 'koppula', ...LOW, maxFpr: 0.2, sample: Number.POSITIVE_INFINITY }, 2],
  ])('agrees on labels: %s', (_, options, least) => compare(labels, options, least));

  it('agrees on records, with URLs that do not answer', () =>
    compare(records, { learner: 'dustlin', ...LOW, maxFpr: 0.1 }, 2));

  it('takes the same part of the pages where one machine would take a part', async () => {
    const lines = Array.from({ length: 10_500 }, (_, i) => {
      const url = `http://x.org/${(i * 7919).toString(36)}`;
      const own = { status: 200, digest: `d${i}`, length: 900 };
      return [url, `${url}?print=1`].map((url) => `${JSON.stringify({ url, ...own })}\n`).join('');
    });
    const path = fileOf(lines.join(''));
    const options = { learner: 'dustlin', ...LOW };
    const { ruleSet, summary } = await inMemory(path, options, 2 ** 20);
    expect(summary.urls).toBeLessThan(20_900);
    expect(summary.accepted).toBeGreaterThan(0);
    const found = await byStages(path, options, 3, undefined, 2 ** 20);
    expect(found.share).toBe(0.952);
    expect(found.clustering.urls).toBe(summary.urls);
    expect(printRuleSet(found.ruleSet)).toBe(printRuleSet(ruleSet));
  }, 180_000);

  it('agrees on the bundled example', async () => {
    const path = join(import.meta.dirname, '../../../examples/data/usemod.tsv');
    expect(readFileSync(path, 'utf8')).toContain('http');
    await compare(path, { learner: 'dustlin', ...LOW }, 1);
  });

  it('agrees on one giant cluster on one giant host, of which only its rule is handed on', async () => {
    const giant = Array.from({ length: 2000 }, (_, i) => `giant\thttp://x.org/page?v=${(i * 7919).toString(36)}\n`);
    const path = fileOf([readFileSync(labels, 'utf8'), ...giant].join(''));
    await compare(path, { learner: 'dustlin', ...LOW }, 1);
    const engine = openLocalEngine({ partitions: 3 });
    const proposing = { learner: 'dustlin', options: {}, minFrequency: 2 };
    const job = await clusterJob(engine, [{ path, kind: 'text' }], { ...CLUSTER_DEFAULTS, reading: {}, proposing });
    expect(job.counts.urls).toBeGreaterThan(2400);
    const rules = await engine.few(part(job.table, 'p'));
    await engine.close();
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.length).toBeLessThan(400);
    // The hosts and the frequency of a rule are there, and the URLs it came from are not.
    expect(rules.reduce((sum, { v }) => sum + v.length, 0)).toBeLessThan(2000 * 30);
  });

  it('looks for rules that undo each other, where rules can', async () => {
    const seen = new Set<string>();
    await byStages(labels, { learner: 'koppula', ...LOW, maxFpr: 0.2 }, 1, seen);
    expect(seen).toContain('map:undone');
  });

  it('refuses what needs all data in one place', async () => {
    for (const options of [{ learner: 'rewrite' }, { learner: 'dustlin', split: 'thirds' as const }]) {
      await expect(byStages(labels, options, 1)).rejects.toThrow(ConfigError);
    }
  });
});
