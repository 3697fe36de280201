/** `cluster` as a user sees it: what it writes, what it says, how it is told, and that nothing is left on disk. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRuleSet, rulesOf } from '../../src/rules/index.ts';
import { buildOnce, dustpan, makeFolder, resultOf, startDustpan } from '../support/cli.ts';

const HEADER = 'url\tstatus\ttype\tlength\tdigest\tsketch\tredirect\tcanonical\n';
const row = (...columns: (string | number)[]) => `${columns.join('\t')}\n`;
const CRAWL =
  HEADER +
  row('http://x.org/b', 200, 'text/html', 500, 'D1', '1.2.3.4', '', '') +
  row('http://x.org/a', 200, 'text/html', 500, 'D1', '1.2.3.4', '', '') +
  row('http://x.org/c', 200, 'text/html', 600, 'D2', '1.2.3.4', '', '') +
  row('http://x.org/d', 200, 'text/html', 600, 'D3', '1.2.8.9', '', 'http://x.org/a') +
  row('http://x.org/e', 200, 'text/html', 600, 'D4', '5.6.7.8', '', 'http://x.org/a') +
  row('http://x.org/f', 301, '', '', '', '', 'http://x.org/g', '') +
  row('http://x.org/g', 302, '', '', '', '', 'http://x.org/e', '') +
  row('http://x.org/gone', 404, 'text/html', 600, 'D1', '1.2.3.4', '', '');
const CLUSTERS =
  'cluster_id\turl\twide_id\n' +
  '1\thttp://x.org/a\t1\n1\thttp://x.org/b\t1\n1\thttp://x.org/c\t1\n' +
  '2\thttp://x.org/d\t1\n' +
  '3\thttp://x.org/e\t2\n3\thttp://x.org/f\t2\n3\thttp://x.org/g\t2\n';
/** Pages under two hosts, and a soft 404 that would teach the wrong. */
const SITE =
  'url\tstatus\ttype\tlength\tdigest\ttitle\n' +
  Array.from({ length: 60 }, (_, i) =>
    ['www.x.org', 'x.org']
      .map((host) => row(`http://${host}/wiki/page${i}`, 200, 'text/html', 900, `P${i}`, `Page ${i}`))
      .join(''),
  ).join('') +
  Array.from({ length: 20 }, (_, i) =>
    row(`http://x.org/wiki/no${i}such`, 200, 'text/html', 900, 'LOGIN', 'Log in - X'),
  ).join('');

const logLine = (path: string, status: number, bytes: number) =>
  `192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET ${path} HTTP/1.0" ${status} ${bytes}\n`;
const LOG = logLine('/a', 200, 500) + logLine('/b', 200, 600) + logLine('/x', 404, 600) + logLine('/c', 304, 0);

const folder = makeFolder({
  'access.log': LOG,
  'urls.txt': 'http://x.org/a\nhttp://x.org/new\n',
  'crawl.tsv': CRAWL,
  'crawl.tsv.gz': gzipSync(CRAWL),
  'shuffled.tsv': HEADER + CRAWL.split('\n').slice(1, -1).reverse().join('\n'),
  'site.tsv': SITE,
  'labels.tsv': 'z\thttp://x.org/2\ny\thttp://x.org/1\nz\thttp://x.org/0\n',
  'near.csv': 'Address,Near Duplicate Address\nhttp://x.org/e,http://x.org/a\n',
  'errors.tsv': HEADER + row('http://x.org/gone', 404, '', '', '', '', '', ''),
});
beforeAll(buildOnce, 120_000);
afterAll(() => folder.remove());
const run = (...args: string[]) => dustpan(args, { cwd: folder.path });

