/** `learn` as a user sees it: what it reads, what it says, what it writes, and what it refuses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRuleSet, rulesOf } from '../../src/rules/index.ts';
import { buildOnce, dustpan, makeFolder } from '../support/cli.ts';
import { CLUSTERS, clusterLines, EXAMPLE, JSONL, LOW, RECORDS, SINGLES } from './data.ts';

const folder = makeFolder({
  'clusters.tsv': CLUSTERS,
  'clusters.tsv.gz': gzipSync(CLUSTERS),
  'shuffled.tsv': CLUSTERS.split('\n').filter(Boolean).reverse().join('\n'),
  'singles.tsv': SINGLES,
  'records.tsv': RECORDS,
  'records.jsonl': JSONL,
  'urls.txt': 'http://x.org/a\nhttp://x.org/b\n',
  'bad.tsv': `${CLUSTERS}no tab here\n\thttp://x.org/no-id\n7\t\nc0\thttp://x.org/twice\nc1\thttp://x.org/twice\n`,
  'wide.tsv': clusterLines((i) => [`w${i}`, `http://x.org/page${i}`]),
  empty: '',
  garbage: '\x00\x01\x02\n\x03\n',
});
beforeAll(buildOnce, 120_000);
afterAll(() => folder.remove());
/** `learn` by one learner, if no other is named: its thresholds and sentences are checked here. */
const byDustlin = (args: readonly string[]) =>
  args[0] === 'learn' && !args.includes('--learner') ? [...args, '--learner', 'dustlin'] : [...args];
const run = (...args: string[]) => dustpan(byDustlin(args), { cwd: folder.path });

