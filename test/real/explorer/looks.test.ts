/** Every page in both themes and on a phone: pictures for people to look at, and what axe-core finds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRuleSet, printRuleSet, type RuleSet, rulesOf } from '../../../src/rules/index.ts';
import { dustpan, makeFolder } from '../../support/cli.ts';
import {
  DESKTOP,
  EXAMPLE,
  openBrowser,
  openPage,
  PHONE,
  PROGRAM,
  prepare,
  SCREENSHOTS,
  type Served,
  serve,
} from './serve.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let folder: ReturnType<typeof makeFolder>;
let served: Served;
let browser: Browser;

type Shown = {
  readonly name: string;
  readonly address: () => string;
  readonly ready: string;
  prepare?(page: Page): Promise<void>;
};
let ruleId = '';
let tokenRuleId = '';

const PAGES: readonly Shown[] = [
  { name: 'overview', address: () => '', ready: '.tradeoff svg' },
  { name: 'rules', address: () => 'rules', ready: '.grid-body .rule-link' },
  { name: 'rules-empty', address: () => 'rules?q=nothing-has-this', ready: '.empty' },
  { name: 'rule', address: () => `rules/${ruleId}`, ready: '.railroad svg' },
  { name: 'rule-tokens', address: () => `rules/${tokenRuleId}`, ready: '.railroad svg' },
  {
    name: 'rule-dialog',
    address: () => `rules/${ruleId}`,
    ready: '.switch .button',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Refute' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'try',
    address: () => `try?url=${encodeURIComponent('HTTP://www.uwiki.example.test//wiki/?Lib&utm_source=hn')}`,
    ready: '.explained',
  },
  {
    name: 'try-many',
    address: () => 'try',
    ready: 'textarea',
    prepare: async (page) => {
      await page
        .getByRole('textbox', { name: 'URLs' })
        .fill(
          'http://uwiki.example.test/wiki/?Lib\nhttp://uwiki.example.test/cgi-bin/wiki.pl?Lib\nhttp://elsewhere.example/',
        );
      await page.getByRole('button', { name: 'Try', exact: true }).click();
      await page.locator('.key-group summary').first().click();
    },
  },
  { name: 'clusters', address: () => 'clusters?sort=size', ready: '.grid-body .grid-row a' },
  { name: 'cluster', address: () => 'clusters/0', ready: '.aligned' },
  { name: 'learn', address: () => 'learn', ready: '.job .facts' },
  { name: 'export', address: () => 'export/crawlee', ready: '.code' },
  { name: 'compare', address: () => 'compare', ready: '.versus' },
  { name: 'replicas', address: () => 'replicas', ready: '.groups' },
];

beforeAll(async () => {
  prepare();
  folder = makeFolder({ 'replicas.tsv': REPLICAS });
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await dustpan(args, { main: PROGRAM, cwd: folder.path });
    expect(code, stderr).toBe(0);
    return stdout;
  };
  await run('learn', EXAMPLE, '-o', 'auto.json');
  await run(
    'learn',
    EXAMPLE,
    '--learner',
    'dustlin',
    '--min-frequency',
    '2',
    '--min-support',
    '2',
    '-o',
    'dustlin.json',
  );
  const read = (name: string): RuleSet => parseRuleSet(readFileSync(join(folder.path, name), 'utf8'));
  const [edits, tokens] = [rulesOf(read('auto.json')), rulesOf(read('dustlin.json'))];
  ruleId = edits.find(({ emit }) => emit.view === 'edit')!.id;
  tokenRuleId = tokens.find(({ match }) => match.view === 'tokens')!.id;
  const shown = tokens.map((rule, i) => ({
    ...rule,
    state: i % 2 === 0 ? ('quarantined' as const) : ('refuted' as const),
    note: 'Looked at by hand; the other rules say the same.',
    evidence: { ...rule.evidence, falsePairs: 1, counterExamples: rule.evidence!.examples!.slice(0, 1) },
  }));
  writeFileSync(
    join(folder.path, 'rules.json'),
    printRuleSet({ ...read('auto.json'), rules: [...edits, ...shown] } as RuleSet),
  );
  const learners = ['--learners', 'dustlin,dustbuster,families'];
  writeFileSync(join(folder.path, 'comparison.json'), await run('compare', EXAMPLE, ...learners, '--json'));
  writeFileSync(join(folder.path, 'replicas.json'), await run('replicas', 'replicas.tsv', '--json'));
  const extra = ['--comparison', 'comparison.json', '--replicas', 'replicas.json'];
  served = await serve(['-r', 'rules.json', ...extra, EXAMPLE], folder.path);
  browser = await openBrowser();
  // A finished job, so that there is one to see.
  const { page } = await openPage(browser);
  await page.goto(`${served.url}#/learn`);
  await page.getByRole('button', { name: 'Learn rules' }).click();
  await page.locator('.job .facts').waitFor({ timeout: 60_000 });
  await page.context().close();
});

afterAll(async () => {
  await browser?.close();
  await served?.stop();
  folder?.remove();
});

const LOOKS = [
  { look: 'light', theme: 'light', viewport: DESKTOP },
  { look: 'dark', theme: 'dark', viewport: DESKTOP },
  { look: 'phone', theme: 'light', viewport: PHONE },
  { look: 'phone-dark', theme: 'dark', viewport: PHONE },
] as const;

describe.each(LOOKS)('$look', ({ look, theme, viewport }) => {
  it('has no serious fault on any page, nothing beyond the edge, and no complaint of the browser', {
    timeout: 240_000,
  }, async () => {
    const { page, complaints } = await openPage(browser, { theme, viewport });
    const faults: string[] = [];
    for (const { name, address, ready, prepare: act } of PAGES) {
      await page.goto('about:blank');
      await page.goto(`${served.url}#/${address()}`);
      await page.locator(ready).first().waitFor();
      await act?.(page);
      // The navigation is whole when the overview is there.
      await page.getByRole('link', { name: 'Replicas' }).waitFor();
      // A list goes on and on; its beginning is enough to look at.
      const fullPage = !name.startsWith('cluster');
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${look}.png`), fullPage });
      faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`));
      const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      if (isTooWide) faults.push(`${name}: wider than the screen`);
    }
    await page.context().close();
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

/** All of moderate impact or worse; what is only a matter of taste is left to the eye. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    readonly violations: readonly {
      readonly id: string;
      readonly impact: string;
      readonly help: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }[];
  };
  return found.violations
    .filter(({ impact }) => impact !== 'minor')
    .map(
      ({ id, impact, nodes }) =>
        `${id} (${impact}): ${nodes[0]!.html.slice(0, 160)} ${nodes[0]!.failureSummary.slice(0, 300)}`,
    );
}

/** Two sites with the same pages, and one of its own. */
const REPLICAS = [
  'url\tstatus\tdigest',
  ...['a.example', 'www.a.example', 'mirror.b.example'].flatMap((host) =>
    Array.from({ length: 12 }, (_, i) => `http://${host}/docs/page${i}.html\t200\tdigest${i}`),
  ),
  ...Array.from({ length: 12 }, (_, i) => `http://c.example/item/${i}\t200\tother${i}`),
  '',
].join('\n');
