/** Jobs on a real Spark cluster give the bytes of the same jobs on this machine: whatever the partitions, the characters, and who dies on the way. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Engines from '../../../src/engines/index.ts';
import {
  CLUSTER_DEFAULTS,
  clusterRecords,
  compileRules,
  evaluateRules,
  type LearnOptions,
  learnRules,
  parseRuleSet,
  printRuleSet,
  readRecords,
  writeClusters,
} from '../../../src/index.ts';
import { type Cluster, sparkHome, startCluster } from './cluster.ts';

const { DUSTPAN_DIST = join(import.meta.dirname, '../../../dist') } = process.env;
const DATA = join(import.meta.dirname, '../../../../shared/data');
const LABS = ['lab-usemod', 'lab-cgit', 'lab-dokuwiki'];
const LEARNING = { learner: 'dustlin', minFrequency: 2, minSupport: 2, maxFpr: 0.1 };
const RULES = printRuleSet({ dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules: [] });
const LIMIT = 900_000;
const folder = mkdtempSync(join(tmpdir(), 'dustpan-spark-test-'));
const stages = join(DUSTPAN_DIST, 'engines/stages.mjs');
const home = sparkHome();
let engines: typeof Engines;
let cluster: Cluster;
let session: Engines.SparkSession;

beforeAll(async () => {
  if (home === undefined || !existsSync(stages))
    throw new Error(
      `no pyspark in DUSTPAN_PYTHON (pip install -r test/real/spark/requirements.txt), or no ${stages} (npm run build)`,
    );
  engines = (await import(join(DUSTPAN_DIST, 'engines/index.js'))) as typeof Engines;
  cluster = await startCluster(home);
  session = await engines.openSparkSession({ stages, submit: cluster.submit, conf: cluster.conf });
}, LIMIT);
afterAll(async () => {
  await session?.close();
  cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
}, LIMIT);

async function withSpark<T>(
  more: Partial<Engines.SparkWork>,
  work: (engine: Engines.Engine) => Promise<T>,
): Promise<T> {
  const engine = await session.openEngine({ node: process.execPath, ...more });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

async function bytesOf(engine: Engines.Engine, rows: Engines.Part): Promise<Buffer> {
  const lines: Buffer[] = [];
  for await (const { v } of engine.rows(rows)) lines.push(Buffer.from(`${engines.lineOf(v)}\n`, 'latin1'));
  return Buffer.concat(lines);
}

function source(name: string, content: string | Buffer): Engines.Source {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, kind: 'text' };
}

const known = new Map<string, string>();

async function learnedHere(path: string, learning: Partial<LearnOptions> = LEARNING): Promise<string> {
  const name = `${learning.learner} ${path}`;
  const before = known.get(name);
  if (before !== undefined) return before;
  const { clusters, failing } = await clusterRecords(readRecords([path]));
  const bytes = printRuleSet(learnRules(clusters, { ...learning, failing, madeWith: { by: 'all' } }).ruleSet);
  known.set(name, bytes);
  return bytes;
}

async function learnedThere(
  engine: Engines.Engine,
  path: string,
  learning: Partial<LearnOptions> = LEARNING,
): Promise<string> {
  const asked = { learning, clustering: CLUSTERING, madeWith: { by: 'all' } };
  const { ruleSet } = await engines.learnJob(engine, [{ path, kind: 'text' }], asked);
  return printRuleSet(ruleSet);
}

function labPath(lab: string): string {
  const path = join(DATA, lab, 'crawl.tsv.gz');
  if (!existsSync(path)) throw new Error(`there is no ${path}`);
  return path;
}

async function clusteredHere(path: string): Promise<string> {
  let text = '';
  await writeClusters(readRecords([path]), {}, (more) => {
    text += more;
    return undefined;
  });
  return text.slice(text.indexOf('\n') + 1);
}

const CLUSTERING = { ...CLUSTER_DEFAULTS, reading: {} };
const ODD = [
  'tab\there',
  'return\r',
  '\\N',
  '\\\\N',
  'line\u2028separator',
  'emoji \u{1f600}',
  '',
  ' ',
  '"',
  "'",
  '\u0001',
];

describe('Spark', () => {
  for (const partitions of [1, 7]) {
    it.each(LABS)(
      `learns the same rules from %s with ${partitions} partitions`,
      async (lab) => {
        const path = labPath(lab);
        const bytes = await withSpark({ partitions }, (engine) => learnedThere(engine, path));
        expect(bytes).toBe(await learnedHere(path));
        expect(bytes).toContain('"id"');
      },
      LIMIT,
    );
  }

  it(
    'learns the same rules that work together, and finds the same of them on labels',
    async () => {
      const path = labPath(LABS[0]!);
      const labels = join(DATA, LABS[0]!, 'clusters-all.tsv.gz');
      const bytes = await learnedHere(path, { learner: 'auto' });
      const { clusters } = await clusterRecords(readRecords([labels]));
      await withSpark({ partitions: 3 }, async (engine) => {
        expect(await learnedThere(engine, path, { learner: 'auto' })).toBe(bytes);
        const ruleSet = parseRuleSet(bytes);
        const source = { path: labels, kind: 'text' } as const;
        const { evaluation } = await engines.evaluateJob(engine, [source], ruleSet, { clustering: CLUSTERING });
        expect(evaluation).toEqual(evaluateRules(ruleSet, clusters));
        expect(evaluation.coverage).toBeGreaterThan(0);
      });
    },
    LIMIT,
  );

  it(
    'finds the same clusters, also in rounds',
    async () => {
      const path = labPath(LABS[0]!);
      await withSpark({ partitions: 2 }, async (engine) => {
        // Rounds are for more edges than one process holds; here they are asked for.
        const job = await engines.clusterJob(engine, [{ path, kind: 'text' }], { ...CLUSTERING, mostEdges: 0 });
        expect(job.counts.rounds).toBeGreaterThan(1);
        const lines = await bytesOf(engine, await engines.clusterLinesJob(engine, job));
        expect(lines.toString()).toBe(await clusteredHere(path));
      });
    },
    LIMIT,
  );

  it(
    'keeps every byte of any URL',
    async () => {
      const long = `http://a/${'x'.repeat(1 << 20)}`;
      const texts = [...ODD.map((text) => `http://h/${text}`), ...ODD, long, `${long}?`];
      const bytes = Buffer.concat([Buffer.from(`${texts.join('\n')}\n`), Buffer.from([0x68, 0xff, 0xfe, 10, 10])]);
      const here = compileRules(parseRuleSet(RULES));
      const lines = source('odd.txt', bytes);
      const records = [...texts, 'line\nfeed', long]
        .filter((url) => url !== '')
        .flatMap((url, i) => [url, `${url}?a=${i}`].map((url) => ({ url, status: 200, digest: `d${i}`, length: 999 })));
      const table = source('odd.jsonl', records.map((record) => `${JSON.stringify(record)}\n`).join(''));
      await withSpark({ partitions: 3 }, async (engine) => {
        const keys = await engines.keyJob(engine, [lines], { rules: RULES });
        expect((await bytesOf(engine, keys)).equals(here.lines('key').push(bytes))).toBe(true);
        const kept = await engines.dedupeJob(engine, [lines], { rules: RULES });
        const plain = await engines.plainJob(engine, kept, false);
        expect((await bytesOf(engine, plain)).equals(here.dedupe().push(bytes))).toBe(true);
        const saved = join(folder, 'saved');
        await engine.save(keys, saved, ['key']);
        const parts = readdirSync(saved).filter((name) => name.startsWith('part-'));
        const all = Buffer.concat(parts.sort().map((name) => readFileSync(join(saved, name))));
        expect(all.equals(here.lines('key').push(bytes))).toBe(true);
        // Keys of keys are the same, so a table of keys is one of URLs too.
        const column = join(folder, 'keys.parquet');
        await engine.save(keys, column, ['key']);
        const again = await engines.keyJob(engine, [{ path: column, kind: 'parquet', column: 'key' }], {
          rules: RULES,
        });
        expect((await bytesOf(engine, again)).equals(here.lines('key').push(bytes))).toBe(true);
        const job = await engines.clusterJob(engine, [table], CLUSTERING);
        const numbered = await engines.clusterLinesJob(engine, job);
        const found = await bytesOf(engine, numbered);
        expect(found.toString()).toBe(await clusteredHere(table.path));
        // One URL stands there twice.
        expect(job.counts.urls).toBe(records.length - 1);
      });
    },
    LIMIT,
  );

  it(
    'gives the same after a worker was killed in the middle',
    async () => {
      const path = labPath(LABS[0]!);
      const [, worker] = cluster.workers;
      let inTheMiddleOf = '';
      const onProgress: Engines.SparkWork['onProgress'] = (stages, { tasks, done }) => {
        if (inTheMiddleOf !== '' || done === 0 || done === tasks) return;
        inTheMiddleOf = stages;
        worker!.kill('SIGKILL');
      };
      const bytes = await withSpark({ partitions: 7, onProgress }, (engine) => learnedThere(engine, path));
      expect(inTheMiddleOf).toMatch(/^(map|reduce):/);
      expect(worker!.signalCode).toBe('SIGKILL');
      expect(bytes).toBe(await learnedHere(path));
      await cluster.startWorkers(1);
    },
    LIMIT,
  );

  it(
    'fails with a stage, says which row and why, and leaves no output',
    async () => {
      const lines = source('plain.txt', 'http://a/\n');
      await withSpark({ partitions: 1 }, async (engine) => {
        const table = await engine.read([lines]);
        const failed = engine.run([{ stage: 'map:records', params: {} }], [{ table, prefix: '' }]);
        await expect(failed).rejects.toThrow(/a stage refused its rows: map:records: row 1 .*http:\/\/a\//);
      });
      // The same from the command line, with its own session: a stage that cannot even start.
      await session.close();
      const rules = join(folder, 'rules.json');
      writeFileSync(rules, RULES);
      const confs = cluster.conf.flatMap((conf) => ['--spark-conf', conf]);
      for (const output of [join(folder, 'out/'), join(folder, 'out.txt')]) {
        const command = [join(DUSTPAN_DIST, 'cli/main.js'), 'key', '-r', rules, '--engine', 'spark', ...confs];
        const run = spawnSync(
          process.execPath,
          [...command, '--spark-submit', cluster.submit, '-o', output, lines.path],
          {
            env: { ...process.env, DUSTPAN_NODE: 'false' },
            encoding: 'utf8',
          },
        );
        expect(run.stderr).toMatch(/^dustpan: Spark says: .*\n$/);
        expect(run.status).toBe(2);
        expect(readdirSync(folder).filter((name) => name.includes('out'))).toEqual([]);
      }
    },
    LIMIT,
  );
});