describe('cluster', () => {
  it('writes strict and wide ids, and tells what it did', async () => {
    const { code, stdout, stderr } = await run('cluster', 'crawl.tsv');
    expect(code).toBe(0);
    expect(stdout).toBe(CLUSTERS);
    expect(stderr.split('\n').slice(1)).toEqual([
      'dustpan: filter status: 1 URL left out, because they did not answer with a page (status 200); the first is http://x.org/gone',
      'dustpan: filter boilerplate: does not apply: the records have no titles',
      'dustpan: filter soft-404: does not apply: the records have no titles',
      '7 URLs of 3 pages: 4 duplicates, in 2 clusters of two URLs or more; 2 pages in the wide sense',
      '',
    ]);
  });

  it('gives the same bytes for any order, compressed or not, in any memory, to a file or a pipe', async () => {
    for (const args of [['shuffled.tsv'], ['crawl.tsv.gz'], ['crawl.tsv', '--memory', '1k']]) {
      expect((await run('cluster', ...args)).stdout).toBe(CLUSTERS);
    }
    expect((await dustpan(['cluster'], { input: CRAWL })).stdout).toBe(CLUSTERS);
    await run('cluster', 'crawl.tsv', '-o', 'clusters.tsv');
    expect(readFileSync(join(folder.path, 'clusters.tsv'), 'utf8')).toBe(CLUSTERS);
  });

  it('writes what it reads as labels again', async () => {
    await run('cluster', 'crawl.tsv', '-o', 'once.tsv');
    expect((await run('cluster', 'once.tsv')).stdout).toBe(CLUSTERS);
    expect((await run('cluster', 'labels.tsv')).stdout).toBe(
      'cluster_id\turl\twide_id\n1\thttp://x.org/0\t1\n1\thttp://x.org/2\t1\n2\thttp://x.org/1\t2\n',
    );
  });

  const members = (stdout: string) => {
    const groups = new Map<string, string>();
    for (const line of stdout.trimEnd().split('\n').slice(1)) {
      const [id, url] = line.split('\t');
      groups.set(id!, (groups.get(id!) ?? '') + url!.replace('http://x.org/', ''));
    }
    return [...groups.values()].join(' ');
  };
  it.each([
    [['--by', 'digest'], 'ab c d e'],
    [['--by', 'digest,redirect'], 'ab c d efg'],
    [['--by', 'sketch', '--shingles', '2'], 'abcd e'],
    [['--by', 'digest,canonical'], 'abd c e'],
    [['--keep', 'status'], 'abcgone d efg'],
  ])('%j gives %s', async (args, expected) => {
    expect(members((await run('cluster', 'crawl.tsv', ...args)).stdout)).toBe(expected);
  });

  it('widens by the pairs of another tool', async () => {
    const { stdout } = await run('cluster', 'crawl.tsv', 'near.csv');
    expect(stdout).toBe(CLUSTERS.replaceAll('\t2\n', '\t1\n'));
  });

  it('takes filters to keep in one list or several', async () => {
    const once = await run('cluster', 'site.tsv', '--keep', 'soft-404,tiny');
    const twice = await run('cluster', 'site.tsv', '--keep', 'soft-404', '--keep', 'tiny');
    expect(once.stdout).toBe(twice.stdout);
    expect(once.stdout).toContain('no7such');
    expect(once.stderr).toContain('dustpan: filters off: tiny, soft-404; such pages take part as all others\n');
    const { stdout, stderr } = await run('cluster', 'site.tsv');
    expect(stdout).not.toContain('no7such');
    expect(stderr).toContain(
      'dustpan: filter soft-404: 20 URLs in 1 cluster left out, of pages with the title of an error or a login; such as http://x.org/wiki/no0such = http://x.org/wiki/no9such\n',
    );
  });

  it.each([
    [['--by', 'title'], 'there is no evidence "title"; there are digest, sketch, redirect, canonical'],
    [
      ['--keep', 'small'],
      'there is no filter "small"; there are status, empty, tiny, assets, giant, boilerplate, soft-404',
    ],
    [['--memory', 'much'], 'an amount of memory is a number with k, m or g, such as 2g or 500m, not "much"'],
    [['--shingles', '5'], '--shingles takes a whole number from 1 up to 4, not "5"'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await run('cluster', 'crawl.tsv', ...args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `dustpan: ${message}\n` });
  });

  it('does not write URLs of whose pages nothing is known, and counts them', async () => {
    const { code, stdout, stderr } = await run('cluster', 'crawl.tsv', 'urls.txt');
    expect({ code, stdout }).toEqual({ code: 0, stdout: CLUSTERS });
    expect(stderr).toContain(
      'dustpan: 1 URL in no cluster, because nothing is known of their pages (no label, no digest, no sketch); the first is http://x.org/new\n',
    );
  });

  it.each(['1k', '2g'])('refuses a log, of whose pages nothing is known, in %s of memory', async (memory) => {
    const { code, stdout, stderr } = await run('cluster', 'access.log', '--host', 'x.org', '--memory', memory);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n').slice(1)).toEqual([
      'dustpan: 3 URLs in no cluster, because nothing is known of their pages (no label, no digest, no sketch); the first is http://x.org/a',
      'dustpan: filter status: 1 URL left out, because they did not answer with a page (status 200); the first is http://x.org/x',
      'dustpan: nothing is known of the pages of 3 URLs (no label, no digest, no sketch), so there are no clusters; give records with digests, sketches or redirects',
      '',
    ]);
  });

  it('refuses inputs of which nothing is left, and writes nothing', async () => {
    const { code, stderr } = await run('cluster', 'errors.tsv', '-o', 'none.tsv');
    expect(code).toBe(2);
    expect(stderr).toContain(
      'dustpan: none of 1 lines could be used, for the reasons above; add the records of pages that answered with status 200\n',
    );
    expect(readdirSync(folder.path).filter((name) => name.includes('none'))).toEqual([]);
  });

  it('leaves nothing on disk when it is stopped in the midst of sorting', async () => {
    const temporary = makeFolder();
    const child = startDustpan(['cluster', '--format', 'tsv', '--memory', '1k', '-'], {
      env: { TMPDIR: temporary.path },
    });
    const result = resultOf(child);
    child.stdin.on('error', () => undefined);
    child.stdin.write(SITE.repeat(20));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    child.kill('SIGTERM');
    expect((await result).code).toBe(143);
    expect(readdirSync(temporary.path)).toEqual([]);
    temporary.remove();
  });
});

