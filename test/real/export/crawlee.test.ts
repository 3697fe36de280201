/** The exported module in Crawlee itself: the requests that it makes have the keys of the rules. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Request } from '@crawlee/cheerio';
import { describe, expect, it } from 'vitest';
import { exportRules } from '../../../src/export/index.ts';
import { compileRules } from '../../../src/normalize/index.ts';
import { allLabs, hasData, type Lab } from './lab.ts';

const ROOT = process.env['DUSTPAN_ROOT'] ?? join(import.meta.dirname, '../../..');

type Options = { readonly url: string; readonly label?: string; readonly uniqueKey?: string };
type Exported = {
  withUniqueKey(request: string | Options): Options;
  transformRequestFunction(request: Options): Options;
};

/** Loads the text as a module beside an installed package. */
async function load(text: string): Promise<Exported> {
  if (!existsSync(join(ROOT, 'dist/normalize/index.js'))) throw new Error('dist is missing; npm run build writes it');
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-crawlee-'));
  try {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules/dustpan'));
    const file = join(folder, 'rules.mjs');
    writeFileSync(file, text);
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Exported;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.runIf(hasData).each(hasData ? allLabs() : [])('$name', (lab: Lab) => {
  it('every request has the key of the rules, and its URL as it was found', async () => {
    const { exported, refused, text } = exportRules(lab.ruleSet, { to: 'crawlee' });
    expect([exported.length > 0, refused]).toEqual([true, []]);
    const { withUniqueKey, transformRequestFunction } = await load(text);
    const normalizer = compileRules(lab.ruleSet);
    const wrong = lab.urls.filter((url) => {
      const start = new Request(withUniqueKey(url));
      const link = new Request(transformRequestFunction({ url, label: 'link' }));
      const key = normalizer.key(url);
      return start.url !== url || start.uniqueKey !== key || link.uniqueKey !== key || link.label !== 'link';
    });
    expect(wrong).toEqual([]);
    expect(new Set(lab.urls.map((url) => normalizer.key(url))).size).toBeLessThan(0.9 * lab.urls.length);
  });
});
