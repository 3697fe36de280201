/** `dustpan compile`: a rule set as a flat file. */
import { ConfigError } from '../../base/index.ts';
import { saveCompiled } from '../../normalize/index.ts';
import { defineCommand } from '../command.ts';
import { OUTPUT, RULES, VERBOSE } from '../options.ts';
import { openOutput } from '../output.ts';
import { loadRules } from '../rules.ts';
import { SUMMARIES } from '../summaries.ts';
import { grouped, say } from '../terminal.ts';

export const compile = defineCommand(
  {
    name: 'compile',
    summary: SUMMARIES.compile,
    details: 'Every -r takes the result in place of the JSON file.',
    positionals: [],
    options: [RULES, OUTPUT, VERBOSE],
    examples: ['dustpan compile -r rules.json -o rules.bin'],
  },
  async ({ rules, output: path, verbose }) => {
    const { ruleSet } = await loadRules(rules);
    const output = openOutput(path);
    if (output.isTerminal) {
      throw new ConfigError(
        'binary-to-terminal',
        'compiled rules are not text for a terminal; name a file with -o FILE',
      );
    }
    const bytes = saveCompiled(ruleSet);
    await output.write(bytes);
    await output.finish();
    if (verbose) say(`${grouped(bytes.length)} bytes\n`);
    return 0;
  },
);