describe('learn on records', () => {
  it('clusters them the same way', async () => {
    const low = ['--learner', 'dustlin', '--min-frequency', '2', '--min-support', '2'];
    await run('cluster', 'site.tsv', '-o', 'site-clusters.tsv');
    const fromClusters = await run('learn', 'site-clusters.tsv', ...low);
    const fromRecords = await run('learn', 'site.tsv', ...low);
    const [ours, theirs] = [fromRecords, fromClusters].map(({ stdout }) => parseRuleSet(stdout));
    expect(rulesOf(ours!).length).toBeGreaterThan(0);
    expect(rulesOf(ours!)).toEqual(rulesOf(theirs!));
    // How records were clustered is written down; labels are believed, so there is nothing to write.
    expect(ours!.options).toEqual({ ...theirs!.options, by: 'digest,sketch,redirect', shingles: 4 });
    expect(fromRecords.stderr).toContain('filter soft-404: 20 URLs in 1 cluster left out');
    const kept = await run('learn', 'site.tsv', '--keep', 'soft-404', '--by', 'digest', '--shingles', '3', ...low);
    expect(kept.stderr).toContain('140 URLs of 61 pages');
    expect(parseRuleSet(kept.stdout).options).toMatchObject({ by: 'digest', shingles: 3, keep: 'soft-404' });
  });

  it('refuses those of whose pages nothing is known, and says which method takes them', async () => {
    for (const args of [['access.log', '--host', 'x.org'], ['urls.txt']]) {
      const { code, stdout, stderr } = await run('learn', ...args, '--learner', 'duster');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(
        /^dustpan: nothing is known of the pages of \d URLs \(no label, no digest, no sketch\), so duster cannot learn from them; --learner dustbuster learns from a bare list$/m,
      );
    }
  });
});
