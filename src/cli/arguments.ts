/** Reads the words of a command line by a command's table; what does not fit is a ConfigError of one sentence. */
import { parseArgs } from 'node:util';
import { ConfigError } from '../base/index.ts';
import type { CommandTable, OptionTable, ParsedArguments } from './command.ts';
import { nearest } from './nearest.ts';
import { printable } from './terminal.ts';

export const HELP: OptionTable = { name: 'help', short: 'h', help: 'show this page' };

type Value = string | number | boolean;
type OptionToken = {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string;
  readonly inlineValue?: boolean;
};

export function parseArguments(table: CommandTable, argv: readonly string[]): ParsedArguments {
  const known = [...table.options, HELP];
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(known.map((option) => [option.name, parserOption(option)])),
  });
  const positionals: string[] = [];
  const options: Record<string, Value | undefined> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.find(({ name }) => name === token.name);
    if (!option) throw unknownOption(token.rawName, table);
    const before = options[option.name];
    if (before !== undefined && option.value !== undefined && !option.repeats) {
      throw new ConfigError('repeated-option', `${token.rawName} was given twice; give it once`);
    }
    const value = readValue(option, token as OptionToken);
    options[option.name] = before !== undefined && option.repeats ? `${before},${value}` : value;
  }
  const isHelp = options[HELP.name] === true;
  if (!isHelp) {
    for (const option of table.options) options[option.name] ??= absentValue(option);
    checkPositionals(table, positionals);
  }
  return { isHelp, options: options as ParsedArguments['options'], positionals };
}

function parserOption({ value, short }: OptionTable): { type: 'string' | 'boolean'; short?: string } {
  return { type: value === undefined ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) };
}

function unknownOption(rawName: string, table: CommandTable): ConfigError {
  const names = [...table.options, HELP].map(({ name }) => `--${name}`);
  const guess = rawName.startsWith('--') ? nearest(rawName, names) : undefined;
  const advice = guess ? `did you mean ${guess}?` : `"dustpan ${table.name} --help" lists the options`;
  return new ConfigError('unknown-option', `${table.name} has no option ${printable(rawName)}; ${advice}`);
}

function readValue(option: OptionTable, { rawName, value, inlineValue }: OptionToken): Value {
  if (option.value === undefined) {
    if (value === undefined) return true;
    throw new ConfigError('bad-option', `${rawName} takes no value; leave out "=${printable(value)}"`);
  }
  // A word that looks like an option is one: the value before it was forgotten.
  if (value === undefined || value === '' || (!inlineValue && value.length > 1 && value.startsWith('-'))) {
    const hint =
      value === undefined || value === ''
        ? ''
        : `; if ${printable(value)} is the value, write --${option.name}=${printable(value)}`;
    throw new ConfigError('missing-value', `${rawName} needs a value (${option.value})${hint}`);
  }
  if (option.kind) return numberOf(option, rawName, value);
  if (option.choices && !option.choices.includes(value)) {
    const guess = nearest(value, option.choices);
    const advice = guess === undefined ? '' : `; did you mean ${guess}?`;
    const wanted = option.choices.join(' or ');
    throw new ConfigError('bad-option', `${rawName} takes ${wanted}, not "${printable(value)}"${advice}`);
  }
  return value;
}

function numberOf({ kind, min = -Infinity, max = Infinity }: OptionTable, rawName: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const isRight = kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (isRight && value >= min && value <= max) return value;
  const range = [min === -Infinity ? '' : ` from ${min}`, max === Infinity ? '' : ` up to ${max}`].join('');
  const wanted = kind === 'integer' ? 'a whole number' : 'a number';
  throw new ConfigError('bad-option', `${rawName} takes ${wanted}${range}, not "${printable(text)}"`);
}

function absentValue(option: OptionTable): Value | undefined {
  if (option.required !== undefined) throw new ConfigError('missing-option', option.required);
  return option.default ?? (option.value === undefined ? false : undefined);
}

function checkPositionals({ name, positionals }: CommandTable, given: readonly string[]): void {
  if (positionals.some(({ count }) => count === 'any')) return;
  const missing = positionals[given.length];
  const help = `"dustpan ${name} --help" shows how`;
  if (missing) throw new ConfigError('missing-argument', `${name} needs ${missing.name}: ${missing.help}; ${help}`);
  const extra = given[positionals.length];
  if (extra !== undefined) {
    throw new ConfigError('extra-argument', `${name} has no use for "${printable(extra)}"; ${help}`);
  }
}
