/** `dustpan explain`: which rules apply to a URL, and why. */
import type { Explanation, Normalizer } from '../../normalize/index.ts';
import { openInput } from '../../records/index.ts';
import { defineCommand } from '../command.ts';
import { readUrls } from '../data.ts';
import { explanationText, type Others } from '../explanation-text.ts';
import { checkStdin, openFiles } from '../inputs.ts';
import { readLines } from '../lines.ts';
import { DATA, INCLUDE, OUTPUT, RULES } from '../options.ts';
import { openOutput } from '../output.ts';
import { loadRules } from '../rules.ts';
import { SUMMARIES } from '../summaries.ts';
import { painter } from '../terminal.ts';

/** Other URLs shown for a key; their number is given in any case. */
const SHOWN = 20;

export const explain = defineCommand(
  {
    name: 'explain',
    summary: SUMMARIES.explain,
    details:
      'For each URL: its key, each rule that took part, what in the URL the rule matched, and what is known for and against it. With --data, the other URLs of the same key.',
    positionals: [
      { name: 'URL', count: 'any', help: 'a URL; none, or "-", reads them from standard input, one a line' },
    ],
    options: [RULES, INCLUDE, DATA, { name: 'json', help: 'an array of explanations instead of text' }, OUTPUT],
    examples: [
      "dustpan explain -r rules.json 'http://example.com/?sid=1'",
      'dustpan explain -r rules.json --data urls.txt http://example.com/',
    ],
  },
  async ({ rules, include, data, json, output: path }, given) => {
    const fromStdin = given.length === 0 || (given.length === 1 && given[0] === '-');
    checkStdin([rules, ...(data === undefined ? [] : [data]), ...(fromStdin ? ['-'] : [])]);
    if (data !== undefined) openInput(data);
    const normalizer = await loadRules(rules, include);
    const output = openOutput(path);
    const explanations = (fromStdin ? await urlsOfStdin() : given).map((url) => normalizer.explain(url));
    const others = data === undefined ? undefined : await findOthers(normalizer, explanations, data);
    if (json) {
      const items = explanations.map((item) => (others ? { ...item, others: others.get(item.url) } : item));
      await output.write(`${JSON.stringify(items, null, 2)}\n`);
    } else {
      const paint = painter(output.isTerminal);
      for (const [i, item] of explanations.entries()) {
        await output.write((i > 0 ? '\n' : '') + explanationText(item, others?.get(item.url), paint));
      }
    }
    await output.finish();
    return 0;
  },
);

async function urlsOfStdin(): Promise<string[]> {
  const urls: string[] = [];
  for await (const lines of readLines(openFiles([]), 'utf8')) urls.push(...lines.filter((line) => line !== ''));
  return urls;
}

/** For each explained URL, the other URLs of its key in the data, in the order of the data. */
async function findOthers(
  normalizer: Normalizer,
  explanations: readonly Explanation[],
  path: string,
): Promise<Map<string, Others>> {
  const byKey = new Map(explanations.map(({ key }) => [key, new Set<string>()]));
  for await (const urls of readUrls(path)) {
    for (const url of urls) byKey.get(normalizer.key(url))?.add(url);
  }
  return new Map(
    explanations.map(({ url, key }) => {
      const others = [...byKey.get(key)!].filter((other) => other !== url);
      return [url, { total: others.length, urls: others.slice(0, SHOWN) }];
    }),
  );
}
