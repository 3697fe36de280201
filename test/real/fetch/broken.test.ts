/** The program against a server that does everything wrong: it ends in time, asks as often as it says, and believes only whole pages. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, redirect, startSite, type TestSite } from '../../../src/fetch/test-site.case.ts';
import { parseRuleSet, rulesOf } from '../../../src/rules/index.ts';
import { buildOnce, dustpan, makeFolder, rule, ruleSet } from '../../support/cli.ts';

const folder = makeFolder();
let site: TestSite;
beforeAll(async () => {
  buildOnce();
  site = await startSite();
});
afterAll(async () => {
  await site.close();
  folder.remove();
});

/** A hundred megabytes of nothing, and a server's worth of other mischief. */
const BOMB = gzipSync(Buffer.alloc(100_000_000), { level: 1 });
const MISCHIEF: Readonly<Record<string, Reply>> = {
  bomb: (response) => response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(BOMB),
  truncated: (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '500' });
    response.write('<title>cut', () => response.socket!.destroy());
  },
  chunks: (response) => {
    response.socket!.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n');
  },
  failing: (response) => response.writeHead(500).end('sorry'),
  circle: redirect('?again'),
  file: redirect('file:///etc/passwd'),
};

const PAGES = Array.from({ length: 20 }, (_, i) => i);

async function prove(names: readonly string[], more: readonly string[] = []) {
  const urls = [...PAGES.map((i) => `/p${i}?sid=${i}`), ...names.map((name) => `/${name}?sid=1`)];
  const rules = [rule('@{127.0.0.1} E => dropParam(sid)', { state: 'quarantined' })];
  writeFileSync(join(folder.path, 'urls.txt'), `${urls.map((path) => site.origin + path).join('\n')}\n`);
  writeFileSync(join(folder.path, 'rules.json'), ruleSet(rules));
  const from = site.log.length;
  const result = await dustpan([
    ...['validate', '-r', join(folder.path, 'rules.json'), '--fetch', join(folder.path, 'urls.txt')],
    ...['--allow-private', '--delay', '0', ...more],
  ]);
  return { ...result, asked: site.log.slice(from) };
}

describe('validate --fetch', () => {
  it('believes whole pages only', async () => {
    for (const i of PAGES) {
      site.set(`/p${i}?sid=${i}`, `<title>page ${i}</title>`);
      site.set(`/p${i}`, `<title>page ${i}</title>`);
    }
    for (const [name, reply] of Object.entries(MISCHIEF)) {
      site.set(`/${name}?sid=1`, reply);
      site.set(`/${name}`, reply);
    }
    const { code, stdout, stderr, asked } = await prove(Object.keys(MISCHIEF));
    const [proven] = rulesOf(parseRuleSet(stdout));
    expect(proven!.evidence!.fetched).toEqual({ tested: 20, positive: 20, negative: 0, skipped: 6 });
    expect(proven!.state).toBe('active');
    expect(stderr).toContain(`${asked.length} requests to 1 host`);
    expect(code).toBe(0);
  });

  it('holds it against a rule if a page becomes something broken, but not if it becomes unreachable', async () => {
    site.set('/p0', (response) => response.writeHead(500).end());
    site.set('/p1', (response) => response.writeHead(404).end());
    site.set('/p2', redirect('/p2'));
    site.set('/p3', (response) => response.socket!.destroy());
    const { code, stdout, stderr } = await prove([]);
    const [refuted] = rulesOf(parseRuleSet(stdout));
    expect(refuted!.evidence!.fetched).toMatchObject({ negative: 3 });
    expect(refuted!.state).toBe('refuted');
    expect(stderr).toMatch(/refuted after \d+ pairs \(3 different\)/);
    expect(code).toBe(1);
  });

  it('gives up on a server that does not answer, within the time it has', async () => {
    for (const i of PAGES) site.set(`/p${i}?sid=${i}`, () => undefined);
    const started = performance.now();
    const { code, stderr, asked } = await prove([], ['--max-seconds', '3']);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(stderr).toContain('undecided after 0 pairs, the budget was spent');
    expect(asked.length).toBeLessThan(20);
    expect(code).toBe(0);
  });
});
