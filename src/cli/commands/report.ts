/** `dustpan report`: what rules do to somebody's data, as one page. */
import { HitCounter } from '../../index.ts';
import { CLUSTERING, clusteringOptions } from '../clustering.ts';
import { defineCommand } from '../command.ts';
import { INPUTS, openLabeled, READING, readLabeled, WIDE } from '../labeled-data.ts';
import { INCLUDE, OUTPUT, RULES } from '../options.ts';
import { openOutput } from '../output.ts';
import { writeReport } from '../report-file.ts';
import { loadRules } from '../rules.ts';
import { SUMMARIES } from '../summaries.ts';

export const report = defineCommand(
  {
    name: 'report',
    summary: SUMMARIES.report,
    details:
      'One HTML page that needs nothing else: how many URLs are duplicates, what the rules remove and how sure that is; where duplicates are, by host, path and parameter; of logs, what robots ask for and what the rules would have saved; the strongest rules with URLs they join; what stays; and snippets to paste.',
    positionals: [INPUTS],
    options: [
      RULES,
      ...READING,
      INCLUDE,
      ...CLUSTERING,
      WIDE,
      { name: 'title', value: 'TEXT', default: 'Duplicate URLs', help: 'the heading of the page' },
      { name: 'json', help: 'the figures as one JSON object instead of a page' },
      OUTPUT,
    ],
    examples: [
      'dustpan report -r rules.json access.log.gz -o report.html',
      'dustpan learn crawl.tsv.gz -o rules.json --report report.html',
    ],
  },
  async (options, paths) => {
    const settings = clusteringOptions(options);
    const inputs = openLabeled(paths, options.wide, [options.rules]);
    const { ruleSet } = await loadRules(options.rules);
    const output = openOutput(options.output);
    const hits = new HitCounter();
    const { clusters, listed } = await readLabeled(inputs, options, output, settings, (record) => hits.add(record));
    const include = options.include === undefined ? [] : [options.include];
    const { title, json } = options;
    await writeReport(output, ruleSet, { clusters, listed, hits, include }, { title, json: json === true });
    return 0;
  },
);
