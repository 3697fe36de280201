// What two threads reach of what two processes reach that run at once, each with half of the lines; wall time, for that is what threads are for.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveCompiled } from '../dist/normalize/index.js';
import { digestOf, median } from './measure.mjs';
import { ruleSet } from './normalizer.mjs';
import { makeData } from './normalizer-data.mjs';

const MAIN = new URL('../dist/cli/main.cjs', import.meta.url).pathname;

export async function measureWorkers(count, repetitions = 5) {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  const file = (name) => join(folder, name);
  try {
    const { urls, rules } = makeData({ urls: count, rules: 1000, share: 0.42 });
    writeFileSync(file('rules.bin'), saveCompiled(ruleSet(rules)));
    writeFileSync(file('all'), `${urls.join('\n')}\n`);
    writeFileSync(file('half1'), `${urls.slice(0, count / 2).join('\n')}\n`);
    writeFileSync(file('half2'), `${urls.slice(count / 2).join('\n')}\n`);
    const run = (workers, ...names) => {
      const key = (name) =>
        new Promise((resolve, reject) => {
          const args = [MAIN, 'key', '-r', file('rules.bin'), file(name), '-o', file(`${name}.${workers}`)];
          const child = spawn(process.execPath, [...args, '--workers', String(workers)], { stdio: 'inherit' });
          child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`key ended with ${code}`))));
        });
      const started = performance.now();
      return Promise.all(names.map(key)).then(() => performance.now() - started);
    };
    const times = { apart: [], two: [], one: [] };
    for (let rep = 0; rep < repetitions; rep++) {
      times.apart.push(await run(1, 'half1', 'half2'));
      times.two.push(await run(2, 'all'));
      times.one.push(await run(1, 'all'));
    }
    return {
      urls: count,
      oneMs: median(times.one),
      twoMs: median(times.two),
      apartMs: median(times.apart),
      share: median(times.apart.map((ms, i) => ms / times.two[i])),
      speedup: median(times.one.map((ms, i) => ms / times.two[i])),
      digest: digestOf(file('all.2')),
      isEqual: digestOf(file('all.1')) === digestOf(file('all.2')),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
