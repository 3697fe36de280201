/** Checks that rows come back in the order of their URLs, whatever of them was on disk, and that nothing stays there. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../base/index.ts';
import { openTemporarySpill } from '../external/temporary-spill.ts';
import { RowSorter } from './row-sorter.ts';
import { UrlLog } from './url-log.ts';

describe('RowSorter', () => {
  it.each([
    ['in memory', 2 ** 20],
    ['on disk', 1024],
  ])('sorts by code point and groups equal URLs, %s', (_name, limit) => {
    let spills = 0;
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\uffee', '\u{1f600}', '\0') }), fc.nat(9)),
          {
            maxLength: 300,
            size: 'max',
          },
        ),
        (rows) => {
          const sorter = new RowSorter(limit, () => {
            spills++;
            return openTemporarySpill();
          });
          for (const [url, row] of rows) sorter.add(url, `${row} ${'x'.repeat(20)}`);
          const found: [string, string[]][] = [];
          sorter.finish((url, group) =>
            found.push([new TextDecoder().decode(url), group.map((row) => row[0]!).sort()]),
          );
          const expected = new Map<string, string[]>();
          for (const [url, row] of [...rows].sort(([a], [b]) => compareCodePoints(a, b))) {
            expected.set(url, [...(expected.get(url) ?? []), String(row)].sort());
          }
          expect(found).toEqual([...expected]);
        },
      ),
      { seed: 1, numRuns: 60 },
    );
    expect(spills > 0).toBe(limit === 1024);
  });

  it('takes rows that are longer than its buffers', () => {
    const sorter = new RowSorter(1, openTemporarySpill);
    for (const letter of ['c', 'a', 'b']) sorter.add(letter.repeat(3_000_000), letter.repeat(100_000));
    const found: string[] = [];
    sorter.finish((url, [row]) => found.push(`${url.length} ${row!.length} ${row![0]}`));
    expect(found).toEqual(['a', 'b', 'c'].map((letter) => `3000000 100000 ${letter}`));
  });
});

describe('a spill', () => {
  it('leaves nothing behind, even before it is closed', () => {
    const { TMPDIR } = process.env;
    const folder = mkdtempSync(join(tmpdir(), 'dustpan-spill-test-'));
    process.env['TMPDIR'] = folder;
    try {
      const log = new UrlLog(10, openTemporarySpill);
      for (let i = 0; i < 5000; i++) log.append(new TextEncoder().encode(`http://example.com/${i}`));
      expect(readdirSync(folder)).toEqual([]);
      const urls = [...log.scan((number) => number % 1000 === 7)];
      expect(urls).toEqual(
        [7, 1007, 2007, 3007, 4007].map((number) => ({ number, url: `http://example.com/${number}` })),
      );
      log.close();
    } finally {
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
      rmSync(folder, { recursive: true });
    }
  });

  it('that cannot be made says what to do', () => {
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = '/no/such/folder';
    try {
      expect(openTemporarySpill).toThrow(
        'cannot sort on disk in /no/such/folder: the system says ENOENT; name another folder with TMPDIR, or allow more with --memory',
      );
    } finally {
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
    }
  });
});
