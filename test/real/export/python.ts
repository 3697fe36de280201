/** Runs Python programs of the tests; they read one JSON value and write one. */
import { spawnSync } from 'node:child_process';

/** A Python that has scrapy, pywb and duplicate-url-discarder; `python3` unless named. */
const { DUSTPAN_PYTHON = 'python3' } = process.env;

export function runPython<T>(program: string, input: unknown): T {
  const result = spawnSync(DUSTPAN_PYTHON, ['-c', program], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (result.status !== 0) throw new Error(`${DUSTPAN_PYTHON} failed: ${result.stderr.slice(-3000)}`);
  return JSON.parse(result.stdout) as T;
}
