#!/usr/bin/env node
/** The command-line entry: answers `--version` at once and loads the rest only when needed, so that starting costs next to nothing. */
import { readFileSync, writeSync } from 'node:fs';

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) printVersion();
else await (await import('./run.ts')).runCommandLine(argv);

function printVersion(): void {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  try {
    writeSync(1, `${version}\n`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPIPE') return;
    writeSync(2, `dustpan: cannot write to standard output: the system says ${code}\n`);
    process.exitCode = 2;
  }
}
