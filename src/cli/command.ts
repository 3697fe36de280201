/** What a command is: a table of its arguments, which is plain data, and a function that runs it. */

export type OptionTable = {
  /** Long name, without dashes. */
  readonly name: string;
  readonly short?: string;
  /** Placeholder of its value in the help; an option without one is a switch. */
  readonly value?: string;
  /** What its value must be; text when absent. */
  readonly kind?: 'integer' | 'number';
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  readonly default?: string | number;
  /** May be given several times; the values are joined by commas. */
  readonly repeats?: true;
  /** What is said when the option is missing; an option without this is optional. */
  readonly required?: string;
  readonly help: string;
};

export type PositionalTable = {
  readonly name: string;
  /** How many there may be. */
  readonly count: 'one' | 'any';
  /** A result is of another kind, and does not take the place of such a file. */
  readonly stays?: true;
  readonly help: string;
};

export type CommandTable = {
  readonly name: string;
  readonly summary: string;
  /** Further sentences of its help page. */
  readonly details?: string;
  readonly positionals: readonly PositionalTable[];
  readonly options: readonly OptionTable[];
  readonly examples?: readonly string[];
};

/** The values of a table's options, by name. */
export type OptionValues<T extends CommandTable> = {
  readonly [O in T['options'][number] as O['name']]: OptionValue<O>;
};
type OptionValue<O extends OptionTable> = O extends { readonly value: string }
  ? TypedValue<O> | (O extends { readonly required: string } | { readonly default: unknown } ? never : undefined)
  : boolean;
type TypedValue<O extends OptionTable> = O extends { readonly kind: string }
  ? number
  : O extends { readonly choices: readonly (infer C)[] }
    ? C
    : string;

export type ParsedArguments<T extends CommandTable = CommandTable> = {
  readonly isHelp: boolean;
  readonly options: OptionValues<T>;
  readonly positionals: readonly string[];
};

export type Command = {
  readonly table: CommandTable;
  run(parsed: ParsedArguments): Promise<0 | 1>;
};

/** Ties a table to the function that gets its values, with their types. */
export function defineCommand<const T extends CommandTable>(
  table: T,
  run: (options: OptionValues<T>, positionals: readonly string[]) => Promise<0 | 1>,
): Command {
  return { table, run: ({ options, positionals }) => run(options as OptionValues<T>, positionals) };
}
