/** Starts a real `dustpan serve` and a real browser for it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildOnce, MAIN, startDustpan } from '../../support/cli.ts';

export const ROOT = join(import.meta.dirname, '../../..');
export const EXAMPLE = join(ROOT, 'examples/data/usemod.tsv');
/** Looked at by people; not kept in the repository. */
export const SCREENSHOTS = join(ROOT, '.tmp/screenshots');

/** Another build than the one in dist/ may be given, to try it without touching that one. */
const GIVEN = process.env['DUSTPAN_MAIN'];
export const PROGRAM = GIVEN ?? MAIN;

export function prepare(): void {
  if (GIVEN === undefined) buildOnce();
  mkdirSync(SCREENSHOTS, { recursive: true });
}

export type Served = { readonly url: string; stop(): Promise<number | null> };

/** Resolves when it says where it listens. */
export async function serve(args: readonly string[], cwd: string): Promise<Served> {
  const child = startDustpan(['serve', '--port', '0', ...args], { cwd, main: PROGRAM });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let told = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      told += chunk.toString('utf8');
      const address = / on (http:\/\/\S+)/.exec(told)?.[1];
      if (address !== undefined) resolve(address);
    });
    void ended.then((code) => reject(new Error(`serve ended with ${code}:\n${told}`)));
  });
  return {
    url,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export type Watched = {
  readonly page: Page;
  /** What the browser complained of; stays empty in a good run. */
  readonly complaints: string[];
};

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

export async function openPage(
  browser: Browser,
  options: { readonly theme?: 'light' | 'dark'; readonly viewport?: typeof DESKTOP } = {},
): Promise<Watched> {
  const context = await browser.newContext({
    viewport: options.viewport ?? DESKTOP,
    colorScheme: options.theme ?? 'light',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    const isOurs = hostname === '127.0.0.1' || protocol === 'blob:' || protocol === 'data:';
    if (!isOurs) complaints.push(`asks elsewhere: ${request.url()}`);
  });
  return { page, complaints };
}
