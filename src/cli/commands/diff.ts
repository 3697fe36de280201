/** `dustpan diff`: what changed between two rule sets. */
import type { Normalizer } from '../../normalize/index.ts';
import { openInput } from '../../records/index.ts';
import { defineCommand } from '../command.ts';
import { readUrls } from '../data.ts';
import { diffText, type KeyChanges } from '../diff-text.ts';
import { checkStdin } from '../inputs.ts';
import { DATA, INCLUDE, OUTPUT } from '../options.ts';
import { openOutput } from '../output.ts';
import { diffRuleSets } from '../rule-set-diff.ts';
import { loadRules } from '../rules.ts';
import { SUMMARIES } from '../summaries.ts';
import { painter } from '../terminal.ts';

/** URLs shown whose key changes; their number is given in any case. */
const SHOWN = 20;

export const diff = defineCommand(
  {
    name: 'diff',
    summary: SUMMARIES.diff,
    details:
      'Rules added, removed and changed (a rule is the same if it matches and gives the same), and other settings; with --data, the URLs whose key changes. Exit status 1 if the sets differ.',
    positionals: [
      { name: 'A', count: 'one', help: 'the rule file before' },
      { name: 'B', count: 'one', help: 'the rule file after' },
    ],
    options: [DATA, INCLUDE, { name: 'json', help: 'one JSON object instead of text' }, OUTPUT],
    examples: ['dustpan diff old.json new.json --data urls.txt'],
  },
  async ({ data, include, json, output: path }, [pathA = '', pathB = '']) => {
    checkStdin([pathA, pathB, ...(data === undefined ? [] : [data])]);
    if (data !== undefined) openInput(data);
    const a = await loadRules(pathA, include);
    const b = await loadRules(pathB, include);
    const output = openOutput(path);
    const difference = diffRuleSets(a.ruleSet, b.ruleSet);
    const keys = data === undefined ? undefined : await findKeyChanges(a, b, data);
    const text = json
      ? `${JSON.stringify({ ...difference, ...(keys ? { keys } : {}) }, null, 2)}\n`
      : diffText(difference, keys, painter(output.isTerminal));
    await output.write(text);
    await output.finish();
    return difference.same ? 0 : 1;
  },
);

async function findKeyChanges(a: Normalizer, b: Normalizer, path: string): Promise<KeyChanges> {
  let total = 0;
  let changed = 0;
  const examples: KeyChanges['examples'][number][] = [];
  for await (const urls of readUrls(path)) {
    for (const url of urls) {
      total++;
      const before = a.key(url);
      const after = b.key(url);
      if (before === after) continue;
      changed++;
      if (examples.length < SHOWN) examples.push({ url, a: before, b: after });
    }
  }
  return { urls: total, changed, examples };
}
