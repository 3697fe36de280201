/** Checks of pauses, budgets, retries, stopping and the journal, against a server on loopback. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { redirect } from './test-site.case.ts';
import { describeOutcome, useWeb } from './web.case.ts';

const web = useWeb();
const folder = mkdtempSync(join(tmpdir(), 'dustpan-fetch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('budget and pause', () => {
  it('waits between requests to one host', async () => {
    const fetcher = await web.fetcherWith({ delayMs: 150 });
    await Promise.all(['/a', '/b', '/c'].map((path) => fetcher.fetch(web.site.origin + path)));
    const gaps = web.site.times.slice(1).map((time, i) => time - web.site.times[i]!);
    expect(gaps).toHaveLength(3);
    expect(Math.min(...gaps)).toBeGreaterThan(145);
  });

  it('makes no more requests than it may, robots.txt and redirects included', async () => {
    web.site.set('/r', redirect('/a'));
    const fetcher = await web.fetcherWith({ maxRequests: 4 });
    const outcomes = [];
    for (const path of ['/b', '/r', '/c', '/b'])
      outcomes.push(describeOutcome(await fetcher.fetch(web.site.origin + path)));
    expect(outcomes).toEqual(['page', 'page', 'budget', 'page']);
    expect(web.site.log).toHaveLength(4);
  });

  it('stops at the budget of bytes, also in the middle of a body', async () => {
    web.site.set('/big', 'x'.repeat(50_000));
    const fetcher = await web.fetcherWith({ maxHostBytes: 60_000 });
    expect(describeOutcome(await fetcher.fetch(`${web.site.origin}/big`))).toBe('page');
    web.site.set('/big2', 'y'.repeat(50_000));
    expect(describeOutcome(await fetcher.fetch(`${web.site.origin}/big2`))).toBe('budget');
    expect(describeOutcome(await fetcher.fetch(`${web.site.origin}/a`))).toBe('budget');
  });

  it('stops at the budget of time', async () => {
    const fetcher = await web.fetcherWith({ delayMs: 600, maxHostMs: 1700 });
    const outcomes = [];
    for (const path of ['/a', '/b', '/c']) outcomes.push(describeOutcome(await fetcher.fetch(web.site.origin + path)));
    expect(outcomes).toEqual(['page', 'page', 'budget']);
  });

  it('does not let a request take longer than the budget of time', async () => {
    web.site.set('/slow', () => undefined);
    const started = performance.now();
    expect(await web.ask('/slow', { maxHostMs: 300 })).toBe('budget');
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('tries again what failed in passing, after the time the server asks for', async () => {
    let asked = 0;
    web.site.set('/busy', (response) => {
      asked++;
      if (asked === 1) response.writeHead(429, { 'retry-after': '1' }).end();
      else if (asked === 2) response.writeHead(503).end();
      else response.writeHead(200).end('at last');
    });
    expect(await web.ask('/busy')).toBe('page');
    expect(web.site.times[2]! - web.site.times[1]!).toBeGreaterThan(990);
  });

  it('does not wait longer than its budget for a server that asks it to', async () => {
    web.site.set('/busy', (response) => response.writeHead(503, { 'retry-after': '86400' }).end());
    expect(await web.ask('/busy')).toBe('budget');
    expect(web.site.log).toEqual(['/robots.txt', '/busy']);
  });

  it('leaves a host alone that fails again and again', async () => {
    const fetcher = await web.fetcherWith();
    const outcomes = [];
    for (const path of ['/x', '/y', '/z', '/a']) {
      web.site.set(path, (response) => response.socket!.destroy());
      outcomes.push(describeOutcome(await fetcher.fetch(web.site.origin + path)));
    }
    expect(outcomes).toEqual(['broken', 'broken', 'host-down', 'host-down']);
    expect(web.site.log).toHaveLength(7);
  });

  it('stops when told, in the middle of a request or of a pause', async () => {
    for (const path of ['/hang', '/a']) {
      const stop = new AbortController();
      web.site.set('/hang', () => stop.abort());
      const fetcher = await web.fetcherWith({ signal: stop.signal, delayMs: path === '/a' ? 60_000 : 0 });
      if (path === '/a') setTimeout(() => stop.abort(), 50);
      expect(describeOutcome(await fetcher.fetch(web.site.origin + path))).toBe('stopped');
      expect(describeOutcome(await fetcher.fetch(`${web.site.origin}/c`))).toBe('stopped');
    }
    expect(web.site.log).not.toContain('/c');
  });
});

describe('the journal', () => {
  it('keeps a second run from asking again, whatever the answer was', async () => {
    const journal = join(folder, 'again.jsonl');
    web.site.set('/r', redirect('/a'));
    web.site.set('/short', (response) => response.socket!.destroy());
    const run = async () => {
      const fetcher = await web.fetcherWith({ journal, retries: 0 });
      const outcomes = [];
      for (const path of ['/r', '/b', '/missing', '/short']) outcomes.push(await fetcher.fetch(web.site.origin + path));
      await web.closeLast();
      return { outcomes, report: fetcher.report() };
    };
    const first = await run();
    const asked = web.site.log.length;
    expect(asked).toBe(6);
    const second = await run();
    expect(web.site.log).toHaveLength(asked);
    expect(second.outcomes).toEqual(first.outcomes);
    expect(second.report).toMatchObject({ requests: 0, reused: 5 });
    expect(readFileSync(journal, 'utf8')).not.toContain('page a');
  });

  it('survives a torn last line, and lines that are none', async () => {
    const journal = join(folder, 'torn.jsonl');
    const fetcher = await web.fetcherWith({ journal });
    await fetcher.fetch(`${web.site.origin}/a`);
    await fetcher.fetch(`${web.site.origin}/b`);
    await web.closeLast();
    const lines = readFileSync(journal, 'utf8').split('\n');
    expect(lines).toHaveLength(5);
    writeFileSync(journal, [lines[0], '{"url":5}', 'nonsense', lines[1], lines[2], lines[3]!.slice(0, 30)].join('\n'));
    const again = await web.fetcherWith({ journal });
    await again.fetch(`${web.site.origin}/a`);
    await again.fetch(`${web.site.origin}/b`);
    await web.closeLast();
    expect(web.site.log).toEqual(['/robots.txt', '/a', '/b', '/b']);
    expect(
      readFileSync(journal, 'utf8')
        .split('\n')
        .filter((line) => line.includes('/b"')),
    ).toHaveLength(1);
  });

  it('is not begun in a folder that is not there', async () => {
    await expect(web.fetcherWith({ journal: join(folder, 'missing/x.jsonl') })).rejects.toThrow(
      /^cannot write the journal .*missing\/x\.jsonl: there is no such folder; name another file with --journal$/,
    );
  });

  it('is not made out of another file', async () => {
    const other = join(folder, 'rules.json');
    writeFileSync(other, '{"dustpan":1}\n');
    await expect(web.fetcherWith({ journal: other })).rejects.toThrow(/is not a journal/);
    expect(readFileSync(other, 'utf8')).toBe('{"dustpan":1}\n');
    writeFileSync(other, '{"dustpan-journal":1,"marks":"00000000"}\n');
    await expect(web.fetcherWith({ journal: other })).rejects.toThrow(/another version/);
  });
});
