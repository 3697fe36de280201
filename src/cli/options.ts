/** Options that several commands have, so that they are called and explained the same everywhere. */
import type { OptionTable } from './command.ts';

export const RULES = {
  name: 'rules',
  short: 'r',
  value: 'RULES',
  required: 'no rules were given; name a rule file with -r RULES',
  help: 'rule file, JSON or compiled; "-" is standard input',
} as const satisfies OptionTable;

export const INCLUDE = {
  name: 'include',
  value: 'STATE',
  choices: ['quarantined'],
  help: 'apply rules of this state too; STATE is quarantined (learned without content evidence)',
} as const satisfies OptionTable;

export const OUTPUT = {
  name: 'output',
  short: 'o',
  value: 'FILE',
  help: 'write to FILE instead of standard output; it is replaced when all is done, or stays as it was',
} as const satisfies OptionTable;

export const VERBOSE = {
  name: 'verbose',
  short: 'v',
  help: 'say what was done on standard error, also when that is not a terminal',
} as const satisfies OptionTable;

export const DATA = {
  name: 'data',
  value: 'FILE',
  help: 'URLs to look through: one a line, or clusters (tab-separated; the last column that looks like a URL)',
} as const satisfies OptionTable;

/** For the positional arguments of the commands that work on lines. */
export const FILES = {
  name: 'file',
  count: 'any',
  help: 'one URL a line, plain, gzip or zstd; "-" or none is standard input; several are read one after the other',
} as const;

/** `--json` of commands that give a line for a line. */
export function jsonLines<const Made extends string>(made: Made) {
  return {
    name: 'json',
    help: `one object a line, {"url", "${made}"}; bytes that are not UTF-8 are shown as replacement characters`,
  } as const;
}
