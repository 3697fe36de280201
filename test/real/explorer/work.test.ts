/** Trying URLs, looking at clusters, learning and exporting, driven in Chromium against a real server with rules that were just learned. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  changedUrl,
  eventually,
  folder,
  form,
  learned,
  onDisk,
  open,
  page,
  run,
  strongest,
  useLearned,
} from './learned.ts';
import { EXAMPLE } from './serve.ts';

useLearned();

describe('try', () => {
  it('shows which rule did what, token by token, and which URLs fall together', async () => {
    await open('try');
    const box = page.getByRole('textbox', { name: 'URLs' });
    await box.fill(changedUrl);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: '1 URL, 1 key' }).waitFor();
    const told = JSON.parse((await run(['explain', '-r', 'rules.json', '--json', changedUrl])).stdout) as {
      readonly key: string;
      readonly steps: readonly {
        readonly rule: { readonly id: string };
        readonly before: string;
        readonly after: string;
      }[];
    }[];
    const steps = page.locator('.step');
    expect(await steps.count()).toBe(told[0]!.steps.length);
    for (const [i, { rule, before, after }] of told[0]!.steps.entries()) {
      const step = steps.nth(i);
      expect(await step.getByRole('link').getAttribute('href')).toBe(`#/rules/${rule.id}`);
      for (const [row, text] of [before, after].entries()) {
        const cells = step.locator(`.stack:not(.labels) .cell:nth-child(${row + 1}):not(.gap)`);
        expect((await cells.allTextContents()).join('')).toBe(text);
      }
      // Something is marked in each step: what it changed.
      expect(await step.locator('.differs').count()).toBeGreaterThan(0);
    }
    const key = page.locator('.explained > .aligned .hidden li').last();
    expect(await key.textContent()).toBe(`key: ${told[0]!.key}`);

    await box.fill(`${changedUrl}\n${form}\nhttp://elsewhere.example/`);
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByRole('heading', { name: '3 URLs, 2 keys' }).waitFor();
    expect(await page.locator('.key-group > h3').allTextContents()).toEqual([
      expect.stringContaining(told[0]!.key),
      expect.stringContaining('http://elsewhere.example/'),
    ]);
  });

  it('tells what a quarantined rule would do', async () => {
    await open(`rules/${strongest.id}`);
    await page.getByRole('button', { name: 'Quarantine' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Quarantine' }).click();
    await page.locator('.rule-head .state.quarantined').waitFor();
    await open(`try?url=${encodeURIComponent(changedUrl)}`);
    const link = page.locator(`.step a[href="#/rules/${strongest.id}"]`);
    await page.getByRole('heading', { name: '1 URL, 1 key' }).waitFor();
    expect(await link.count()).toBe(0);
    await page.getByRole('checkbox', { name: 'with quarantined rules too' }).check();
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await link.waitFor();
  });
});

describe('clusters', () => {
  it('are filtered by what the rules made of them, and opened', async () => {
    await open('clusters');
    const status = page.getByRole('status').first();
    await eventually(() => status.textContent()).toContain('146 of 146 pages');
    await page.getByRole('button', { name: /^Joined/ }).click();
    await eventually(() => status.textContent()).not.toContain('146 of 146');
    const first = page.locator('.grid-body .grid-row').first();
    expect(await first.textContent()).toContain('joined');
    await first.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: /^Cluster / }).waitFor();
    await page.getByText(/URLs of one page, 1 key: joined/).waitFor();
    expect(await page.locator('.key-group').count()).toBe(1);
  });
});

describe('learn', () => {
  it('runs a job on an upload to its end with the progress seen, and uses the result', async () => {
    await open('learn');
    // Every stage that was shown, as it was shown.
    await page.evaluate(`window.stages = []; new MutationObserver(() => {
      const now = document.querySelector('.stepper [aria-current]')?.textContent;
      if (now && window.stages.at(-1) !== now) window.stages.push(now);
    }).observe(document.body, { subtree: true, childList: true, attributes: true })`);
    await page.getByLabel('Files to learn from').setInputFiles({
      name: 'many hosts.tsv',
      mimeType: 'text/tab-separated-values',
      buffer: Buffer.from(manyHosts(10)),
    });
    await page.getByRole('checkbox', { name: /many hosts\.tsv/ }).waitFor();
    expect(await page.getByRole('checkbox', { name: /many hosts\.tsv/ }).isChecked()).toBe(true);
    await page.getByRole('checkbox', { name: /what the server was started with/ }).uncheck();
    await page.getByRole('button', { name: 'Learn rules' }).click();
    const job = page.getByRole('article', { name: 'Job on many hosts.tsv' });
    await job.getByText('Duplicates removed').waitFor({ timeout: 90_000 });
    const stages = (await page.evaluate('window.stages')) as string[];
    expect(stages.at(-1)).toBe('Done');
    expect(stages.slice(0, -1).some((stage) => ['Reading', 'Finding equal pages', 'Learning'].includes(stage))).toBe(
      true,
    );

    const downloading = page.waitForEvent('download');
    await job.getByRole('link', { name: 'Download rules.json' }).click();
    const text = readFileSync(await (await downloading).path(), 'utf8');
    // The same bytes as the command gives for the same file.
    writeFileSync(join(folder.path, 'many.tsv'), manyHosts(10));
    expect((await run(['learn', 'many.tsv', '-o', 'many.json'])).code).toBe(0);
    expect(text).toBe(readFileSync(join(folder.path, 'many.json'), 'utf8'));
    expect(onDisk()).toBe(learned);

    await job.getByRole('button', { name: 'Use these rules' }).click();
    await job.getByText('in use now').waitFor();
    expect(onDisk()).toBe(text);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await eventually(onDisk).toBe(learned);
  });

  it('says what is wrong with a file that cannot be read', async () => {
    await open('learn');
    await page.getByLabel('Files to learn from').setInputFiles({
      name: 'garbage.tsv',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)),
    });
    await page.getByRole('checkbox', { name: /garbage\.tsv/ }).waitFor();
    await page.getByRole('checkbox', { name: /what the server was started with/ }).uncheck();
    await page.getByRole('button', { name: 'Learn rules' }).click();
    const job = page.getByRole('article', { name: 'Job on garbage.tsv' });
    await job.getByRole('alert').waitFor({ timeout: 60_000 });
    expect(await job.getByRole('alert').textContent()).not.toContain(folder.path);
    await job.getByRole('button', { name: 'Forget' }).click();
    await job.waitFor({ state: 'detached' });
  });
});

describe('export', () => {
  it('downloads what the command writes', async () => {
    await open('export/crawlee');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Download crawlee/ }).click();
    const text = readFileSync(await (await downloading).path(), 'latin1');
    expect(text).toBe((await run(['export', '-r', 'rules.json', '--to', 'crawlee'])).stdout);
    const whole = page.waitForEvent('download');
    await page.getByRole('link', { name: 'rules.json', exact: true }).click();
    expect(readFileSync(await (await whole).path(), 'utf8')).toBe(learned);
  });

  it('names the rules that a system cannot say', async () => {
    await open('export/robots');
    await page.getByText(/left out, and why/).click();
    expect(await page.locator('.refusals li').count()).toBeGreaterThan(0);
  });
});

/** The example again on many hosts, so that a job takes long enough to be watched. */
function manyHosts(count: number): string {
  const [head = '', ...lines] = readFileSync(EXAMPLE, 'utf8').trim().split('\n');
  const copies = Array.from({ length: count }, (_, i) =>
    lines.map((line) => {
      const [cluster, url = '', wide] = line.split('\t');
      return [`${i}-${cluster}`, url.replaceAll('uwiki.example', `wiki${i}.example`), `${i}-${wide}`].join('\t');
    }),
  );
  return `${[head, ...copies.flat()].join('\n')}\n`;
}