describe('learn', () => {
  it('writes rules to standard output and tells a person what happened', async () => {
    const { code, stdout, stderr } = await run('learn', 'clusters.tsv');
    expect(code).toBe(0);
    const rules = rulesOf(parseRuleSet(stdout));
    expect(rules).toHaveLength(1);
    expect(rules[0]).toMatchObject({
      learner: 'dustlin',
      state: 'active',
      evidence: { frequency: 40, support: 40, falsePairs: 0 },
    });
    expect(stderr.split('\n')).toEqual([
      'dustpan: clusters.tsv: read as clusters, because its lines hold an id, a tab and a URL',
      '90 URLs of 50 pages: 40 duplicates, in 40 clusters of two URLs or more',
      '1 candidate rule: 1 taken',
      '1 rule removes 40 URLs, 100 % of the duplicates',
      'of 40 keys that several URLs share none joins different pages; with 95 % confidence at most 7.2 % do',
      'strongest rules:',
      expect.stringMatching(/^ {2}40 pairs: @\{www.x.org,x.org\} T \^/),
      '    http://www.x.org/page0',
      '    = http://x.org/page0',
      '',
    ]);
  });

  it('gives the same bytes for any order of lines, compressed or not, from a file or a pipe, and again', async () => {
    const { stdout } = await run('learn', 'clusters.tsv');
    for (const file of ['clusters.tsv', 'shuffled.tsv', 'clusters.tsv.gz'])
      expect((await run('learn', file)).stdout).toBe(stdout);
    expect((await dustpan(byDustlin(['learn']), { input: CLUSTERS })).stdout).toBe(stdout);
    expect((await dustpan(byDustlin(['learn', '-']), { input: gzipSync(CLUSTERS) })).stdout).toBe(stdout);
    await run('learn', 'clusters.tsv', '-o', 'rules.json');
    expect(readFileSync(join(folder.path, 'rules.json'), 'utf8')).toBe(stdout);
    expect(readdirSync(folder.path).filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  it('reads records, tab-separated or JSON, as it reads clusters', async () => {
    const clusters = rulesOf(parseRuleSet((await run('learn', 'clusters.tsv')).stdout));
    for (const [file, format] of [
      ['records.tsv', 'tsv'],
      ['records.jsonl', 'jsonl'],
    ] as const) {
      const { stdout, stderr } = await run('learn', file);
      expect(rulesOf(parseRuleSet(stdout)).map(({ id, evidence }) => [id, evidence?.support])).toEqual(
        clusters.map(({ id, evidence }) => [id, evidence?.support]),
      );
      expect(stderr).toContain(`dustpan: ${file}: read as ${format}, because its first line`);
      expect(stderr).toContain(
        '1 URL left out, because they did not answer with a page (status 200); the first is http://x.org/gone',
      );
      expect((await run('learn', '--format', format, file)).stderr).not.toContain('read as');
    }
  });

  it('counts lines that it cannot use, and shows the first of each kind', async () => {
    const { code, stdout, stderr } = await run('learn', 'bad.tsv');
    expect(code).toBe(0);
    expect(stdout).toBe((await run('learn', 'clusters.tsv')).stdout);
    expect(stderr).toContain(
      'dustpan: 1 line left out: no cluster id; the first is bad.tsv, line 92: \\x09http://x.org/no-id\n',
    );
    expect(stderr).toContain('dustpan: 1 line left out: no tab; the first is bad.tsv, line 91: no tab here\n');
    expect(stderr).toContain('dustpan: 1 line left out: no URL; the first is bad.tsv, line 93: 7\\x09\n');
    expect(stderr).toContain('dustpan: 1 URL in two clusters, left out of both; the first is http://x.org/twice\n');
  });

  it('takes all its options, and writes them down', async () => {
    const args =
      '--learner duster --min-frequency 3 --min-support 4 --max-fpr 0.05 --sample 7 --cardinality 4 --confidence 0.9 --seed 5 --split thirds --fold 2/3';
    const { code, stdout } = await run('learn', 'clusters.tsv', ...args.split(' '));
    expect(code).toBe(0);
    expect(parseRuleSet(stdout).options).toEqual({
      cardinality: 4,
      confidence: 0.9,
      fold: '2/3',
      learner: 'duster',
      'max-fpr': 0.05,
      'min-frequency': 3,
      'min-support': 4,
      sample: 7,
      seed: 5,
      split: 'thirds',
    });
  });

  it('does not count as wrong what a wider clustering joins', async () => {
    // Single pages that are the www version of others contradict the rule, unless they may be the same page.
    const contradicted = {
      cwd: folder.path,
      input: `${CLUSTERS}x\thttp://www.x.org/single0\ny\thttp://x.org/single0\n`,
    };
    expect(rulesOf(parseRuleSet((await dustpan(byDustlin(['learn']), contradicted)).stdout))).toHaveLength(0);
    const wide = makeFolder({ 'wide.tsv': 'w\thttp://www.x.org/single0\nw\thttp://x.org/single0\n' });
    const { stdout } = await dustpan(byDustlin(['learn', '--wide', join(wide.path, 'wide.tsv')]), contradicted);
    wide.remove();
    expect(rulesOf(parseRuleSet(stdout))).toHaveLength(1);
  });
});

describe('learn by default', () => {
  it('composes rules that the data proves, and tells what stays', async () => {
    const { code, stdout, stderr } = await dustpan(['learn', 'clusters.tsv', '--max-risk', '0.03'], {
      cwd: folder.path,
    });
    expect(code).toBe(0);
    const set = parseRuleSet(stdout);
    expect(set).toMatchObject({ apply: 'fixpoint', sun: true, options: { learner: 'auto', 'max-risk': 0.03 } });
    expect(rulesOf(set)).toHaveLength(1);
    expect(rulesOf(set)[0]).toMatchObject({
      learner: 'families',
      evidence: { family: 'www', frequency: 40, support: 40 },
    });
    expect(stderr).toMatch(/^\d+ changes? tried: 1 rule taken, \d+ not proven, \d+ contradicted \(--max-risk 0.03\)$/m);
    expect(stderr).toMatch(/^1 rule removes 40 URLs, 100 % of the duplicates$/m);
  });

  it('gives the same bytes for any order of lines', async () => {
    const [first, ...others] = await Promise.all(
      ['clusters.tsv', 'shuffled.tsv'].map((file) => dustpan(['learn', file], { cwd: folder.path })),
    );
    for (const { stdout } of others) expect(stdout).toBe(first!.stdout);
  });

  it('does not drop tracking parameters where they change the page', async () => {
    const { stdout } = await dustpan(['learn', EXAMPLE], { cwd: folder.path });
    expect(rulesOf(parseRuleSet(stdout)).length).toBeGreaterThan(0);
    expect(stdout).not.toContain('utm_');
  });
});

describe('when nothing is learned', () => {
  it.each([
    [
      ['clusters.tsv', '--min-frequency', '1000'],
      /^nothing was learned: no rule reached --min-frequency 1000 \(the most frequent has \d\d\); try --min-frequency 2$/m,
    ],
    [
      ['clusters.tsv', '--min-support', '1000'],
      /^nothing was learned: no rule reached --min-support 1000 \(the strongest has 40\); try --min-support 40$/m,
    ],
    [['singles.tsv'], /^nothing was learned: no cluster has two URLs, so there is nothing to learn from$/m],
  ])('%j says why and gives an empty set', async (args, message) => {
    const { code, stdout, stderr } = await run('learn', ...args);
    expect(code).toBe(0);
    expect(rulesOf(parseRuleSet(stdout))).toEqual([]);
    expect(stderr).toMatch(message);
  });
});

describe('what learn refuses, in one sentence and with exit 2', () => {
  it.each<[string[], string | RegExp]>([
    [['empty'], 'the input is empty; name files with labeled URLs or records'],
    [['garbage'], /^dustpan: cannot tell the format of garbage: .*--format.*$/],
    [['clusters.tsv', '--fold', '0/3'], 'a fold is i/k with i from 1 to k and k of 2 or more, such as 1/3, not "0/3"'],
    [['clusters.tsv', '--min-support', '0'], '--min-support takes a whole number from 1, not "0"'],
    [['clusters.tsv', '--max-fpr', 'x'], '--max-fpr takes a number from 0 up to 1, not "x"'],
    [['clusters.tsv', '--learner', 'magic'], /^dustpan: --learner takes .*\bdustlin\b.*, not "magic"$/],
    [['clusters.tsv', '--format', 'xml'], /^dustpan: --format takes auto or clusters or .*, not "xml"$/],
    [
      ['clusters.tsv', '-o', 'no/such/rules.json'],
      'cannot write no/such/rules.json: there is no folder no/such; create it first',
    ],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await run('learn', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const sentence = typeof message === 'string' ? `dustpan: ${message}` : expect.stringMatching(message);
    expect(stderr.split('\n').filter((line) => !line.includes('read as'))).toEqual([sentence, '']);
  });

  it('lines of which none can be used', async () => {
    const { code, stderr } = await run('learn', '--format', 'clusters', 'urls.txt', '-o', 'none.json');
    expect(code).toBe(2);
    expect(stderr).toBe(
      'dustpan: nothing of urls.txt can be read as clusters (no tab, as in line 1: http://x.org/a); it looks like urls, ' +
        'because its lines are URLs: give --format urls, or allow more of that with --max-bad\n',
    );
    expect(readdirSync(folder.path)).not.toContain('none.json');
  });

  it('a missing file', async () => {
    const { code, stdout, stderr } = await run('learn', 'missing.tsv');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('dustpan: there is no file missing.tsv; check the path\n');
  });
});

describe('the example', () => {
  it('gives rules one can see', async () => {
    const { code, stdout, stderr } = await run('learn', EXAMPLE, '--learner', 'dustlin', ...LOW);
    expect(code).toBe(0);
    expect(rulesOf(parseRuleSet(stdout)).length).toBeGreaterThan(1);
    expect(stderr).toMatch(/^400 URLs of 146 pages: 254 duplicates/m);
    expect(stderr).toMatch(/^of \d+ keys that several URLs share none joins different pages/m);
  });
});
