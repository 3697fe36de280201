/** The examples, run as their READMEs say: a Scrapy project, a crawler of one's own, a pipeline in the shell. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPages, startShop } from '../../../examples/shop-server/server.mjs';
import { exportRules } from '../../../src/export/index.ts';
import { printRuleSet } from '../../../src/rules/index.ts';
import { ruleSetOf } from './rules.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const { DUSTPAN_PYTHON = 'python3' } = process.env;
const RULES = ruleSetOf(
  '@{127.0.0.1} E => anyParam(sid)',
  '@{127.0.0.1} E => dropParam(ref)',
  '@{127.0.0.1} E => dropParam(print)',
);
/** With the sessions forgotten there is an end; without rules there is none below this. */
const MOST = 600;

type Item = { readonly url: string; readonly page: string };

describe('crawlers on the shop', () => {
  let shop: Awaited<ReturnType<typeof startShop>>;
  let folder: string;
  beforeAll(async () => {
    shop = await startShop();
    folder = mkdtempSync(join(tmpdir(), 'dustpan-examples-'));
  });
  afterAll(async () => {
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function judge(text: string): void {
    const items = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Item);
    const pages = new Set(items.map(({ page }) => page));
    expect([...allPages()].filter((page) => !pages.has(page))).toEqual([]);
    expect(items.length).toBeLessThan(MOST);
  }

  it('the Scrapy project', { timeout: 300_000 }, async () => {
    const project = join(folder, 'scrapy');
    cpSync(join(ROOT, 'examples/scrapy-project'), project, { recursive: true });
    writeFileSync(join(project, 'shop/dustpan_rules.py'), exportRules(RULES, { to: 'scrapy' }).text);
    const options = ['-m', 'scrapy', 'crawl', 'pages', '-a', `start=${shop.url}`, '-O', 'pages.jsonl'];
    await run(DUSTPAN_PYTHON, options, { cwd: project });
    judge(readFileSync(join(project, 'pages.jsonl'), 'utf8'));
  });

  it("a crawler of one's own", { timeout: 300_000 }, async () => {
    const place = packageIn(folder);
    const rules = join(place, 'rules.json');
    writeFileSync(rules, printRuleSet(RULES));
    const { stdout, stderr } = await run(process.execPath, [join(place, 'crawl.mjs'), rules, shop.url], {
      maxBuffer: 2 ** 26,
    });
    judge(stdout);
    expect(stderr).toMatch(/^\d+ fetched, \d{3,} merged$/m);
  });
});

describe('a pipeline in the shell', () => {
  it('prints the first URL of each page', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dustpan-pipeline-'));
    try {
      const lines = Array.from({ length: 60 }, (_, i) => {
        const page = Math.floor(i / 2);
        const url = `http://h.test/${page}${i % 2 === 0 ? '' : '?ref=1'}`;
        const digest = String(page).padStart(32, 'A');
        return `test,h)/${page} 20240101000000 ${JSON.stringify({ url, mime: 'text/html', status: '200', digest, length: '500' })}`;
      });
      const index = join(folder, 'crawl.cdxj');
      writeFileSync(index, `${lines.join('\n')}\n`);
      const main = join(ROOT, 'dist/cli/main.cjs');
      const env = { ...process.env, DUSTPAN: `${process.execPath} ${process.env['DUSTPAN_MAIN'] ?? main}` };
      const { stdout } = await run('sh', [join(ROOT, 'examples/shell-pipeline/pages.sh'), index], { env });
      expect(stdout).toBe(Array.from({ length: 30 }, (_, page) => `http://h.test/${page}\n`).join(''));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** The example beside an installed package, as users have it. */
function packageIn(folder: string): string {
  const place = join(folder, 'plain');
  cpSync(join(ROOT, 'examples/plain-fetch'), place, { recursive: true });
  const root = process.env['DUSTPAN_ROOT'] ?? ROOT;
  if (!existsSync(join(root, 'dist/normalize/index.js'))) throw new Error('dist is missing; npm run build writes it');
  mkdirSync(join(place, 'node_modules'));
  symlinkSync(root, join(place, 'node_modules/dustpan'));
  return place;
}
