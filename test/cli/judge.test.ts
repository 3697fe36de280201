/** `validate` and `evaluate` as a user sees them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRuleSet, rulesOf } from '../../src/rules/index.ts';
import { buildOnce, dustpan, makeFolder, rule, ruleSet } from '../support/cli.ts';
import { CLUSTERS, EXAMPLE, LOW, RECORDS } from './data.ts';

/** Joins a page with its www version, and with nothing else. */
const DROP_WWW = rule('@{www.x.org,x.org} T ^*://(www.)?*.*/*$ => $1://$2.$3/$4');
const NEVER = rule('@{y.org} T ^*://(www.)?*.*/*$ => $1://$2.$3/$4');
const first = { apply: 'first' } as const;

const folder = makeFolder({
  'clusters.tsv': CLUSTERS,
  'contradiction.tsv': `${CLUSTERS}x\thttp://www.x.org/single0x\n`,
  'wide.tsv': 'w\thttp://www.x.org/single0x\nw\thttp://x.org/single0x\n',
  'rules.json': ruleSet([DROP_WWW], first),
  'both.json': ruleSet([NEVER, rule('@{www.x.org,x.org} T ^*://(www.)?*.*/<a><n>$ => $1://$2.$3/$4$5')], first),
  'none.json': ruleSet([], first),
  'records.tsv': `${RECORDS}http://www.x.org/gone\t200\t5000\tZ\t-\n`,
  'pictures.tsv': [
    '#url\tstatus\ttype\tlength\tdigest\ttitle',
    'http://x.org/1/dot.gif\t200\timage/gif\t500\tP\t-',
    'http://x.org/2/dot.gif\t200\timage/gif\t500\tP\t-',
    'http://x.org/find?q=1\t200\ttext/html\t5000\tE\tPage not found',
    'http://x.org/find?q=2\t200\ttext/html\t5000\tE\tPage not found',
    'http://x.org/a\t200\ttext/html\t5000\tA\tAbout',
    'http://x.org/b\t200\ttext/html\t5000\tA\tAbout\n',
  ].join('\n'),
  'urls.txt': CLUSTERS.replace(/^.*\t/gm, ''),
  'composed.json': ruleSet([DROP_WWW]),
  empty: '',
});
const UNKNOWN =
  /nothing is known of the pages of 90 URLs \(no label, no digest, no sketch\), so there is nothing to judge rules on; give labeled/;
beforeAll(buildOnce, 120_000);
afterAll(() => folder.remove());
const run = (...args: string[]) => dustpan(args, { cwd: folder.path });

