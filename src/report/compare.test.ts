/** Checks of what a comparison looks like: the table, comma-separated values, and the page with its charts. */
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../clusters/index.ts';
import { type Comparison, compareLearners, FIGURES, parseSweep } from '../pipeline/index.ts';
import { htmlChart } from './chart.ts';
import { comparisonPage } from './compare-page.ts';
import { comparisonCsv, comparisonText } from './compare-text.ts';
import { count, percent } from './figures.ts';
import { escapeHtml } from './html.ts';

const CLUSTERS = Array.from({ length: 90 }, (_, i): Cluster => {
  return { id: `c${i}`, urls: [`http://x.org/page${i}`, `http://www.x.org/page${i}`] };
});
const NASTY = { name: '<b>"a", & b', key: (url: string) => url };
const comparison = compareLearners(CLUSTERS, {
  learners: ['duster', 'dustlin'],
  maxFprs: [0, 0.05],
  normalizers: [NASTY],
});
const swept = compareLearners(CLUSTERS, { learners: ['duster'], sweep: parseSweep('sample=2..4'), maxFprs: [0, 0.5] });

describe('comparisonText', () => {
  it('has a line for every row, and for published figures under it, in columns', () => {
    const lines = comparisonText(comparison).split('\n');
    expect(lines[0]).toBe(
      '180 URLs of 90 pages, 90 duplicates; each of 3 parts of the pages is held out in turn; figures are means over the parts',
    );
    const table = lines.slice(2, lines.indexOf('', 2));
    expect(table.map((line) => line.slice(0, 34).trim())).toEqual([
      'method',
      'sun',
      'sun+lee',
      '<b>"a", & b',
      'duster',
      'published: GOV2 (ROD 6.6, 6.7)',
      'published: WBR10 (ROD 6.6, 6.7)',
      'duster',
      'published: GOV2 (ROD 6.7)',
      'published: WBR10 (ROD 6.7)',
      'dustlin',
      'published: GOV2 (ROD 6.9, 6.11)',
      'published: WBR10 (ROD 6.9, 6.11)',
      'dustlin',
    ]);
    expect(new Set(table.filter((line) => !line.startsWith('  ')).map(({ length }) => length)).size).toBe(1);
    expect(table.at(-1)!.split(/ {2,}/)).toEqual([
      'dustlin',
      '0.05',
      '1',
      '1',
      '1',
      '1',
      '50.00 %',
      '100.00 %',
      '100.00 %',
      '30.0',
      '0 of 90',
      '–',
      '–',
    ]);
    expect(lines.at(-2)).toMatch(/^published: .* another collection/);
  });

  it('has a second table of precise rules, but not of methods that propose none', () => {
    const koppula = {
      method: 'koppula',
      precisionAt: [],
      levels: comparison.levels[0]!.levels.map((level) => ({ ...level, rules: 0 })),
    };
    const all = comparisonText({ ...comparison, levels: [koppula, ...comparison.levels] }).split('\n');
    const from = all.findIndex((line) => line.startsWith('proposed rules of'));
    const table = all.slice(from, all.indexOf('', from)).map((line) => line.split(/ {2,}/));
    expect(table[0]!.slice(0, 5)).toEqual([
      'proposed rules of',
      'precision',
      'rules matching 10+',
      'compression',
      'per rule',
    ]);
    expect(table.slice(1).map(([name, precision]) => `${name} ${precision}`)).toEqual(
      ['duster', 'dustlin'].flatMap((name) => ['1', '0.95+', '0.9+', '0.8+', 'all'].map((level) => `${name} ${level}`)),
    );
    expect(table[1]!.slice(2, 5)).toEqual(['1', '50.00 %', '30.0']);
    const ranks = all.slice(all.findIndex((line) => line.startsWith('right of the first'))).slice(0, 4);
    expect(ranks.map((line) => line.split(/ {2,}/))).toEqual([
      ['right of the first', '1'],
      ['duster', '100.00 %'],
      ['dustlin', '100.00 %'],
      [''],
    ]);
  });

  it('says what is absent, and does not speak of published figures when there are none', () => {
    const alone = { ...compareLearners(CLUSTERS, { learners: [] }), absent: [{ method: 'm', reason: 'gone' }] };
    expect(comparisonText(alone).split('\n').slice(-3)).toEqual(['', 'no row for m: gone', '']);
  });
});

