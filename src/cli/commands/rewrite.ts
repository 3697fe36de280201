/** `dustpan rewrite`: one canonical URL per URL, only by rules proven to give URLs that exist. */
import { applyToLines } from '../apply.ts';
import { defineCommand } from '../command.ts';
import { WORKERS } from '../line-threads.ts';
import { FILES, INCLUDE, jsonLines, OUTPUT, RULES, VERBOSE } from '../options.ts';
import { SUMMARIES } from '../summaries.ts';

export const rewrite = defineCommand(
  {
    name: 'rewrite',
    summary: SUMMARIES.rewrite,
    details:
      'One line out per line in, in the same order. A URL to which no proven rule applies comes out as it came, byte for byte.',
    positionals: [FILES],
    options: [RULES, INCLUDE, jsonLines('rewrite'), OUTPUT, WORKERS, VERBOSE],
    examples: ['dustpan rewrite -r rules.json urls.txt -o canonical.txt'],
  },
  (options, files) => applyToLines('rewrite', options, files),
);
