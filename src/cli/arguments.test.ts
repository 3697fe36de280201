/** Tests of the argument parser on a table with every kind of option; the commands' own tables are tested by calling them. */
import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';
import type { CommandTable } from './command.ts';
import { commandHelp } from './help.ts';

const TABLE: CommandTable = {
  name: 'try',
  summary: 'something to try',
  positionals: [{ name: 'file', count: 'any', help: 'what to read' }],
  options: [
    { name: 'rules', short: 'r', value: 'RULES', help: 'the rules' },
    { name: 'port', value: 'N', kind: 'integer', min: 0, max: 65535, default: 8080, help: 'where to listen' },
    { name: 'share', value: 'X', kind: 'number', min: 0, max: 1, help: 'a share' },
    { name: 'apply', value: 'HOW', choices: ['first', 'fixpoint'], default: 'first', help: 'how' },
    { name: 'json', short: 'j', help: 'for machines' },
    { name: 'verbose', short: 'v', help: 'more words' },
  ],
};
const DEFAULTS = { rules: undefined, port: 8080, share: undefined, apply: 'first', json: false, verbose: false };

describe('parseArguments', () => {
  const good: readonly (readonly [argv: readonly string[], options: object, positionals: readonly string[]])[] = [
    [[], {}, []],
    [['a', '-', 'b'], {}, ['a', '-', 'b']],
    [['--', '-r', '--json'], {}, ['-r', '--json']],
    [['-r', 'x', 'a'], { rules: 'x' }, ['a']],
    [['-rx', '--json'], { rules: 'x', json: true }, []],
    [['-jvr', 'x'], { rules: 'x', json: true, verbose: true }, []],
    [['-v', '-v'], { verbose: true }, []],
    [['--rules=-x=y'], { rules: '-x=y' }, []],
    [['-r', '-'], { rules: '-' }, []],
    [['a', '--port', '0', 'b', '--share=0.5'], { port: 0, share: 0.5 }, ['a', 'b']],
    [['--apply', 'fixpoint'], { apply: 'fixpoint' }, []],
  ];
  it.each(good)('%j', (argv, options, positionals) => {
    expect(parseArguments(TABLE, argv)).toEqual({ isHelp: false, options: { ...DEFAULTS, ...options }, positionals });
  });

  const bad: readonly (readonly [argv: readonly string[], message: string])[] = [
    [['--port', 'x'], '--port takes a whole number from 0 up to 65535, not "x"'],
    [['--port', '1.5'], '--port takes a whole number from 0 up to 65535, not "1.5"'],
    [['--port', '65536'], '--port takes a whole number from 0 up to 65535, not "65536"'],
    [['--port=-1'], '--port takes a whole number from 0 up to 65535, not "-1"'],
    [['--port= '], '--port takes a whole number from 0 up to 65535, not " "'],
    [['--share', 'Infinity'], '--share takes a number from 0 up to 1, not "Infinity"'],
    [['--apply', 'last'], '--apply takes first or fixpoint, not "last"'],
    [['--apply', 'fixpiont'], '--apply takes first or fixpoint, not "fixpiont"; did you mean fixpoint?'],
    [['--port', '-1'], '--port needs a value (N); if -1 is the value, write --port=-1'],
    [['--prot', '1'], 'try has no option --prot; did you mean --port?'],
    [['--verb'], 'try has no option --verb; did you mean --verbose?'],
    [['--hlep'], 'try has no option --hlep; did you mean --help?'],
    [['-jx'], 'try has no option -x; "dustpan try --help" lists the options'],
    [['--port', '1', '--port', '2'], '--port was given twice; give it once'],
  ];
  it.each(bad)('%j is refused', (argv, message) => {
    expect(() => parseArguments(TABLE, argv)).toThrow(expect.objectContaining({ name: 'ConfigError', message }));
  });

  it('asks for what is missing, but not when help is wanted', () => {
    const table: CommandTable = {
      ...TABLE,
      positionals: [{ name: 'A', count: 'one', help: 'the first' }],
      options: [{ name: 'rules', value: 'RULES', required: 'no rules; give some', help: 'the rules' }],
    };
    expect(() => parseArguments(table, [])).toThrow('no rules; give some');
    expect(() => parseArguments(table, ['--rules', 'x'])).toThrow('try needs A: the first');
    expect(parseArguments(table, ['-h']).isHelp).toBe(true);
  });
});

describe('commandHelp', () => {
  it('is written from the table', () => {
    expect(commandHelp(TABLE)).toBe(`Usage: dustpan try [options] [file…]

Something to try.

Arguments:
  file  what to read

Options:
  -r, --rules RULES  the rules
      --port N       where to listen (8080 unless given)
      --share X      a share
      --apply HOW    how (first unless given)
  -j, --json         for machines
  -v, --verbose      more words
  -h, --help         show this page
`);
  });
});
