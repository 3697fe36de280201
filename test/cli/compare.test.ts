/** `compare` as a user sees it: the table, the other forms, what stays equal from run to run, and what is refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comparison, Evaluation } from '../../src/index.ts';
import { buildOnce, dustpan, makeFolder } from '../support/cli.ts';
import { CLUSTERS, EXAMPLE, LOW, RECORDS, SINGLES } from './data.ts';

const folder = makeFolder({
  'clusters.tsv': CLUSTERS,
  'records.tsv': RECORDS,
  'singles.tsv': SINGLES,
  'urls.txt': 'http://x.org/a\n',
});
beforeAll(buildOnce, 120_000);
afterAll(() => folder.remove());
const run = (...args: string[]) => dustpan(['compare', ...args], { cwd: folder.path });
const ONE = ['--learners', 'dustlin'];

describe('compare', () => {
  it('has a row for each learner and for what people do today, and says nothing else', async () => {
    const { code, stdout, stderr } = await run('clusters.tsv', '--learners', 'duster,dustlin', ...LOW);
    expect(code).toBe(0);
    const lines = Buffer.from(stdout, 'latin1').toString('utf8').split('\n');
    expect(lines[0]).toMatch(/^90 URLs of 50 pages, 40 duplicates; each of 3 parts/);
    const cells = lines.slice(3, lines.indexOf('', 3)).map((line) => line.split(/ {2,}/));
    expect(cells.map(([name]) => name)).toEqual([
      'sun',
      'sun+lee',
      'normalize-url',
      'normalize-url (strongest)',
      'duster',
      'dustlin',
    ]);
    expect(lines.filter((line) => line.startsWith('dustlin '))).toHaveLength(7);
    const [, fpr, candidates, valid, rules, applied, compression, coverage, precision, , lost, seconds, megabytes] =
      cells[5]!;
    expect([fpr, candidates, valid, rules, applied]).toEqual(['0', '1', '1', '1', '1']);
    expect([coverage, precision, lost]).toEqual(['100.00 %', '100.00 %', '0 of 50']);
    expect(Number.parseFloat(compression!)).toBeGreaterThan(40);
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(Number(megabytes)).toBeGreaterThan(30);
    expect(stderr).toMatch(/^dustpan: clusters.tsv: read as clusters[^\n]*\n$/);
  });

  it('agrees with learn and evaluate', async () => {
    const { stdout } = await run(EXAMPLE, ...ONE, ...LOW, '--max-fpr', '0.1', '--json');
    const { rows, costs } = JSON.parse(stdout) as Comparison;
    const { folds } = rows.at(-1)!;
    const fold = ['--fold', '2/3'];
    const rules = join(folder.path, 'rules.json');
    await dustpan(['learn', EXAMPLE, '--learner', 'dustlin', ...LOW, '--max-fpr', '0.1', ...fold, '-o', rules]);
    const judged = await dustpan(['evaluate', '-r', rules, EXAMPLE, ...fold, '--json']);
    const { coverage, normalizationPrecision, pagesLost, applied } = JSON.parse(judged.stdout) as Evaluation;
    expect(folds[1]).toMatchObject({ coverage, normalizationPrecision, pagesLost, applied });
    expect(coverage).toBeGreaterThan(0);
    expect(costs).toHaveLength(rows.length);
    for (const [i, { method, cpuSeconds, cpuSecondsEach, startBytes, peakBytes }] of costs.entries()) {
      expect(method).toBe(rows[i]!.method);
      expect(cpuSecondsEach).toHaveLength(3);
      const isLearned = rows[i]!.kind === 'learner';
      expect([cpuSeconds !== null, startBytes !== null, peakBytes !== null]).toEqual([isLearned, isLearned, isLearned]);
      if (!isLearned) continue;
      expect(startBytes).toBeGreaterThan(30e6);
      expect(peakBytes).toBeGreaterThan(startBytes!);
    }
  });

  it('gives the same in every run and with any number of workers, but for times and memory', async () => {
    const args = ['clusters.tsv', ...ONE, '--max-fpr', '0,0.05', '--json'];
    const [once, again] = await Promise.all([run(...args), run(...args, '--workers', '3')]);
    const [a, b] = [once, again].map(({ stdout }) => JSON.parse(stdout) as Comparison);
    expect({ ...a, costs: [] }).toEqual({ ...b, costs: [] });
    expect(a!.rows.filter(({ kind }) => kind === 'learner')).toHaveLength(2);
    expect(Object.keys(a!).at(-1)).toBe('costs');
  });

  it('reads records, writes comma-separated values and a page beside them', async () => {
    const { code, stdout } = await run('records.tsv', ...ONE, ...LOW, '--csv', '--html', 'page.html', '-o', 'out.csv');
    expect([code, stdout]).toEqual([0, '']);
    const lines = readFileSync(join(folder.path, 'out.csv'), 'utf8').split('\r\n');
    expect(lines[0]).toMatch(/^method,kind,maxFpr,sweep,swept,part,candidates,.*,cpuSeconds,peakBytes,startBytes$/);
    expect(lines.filter((line) => line.startsWith('dustlin,learner,0,,,'))).toHaveLength(4);
    const page = readFileSync(join(folder.path, 'page.html'), 'utf8');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('Coverage against precision');
  });

  it('sweeps a threshold, and says at once which value found nothing', async () => {
    const { code, stdout, stderr } = await run('clusters.tsv', ...ONE, '--sweep', 'min-frequency=2,5000', '--json');
    expect(code).toBe(0);
    const { rows } = JSON.parse(stdout) as Comparison;
    expect(rows.filter(({ swept }) => swept !== null).map(({ swept, mean }) => [swept, mean.rules])).toEqual([
      [2, 1],
      [5000, 0],
    ]);
    expect(stderr).toMatch(
      /dustpan: dustlin found nothing with --max-fpr 0, the threshold at 5000: no rule reached --min-frequency 5000 .*; try --min-frequency \d+\n$/,
    );
  });

  it('goes on when nothing can be learned, and exits with 0', async () => {
    const { code, stdout, stderr } = await run('singles.tsv', '--learners', 'dustlin,auto', '--json');
    expect(code).toBe(0);
    const { rows } = JSON.parse(stdout) as Comparison;
    const learned = rows.filter(({ kind }) => kind === 'learner');
    expect(learned.map(({ method }) => method)).toEqual(['dustlin', 'auto']);
    for (const { method, mean } of learned) {
      expect(mean).toMatchObject({ rules: 0, coverage: null });
      expect(stderr).toMatch(new RegExp(`^dustpan: ${method} found nothing.*: no cluster`, 'm'));
    }
  });

  it('follows the protocol of the papers', async () => {
    const { stdout } = await run('clusters.tsv', ...ONE, ...LOW, '--split', 'thirds', '--json');
    const { rows, options } = JSON.parse(stdout) as Comparison;
    expect(options.split).toBe('thirds');
    const { folds } = rows.at(-1)!;
    expect(folds.map(({ clusters }) => clusters).sort()).toEqual([16, 17, 17]);
    for (const { coverage } of folds) expect(coverage).toBe(1);
  });

  it('refuses URLs of whose pages nothing is known', async () => {
    const { code, stderr } = await run('urls.txt');
    expect(code).toBe(2);
    expect(stderr).toMatch(/nothing is known of the pages of 1 URL .*, so there is nothing to judge rules on/);
  });

  it.each([
    [['--learners', 'dustlin,nobody'], /^dustpan: There is no learner "nobody"; choose of .*dustlin/],
    [['--max-fpr', '0,two'], /^dustpan: --max-fpr takes numbers from 0 to 1, separated by commas, not "two"/],
    [['--max-fpr', '0,,1'], /^dustpan: --max-fpr takes numbers/],
    [['--sweep', 'colour=1..2'], /^dustpan: a sweep is a threshold and its values/],
    [['--split', 'thirds', '--folds', '5'], /^dustpan: The option folds must be 3/],
    [['--json', '--csv'], /^dustpan: give --json or --csv, not both/],
    [['--html', '-'], /^dustpan: --html takes the name of a file/],
    [['--html', 'x', '-o', 'x'], /^dustpan: --html and -o name the same file/],
    [['--html', 'no/such/folder/x.html'], /^dustpan: cannot write/],
  ])('refuses %j in one sentence', async (args, message) => {
    const { code, stdout, stderr } = await run('clusters.tsv', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
