/** Rules that work together, chosen by stages, are those chosen in memory: site by site, with what holds everywhere. */
import { describe, expect, it } from 'vitest';
import { CLUSTER_DEFAULTS, clusterRecords } from '../../clusters/index.ts';
import { type LearnOptions, learnJob, learnRules } from '../../pipeline/index.ts';
import { readRecords } from '../../records/index.ts';
import { printRuleSet, rulesOf } from '../../rules/index.ts';
import { temporaryFiles } from './file-of.case.ts';
import { openLocalEngine } from './index.ts';

const fileOfText = temporaryFiles();
const fileOf = (lines: readonly string[]) => fileOfText(lines.map((line) => `${line}\n`).join(''));

async function compare(path: string, asked: Partial<LearnOptions> = {}, { memory } = CLUSTER_DEFAULTS) {
  const options = { learner: 'auto', ...asked };
  const { clusters, failing, hygiene } = await clusterRecords(readRecords([path]));
  const madeWith = hygiene.length === 0 ? {} : { by: 'x' };
  const { ruleSet, summary } = learnRules(clusters, { ...options, failing, madeWith, memory });
  const seen = new Set<string>();
  for (const [partitions, mostEdges] of [
    [1, 1000],
    [3, 0],
  ] as const) {
    const engine = openLocalEngine({ partitions, onStage: (stage) => seen.add(stage) });
    try {
      const clustering = { ...CLUSTER_DEFAULTS, reading: {}, mostEdges, memory };
      const job = { learning: options, clustering, pagesWithin: null, madeWith: { by: 'x' } };
      const found = await learnJob(engine, [{ path, kind: 'text' }], job);
      expect(printRuleSet(found.ruleSet)).toBe(printRuleSet(ruleSet));
      expect(found.candidates).toBe(summary.candidates);
      expect(summary.rejected).toMatchObject(found.rejected);
    } finally {
      await engine.close();
    }
  }
  return { rules: rulesOf(ruleSet), seen, share: summary.share };
}

/** Pages of a host, under two URLs each. */
function pages(host: string, count: number, other: (url: string, i: number) => string, wide = (id: string) => id) {
  return Array.from({ length: count }, (_, i) => {
    const [id, url] = [`${host}-${i}`, `http://${host}/page/${(i * 7919).toString(36)}`];
    return [`${id}\t${url}\t${wide(id)}`, `${id}\t${other(url, i)}\t${wide(id)}`];
  }).flat();
}

const sid = (url: string, i: number) => `${url}?sid=${(i * 104729).toString(36)}`;
const www = (url: string) => url.replace('http://', 'http://www.');

describe('auto by stages', () => {
  it('agrees on sites of several hosts, subdomains and wide groups', async () => {
    const { rules, seen } = await compare(
      fileOf([
        ...pages('a.org', 40, www),
        ...pages('b.org', 40, sid, (id) => (id.endsWith('3') ? 'w3' : id)),
        ...pages('sub.b.org', 30, sid),
        ...pages(
          'c.net',
          30,
          (url) => `${url}/`,
          (id) => (id.endsWith('3') ? 'w3' : id),
        ),
        ...pages('x.d.com', 30, sid),
        ...pages('y.d.com', 30, (url) => url.replace('http:', 'https:')),
        'odd\tno host at all',
        'odd\t?',
        'one\thttp://single.org/\tone',
      ]),
    );
    expect(rules.length).toBeGreaterThan(3);
    expect(seen).toContain('reduce:select-sites');
    expect(seen).not.toContain('reduce:hold-on-sites');
  }, 180_000);

  it('agrees on what holds everywhere', async () => {
    const hosts = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.example`);
    const data = hosts.flatMap((host) => [...pages(host, 30, sid)]);
    // On one site a parameter that others drop tells pages apart.
    const lang = [...hosts.slice(0, 5)].flatMap((host) =>
      pages(`l${host}`, 30, (url, i) => `${url}?lang=${['en', 'de'][i % 2]}`),
    );
    const apart = Array.from({ length: 60 }, (_, i) => `n${i}\thttp://news.test/${i >> 1}?lang=${i % 2 ? 'en' : 'de'}`);
    const { rules, seen } = await compare(fileOf([...data, ...lang, ...apart]));
    expect(seen).toContain('reduce:hold-on-sites');
    expect(rules.some(({ scope }) => scope.hosts === '*')).toBe(true);
    expect(rules.some(({ scope }) => scope.hosts !== '*')).toBe(true);
  }, 180_000);

  it('agrees on a rule that does not hold beside those for every host', async () => {
    const slash = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name) => pages(`${name}.example`, 30, (url) => `${url}/`));
    const own = pages('other.test', 30, sid);
    const without = await compare(fileOf([...slash, ...own]));
    expect(without.rules.map(({ scope }) => scope.hosts)).toEqual(['*', ['other.test']]);
    // One page with a slash, another without: they stay apart but for both rules together.
    const apart = ['k', 'l', 'm'].flatMap((page) => [
      `${page}1\thttp://other.test/${page}/?sid=a`,
      `${page}2\thttp://other.test/${page}?sid=b`,
    ]);
    const { rules, seen } = await compare(fileOf([...slash, ...own, ...apart]));
    expect(rules.map(({ scope }) => scope.hosts)).toEqual(['*']);
    expect(seen).toContain('reduce:hold-on-sites');
  }, 180_000);

  it('draws the same part of a site that is too large, before its URLs meet', async () => {
    const giant = pages('giant.org', 600, sid, (id) => id.slice(0, -1));
    const singles = Array.from({ length: 20_000 }, (_, i) => `s${i}\thttp://giant.org/note/${(i * 7919).toString(36)}`);
    // Labels may put the URLs of one cluster into several wide groups.
    const mixed = Array.from({ length: 40 }, (_, i) => `m${i >> 1}\thttp://giant.org/page/m${i}\tw${i % 7}`);
    const lines = [...giant, ...singles, ...mixed, ...pages('small.org', 40, www)];
    const { rules, seen, share } = await compare(fileOf(lines), {}, { ...CLUSTER_DEFAULTS, memory: 2 ** 20 });
    expect(seen).toContain('map:sample-sites');
    expect(share).toBeLessThan(0.95);
    expect(rules.length).toBeGreaterThan(1);
  }, 180_000);

  it('agrees on records, a fold, and URLs that do not answer', async () => {
    const records = Array.from({ length: 60 }, (_, i) => {
      const url = `http://x.org/p/${(i * 7919).toString(36)}`;
      const all = [url, `${url}?sid=${i}`, `http://www.x.org/p/${(i * 7919).toString(36)}`];
      const found = all.map((url) => JSON.stringify({ url, status: 200, digest: `d${i}`, length: 900 }));
      return i % 9 === 0 ? [...found.slice(1), JSON.stringify({ url, status: 404 })] : found;
    });
    const { rules } = await compare(fileOf(records.flat()), { fold: { part: 1, of: 4 } });
    expect(rules.length).toBeGreaterThan(0);
  }, 180_000);
});
