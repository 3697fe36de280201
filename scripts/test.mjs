// Runs one vitest project and ends with the line `N passed, N failed`; `fast` also names what it did not run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const project = process.argv[2] ?? 'fast';
const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'dustpan-test-'));
const report = join(folder, 'report.json');
const vitest = join(dirname(require.resolve('vitest/package.json')), 'vitest.mjs');
const started = Date.now();
const run = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(3),
  ],
  { stdio: 'inherit' },
);
let passed = 0;
let failed = 0;
try {
  const result = JSON.parse(readFileSync(report, 'utf8'));
  passed = result.numPassedTests;
  failed =
    result.numTotalTests -
    result.numPassedTests +
    result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
} catch {
  failed = 1;
}
rmSync(folder, { recursive: true, force: true });
if (project === 'fast')
  console.log(
    'not run here: the tests with real components (test/real; npm run test:real), and a million URLs on Spark (npm run soak)',
  );
console.log(`${project} tests took ${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(run.status === 0 && failed === 0 && passed > 0 ? 0 : 1);
