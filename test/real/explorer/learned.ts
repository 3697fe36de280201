/** What the tests of flows share: rules learned from the example, a real server with them, and a fresh page for each test. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { parseRuleSet, type Rule, rulesOf } from '../../../src/rules/index.ts';
import { dustpan, makeFolder } from '../../support/cli.ts';
import { EXAMPLE, openBrowser, openPage, PROGRAM, prepare, type Served, serve, type Watched } from './serve.ts';

export let folder: ReturnType<typeof makeFolder>;
export let learned: string;
export let served: Served;
export let browser: Browser;
export let watched: Watched;
export let page: Page;

export const run = (args: readonly string[], input?: string) =>
  dustpan(args, { main: PROGRAM, cwd: folder.path, ...(input === undefined ? {} : { input }) });
export const onDisk = () => readFileSync(join(folder.path, 'rules.json'), 'utf8');
export const rulesOnDisk = (): Rule[] => rulesOf(parseRuleSet(onDisk()));
export const onDiskNow = (id: string): Rule => rulesOnDisk().find((rule) => rule.id === id)!;
export const keyOf = async (url: string): Promise<string> =>
  (await run(['key', '-r', 'rules.json'], `${url}\n`)).stdout.trim();
export const open = async (address: string) => {
  await page.goto(`${served.url}#/${address}`);
};
/** A busy machine needs time. */
export const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 15_000 });

/** The rule that joins most, and a URL that it alone changes, with the form it gives. */
export let strongest: Rule;
export let changedUrl: string;
export let form: string;

/** Of the rules as they were learned. */
let revision: string;

async function revisionNow(): Promise<string> {
  const response = await fetch(new URL('v1/overview', served.url));
  return ((await response.json()) as { readonly revision: string }).revision;
}

/** Called once at the top of a test file. Before each test the rule file is as it was learned. */
export function useLearned(): void {
  beforeAll(async () => {
    prepare();
    folder = makeFolder();
    const { code, stderr } = await run(['learn', EXAMPLE, '-o', 'rules.json']);
    expect(code, stderr).toBe(0);
    learned = onDisk();
    strongest = rulesOnDisk().reduce((a, b) => ((b.evidence?.support ?? 0) > (a.evidence?.support ?? 0) ? b : a));
    const example = strongest.evidence!.examples!.find(({ urls, form: common }) => urls.some((url) => url !== common))!;
    form = example.form;
    changedUrl = example.urls.find((url) => url !== form)!;
    served = await serve(['-r', 'rules.json', EXAMPLE], folder.path);
    revision = await revisionNow();
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    // Stops by itself when asked, with nothing left open.
    if (served !== undefined) expect(await served.stop()).toBe(0);
    folder?.remove();
  });

  beforeEach(async () => {
    writeFileSync(join(folder.path, 'rules.json'), learned);
    // The server looks at the file twice a second.
    await eventually(revisionNow).toBe(revision);
    watched = await openPage(browser);
    page = watched.page;
  });

  afterEach(async () => {
    await page.context().close();
    expect(watched.complaints).toEqual([]);
  });
}
