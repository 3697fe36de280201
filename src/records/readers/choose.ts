/** Chooses the reader of an input: the one that was asked for, or the first that recognizes it. */
import { ConfigError, InputError } from '../../base/index.ts';
import type { Format, Head, Reader, ReaderOptions } from '../reader.ts';
import { customLog, nameOf } from './log-readers.ts';
import { LOG_FORMATS } from './logs/index.ts';
import { readers } from './registry.ts';

/** `because` is null if the format was asked for, or if there is nothing to recognize. */
export type Choice = { readonly reader: Reader; readonly because: string | null };

export type ChoiceOptions = ReaderOptions & { readonly format?: Format | 'auto' };

/** How a rule file begins, as JSON and compiled. */
const RULE_FILE = /^(\s*\{\s*("\$schema"\s*:\s*"[^"]*"\s*,\s*)?"dustpan"\s*:|DUSTPAN\n)/;

export function chooseReader(name: string, head: Head, options: ChoiceOptions): Choice {
  const asked = askedFor(options);
  if (asked) return { reader: asked, because: null };
  // An empty input is of every format.
  if (head.lines.length === 0) return { reader: readers.find((reader) => reader.name === 'tsv')!, because: null };
  const found = recognize(head);
  if (found) return found;
  if (RULE_FILE.test(head.lines.slice(0, 3).join('\n')))
    throw new InputError('input-is-rules', `${name} is a rule file, not data; rules are named with -r`);
  throw new InputError(
    'unknown-format',
    `cannot tell the format of ${name}: it is not recognized as ${listOf(readers.map((reader) => reader.name))}; describe the lines of a log with --log-format, or say what it is with --format`,
  );
}

/** The first reader that recognizes the input, other than `except`. */
export function recognize(head: Head, except?: Reader): Choice | null {
  for (const reader of readers) {
    const because = reader === except ? null : reader.recognize(head);
    if (because !== null) return { reader, because };
  }
  return null;
}

function askedFor({ format = 'auto', logFormat }: ChoiceOptions): Reader | null {
  const described = logFormat === undefined ? null : describedBy(logFormat);
  if (described && format !== 'auto' && format !== described.name) {
    throw new ConfigError('two-formats', `--format ${format} and --log-format contradict each other; give one of them`);
  }
  if (described) return described;
  if (format === 'auto') return null;
  const found = [...readers, customLog].find((reader) => reader.name === format);
  if (found) return found;
  throw new ConfigError(
    'unknown-format',
    `there is no format ${format}; the formats are ${listOf(readers.map((reader) => reader.name))}`,
  );
}

/** A description of lines, or the name of one, as GoAccess takes both. */
function describedBy(logFormat: string): Reader {
  const known = LOG_FORMATS.find((format) => format === logFormat.toUpperCase());
  const name = known === undefined ? 'custom' : nameOf(known);
  return readers.find((reader) => reader.name === name) ?? customLog;
}

function listOf(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
