// How long the program takes before it does anything, against `node -e 0`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveCompiled } from '../dist/normalize/index.js';
import { interleave, ratio, runProgram, typical } from './measure.mjs';
import { ruleSet } from './normalizer.mjs';
import { makeData } from './normalizer-data.mjs';

const MAIN = new URL('../dist/cli/main.cjs', import.meta.url).pathname;

export function measureStartup(repetitions = 9) {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    const rules = join(folder, 'rules.bin');
    writeFileSync(rules, saveCompiled(ruleSet(makeData({ urls: 10, rules: 1000, share: 1 }).rules)));
    const [node, version, first] = interleave(
      [
        () => runProgram(process.execPath, ['-e', '0']),
        () => runProgram(process.execPath, [MAIN, '--version']),
        () => runProgram(process.execPath, [MAIN, 'key', '-r', rules], { line: 'http://a.example/' }),
      ],
      repetitions,
    );
    return { nodeMs: typical(node), version: ratio(version, node), firstUrl: ratio(first, node) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