describe('comparisonCsv', () => {
  it('reads back as what it was made of', () => {
    const rows = parse(comparisonCsv(comparison), { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(comparison.rows.length * 4);
    for (const [i, row] of comparison.rows.entries()) {
      for (const [part, figures] of [row.mean, ...row.folds].entries()) {
        const read = rows[4 * i + part]!;
        expect([read['method'], read['part']]).toEqual([row.method, part === 0 ? 'mean' : String(part)]);
        for (const name of FIGURES) expect(read[name] === '' ? null : Number(read[name])).toBe(figures[name]);
      }
    }
  });
});

describe('comparisonPage', () => {
  const pages = { plain: comparisonPage(comparison), swept: comparisonPage(swept) };

  it.each(Object.entries(pages))('%s is one well-formed page that needs nothing else', (_name, page) => {
    expect(page).not.toMatch(/<script|https?:|url\(|@import|NaN|Infinity|undefined/);
    expect(openTags(page)).toEqual([]);
    expect(page).toContain('color-scheme:light dark');
  });

  it('escapes what came from outside', () => {
    expect(pages.plain).not.toContain('<b>');
    expect(pages.plain).toContain('&lt;b&gt;&quot;a&quot;, &amp; b');
  });

  it('has the trade-off curves, with a point for each row that has both figures', () => {
    const [coverage, rules] = pages.plain.split('<figure>').slice(1);
    expect(coverage).toContain('Coverage against precision');
    expect(rules).toContain('Rules against reduction');
    // Normalizers that join nothing have no precision, and no rules.
    expect(coverage!.match(/<title>/g)).toHaveLength(4);
    expect(rules!.match(/<title>/g)).toHaveLength(4);
    expect(rules!.match(/class="curve"/g)).toHaveLength(2);
    expect(coverage).toContain('dustlin: max-fpr 0.05, coverage 100.00 %, precision 100.00 %, 1 rules');
  });

  it('has a chart of each figure for a sweep, with a curve for each --max-fpr', () => {
    const titles = [...pages.swept.matchAll(/<figcaption>(.*?)<\/figcaption>/g)].map(([, title]) => title);
    expect(titles.slice(2)).toEqual(['Rules by sample', 'Compression by sample', 'Precision by sample']);
    expect(pages.swept.match(/class="curve"/g)).toHaveLength(10);
    expect(pages.swept).toContain('duster, max-fpr 0.5');
  });
});

describe('htmlChart', () => {
  const axis = { label: 'x', format: String };
  const draw = (points: readonly (readonly [number, number])[], y = {}) =>
    htmlChart({
      title: 't',
      x: axis,
      y: { ...axis, ...y },
      series: [{ name: 's', look: 0, points: points.map(([x, y]) => ({ x, y, label: '' })) }],
    });
  const ticks = (chart: string) => [...chart.matchAll(/text-anchor="end">([^<]*)</g)].map(([, text]) => Number(text));
  const heights = (chart: string) => [...chart.matchAll(/translate\(\S+ (\S+)\)"><title>/g)].map(([, y]) => Number(y));

  it.each([
    [
      'some',
      [
        [1, 3],
        [2, 17],
      ] as const,
      {},
      [0, 5, 10, 15, 20],
    ],
    [
      'from zero',
      [
        [1, 30],
        [2, 170],
      ] as const,
      { from: 0 },
      [0, 50, 100, 150, 200],
    ],
    ['one', [[1, 1]] as const, { most: 1 }, [0.99, 0.992, 0.994, 0.996, 0.998, 1]],
    ['zero', [[1, 0]] as const, { from: 0 }, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ])('has nice ticks around all points: %s', (_name, points, y, expected) => {
    const chart = draw(points, y);
    const found = ticks(chart).sort((a, b) => a - b);
    expect(found).toHaveLength(expected.length);
    for (const [i, tick] of found.entries()) expect(tick).toBeCloseTo(expected[i]!, 9);
    for (const height of heights(chart)) {
      expect(height).toBeGreaterThanOrEqual(12);
      expect(height).toBeLessThanOrEqual(312);
    }
  });

  it('has the larger figure higher up', () => {
    const [low, high] = heights(
      draw([
        [1, 3],
        [2, 17],
      ]),
    );
    expect(low).toBeGreaterThan(high!);
  });

  it('says when there is nothing to show', () => {
    expect(draw([])).toContain('No method has figures');
  });
});

describe('figures', () => {
  it.each([
    [1, '100.00 %'],
    [0.99999, '>99.99 %'],
    [0.1234, '12.34 %'],
    [null, '–'],
  ])('percent(%s)', (share, text) => expect(percent(share)).toBe(text));

  it.each([
    [1234567, '1,234,567'],
    [1234.56, '1,234.6'],
    [3, '3'],
    [null, '–'],
  ])('count(%s)', (value, text) => expect(count(value)).toBe(text));

  it('escapes all that has a meaning, and what no page may hold', () => {
    expect(escapeHtml(`<a href="x">'&'\u0000\ud800</a>`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;\ufffd\ufffd&lt;/a&gt;',
    );
  });
});

/** Tags that are left open, or closed without being open. */
function openTags(page: string): string[] {
  const open: string[] = [];
  for (const [, slash, name, selfClosed] of page.matchAll(/<(\/?)([a-z0-9]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (selfClosed || ['meta', 'br'].includes(name!)) continue;
    if (!slash) open.push(name!);
    else if (open.at(-1) === name) open.pop();
    else open.push(`/${name}`);
  }
  return open;
}

// The type is a contract: what a page is made of can be written down and read again.
it('makes the same page of a comparison that went through JSON', () => {
  expect(comparisonPage(JSON.parse(JSON.stringify(comparison)) as Comparison)).toBe(comparisonPage(comparison));
});
