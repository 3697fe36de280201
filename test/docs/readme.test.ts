/** The first screen of the README is what the bundled example really gives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileRules, parseRuleSet, printRule, rulesOf } from '../../src/index.ts';
import { buildOnce, dustpan, makeFolder } from '../support/cli.ts';

const ROOT = join(import.meta.dirname, '../..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const [, screen] = /```text\n([\s\S]*?)```/.exec(readme)!;
const urls = [...screen!.matchAll(/^http\S+/gm)].map(([url]) => url);
const rules = [...screen!.matchAll(/^@.*$/gm)].map(([text]) => text);
const folder = makeFolder();

beforeAll(buildOnce);
afterAll(() => folder.remove());

it('shows rules that are learned, and the key they give', async () => {
  const { code } = await dustpan(['learn', join(ROOT, 'examples/data/usemod.tsv'), '-o', 'rules.json'], {
    cwd: folder.path,
  });
  expect(code).toBe(0);
  const ruleSet = parseRuleSet(readFileSync(join(folder.path, 'rules.json'), 'utf8'));
  const learned = rulesOf(ruleSet).map(printRule);
  expect(rules.length).toBeGreaterThan(1);
  for (const text of rules) {
    const [before, after = ''] = text.split(' … ');
    expect(
      learned.filter((rule) => rule.startsWith(before!) && rule.endsWith(after)),
      text,
    ).toHaveLength(1);
  }
  const normalizer = compileRules(ruleSet);
  expect(new Set(urls.map((url) => normalizer.key(url)))).toEqual(new Set([urls.at(-1)]));
  expect(urls.length).toBeGreaterThan(3);
});
