#!/usr/bin/env node
/** The command-line entry: answers `--version` at once and loads the rest only when needed, so that starting costs next to nothing. */
import { existsSync, readFileSync, writeSync } from 'node:fs';

type Runner = typeof import('./run.ts');

/** Where the build has bundled commands, some because they are called in pipes for a few URLs, one because it loads most of the rest; an engine is no matter of quick starts. */
const BUNDLES: Readonly<Record<string, string>> = {
  key: 'line-commands.js',
  rewrite: 'line-commands.js',
  dedupe: 'line-commands.js',
  learn: 'learn-command.js',
};

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) printVersion();
else await run();

async function run(): Promise<void> {
  let runner: Runner;
  try {
    runner = await loadRunner();
  } catch (error) {
    // Its own words for what goes wrong are among what could not be loaded.
    writeSync(2, `dustpan: cannot start: the system says ${(error as NodeJS.ErrnoException).code ?? error}\n`);
    process.exit(2);
  }
  await runner.runCommandLine(argv);
}

async function loadRunner(): Promise<Runner> {
  const name = BUNDLES[argv[0] ?? ''];
  if (name === undefined || argv.some((word) => word.startsWith('--engine'))) return import('./run.ts');
  const bundle = new URL(name, import.meta.url);
  return existsSync(bundle) ? ((await import(bundle.href)) as Runner) : import('./run.ts');
}

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
