/** Runs one command line from its words to an exit code: finds the command, reports what went wrong in one sentence, cleans up on signals. */
import { ConfigError, isDustpanError } from '../base/index.ts';
import { parseArguments } from './arguments.ts';
import { checkOutput } from './check-output.ts';
import type { Command } from './command.ts';
import { isCommandName, loadCommand } from './commands.ts';
import { commandHelp, generalHelp } from './help.ts';
import { nearest } from './nearest.ts';
import { ClosedPipe, discardOutputs, openOutput } from './output.ts';
import { SUMMARIES } from './summaries.ts';
import { printable, say } from './terminal.ts';

/** 0: done. 1: done, and the answer is "no". 2: could not run. */
export type ExitCode = 0 | 1 | 2;

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Does not come back: it ends the process. */
export async function runCommandLine(argv: readonly string[]): Promise<never> {
  for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => stop(signal, code));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  try {
    process.exit(await dispatch(argv));
  } catch (error) {
    return fail(error);
  }
}

async function dispatch([first, ...rest]: readonly string[]): Promise<ExitCode> {
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0)) return print(generalHelp());
  if (first === undefined) {
    say(generalHelp());
    throw new ConfigError('no-command', 'no command was given; "dustpan --help" lists them');
  }
  if (first === 'help') return print(commandHelp((await findCommand(rest[0]!)).table));
  const command = await findCommand(first);
  const parsed = parseArguments(command.table, rest);
  if (parsed.isHelp) return print(commandHelp(command.table));
  const { output } = parsed.options as { readonly output?: string };
  if (output !== undefined && command.table.positionals.some(({ stays }) => stays))
    checkOutput(output, parsed.positionals);
  return command.run(parsed);
}

async function findCommand(name: string): Promise<Command> {
  if (isCommandName(name)) return loadCommand(name);
  if (name.startsWith('-')) {
    throw new ConfigError(
      'no-command',
      `the command comes first, before options such as ${printable(name)}; "dustpan --help" lists the commands`,
    );
  }
  const guess = nearest(name, Object.keys(SUMMARIES));
  const advice = guess ? `did you mean "${guess}"?` : '"dustpan --help" lists the commands';
  throw new ConfigError('unknown-command', `there is no command "${printable(name)}"; ${advice}`);
}

async function print(text: string): Promise<ExitCode> {
  const output = openOutput();
  await output.write(text);
  await output.finish();
  return 0;
}

function fail(error: unknown): never {
  discardOutputs();
  // Whoever reads our output has seen enough.
  if (error instanceof ClosedPipe) process.exit(0);
  if (isDustpanError(error)) {
    say(`dustpan: ${printable(error.message)}\n`);
  } else if (isOutOfDescriptors(error)) {
    say('dustpan: the system lets this program open too few files at a time; allow more with: ulimit -n 1024\n');
  } else {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    say(`dustpan: internal error: ${printable(text)}; please report it\n`);
    const { DUSTPAN_DEBUG } = process.env;
    if (DUSTPAN_DEBUG === '1' && error instanceof Error) say(`${error.stack}\n`);
  }
  process.exit(2);
}

/** Modules are loaded many at a time, so this may come from anywhere. */
function isOutOfDescriptors(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown };
  return code === 'EMFILE' || code === 'ENFILE';
}

function stop(signal: string, code: number): never {
  const kept = discardOutputs();
  say(`dustpan: stopped by ${signal}${kept ? `; ${printable(kept)} is as it was before` : ''}\n`);
  process.exit(code);
}
