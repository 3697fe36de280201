/** How much of what is learned each target takes: the table in docs/export.md, kept true. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXPORTERS, exportRules, TARGETS } from '../../../src/export/index.ts';
import { rulesOf } from '../../../src/rules/index.ts';
import { hasData, learnedLabs } from './lab.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/export.md'), 'utf8');

it('../shared/data is there (without it nothing of this file is tested)', () => {
  if (!hasData) process.stderr.write('nothing was tested: ../shared/data does not exist\n');
});

describe.runIf(hasData)('learned rules', () => {
  it('are exported as the table says', () => {
    const labs = learnedLabs();
    const forms = TARGETS.flatMap((to) =>
      (EXPORTERS[to].forms.length > 0 ? EXPORTERS[to].forms : ['']).map((form) => ({ to, form })),
    );
    const rows = forms.map(({ to, form }) => {
      const counts = labs.map(
        ({ ruleSet }) => exportRules(ruleSet, { to, urls: [], ...(form !== '' && { form }) }).exported.length,
      );
      return `| ${`${to} ${form}`.trim()} | ${counts.join(' | ')} |`;
    });
    const all = labs.map(({ ruleSet }) => rulesOf(ruleSet).filter(({ state }) => state === 'active').length);
    const table = [
      `| target | ${labs.map(({ name }, i) => `${name.split(',')[0]} (${all[i]} rules)`).join(' | ')} |`,
      '|---|---|---|',
      ...rows,
    ].join('\n');
    process.stderr.write(`${table}\n`);
    expect(DOCUMENT).toContain(table);
  });
});
