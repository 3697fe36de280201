// Learning against sorting: `learn --learner dustlin` (learn, validate, prune) of a synthetic crawl and `LC_ALL=C sort -u` of the same file, interleaved.
//
//   node bench/learn.mjs --urls 250000,1000000 --repetitions 3 [--collection wbr10] [--split thirds] [--cli dist/cli/main.cjs] [--json]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/**
 * One row a size: medians over the repetitions; `ratio` is the median of CPU time against sort's in the same repetition, `rss` the largest
 * resident size in MB, `above` what of it is neither the input nor an idle node, in MB a million URLs.
 * @param {{ records: readonly number[], repetitions: number, collection?: string, split?: string, cli?: string }} options
 * @returns {Promise<{ what: string, urls: number, collection: string, split: string | null, ratio: number, cpu: number, wall: number, rss: number, above: number, digest: string, rules: number }[]>}
 */
export async function learnBench({
  records,
  repetitions,
  collection = 'gov2',
  split,
  cli = join(HERE, '../dist/cli/main.cjs'),
}) {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const idle = await measure(process.execPath, ['-e', '0'], folder);
    const rows = [];
    for (const urls of records) {
      const file = join(folder, `${urls}.tsv`);
      const generate = [join(HERE, 'generate.mjs'), '--urls', String(urls), '--collection', collection, '-o', file];
      await measure(process.execPath, generate, folder);
      const rules = join(folder, 'rules.json');
      const runs = [];
      for (let i = 0; i < repetitions; i++) {
        const sort = await measure('sort', ['-u', file, '-o', join(folder, 'sorted.tsv')], folder);
        const command = [cli, 'learn', file, '--learner', 'dustlin', '-o', rules, ...(split ? ['--split', split] : [])];
        const learn = await measure(process.execPath, command, folder);
        const digest = createHash('sha256').update(readFileSync(rules)).digest('hex').slice(0, 12);
        runs.push({ ...learn, ratio: learn.cpu / sort.cpu, digest });
      }
      const digests = new Set(runs.map(({ digest }) => digest));
      if (digests.size > 1) throw new Error(`the same ${urls} URLs gave different rules: ${[...digests].join(', ')}`);
      const rss = median(runs.map((run) => run.rss));
      rows.push({
        what: `${collection.toUpperCase()}, ${urls.toLocaleString('en-US')} URLs${split ? `, --split ${split}` : ''}`,
        urls,
        collection,
        split: split ?? null,
        ratio: median(runs.map((run) => run.ratio)),
        cpu: median(runs.map((run) => run.cpu)),
        wall: median(runs.map((run) => run.wall)),
        rss,
        above: (rss - idle.rss - statSync(file).size / 1e6) / (urls / 1e6),
        digest: runs[0].digest,
        rules: JSON.parse(readFileSync(rules, 'utf8')).rules.length,
      });
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Runs a program to its end: seconds of CPU and wall time, and the largest resident size in MB, as the system counts them.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} folder
 */
async function measure(program, args, folder) {
  const report = join(folder, 'time.txt');
  const started = performance.now();
  const child = spawn('/usr/bin/time', ['-f', '%U %S %M', '-o', report, program, ...args], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}`);
  const [user, system, kilobytes] = readFileSync(report, 'utf8').trim().split(' ').map(Number);
  return { cpu: user + system, wall: (performance.now() - started) / 1000, rss: (kilobytes * 1024) / 1e6 };
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      urls: { type: 'string', default: '1000000' },
      repetitions: { type: 'string', default: '3' },
      collection: { type: 'string' },
      split: { type: 'string' },
      cli: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const rows = await learnBench({
    records: values.urls.split(',').map(Number),
    repetitions: Number(values.repetitions),
    collection: values.collection,
    split: values.split,
    cli: values.cli,
  });
  if (values.json) console.log(JSON.stringify(rows));
  else
    for (const row of rows) {
      console.log(
        `${row.what}: ${row.ratio.toFixed(1)} x sort -u, CPU ${row.cpu.toFixed(2)} s, wall ${row.wall.toFixed(1)} s, ${row.rss.toFixed(0)} MB (${row.above.toFixed(0)} MB a million URLs above input and node), digest ${row.digest}`,
      );
    }
}
