/** `dustpan export`: rules as text for other programs. */
import { ConfigError } from '../../base/index.ts';
import { EXPORTERS, type Export, exportRules, TARGETS, type TargetName } from '../../index.ts';
import { openInput } from '../../records/index.ts';
import { defineCommand } from '../command.ts';
import { readUrls } from '../data.ts';
import { checkExport, type ExportCheck } from '../export-check.ts';
import { checkText, refusalText } from '../export-text.ts';
import { checkStdin, readAll } from '../inputs.ts';
import { INCLUDE, OUTPUT, RULES } from '../options.ts';
import { openOutput } from '../output.ts';
import { loadRules } from '../rules.ts';
import { SUMMARIES } from '../summaries.ts';
import { painter, say } from '../terminal.ts';

const FORMS = TARGETS.flatMap((name) => {
  const { forms } = EXPORTERS[name];
  return forms.length === 0 ? [] : [`${name}: ${forms.join(', ')}`];
}).join('; ');

export const exportCommand = defineCommand(
  {
    name: 'export',
    summary: SUMMARIES.export,
    details:
      'A rule is written exactly, or refused with the reason on standard error, never approximated. With --check, instead of the text: which URLs of a file would come out differently than with these rules, and why. Exit status 1 if a rule was refused.',
    positionals: [],
    options: [
      RULES,
      {
        name: 'to',
        value: 'TARGET',
        choices: TARGETS,
        required: `no target was given; name one with --to TARGET: ${TARGETS.join(', ')}`,
        help: `one of ${TARGETS.join(', ')}`,
      },
      { name: 'form', value: 'FORM', help: `how the target is to be written, the first unless given (${FORMS})` },
      INCLUDE,
      { name: 'host', value: 'HOST', help: 'only what concerns this host (robots, no-vary-search)' },
      {
        name: 'into',
        value: 'FILE',
        help: 'a file of the target that the rules are put into (pywb); the result is written, the file stays',
      },
      { name: 'urls', value: 'FILE', help: 'URLs to list (canonical-csv)' },
      {
        name: 'check',
        value: 'FILE',
        help: 'URLs to try; shows those that the target would treat differently, and writes no text',
      },
      { name: 'json', help: 'one JSON object: the text, the rules exported and refused, and the check' },
      OUTPUT,
    ],
    examples: [
      'dustpan export -r rules.json --to nginx -o /etc/nginx/conf.d/dustpan.conf',
      'dustpan export -r rules.json --to robots --host www.example.com',
      'dustpan export -r rules.json --to nutch --check urls.txt',
    ],
  },
  async ({ rules, to, form, include, host, into, urls, check, json, output: path }) => {
    const files = [into, urls, check].filter((file) => file !== undefined);
    checkStdin([rules, ...files]);
    for (const file of files) openInput(file);
    if (to === 'canonical-csv' && urls === undefined && check === undefined)
      throw new ConfigError('missing-option', 'canonical-csv is a table of URLs; name a file of them with --urls FILE');
    if (into !== undefined && to !== 'pywb')
      throw new ConfigError(
        'bad-option',
        `--into is for pywb; the text for ${to} is a file of its own, name it with -o`,
      );
    const normalizer = await loadRules(rules, include);
    const output = openOutput(path);
    const result = exportRules(normalizer.ruleSet, {
      to,
      ...(form !== undefined && { form }),
      ...(include !== undefined && { include: [include] }),
      ...(host !== undefined && { host }),
      ...(into !== undefined && { into: new TextDecoder().decode(await readAll(openInput(into))) }),
      ...(urls !== undefined && { urls: (await collect(urls)).filter((url) => url !== '') }),
    });
    const checked =
      check === undefined ? undefined : await checkExport(normalizer, result, EXPORTERS[to].exactFor, readUrls(check));
    await output.write(
      json ? jsonText(to, result, checked) : checked ? checkText(checked, painter(output.isTerminal)) : result.text,
    );
    await output.finish();
    if (!json && result.refused.length > 0) say(refusalText(to, result));
    return result.refused.length === 0 ? 0 : 1;
  },
);

async function collect(path: string): Promise<string[]> {
  const all: string[] = [];
  for await (const urls of readUrls(path)) for (const url of urls) all.push(url);
  return all;
}

function jsonText(
  target: TargetName,
  { text, exported, refused, gives }: Export,
  check: ExportCheck | undefined,
): string {
  const result = {
    target,
    gives,
    text,
    exported: exported.map(({ id }) => id),
    refused: refused.map(({ rule, reason }) => ({ id: rule.id, reason })),
    ...(check ? { check } : {}),
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}
