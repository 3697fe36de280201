/** Tests of held pages: frames are left out of sketches, whatever the order, the memory, and the number of sites at once. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../base/index.ts';
import { resemblance, sampleOf, sketch } from '../page/index.ts';
import type { CrawlRecord } from '../record.ts';
import { HeldPages } from './held-pages.ts';

const random = createRandom(1);
const text = (length: number) => Array.from({ length }, () => `w${random.below(5000)}`);

type Page = { readonly record: CrawlRecord; readonly words: readonly string[] };

/** Pages of a site with a frame around each. */
function site(host: string, count: number): Page[] {
  const frame = text(60);
  return Array.from({ length: count }, (_, i) => ({
    record: { url: `http://${host}/${i}`, status: 200, title: 'tab\there, line\nthere, "é"' },
    words: [...frame, ...text(80)],
  }));
}

async function finish(pages: readonly Page[], memory?: number, sitesAtOnce?: number): Promise<CrawlRecord[]> {
  const held = new HeldPages(memory, sitesAtOnce);
  for (const { record, words } of pages) held.add(record, sampleOf(words));
  const found: CrawlRecord[] = [];
  for await (const batch of held.finish()) found.push(...batch);
  return found;
}

const byUrl = (records: readonly CrawlRecord[]) => records.toSorted((a, b) => (a.url < b.url ? -1 : 1));

describe('HeldPages', () => {
  const pages = [...site('a.example', 40), ...site('b.example', 12), ...site('c.example', 7)];

  it('leaves the frame of a site out of its sketches', async () => {
    const records = await finish(pages);
    expect(records.map(({ sketch: _sketch, ...record }) => record)).toEqual(pages.map(({ record }) => record));
    const ofPage = (i: number) => records[i]!.sketch!;
    expect(resemblance(sketch(pages[0]!.words), sketch(pages[1]!.words))).toBeGreaterThan(0.1);
    expect(resemblance(ofPage(0), ofPage(1))).toBe(0);
    expect(resemblance(ofPage(41), ofPage(42))).toBe(0);
    // Of a site with fewer than eight pages no frame is known.
    expect(ofPage(53)).toBe(sketch(pages[53]!.words));
  });

  it('gives the same in any order, from disk, and site by site', async () => {
    const expected = byUrl(await finish(pages));
    expect(byUrl(await finish(pages.toReversed()))).toEqual(expected);
    expect(await finish(pages, 5000, 1)).toEqual(await finish(pages));
  });

  it('gives no sketch to a page that is nothing but frame', async () => {
    const framed = site('d.example', 20);
    const bare = { record: { url: 'http://d.example/bare' }, words: framed[0]!.words.slice(0, 60) };
    expect((await finish([...framed, bare])).at(-1)).toEqual({ url: 'http://d.example/bare' });
  });

  it('leaves nothing on disk, and says what to do if there is no room', () => {
    const { TMPDIR } = process.env;
    const folder = mkdtempSync(join(tmpdir(), 'dustpan-held-test-'));
    try {
      process.env['TMPDIR'] = folder;
      const held = new HeldPages(1);
      held.add(pages[0]!.record, sampleOf(pages[0]!.words));
      expect(readdirSync(folder)).toEqual([]);
      held.close();
      process.env['TMPDIR'] = join(folder, 'none');
      expect(() => new HeldPages(1).add(pages[0]!.record, new Uint32Array(4))).toThrow(
        `cannot keep pages on disk in ${join(folder, 'none')}: the system says ENOENT; name another folder with TMPDIR`,
      );
    } finally {
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
      rmSync(folder, { recursive: true });
    }
  });
});
