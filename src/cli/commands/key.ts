/** `dustpan key`: one key per URL. */
import { applyToLines } from '../apply.ts';
import { defineCommand } from '../command.ts';
import { COLUMN, ENGINE } from '../engine-options.ts';
import { WORKERS } from '../line-threads.ts';
import { FILES, INCLUDE, jsonLines, OUTPUT, RULES, VERBOSE } from '../options.ts';
import { SUMMARIES } from '../summaries.ts';

export const key = defineCommand(
  {
    name: 'key',
    summary: SUMMARIES.key,
    details:
      'One line out per line in, in the same order; an empty line gives an empty line, and bytes that are not UTF-8 pass through. A key is for comparing: it need not be a URL that exists.',
    positionals: [FILES],
    options: [RULES, INCLUDE, jsonLines('key'), OUTPUT, WORKERS, VERBOSE, ...ENGINE, COLUMN],
    examples: ['dustpan key -r rules.json urls.txt', 'zcat urls.gz | dustpan key -r rules.bin | sort | uniq -c'],
  },
  async (options, files) => {
    if (options.engine === 'local') return await applyToLines('key', options, files);
    const { keyOnEngine } = await import('../engine-key.ts');
    return await keyOnEngine(options, files);
  },
);
