/** The report in a real browser: as a file, offline, in both themes and on paper; the button copies. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dustpan, makeFolder } from '../../support/cli.ts';
import { DESKTOP, EXAMPLE, openBrowser, PHONE, PROGRAM, prepare, SCREENSHOTS } from './serve.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = makeFolder();
const address = pathToFileURL(join(folder.path, 'report.html')).href;
let browser: Browser;

beforeAll(async () => {
  prepare();
  const args = ['learn', EXAMPLE, '-o', 'rules.json', '--report', 'report.html'];
  expect((await dustpan(args, { cwd: folder.path, main: PROGRAM })).code).toBe(0);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  folder.remove();
});

it.each([
  ['light', DESKTOP],
  ['dark', DESKTOP],
  ['light', PHONE],
] as const)(
  'looks right in %s, asks the network for nothing, and has no serious fault',
  async (colorScheme, viewport) => {
    const page = await browser.newPage({ colorScheme, viewport });
    const asked: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(address);
    const name = `report-${viewport === PHONE ? 'phone-' : ''}${colorScheme}.png`;
    await page.screenshot({ path: join(SCREENSHOTS, name), fullPage: true });
    await page.evaluate(AXE);
    const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
      violations: { id: string; impact: string }[];
    };
    expect(found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    expect(asked).toEqual([address]);
    expect(errors).toEqual([]);
    // Nothing but tables may be wider than the screen, and those scroll by themselves.
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.close();
  },
);

it('copies a snippet', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(address);
  const button = page.locator('button.copy').first();
  const shown = await page.locator(`#${await button.getAttribute('data-copies')}`).textContent();
  await button.click();
  await expect.poll(() => button.textContent()).toMatch(/Copied|Ctrl/);
  expect(await page.evaluate('String(getSelection()) || navigator.clipboard.readText()')).toBe(shown);
  await context.close();
});

it('prints on a few sheets without buttons', async () => {
  const page = await browser.newPage();
  await page.goto(address);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('button.copy').first().isVisible()).toBe(false);
  expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  await page.close();
});
