// Whole programs on one file of URLs: `dustpan key` and `dedupe` against sort and DuckDB, and against Python's w3lib and courlan where they are installed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveCompiled } from '../dist/normalize/index.js';
import { digestOf, interleave, ratio, runProgram, typical } from './measure.mjs';
import { ruleSet } from './normalizer.mjs';
import { makeData } from './normalizer-data.mjs';

const MAIN = new URL('../dist/cli/main.cjs', import.meta.url).pathname;
const DUCKDB = new URL('duckdb-group.mjs', import.meta.url).pathname;
const PYTHON = process.env.DUSTPAN_PYTHON ?? 'python3';
const SCRIPTS = {
  w3lib: 'from w3lib.url import canonicalize_url as f',
  courlan: 'from courlan import clean_url as f',
};

/** What a program writes, if not a file of its own name. */
const OUTPUTS = { key: 'keys.txt', dedupe: 'first.txt', 'sort -u': 'sorted.txt', 'DuckDB, GROUP BY': 'grouped.txt' };

export function measurePrograms(count, repetitions = 5) {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const data = makeData({ urls: count, rules: 1000, share: 0.42 });
    const file = (name) => join(folder, name);
    writeFileSync(file('urls.txt'), `${data.urls.join('\n')}\n`);
    writeFileSync(file('rules.bin'), saveCompiled(ruleSet(data.rules)));
    const tasks = {
      key: () =>
        runProgram(process.execPath, [
          MAIN,
          'key',
          '-r',
          file('rules.bin'),
          file('urls.txt'),
          '-o',
          file('keys.txt'),
          '--workers',
          '1',
        ]),
      dedupe: () =>
        runProgram(process.execPath, [
          MAIN,
          'dedupe',
          '-r',
          file('rules.bin'),
          file('urls.txt'),
          '-o',
          file('first.txt'),
          '--workers',
          '1',
        ]),
      'sort -u': () =>
        runProgram('sort', ['-u', file('urls.txt'), '-o', file('sorted.txt')], {
          env: { ...process.env, LC_ALL: 'C' },
        }),
      'DuckDB, GROUP BY': () => runProgram(process.execPath, [DUCKDB, file('urls.txt'), file('grouped.txt')]),
    };
    for (const [name, start] of Object.entries(SCRIPTS)) {
      if (spawnSync(PYTHON, ['-c', start]).status !== 0) continue;
      const script = `${start}\nimport sys\nwith open(sys.argv[1]) as i, open(sys.argv[2], 'w') as o:\n  for u in i: o.write((f(u.rstrip()) or '') + '\\n')`;
      tasks[name] = () => runProgram(PYTHON, ['-c', script, file('urls.txt'), file(`${name}.txt`)]);
    }
    const times = interleave(Object.values(tasks), repetitions);
    return {
      urls: count,
      rows: Object.keys(tasks).map((name, i) => ({
        name,
        ms: typical(times[i]),
        wallMs: typical(times[i], 'wall'),
        toKey: ratio(times[i], times[0]),
        digest: digestOf(file(OUTPUTS[name] ?? `${name}.txt`)),
      })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
