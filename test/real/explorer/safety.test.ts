/** Nothing that stands in URLs, hosts, notes or file names is ever executed; strangers are asked for the token; the explorer stays small. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, rule, ruleSet } from '../../support/cli.ts';
import { openBrowser, openPage, prepare, SCREENSHOTS, type Served, serve } from './serve.ts';

const EVIL = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
const EVIL_URL = `http://a.com/<script>alert(3)</script>/x?sid=1&q="><svg/onload=alert(4)>&j=javascript:alert(5)`;
const EVIL_FORM = EVIL_URL.replace('sid=1&', '');
const EVIL_RULE = rule('@{a.com} E => dropParam(sid)', {
  note: EVIL,
  evidence: {
    family: EVIL,
    support: 3,
    falsePairs: 1,
    risk: 0.01,
    examples: [{ urls: [EVIL_FORM, EVIL_URL], form: EVIL_FORM }],
    counterExamples: [{ urls: [EVIL_FORM, EVIL_URL], form: EVIL_FORM }],
  },
});
const EVIL_TEXT = rule('@{a.com} S "<img src=x onerror=alert(6)>" => "<b>x</b>"');
/** Ends what would be a script or a style, if it stood in one. */
const EVIL_CLUSTER = `</script><script>alert(7)</script>`;

let folder: ReturnType<typeof makeFolder>;
let browser: Browser;

beforeAll(async () => {
  prepare();
  folder = makeFolder({
    'rules.json': ruleSet([EVIL_RULE, EVIL_TEXT], { options: { [EVIL]: EVIL } } as never),
    [`<img src=x onerror=alert(8)>.tsv`]: `cluster_id\turl\n${EVIL_CLUSTER}\t${EVIL_URL}\n${EVIL_CLUSTER}\t${EVIL_FORM}\n2\thttp://a.com/other\n`,
  });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  folder?.remove();
});

describe('HTML in data', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(['-r', 'rules.json', '<img src=x onerror=alert(8)>.tsv'], folder.path);
  });
  afterAll(async () => {
    await served?.stop();
  });

  it('is shown as text on every page, and nothing of it becomes an element', async () => {
    const { page, complaints } = await openPage(browser);
    const visits: readonly (readonly [string, string])[] = [
      ['', EVIL],
      ['rules', '<b>x</b>'],
      [`rules/${EVIL_RULE.id}`, EVIL],
      [`rules/${EVIL_TEXT.id}`, 'onerror=alert(6)'],
      [`try?url=${encodeURIComponent(EVIL_URL)}`, '<svg/onload=alert(4)>'],
      ['clusters', '<script>alert(3)</script>'],
      ['clusters/0', EVIL_CLUSTER],
      ['learn', 'onerror=alert(8)'],
      ['export/regex', 'regex'],
      [`export/${encodeURIComponent(EVIL)}`, 'nginx'],
      [`rules?q=${encodeURIComponent(EVIL)}`, 'Search'],
      [encodeURIComponent(EVIL), 'There is no such page'],
    ];
    for (const [address, text] of visits) {
      await page.goto('about:blank');
      await page.goto(`${served.url}#/${address}`);
      await expect.poll(() => page.locator('main').textContent(), { timeout: 15_000 }).toContain(text);
      // Two scripts and no picture: those of the page itself.
      expect(await page.locator('script').count(), address).toBe(2);
      expect(await page.locator('main img, main svg[onload], main script, main b').count(), address).toBe(0);
      expect(await page.locator('a[href^="javascript:"]').count(), address).toBe(0);
    }
    await page.goto(`${served.url}#/rules/${EVIL_RULE.id}`);
    await page.locator('.railroad svg').first().waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, 'html-in-data-light.png'), fullPage: true });
    await page.context().close();
    expect(complaints).toEqual([]);
  });

  it('stays text when it is typed as a note and comes back', async () => {
    const { page, complaints } = await openPage(browser);
    await page.goto(`${served.url}#/rules/${EVIL_RULE.id}`);
    await page.getByRole('button', { name: 'Edit the note' }).click();
    const typed = '<iframe src="javascript:alert(9)"></iframe>';
    await page.getByRole('dialog').getByRole('textbox').fill(typed);
    await page.getByRole('button', { name: 'Save the note' }).click();
    await page.locator('p.note', { hasText: typed }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.context().close();
    expect(complaints).toEqual([]);
  });

  it('could not run even if it did become an element', async () => {
    const { page } = await openPage(browser);
    await page.goto(served.url);
    await page.locator('main h1').waitFor();
    const ran = await page.evaluate(`new Promise((resolve) => {
      window.ran = false;
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      const picture = document.createElement('div');
      picture.innerHTML = '<img src="data:x" onerror="window.ran = true">';
      document.body.append(picture);
      setTimeout(() => resolve(window.ran), 500);
    })`);
    await page.context().close();
    expect(ran).toBe(false);
  });

  it('is small: less than 100 kB of script on first load', async () => {
    const { page } = await openPage(browser);
    const scripts: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script') return;
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(served.url);
    await page.locator('main h1').waitFor();
    const sizes = await Promise.all(scripts);
    await page.context().close();
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
  });
});

describe('a server with a token', () => {
  it('asks for it, refuses a wrong one, and goes on with the right one', async () => {
    const served = await serve(['-r', 'rules.json', '--token', 'open-sesame-12345'], folder.path);
    try {
      const { page, complaints } = await openPage(browser);
      await page.goto(served.url);
      const dialog = page.getByRole('dialog', { name: 'This server wants a token' });
      await dialog.getByLabel('The token it was started with').fill('guess');
      await dialog.getByRole('button', { name: 'Go on' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel('The token it was started with').fill('open-sesame-12345');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1, name: 'rules.json' }).waitFor();
      // The cookie lasts, so a download needs nothing more.
      await page.goto(`${served.url}#/export/regex`);
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'rules.json', exact: true }).click();
      await downloading;
      await page.context().close();
      expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    } finally {
      await served.stop();
    }
  });
});

describe('a server without rules', () => {
  it('says so and points to learning', async () => {
    const served = await serve([], folder.path);
    try {
      const { page, complaints } = await openPage(browser);
      await page.goto(served.url);
      await page.getByText('There are no rules yet.').waitFor();
      await page.getByRole('link', { name: 'Learn rules' }).click();
      await page.getByText('Choose a file first.').waitFor();
      await page.goto(`${served.url}#/clusters`);
      await page.getByText('There is no data to look at.').waitFor();
      await page.context().close();
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    } finally {
      await served.stop();
    }
  });
});
