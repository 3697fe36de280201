/** Checks of what a comparison of methods that find replicas looks like: the tables and the page. */
import { describe, expect, it } from 'vitest';
import { compareReplicas, type ReplicaComparison } from '../pipeline/index.ts';
import { crawl, tree } from '../pipeline/replicas.case.ts';
import { replicaComparisonPage } from './replicas-page.ts';
import { replicaComparisonText } from './replicas-text.ts';

const sites = crawl({
  'one.org': tree('one'),
  'www.one.org': tree('one'),
  'two.org': [...tree('two'), { path: '/same.html', text: 'same' }],
  'three.org': [...tree('three'), { path: '/same.html', text: 'same' }],
});
const comparison = await compareReplicas(
  [sites],
  [
    ['one.org', 'www.one.org', 'replica'],
    ['one.org', 'two.org', 'none'],
    ['two.org', 'three.org', '<b>"odd" & label'],
  ],
  { methods: ['extended', 'norm-paths'], folds: 2 },
);

describe('replicaComparisonText', () => {
  const lines = replicaComparisonText(comparison).split('\n');
  const row = (start: string, from = 0) =>
    lines
      .slice(from)
      .find((line) => line.startsWith(start))!
      .split(/ {2,}/);

  it('has a line for each method, what the paper printed, and nothing decided where nothing is', () => {
    expect(lines[0]).toMatch(/^3 labeled pairs of 4 hosts, 2 of them candidates; replicas are replica, modified/);
    expect(row('extended').slice(1, 7)).toEqual(['1.0000', '–', '–', '100.00 %', '100.00 %', '0.00 %']);
    expect(row('norm-paths').slice(3, 7)).toEqual(['0.9415', '–', '–', '–']);
  });

  it('has the labels apart', () => {
    const second = lines.findIndex((line) => line.startsWith('taken for replicas'));
    expect(row('extended', second).slice(1)).toEqual(['0 of 1', '1.0000', '0 of 1', '1 of 1', '1.0000']);
  });
});

describe('replicaComparisonPage', () => {
  const page = replicaComparisonPage(comparison);

  it('is one page that needs nothing else, with both pictures and all that came from data escaped', () => {
    expect(page).not.toMatch(/<script|https?:|url\(|@import|NaN|Infinity|undefined|<b>/);
    expect(page).toContain('&lt;b&gt;&quot;odd&quot; &amp; label');
    expect(page.match(/<figure>/g)).toHaveLength(2);
    expect(page).toContain('extended: score');
  });

  it('is the same of a comparison that went through JSON', () => {
    expect(replicaComparisonPage(JSON.parse(JSON.stringify(comparison)) as ReplicaComparison)).toBe(page);
  });
});
