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
  findReplicas,
  type HostAddress,
  type LearnOptions,
  learnRules,
  parseRuleSet,
  printRuleSet,
  type ReplicaSearch,
  readRecords,
  validateRules,
  writeClusters,
} from '../../../src/index.ts';
import { makeRule, parseRule, type RuleSet, rulesOf } from '../../../src/rules/index.ts';
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
  cluster = await startCluster(home, [
    // A file system that is not the local one, with names of its own for what lies in the folder.
    `spark.hadoop.fs.viewfs.mounttable.dustpan.link./all=file://${folder}`,
  ]);
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

async function learnedHere(
  path: string,
  learning: Partial<LearnOptions> = LEARNING,
  madeWith: Readonly<Record<string, string>> = { by: 'all' },
): Promise<string> {
  const name = `${learning.learner} ${path}`;
  const before = known.get(name);
  if (before !== undefined) return before;
  const { clusters, failing } = await clusterRecords(readRecords([path]));
  const bytes = printRuleSet(learnRules(clusters, { ...learning, failing, madeWith }).ruleSet);
  known.set(name, bytes);
  return bytes;
}

async function learnedThere(
  engine: Engines.Engine,
  path: string,
  learning: Partial<LearnOptions> = LEARNING,
): Promise<string> {
  const asked = { learning, clustering: CLUSTERING, pagesWithin: null, madeWith: { by: 'all' } };
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

/** Everything that a search for replicas says. */
function toldOf(search: ReplicaSearch): string {
  const pairs = Array.from({ length: search.size }, (_, place) => search.pair(place));
  const { ruleSet, rejected } = search.rules();
  return JSON.stringify([search.summary, search.groups, pairs, printRuleSet(ruleSet), rejected], null, 1);
}

/** The set with a rule before the others that no site can stand. */
function spoil(ruleSet: RuleSet): RuleSet {
  const { scope, match, emit } = parseRule('@* E => dropParam(id)');
  const rule = makeRule({ learner: 'manual', hosts: scope.hosts, match, emit });
  if ('stages' in ruleSet) throw new Error('a set of one stage is needed');
  return { ...ruleSet, rules: [rule, ...ruleSet.rules] };
}

/** The same rules in two stages. */
function inStages(ruleSet: RuleSet): RuleSet {
  if ('stages' in ruleSet) throw new Error('a set of one stage is needed');
  const { apply, sun, rules, ...rest } = ruleSet;
  const stages = [rules.slice(0, 1), rules.slice(1)].map((some) => ({ apply, sun, rules: some }));
  return { ...rest, stages };
}

const CLUSTERING = { ...CLUSTER_DEFAULTS, reading: {} };
const ODD = [
  'tab\there',
  'return\r',
  're\rturn',
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
    'learns the same rules that work together, and finds the same of them on labels, also where they contradict them',
    async () => {
      const path = labPath(LABS[0]!);
      const labels = join(DATA, LABS[0]!, 'clusters-all.tsv.gz');
      const bytes = await learnedHere(path, { learner: 'auto' });
      const { clusters } = await clusterRecords(readRecords([labels]));
      await withSpark({ partitions: 3 }, async (engine) => {
        expect(await learnedThere(engine, path, { learner: 'auto' })).toBe(bytes);
        const ruleSet = parseRuleSet(bytes);
        const source = { path: labels, kind: 'text' } as const;
        for (const set of [ruleSet, inStages(ruleSet)]) {
          const { evaluation } = await engines.evaluateJob(engine, [source], set, { clustering: CLUSTERING });
          expect(evaluation).toEqual(evaluateRules(set, clusters));
          expect(evaluation.coverage).toBeGreaterThan(0);
        }
        // What drops every parameter joins different pages: it is refuted, and those after it are judged without it.
        const spoiled = spoil(ruleSet);
        const options = { maxFpr: 0, confidence: 0.95 };
        const { validation } = await engines.validateJob(engine, [source], spoiled, {
          ...options,
          clustering: CLUSTERING,
        });
        const wanted = validateRules(spoiled, clusters, options);
        expect(printRuleSet(validation.ruleSet)).toBe(printRuleSet(wanted.ruleSet));
        expect(validation.refuted).toEqual(wanted.refuted);
        expect(wanted.refuted).toContain(rulesOf(spoiled)[0]!.id);
        expect(wanted.judged).toBeGreaterThan(1);
      });
    },
    LIMIT,
  );

  it(
    'finds the same sites that copy each other',
    async () => {
      const [path, addresses] = ['urls.tsv.gz', 'host_ip.tsv'].map((name) => join(DATA, 'lab-replicas', name));
      const ips = readFileSync(addresses!, 'utf8')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t') as unknown as HostAddress);
      const wanted = await findReplicas(readRecords([path!]), { ips });
      const options = { asked: {}, ips, clustering: CLUSTERING, isShown: true, areRules: true };
      await withSpark({ partitions: 2 }, async (engine) => {
        const { search } = await engines.replicasJob(engine, [{ path: path!, kind: 'text' }], options);
        expect(toldOf(search)).toBe(toldOf(wanted));
      });
      expect(wanted.groups.length).toBeGreaterThan(10);
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
      const lines = { ...source('odd.txt', bytes), path: 'viewfs://dustpan/all/odd.txt' };
      const records = [...texts, 'line\nfeed', long]
        .filter((url) => url !== '')
        .flatMap((url, i) => [url, `${url}?a=${i}`].map((url) => ({ url, status: 200, digest: `d${i}`, length: 999 })));
      const table = source('odd.jsonl', records.map((record) => `${JSON.stringify(record)}\n`).join(''));
      // Inputs, what stages hand on, and results lie on that file system; a plain file URI is one of them.
      await withSpark({ partitions: 3, work: 'viewfs://dustpan/all/work' }, async (engine) => {
        const keys = await engines.keyJob(engine, [lines], { rules: RULES });
        expect((await bytesOf(engine, keys)).equals(here.lines('key').push(bytes))).toBe(true);
        const kept = await engines.dedupeJob(engine, [lines], { rules: RULES });
        const plain = await engines.plainJob(engine, kept, false);
        expect((await bytesOf(engine, plain)).equals(here.dedupe().push(bytes))).toBe(true);
        const saved = join(folder, 'saved');
        await engine.save(keys, 'viewfs://dustpan/all/saved', ['key']);
        const parts = readdirSync(saved).filter((name) => name.startsWith('part-'));
        const all = Buffer.concat(parts.sort().map((name) => readFileSync(join(saved, name))));
        expect(all.equals(here.lines('key').push(bytes))).toBe(true);
        // Keys of keys are the same, so a table of keys is one of URLs too.
        const column = join(folder, 'keys.parquet');
        await engine.save(keys, `file://${column}`, ['key']);
        const again = await engines.keyJob(engine, [{ path: `file://${column}`, kind: 'parquet', column: 'key' }], {
          rules: RULES,
        });
        expect((await bytesOf(engine, again)).equals(here.lines('key').push(bytes))).toBe(true);
        const job = await engines.clusterJob(engine, [table], CLUSTERING);
        const numbered = await engines.clusterLinesJob(engine, job);
        const found = await bytesOf(engine, numbered);
        expect(found.toString()).toBe(await clusteredHere(table.path));
        // One URL stands there twice.
        expect(job.counts.urls).toBe(records.length - 1);
        // As a table, clusters are labels again.
        await engine.save(numbered, 'viewfs://dustpan/all/clusters.parquet', ['cluster_id', 'url', 'wide_id']);
        const labels = { path: 'viewfs://dustpan/all/clusters.parquet', kind: 'parquet' } as const;
        const relabeled = await engines.clusterLinesJob(engine, await engines.clusterJob(engine, [labels], CLUSTERING));
        expect((await bytesOf(engine, relabeled)).equals(found)).toBe(true);
        expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
      });
    },
    LIMIT,
  );

  it(
    'gives the same of one giant cluster on one giant host, after a worker was killed in the middle',
    async () => {
      const { path } = source('giant.tsv', giants());
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
      // Labels are not made with anything.
      expect(bytes).toBe(await learnedHere(path, LEARNING, {}));
      expect(bytes).toContain('"id"');
      await cluster.startWorkers(1);
    },
    LIMIT,
  );

  it(
    'fails with a stage, says which row and why, and leaves no output',
    async () => {
      const lines = source('plain.txt', 'http://a/\n');
      const outputs = () => readdirSync(folder).filter((name) => name.startsWith('out'));
      await withSpark({ partitions: 1 }, async (engine) => {
        const table = await engine.read([lines]);
        const failed = engine.run([{ stage: 'map:records', params: {} }], [{ table, prefix: '' }]);
        await expect(failed).rejects.toThrow(/a stage refused its rows: map:records: row 1 .*http:\/\/a\//);
      });
      // A stage that cannot even start.
      await withSpark({ partitions: 1, node: 'false' }, async (engine) => {
        const failed = engines.keyJob(engine, [lines], { rules: RULES });
        await expect(failed).rejects.toThrow(/Spark says: /);
      });
      await session.close();
      // The same from the command line, with a session of its own.
      const rules = join(folder, 'rules.json');
      writeFileSync(rules, RULES);
      const command = [join(DUSTPAN_DIST, 'cli/main.cjs'), 'key', '-r', rules, '--engine', 'spark'];
      const settings = ['--spark-conf', 'spark.master=local[1]', '--spark-submit', cluster.submit];
      const run = spawnSync(process.execPath, [...command, ...settings, '-o', join(folder, 'out/'), lines.path], {
        env: { ...process.env, DUSTPAN_NODE: 'false' },
        encoding: 'utf8',
      });
      expect(run.stderr).toMatch(/^dustpan: in map:key: Spark says: .*\n$/);
      expect(run.status).toBe(2);
      expect(outputs()).toEqual([]);
    },
    LIMIT,
  );
});

/** Half of all URLs are one page with a parameter, and nearly all are on one host. */
function giants(): string {
  const lines = Array.from({ length: 3000 }, (_, i) => `giant\thttp://big.org/page?v=${(i * 7919).toString(36)}`);
  for (let i = 0; i < 1200; i++) {
    const host = i % 50 === 0 ? 'small.org' : 'big.org';
    const name = `a${String.fromCharCode(97 + (i % 26))}${i}`;
    lines.push(`c${i}\thttp://${host}/${name}`, `c${i}\thttp://www.${host}/${name}`);
  }
  return `cluster_id\turl\n${lines.join('\n')}\n`;
}
