/** `replicas`, `compare --task replicas` and `evaluate` of combined sets as a user sees them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplicaComparison, ReplicaPair, ReplicaSummary } from '../../src/index.ts';
import { crawl, SITES, type SitePage, tree } from '../../src/pipeline/replicas.case.ts';
import { parseRuleSet, rulesOf, stagesOf } from '../../src/rules/index.ts';
import { buildOnce, dustpan, makeFolder, rule, ruleSet } from '../support/cli.ts';

const table = (sites: Readonly<Record<string, readonly SitePage[]>>) =>
  'url\tstatus\ttype\tlength\tdigest\tsketch\tredirect\n' +
  crawl(sites)
    .map(({ url, status, type, length, digest, sketch, redirect }) =>
      [url, status, type, length, digest?.replaceAll(' ', '_'), sketch?.replaceAll(' ', '_'), redirect]
        .map((cell) => cell ?? '-')
        .join('\t'),
    )
    .join('\n');

const folder = makeFolder({
  'sites.tsv': table(SITES),
  'one-host.tsv': table({ 'a.org': tree('x') }),
  'strangers.tsv': table({ 'a.org': tree('x'), 'b.org': tree('y') }),
  'same.tsv': table({ 'a.org': tree('x'), 'b.org': tree('x'), 'c.org': tree('x') }),
  'urls.txt': 'http://a.org/1\nhttp://b.org/1\n',
  'ips.tsv': 'host\tip\none.org\t10.0.0.1\nwww.one.org\t10.0.0.1\nnowhere.org\t10.0.0.2\nfive.org\tnone\nbroken\n',
  'broken.tsv': 'nothing here\n',
  'pairs.tsv':
    'host_a\thost_b\tlabel\none.org\twww.one.org\treplica\none.org\tfive.org\tnone\nsix.org\tseven.org\tlicense\n',
  'rules.json': ruleSet([rule('@{one.org} E => dropParam(sid)')]),
});
beforeAll(buildOnce, 120_000);
afterAll(() => folder.remove());
const run = (...args: string[]) => dustpan(args, { cwd: folder.path });
const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');

describe('replicas', () => {
  it('writes pairs with their score, best first, and says what is missing', async () => {
    const { code, stdout, stderr } = await run('replicas', 'sites.tsv');
    expect(code).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
    const scores = lines.map(([, , score]) => Number(score));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const scoreOf = (a: string, b: string) => Number(lines.find(([x, y]) => x === a && y === b)?.[2] ?? 0);
    expect(scoreOf('one.org', 'www.one.org')).toBeGreaterThan(0.8);
    expect(scoreOf('five.org', 'three.org')).toBeLessThan(0.5);
    expect(stderr).toContain(
      'no address of a host is known, so the features ip4 and ip3 are left out; give --ips FILE',
    );
    expect(stderr).toMatch(/\d+ pairs taken for replicas, in 1 group\n$/);
  });

  it('tells what it could not use of a list of addresses', async () => {
    const { stdout, stderr } = await run('replicas', 'sites.tsv', '--ips', 'ips.tsv', '--json');
    expect(stderr).toContain('1 line of ips.tsv left out, not of the form host, tab, address; the first is broken');
    expect(stderr).toContain(
      '1 of 4 hosts in the list of addresses are not in the data, and are left out; the first is nowhere.org',
    );
    expect(stderr).toContain('1 line without a valid address left out; the first is five.org none');
    const { summary, pairs, groups } = JSON.parse(stdout) as {
      summary: ReplicaSummary;
      pairs: ReplicaPair[];
      groups: unknown[];
    };
    expect(summary.features).toEqual(['ndist', 'nmatch', 'ip4', 'ip3', 'fullpath']);
    expect(groups).toHaveLength(1);
    const pair = pairs.find(({ a, b }) => a === 'one.org' && b === 'www.one.org')!;
    expect(pair).toMatchObject({ isReplica: true, sharedPages: 20, jaccard: 1 });
    expect(pair.features.ip4).toBe(1);
    expect(pair.examples).toHaveLength(3);
    expect(pair.finding?.kind).toBe('replica');
  });

  it('writes groups, the representative first', async () => {
    const { stdout } = await run('replicas', 'sites.tsv', '--groups');
    expect(stdout).toBe(
      'one.org\tbanner.example\tmirror.two.net\tmoved.example\told-one.org\tpart.example\twww.one.org\n',
    );
  });

  it('writes host rules that `key` uses, and combines them with others, and `evaluate` shows what each removes', async () => {
    await run('replicas', 'sites.tsv', '--host-rules', '--min-support', '5', '-o', 'hosts.json');
    expect(rulesOf(parseRuleSet(read('hosts.json')))).toHaveLength(5);
    const keys = await dustpan(['key', '-r', 'hosts.json'], {
      cwd: folder.path,
      input: 'http://www.one.org/docs/page-3.html\nhttp://moved.example/manual/docs/page-3.html\nhttp://five.org/\n',
    });
    expect(keys.stdout).toBe('http://one.org/docs/page-3.html\nhttp://one.org/docs/page-3.html\nhttp://five.org/\n');
    const combined = await run(
      'replicas',
      'sites.tsv',
      '--combine',
      'rules.json',
      '--min-support',
      '5',
      '-o',
      'all.json',
    );
    expect(combined.stderr).toMatch(/5 host rules for 6 replicas: 6 proposed, 1 contradicted/);
    const set = parseRuleSet(read('all.json'));
    expect(stagesOf(set).map(({ rules }) => rules.length)).toEqual([5, 1]);
    const { stdout } = await run('evaluate', '-r', 'all.json', 'sites.tsv', '--json');
    const { reduction, urls, forms } = JSON.parse(stdout) as {
      reduction: Record<string, number>;
      urls: number;
      forms: number;
    };
    expect(reduction).toMatchObject({ intra: 0, union: urls - forms, inter: urls - forms, both: 0 });
    expect(reduction['union']).toBeGreaterThan(60);
    const text = await run('evaluate', '-r', 'all.json', 'sites.tsv');
    expect(text.stdout).toContain('removed by rules between sites');
  });

  it.each(['pu+nu', 'pu', 'nu', 'norm-paths', 'b-svm'])('has the published method %s', async (method) => {
    const { code, stdout } = await run('replicas', 'sites.tsv', '--method', method);
    expect(code).toBe(0);
    expect(stdout).toContain('one.org\twww.one.org\t');
  });

  it.each([
    ['one-host.tsv', 'there are pages of one site (a.org) only, so there is no pair of sites to compare'],
    ['strangers.tsv', 'no two of 2 sites share a page'],
    ['same.tsv', 'all 3 sites may be copies of one'],
  ])('%s: %s', async (file, sentence) => {
    const { code, stderr } = await run('replicas', file);
    expect(code).toBe(0);
    expect(stderr).toContain(sentence);
  });

  it.each([
    [['urls.txt'], 'so no two sites are known to share a page; give records with digests, sketches or redirects'],
    [['sites.tsv', '--groups', '--json'], 'give one of --groups, --host-rules, --combine and --json'],
    [['sites.tsv', '--groups', '--method', 'norm-paths'], 'norm-paths ranks pairs and decides on none'],
    [['sites.tsv', '--ips', 'broken.tsv'], 'no line has the form host, tab, address'],
    [['-', '--ips', '-'], 'standard input can be read only once'],
  ])('refuses %j', async (args, sentence) => {
    const { code, stdout, stderr } = await run('replicas', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
  });
});

describe('compare --task replicas', () => {
  it('has a row for each method, JSON, and a page with the curve', async () => {
    const args = ['compare', '--task', 'replicas', 'sites.tsv', '--pairs', 'pairs.tsv', '--positive', 'replica'];
    const { code, stdout } = await run(...args, '--html', 'roc.html');
    expect(code).toBe(0);
    for (const method of ['extended', 'pu+nu', 'pu', 'nu', 'norm-paths', 'b-svm'])
      expect(stdout).toMatch(new RegExp(`^${method.replace('+', '\\+')} +`, 'm'));
    const page = read('roc.html');
    expect(page).toContain('Receiver operating characteristic');
    expect(page).not.toMatch(/<script|https?:|NaN|undefined/);
    const comparison = JSON.parse((await run(...args, '--json')).stdout) as ReplicaComparison;
    expect(comparison.rows[0]).toMatchObject({ method: 'extended', pooledAuc: 1, precision: 1, recall: 1, fpr: 0 });
    expect(comparison.rows[0]!.labels).toContainEqual({ label: 'license', pairs: 1, found: 0, auc: 1 });
  });

  it.each([
    [[], 'name labeled pairs of hosts with --pairs FILE'],
    [['--pairs', 'pairs.tsv', '--positive', 'clone'], 'no labeled pair of the data is clone'],
    [['--pairs', 'pairs.tsv', '--methods', 'guess'], 'There is no method "guess"'],
    [['--pairs', 'pairs.tsv', '--csv'], '--csv is for learners of rules'],
  ])('refuses %j', async (args, sentence) => {
    const { code, stderr } = await run('compare', '--task', 'replicas', 'sites.tsv', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });
});
