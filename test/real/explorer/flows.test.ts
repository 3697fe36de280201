/** Looking at rules and switching them, driven in Chromium against a real server with rules that were just learned. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printRule, type Rule } from '../../../src/rules/index.ts';
import {
  changedUrl,
  eventually,
  folder,
  form,
  keyOf,
  learned,
  onDisk,
  onDiskNow,
  open,
  page,
  rulesOnDisk,
  run,
  served,
  strongest,
  useLearned,
  watched,
} from './learned.ts';

useLearned();

describe('overview', () => {
  it('shows what the rules do to the data, and walks along the curve by keyboard', async () => {
    await open('');
    await page.getByRole('heading', { level: 1, name: 'rules.json' }).waitFor();
    const facts = page.locator('.facts');
    await eventually(() => facts.textContent()).toContain('of 400 URLs and 146 pages');
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('Home');
    const reading = page.locator('.reading');
    const first = await reading.textContent();
    await page.keyboard.press('ArrowRight');
    await eventually(() => reading.textContent()).not.toBe(first);
    expect(await reading.textContent()).toMatch(/Risk up to [\d.]+ %: \d rules? removes? [\d,]+ URLs/);
  });

  it('follows the theme of the system, and keeps another that was chosen', async () => {
    await open('');
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await paper();
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await eventually(paper).not.toBe(light);
    const dark = await paper();
    await page.reload();
    await page.getByRole('button', { name: 'Use the light theme' }).waitFor();
    expect(await paper()).toBe(dark);
  });
});

describe('rules', () => {
  const rows = () => page.locator('.grid-body .rule-link');
  const supportOf = ({ evidence }: Rule) => evidence?.support ?? 0;

  it('are found by words, sorted, and filtered', async () => {
    const all = rulesOnDisk();
    await open('rules');
    await eventually(() => rows().count()).toBe(all.length);
    await page.getByRole('searchbox', { name: 'Search' }).fill(strongest.id.toUpperCase());
    await eventually(() => rows().count()).toBe(1);
    expect(await rows().first().getAttribute('href')).toBe(`#/rules/${strongest.id}`);
    expect(page.url()).toContain(`q=${strongest.id.toUpperCase()}`);
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await eventually(() => rows().count()).toBe(all.length);

    const shownIds = () =>
      rows().evaluateAll((links) => links.map((link) => String(link.getAttribute('href')).slice(8)));
    const byPairs = all.toSorted((a, b) => supportOf(b) - supportOf(a)).map(({ id }) => id);
    await page.getByRole('button', { name: 'Pairs' }).click();
    await eventually(shownIds).toEqual(byPairs);
    await page.getByRole('button', { name: 'Pairs' }).click();
    await eventually(async () => (await shownIds()).at(-1)).toBe(byPairs[0]);

    const { family } = strongest.evidence!;
    await page.getByLabel('Kind').selectOption(family!);
    await eventually(() => rows().count()).toBe(all.filter(({ evidence }) => evidence?.family === family).length);
    await page.getByLabel('Kind').selectOption('');
    await page.getByLabel('Risk').selectOption('up to 1 %');
    await eventually(() => rows().count()).toBe(all.filter(({ evidence }) => evidence!.risk! <= 0.01).length);
    await page.getByLabel('Risk').selectOption('');
    await page.getByLabel('Host').selectOption('uwiki.example.test');
    const ofHost = all.filter(({ scope }) => scope.hosts === '*' || scope.hosts.includes('uwiki.example.test'));
    await eventually(() => rows().count()).toBe(ofHost.length);
    await page.getByLabel('State').selectOption('active');
    await eventually(() => page.url()).toContain('state=active');
    await page.getByLabel('Learner').selectOption({ index: 1 });
    await eventually(() => page.url()).toContain('learner=');
    expect(await rows().count()).toBeGreaterThan(0);
  });

  it('are walked through and opened by keyboard, and going back finds them again', async () => {
    const all = rulesOnDisk();
    await open('rules');
    await eventually(() => rows().count()).toBe(all.length);
    await rows().first().focus();
    await page.keyboard.press('ArrowDown');
    const focused = () => page.evaluate('document.activeElement.getAttribute("href")');
    await eventually(focused).toBe(`#/rules/${all[1]!.id}`);
    await page.keyboard.press('End');
    await eventually(focused).toBe(`#/rules/${all.at(-1)!.id}`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The pattern' }).waitFor();
    expect(page.url()).toContain(all.at(-1)!.id);
    await page.goBack();
    await eventually(() => rows().count()).toBe(all.length);
  });
});

describe('a rule', () => {
  it('shows its text, its pattern, what it merges, its evidence, hosts and exports', async () => {
    const { id, evidence, scope } = strongest;
    await open(`rules/${id}`);
    const title = page.getByRole('heading', { level: 1 });
    await title.waitFor();
    expect(printRule(strongest)).toContain(await title.textContent());
    const drawn = page.getByRole('img', { name: /What it matches/ });
    expect(await drawn.locator('.box').count()).toBeGreaterThan(0);
    const examples = page.locator('.examples > li');
    expect(await examples.count()).toBe(evidence!.examples!.length);
    // Each line, cell by cell, is the text that it stands for.
    const { urls, form: common } = evidence!.examples![0]!;
    for (const [row, text] of [...urls, common].entries()) {
      const cells = examples.first().locator(`.stack:not(.labels) .cell:nth-child(${row + 1}):not(.gap)`);
      expect((await cells.allTextContents()).join('')).toBe(text);
    }
    expect(await examples.first().locator('.differs').count()).toBeGreaterThan(0);
    await page.getByText(`joins ${evidence!.support} pairs of URLs, none of them wrongly`).first().waitFor();
    await page.getByRole('link', { name: scope.hosts[0]!, exact: true }).waitFor();
    await page.getByRole('link', { name: 'crawlee' }).waitFor();
  });

  it('is quarantined with a note: the file, key and diff follow; undo restores every byte', async () => {
    writeFileSync(join(folder.path, 'before.json'), learned);
    const before = await keyOf(changedUrl);
    expect(before).toBe(await keyOf(form));
    await open(`rules/${strongest.id}`);
    await page.getByRole('button', { name: 'Quarantine' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('The wiki is about to move.');
    await dialog.getByRole('button', { name: 'Quarantine' }).click();
    await page.locator('.rule-head .state.quarantined').waitFor();
    await page.locator('p.note', { hasText: 'The wiki is about to move.' }).waitFor();

    expect(onDiskNow(strongest.id)).toEqual({ ...strongest, state: 'quarantined', note: 'The wiki is about to move.' });
    const after = await keyOf(changedUrl);
    expect(after).not.toBe(before);
    const asked = await page.request.post(`${served.url}v1/key`, { data: { urls: [changedUrl] } });
    expect(((await asked.json()) as { keys: string[] }).keys).toEqual([after]);
    const diff = await run(['diff', 'before.json', 'rules.json']);
    expect(diff.stdout).toContain('quarantined');

    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.rule-head .state.active').waitFor();
    expect(onDisk()).toBe(learned);
    expect(await keyOf(changedUrl)).toBe(before);
  });

  it('is refuted by keyboard alone and taken back from its history, also after a reload', async () => {
    await open(`rules/${strongest.id}`);
    await page.getByRole('button', { name: 'Refute' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('textbox').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.rule-head .state.refuted').waitFor();
    expect(onDiskNow(strongest.id).state).toBe('refuted');
    // The focus is still on the switch, not lost with the button that is gone.
    await eventually(() => page.evaluate('document.activeElement.closest(".switch") !== null')).toBe(true);
    await page.reload();
    await page.locator('.history').getByRole('button', { name: 'Undo' }).first().click();
    await page.locator('.rule-head .state.active').waitFor();
    expect(onDisk()).toBe(learned);
  });

  it('that somebody else changed meanwhile is not overwritten', async () => {
    const { id } = strongest;
    await open(`rules/${id}`);
    await page.getByRole('button', { name: 'Quarantine' }).click();
    const address = `${served.url}v1/rules/${id}`;
    const seen = (await (await page.request.get(address)).json()) as { version: string };
    const other = await page.request.patch(address, {
      data: { state: 'refuted', note: 'I was faster.' },
      headers: { 'if-match': `"${seen.version}"`, origin: served.url.slice(0, -1) },
    });
    expect(other.status()).toBe(200);

    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Quarantine' }).click();
    await eventually(() => dialog.getByRole('alert').textContent()).toContain('refuted, with the note “I was faster.”');
    expect(onDiskNow(id)).toMatchObject({ state: 'refuted', note: 'I was faster.' });
    // Told of it, one may insist; the other's note stays.
    await dialog.getByRole('button', { name: 'Quarantine' }).click();
    await page.locator('.rule-head .state.quarantined').waitFor();
    expect(onDiskNow(id)).toMatchObject({ state: 'quarantined', note: 'I was faster.' });
    // The browser itself reports the answer 409; nothing else may be there.
    expect(watched.complaints.splice(0).filter((text) => !text.includes('409'))).toEqual([]);
  });

  it('that is not there is said to be so', async () => {
    await open('rules/0000000000000000');
    await page.getByRole('alert').filter({ hasText: 'no such rule' }).waitFor();
    expect(watched.complaints.splice(0).filter((text) => !text.includes('404'))).toEqual([]);
  });
});
