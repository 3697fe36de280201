#!/usr/bin/env node
/** The command-line entry: answers `--version` at once and loads the rest only when needed, so that starting costs next to nothing. */
import { readFileSync, writeSync } from 'node:fs';
import { type BundleName, bundlePath, loadBundle } from './load-bundle.ts';

type Runner = Pick<typeof import('./run.ts'), 'runCommandLine'>;

/** Called in pipes for a few URLs. */
const LINE_COMMANDS: readonly (string | undefined)[] = ['key', 'rewrite', 'dedupe'];

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) printVersion();
else void run();

async function run(): Promise<void> {
  let runner: Runner;
  try {
    runner = loadBundle(bundlePath(bundleOf(argv)));
  } catch (error) {
    // Its own words for what goes wrong are among what could not be loaded.
    writeSync(2, `dustpan: cannot start: the system says ${(error as NodeJS.ErrnoException).code ?? error}\n`);
    process.exit(2);
  }
  await runner.runCommandLine(argv);
}

/** An engine is no matter of quick starts. */
function bundleOf([command, ...words]: readonly string[]): BundleName {
  const hasEngine = words.some((word) => word.startsWith('--engine'));
  return LINE_COMMANDS.includes(command) && !hasEngine ? 'line-commands' : 'commands';
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