describe('validate', () => {
  it('writes the rules with new evidence', async () => {
    const { code, stdout, stderr } = await run('validate', '-r', 'rules.json', 'clusters.tsv');
    expect(code).toBe(0);
    expect(rulesOf(parseRuleSet(stdout))[0]).toMatchObject({
      id: DROP_WWW.id,
      state: 'active',
      evidence: { support: 40, falsePairs: 0 },
    });
    expect(stderr).toMatch(/^1 rule judged, 0 refuted; 0 join nothing of this data$/m);
  });

  it('marks what the data contradicts, and exits with 1', async () => {
    const { code, stderr } = await run('validate', '-r', 'rules.json', 'contradiction.tsv', '-o', 'out.json');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^1 rule judged, 1 refuted; 0 join nothing of this data\nrefuted: @\{www/m);
    expect(stderr).toContain('    http://www.x.org/single0x\n    is not http://x.org/single0x\n');
    const [refuted] = rulesOf(parseRuleSet(readFileSync(join(folder.path, 'out.json'), 'utf8')));
    expect(refuted).toMatchObject({
      state: 'refuted',
      evidence: { support: 41, falsePairs: 1, withoutSingles: { falsePairs: 0 } },
    });
    // A rule refuted before is no news.
    expect((await run('validate', '-r', 'out.json', 'contradiction.tsv')).code).toBe(0);
    const { stdout } = await run('key', '-r', 'out.json', 'clusters.tsv');
    expect(stdout).toBe(CLUSTERS);
  });

  it('lets through what --max-fpr or --wide allow', async () => {
    expect((await run('validate', '-r', 'rules.json', 'contradiction.tsv', '--max-fpr', '0.1')).code).toBe(0);
    expect((await run('validate', '-r', 'rules.json', 'contradiction.tsv', '--wide', 'wide.tsv')).code).toBe(0);
  });

  it('clusters records as it is told', async () => {
    expect((await run('validate', '-r', 'rules.json', 'records.tsv')).code).toBe(0);
    // The page that is gone is another one.
    expect((await run('validate', '-r', 'rules.json', 'records.tsv', '--keep', 'status')).code).toBe(1);
  });

  it('keeps rules that the data says nothing about', async () => {
    const { code, stdout, stderr } = await run('validate', '-r', 'both.json', 'clusters.tsv');
    expect(code).toBe(0);
    expect(rulesOf(parseRuleSet(stdout)).map(({ evidence }) => evidence?.support)).toEqual([undefined, 40]);
    expect(stderr).toMatch(/^1 rule judged, 0 refuted; 1 join nothing of this data$/m);
  });

  it('replays rules that compose, and marks what the data contradicts', async () => {
    const { code, stderr } = await run('validate', '-r', 'composed.json', 'clusters.tsv', '-o', 'replayed.json');
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^1 rule judged, 0 refuted; 0 join/m),
    });
    const [replayed] = rulesOf(parseRuleSet(readFileSync(join(folder.path, 'replayed.json'), 'utf8')));
    expect(replayed).toMatchObject({ state: 'active', evidence: { support: 40, falsePairs: 0 } });
    const contradicted = await run('validate', '-r', 'composed.json', 'contradiction.tsv');
    expect(contradicted.code).toBe(1);
    expect(rulesOf(parseRuleSet(contradicted.stdout))[0]).toMatchObject({
      state: 'refuted',
      evidence: { support: 41 },
    });
  });

  it.each([
    [['-r', 'rules.json', 'empty'], /the input is empty/],
    [['-r', 'rules.json', 'urls.txt'], UNKNOWN],
    [['clusters.tsv'], /no rules were given; name a rule file with -r RULES/],
    [['-r', '-'], /standard input can be read only once/],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await run('validate', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('evaluate', () => {
  it('gives every metric as JSON', async () => {
    const { code, stdout } = await run('evaluate', '-r', 'rules.json', 'contradiction.tsv', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      urls: 91,
      clusters: 51,
      forms: 50,
      rules: 1,
      applied: 1,
      compressionRate: 41 / 91,
      coverage: 1,
      normalizationPrecision: 40 / 41,
      averageReductionPerRule: 41,
      validRate: null,
      impureForms: 1,
      pagesLost: 1,
      withoutSingles: { urls: 80, normalizationPrecision: 1 },
    });
    const wide = JSON.parse(
      (await run('evaluate', '-r', 'rules.json', 'contradiction.tsv', '--json', '--wide', 'wide.tsv')).stdout,
    );
    expect(wide).toMatchObject({ coverage: 1, normalizationPrecision: 1, pages: 50, pagesLost: 0 });
  });

  it('clusters records as it is told', async () => {
    const evaluate = async (...args: string[]) =>
      JSON.parse((await run('evaluate', '-r', 'rules.json', 'records.tsv', '--json', ...args)).stdout);
    expect(await evaluate()).toMatchObject({ urls: 91, clusters: 51, coverage: 1, falsePairs: 0 });
    // Other evidence still says that two URLs may be one page.
    expect(await evaluate('--by', 'redirect', '--memory', '1m')).toMatchObject({ clusters: 91, falsePairs: 0 });
    expect(await evaluate('--keep', 'status')).toMatchObject({ clusters: 51, urls: 92, falsePairs: 1 });
  });

  it('says what duplicates are due to, and what is not known', async () => {
    const dustOf = async (...args: string[]) =>
      JSON.parse((await run('evaluate', '-r', 'rules.json', ...args, '--json')).stdout).dust;
    const all = { duplicates: 40, rules: 40, images: 0, softErrors: null, copies: null, rest: 0 };
    expect(await dustOf('clusters.tsv')).toMatchObject(all);
    expect(await dustOf('pictures.tsv')).toEqual({
      ...{ duplicates: 3, rules: 0, images: 1, softErrors: 1, copies: 1, rest: 0 },
      shares: { rules: 0, images: 1 / 3, softErrors: 1 / 3, copies: 1 / 3, rest: 0 },
    });
    const { stdout } = await run('evaluate', '-r', 'rules.json', 'pictures.tsv');
    expect(stdout).toMatch(
      /^duplicates are due to +rules 0 %, pictures 33 %, soft errors 33 %, exact copies 33 %, the rest 0 %$/m,
    );
  });

  it('gives them to people as text', async () => {
    const { code, stdout } = await run('evaluate', '-r', 'none.json', 'clusters.tsv');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^URLs +90$/m);
    expect(stdout).toMatch(/^coverage \(duplicates removed\) +0$/m);
    expect(stdout).toMatch(/^normalization precision +not defined$/m);
    expect(stdout).toMatch(/^URLs removed per rule +not defined$/m);
  });

  it('takes only a fold, and the folds are those that learn left out', async () => {
    const all = JSON.parse((await run('evaluate', '-r', 'rules.json', EXAMPLE, '--json')).stdout);
    const parts = [];
    for (const fold of ['1/3', '2/3', '3/3']) {
      const learned = await run('learn', EXAMPLE, '--learner', 'dustlin', ...LOW, '--fold', fold, '-o', 'fold.json');
      const part = JSON.parse((await run('evaluate', '-r', 'fold.json', EXAMPLE, '--fold', fold, '--json')).stdout);
      const [, left] = /^(\d+) URLs of/m.exec(learned.stderr)!;
      expect(part.urls + Number(left)).toBe(all.urls);
      expect(part.falsePairs).toBe(0);
      parts.push(part);
    }
    for (const count of ['urls', 'clusters', 'pages'] as const)
      expect(parts.reduce((sum, part) => sum + part[count], 0)).toBe(all[count]);
  });

  it.each([
    [['-r', 'rules.json', 'empty'], /the input is empty/],
    [['-r', 'rules.json', 'urls.txt'], UNKNOWN],
    [['-r', 'rules.json', 'clusters.tsv', '--fold', '3'], /a fold is i\/k/],
    [['-r', 'rules.json', 'clusters.tsv', '--by', 'title'], /there is no evidence "title"/],
    [['clusters.tsv'], /no rules were given/],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await run('evaluate', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
