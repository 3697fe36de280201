/** A hundred thousand rules in the table: found, sorted and scrolled through without the browser getting slow. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../../support/cli.ts';
import { openBrowser, openPage, prepare, type Served, serve } from './serve.ts';

const COUNT = 100_000;
/** A picture of a screen at 60 Hz has this long; what is beyond is seen as a jerk. */
const FRAME_MS = 1000 / 60;

let folder: ReturnType<typeof makeFolder>;
let served: Served;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  prepare();
  // Written as text: making this many rules one by one takes longer than the test.
  const rules = Array.from({ length: COUNT }, (_, i) =>
    JSON.stringify({
      scope: { hosts: [`host${i % 500}.example`] },
      match: { view: 'edit', when: [], unless: [] },
      emit: { view: 'edit', op: { op: 'dropParam', name: `p${i}` } },
      state: i % 50 === 0 ? 'quarantined' : 'active',
      evidence: { family: `family ${i % 20}`, support: (i * 7919) % 10_007, risk: ((i * 31) % 1000) / 10_000 },
    }),
  );
  const head = '"dustpan":1,"apply":"fixpoint","sun":false,"options":{}';
  folder = makeFolder({ 'rules.json': `{${head},"rules":[${rules.join(',\n')}]}` });
  served = await serve(['-r', 'rules.json'], folder.path);
  browser = await openBrowser();
  const opened = await openPage(browser);
  page = opened.page;
  complaints = opened.complaints;
});

afterAll(async () => {
  await browser?.close();
  await served?.stop();
  folder?.remove();
});

const rows = () => page.locator('.grid-body .rule-link');
const firstVisible = () =>
  page.evaluate(`[...document.querySelectorAll('.grid-body .rule-link')]
    .filter((link) => link.getBoundingClientRect().top > 150)
    .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0]?.textContent`);

describe('the table of 100,000 rules', () => {
  it('draws only what is in view', async () => {
    await page.goto(`${served.url}#/rules`);
    await expect.poll(() => rows().count(), { timeout: 30_000 }).toBeGreaterThan(5);
    await page.getByText('100,000 rules').waitFor();
    expect(await page.locator('.grid-row').count()).toBeLessThan(60);
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(COUNT + 1));
  });

  it('scrolls within the time of a frame', async () => {
    const session = await page.context().newCDPSession(page);
    // Time of the processor, not of the clock: the machine may be busy with other things.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busy = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      return 1000 * (of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration'));
    };
    const steps = 150;
    await page.mouse.move(600, 600);
    const before = await busy();
    // Each step is a frame of its own, and moves on by several rows.
    await page.evaluate(`new Promise((done) => {
      let left = ${steps};
      const step = () => { if (left-- === 0) done(); else { scrollBy(0, 260); requestAnimationFrame(step); } };
      step();
    })`);
    const perFrame = ((await busy()) - before) / steps;
    await expect.poll(firstVisible, { timeout: 15_000 }).toMatch(/^E => dropParam\(p7\d\d\)$/);
    expect(perFrame).toBeLessThan(FRAME_MS);
    expect(await page.locator('.grid-row').count()).toBeLessThan(60);
  });

  it('keeps the focus on a row that is scrolled away, and goes on from there', async () => {
    const focused = () => page.evaluate('document.activeElement.textContent');
    const order = () =>
      page.evaluate(`[...document.querySelectorAll('.grid-body .grid-row')].map((row) => Number(row.ariaRowIndex))`);
    await page.evaluate('scrollTo(0, 0)');
    const third = page.getByRole('link', { name: 'E => dropParam(p3)', exact: true });
    await third.focus();
    // Down by leaps, and back from below: the row in focus was above all others, then among them.
    for (const top of [9_000, 400_000, 3_000, 900_000, 120, 50_000]) {
      await page.evaluate(`scrollTo(0, ${top})`);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
      expect(await focused()).toBe('E => dropParam(p3)');
      const drawn = (await order()) as number[];
      expect(drawn).toEqual([...drawn].sort((a, b) => a - b));
    }
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused, { timeout: 15_000 }).toBe('E => dropParam(p4)');
  });

  it('goes to the end and back by key', async () => {
    await page.evaluate('scrollTo(0, 0)');
    await expect.poll(firstVisible, { timeout: 15_000 }).toMatch(/^E => dropParam\(p\d\)$/);
    await rows().first().focus();
    await page.keyboard.press('End');
    const focused = () => page.evaluate('document.activeElement.textContent');
    await expect.poll(focused, { timeout: 15_000 }).toBe(`E => dropParam(p${COUNT - 1})`);
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused, { timeout: 15_000 }).toBe(`E => dropParam(p${COUNT - 2})`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The pattern' }).waitFor();
    await page.goBack();
    // Back at the place where one was, not at the top.
    await expect.poll(firstVisible, { timeout: 15_000 }).toMatch(/^E => dropParam\(p999\d\d\)$/);
  });

  it('is searched and sorted as a whole', async () => {
    await page.goto(`${served.url}#/rules`);
    await page.getByRole('searchbox', { name: 'Search' }).fill('dropparam(p77777)');
    await expect.poll(() => rows().allTextContents(), { timeout: 15_000 }).toEqual(['E => dropParam(p77777)']);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await page.getByText('100,000 rules').waitFor();
    await page.getByRole('button', { name: 'Pairs' }).click();
    await expect
      .poll(() => page.locator('.grid-body .cell-support').first().textContent(), { timeout: 15_000 })
      .toBe('10,006');
    expect(complaints).toEqual([]);
  });
});
