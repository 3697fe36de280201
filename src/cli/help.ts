/** Writes the help pages from the tables. */
import { HELP } from './arguments.ts';
import type { CommandTable, OptionTable, PositionalTable } from './command.ts';
import { SUMMARIES } from './summaries.ts';

const WIDTH = 96;

export function generalHelp(): string {
  const commands = Object.entries(SUMMARIES).map(([name, summary]): [string, string] => [name, summary]);
  return `dustpan: learns which URLs are the same page, and applies what it learned to the URL alone

Usage: dustpan COMMAND [options] [file…]

Commands:
${columns(commands)}

"dustpan COMMAND --help" shows a command's options; "dustpan --version" the version.
Results go to standard output, everything else to standard error. "-" or no file is standard input;
gzip and zstd are recognized. Exit status: 0 done, 1 done and the answer is "no", 2 could not run.
`;
}

export function commandHelp(table: CommandTable): string {
  const sections = [
    `Usage: dustpan ${[table.name, ...usageOptions(table), ...table.positionals.map(usagePositional)].join(' ')}`,
    wrap(sentence(table.summary) + (table.details ? ` ${table.details}` : ''), '').join('\n'),
  ];
  if (table.positionals.length > 0) {
    sections.push(`Arguments:\n${columns(table.positionals.map(({ name, help }) => [name, help]))}`);
  }
  sections.push(
    `Options:\n${columns([...table.options, HELP].map((option) => [optionNames(option), optionHelp(option)]))}`,
  );
  if (table.examples) sections.push(`Examples:\n${table.examples.map((example) => `  ${example}`).join('\n')}`);
  return `${sections.join('\n\n')}\n`;
}

function usageOptions({ options }: CommandTable): string[] {
  const required = options.filter((option) => option.required !== undefined);
  return [...required.map(({ name, short, value }) => `${short ? `-${short}` : `--${name}`} ${value}`), '[options]'];
}

function usagePositional({ name, count }: PositionalTable): string {
  return count === 'one' ? name : `[${name}…]`;
}

function optionNames({ name, short, value }: OptionTable): string {
  return `${short ? `-${short}, ` : '    '}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function optionHelp(option: OptionTable): string {
  return option.default === undefined ? option.help : `${option.help} (${option.default} unless given)`;
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows
    .flatMap(([left, right]) => {
      const lines = wrap(right, ' '.repeat(width + 4));
      return [`  ${left.padEnd(width)}  ${lines[0]!.trimStart()}`, ...lines.slice(1)];
    })
    .join('\n');
}

function wrap(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line.length > indent.length && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = indent;
    }
    line += (line.length > indent.length ? ' ' : '') + word;
  }
  return [...lines, line];
}
