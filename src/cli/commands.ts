/** Where each command's code is; loaded only when the command is called. */
import type { Command } from './command.ts';
import { type CommandName, SUMMARIES } from './summaries.ts';

const LOADERS: Readonly<Record<CommandName, () => Promise<Command>>> = {
  cluster: async () => (await import('./commands/cluster.ts')).cluster,
  learn: async () => (await import('./commands/learn.ts')).learn,
  validate: async () => (await import('./commands/validate.ts')).validate,
  evaluate: async () => (await import('./commands/evaluate.ts')).evaluate,
  compare: async () => (await import('./commands/compare.ts')).compare,
  replicas: async () => (await import('./commands/replicas.ts')).replicas,
  key: async () => (await import('./commands/key.ts')).key,
  rewrite: async () => (await import('./commands/rewrite.ts')).rewrite,
  dedupe: async () => (await import('./commands/dedupe.ts')).dedupe,
  explain: async () => (await import('./commands/explain.ts')).explain,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  report: async () => (await import('./commands/report.ts')).report,
  compile: async () => (await import('./commands/compile.ts')).compile,
  diff: async () => (await import('./commands/diff.ts')).diff,
  serve: async () => (await import('./commands/serve.ts')).serve,
};

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(SUMMARIES, name);
}

export function loadCommand(name: CommandName): Promise<Command> {
  return LOADERS[name]();
}
