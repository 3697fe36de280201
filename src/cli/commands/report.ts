/** `dustpan report`: what rules do to somebody's data, as one page. */
import { HitCounter, type RuleSet } from '../../index.ts';
import { CLUSTERING, clusteringOptions } from '../clustering.ts';
import { defineCommand } from '../command.ts';
import { INPUTS, openLabeled, READING, readLabeled, WIDE } from '../labeled-data.ts';
import { INCLUDE, OUTPUT, RULES } from '../options.ts';
import { openOutput } from '../output.ts';
import { writeReport } from '../report-file.ts';
import { loadRules } from '../rules.ts';
import { SUMMARIES } from '../summaries.ts';
import { counted, grouped, say } from '../terminal.ts';

/** A log alone is enough for a first look, before anything is learned. */
const { required: _, ...RULES_IF_ANY } = RULES;
const NO_RULES: RuleSet = { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules: [] };

export const report = defineCommand(
  {
    name: 'report',
    summary: SUMMARIES.report,
    details:
      'One HTML page that needs nothing else: how many URLs are duplicates, what the rules remove and how sure that is; where duplicates are, by host, path and parameter; of logs, what robots ask for and what the rules would have saved; the strongest rules with URLs they join; what stays; and snippets to paste. Without rules it shows where URLs pile up; other spellings of one URL (RFC 3986) then count as removed.',
    positionals: [INPUTS],
    options: [
      RULES_IF_ANY,
      ...READING,
      INCLUDE,
      ...CLUSTERING,
      WIDE,
      { name: 'title', value: 'TEXT', default: 'Duplicate URLs', help: 'the heading of the page' },
      { name: 'json', help: 'the figures as one JSON object instead of a page' },
      OUTPUT,
    ],
    examples: [
      'dustpan report access.log.gz --host www.example.com -o report.html',
      'dustpan report -r rules.json access.log.gz -o report.html',
      'dustpan learn crawl.tsv.gz -o rules.json --report report.html',
    ],
  },
  async (options, paths) => {
    const settings = clusteringOptions(options);
    const { rules } = options;
    const inputs = openLabeled(paths, options.wide, rules === undefined ? [] : [rules]);
    const ruleSet = rules === undefined ? NO_RULES : (await loadRules(rules)).ruleSet;
    const output = openOutput(options.output);
    const hits = new HitCounter();
    const { clusters, listed } = await readLabeled(inputs, options, output, settings, (record) => hits.add(record));
    const include = options.include === undefined ? [] : [options.include];
    const { title, json } = options;
    const page = { title, json: json === true };
    const { totals } = await writeReport(output, ruleSet, { clusters, listed, hits, include }, page);
    const known =
      totals.labeled === 0
        ? 'nothing is known of their pages'
        : `${counted(totals.duplicates, 'duplicate')} of ${counted(totals.pages, 'page')}`;
    say(`dustpan: ${counted(totals.urls, 'URL')}, ${known}; ${grouped(totals.removed)} removed by the rules\n`);
    if (rules === undefined)
      say('dustpan: without rules; "dustpan learn" makes them of data with contents, -r RULES takes them\n');
    return 0;
  },
);
