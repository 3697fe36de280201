/** Guards of the ratios that `npm run bench` measures, at half of what must hold, so that a regression fails and a busy machine does not. */
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildOnce } from '../support/cli.ts';

type Bench = {
  readonly keys: readonly {
    readonly streamRatio: number;
    readonly stringRatio: number;
    readonly rewritten: number;
    readonly digest: string;
  }[];
  readonly rulesRatio: number;
  readonly oneHost: { readonly ratio: number; readonly changed: number };
  readonly startup: { readonly version: number; readonly firstUrl: number };
  readonly loading: { readonly loadMs: number; readonly bytesPerRule: number };
  readonly workers: { readonly share: number; readonly isEqual: boolean };
  readonly hostile: readonly { readonly rules: string; readonly url: string; readonly ratio: number }[];
};
let bench: Bench;

beforeAll(() => {
  buildOnce();
  const run = spawnSync(process.execPath, ['bench/run.mjs', '--json', '--urls=200000'], {
    encoding: 'utf8',
    maxBuffer: 1e7,
  });
  expect(run.stderr).toBe('');
  bench = JSON.parse(run.stdout) as Bench;
});

describe('learn', () => {
  it('takes at most twice what must hold of the CPU of sort -u, and of memory above its input, and gives rules', () => {
    const run = spawnSync(process.execPath, ['bench/learn.mjs', '--json', '--urls=1000000', '--repetitions=3'], {
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    const [row] = JSON.parse(run.stdout) as { ratio: number; above: number; rules: number }[];
    expect(row!.rules).toBeGreaterThan(500);
    expect(row!.ratio).toBeLessThan(6);
    expect(row!.above).toBeLessThan(260);
  });
});

describe('key', () => {
  it('is faster than new URL().href, file to file, with 1,000 rules and a fifth of the URLs rewritten', () => {
    const row = bench.keys[1]!;
    expect(row.rewritten).toBeGreaterThan(0.19);
    expect(row.streamRatio).toBeGreaterThan(1);
  });
  it('is not slower than half of that with 10,000 rules and two thirds of the URLs rewritten, or with edit rules as learned by default', () => {
    expect(bench.keys[2]!.rewritten).toBeGreaterThan(0.6);
    expect(bench.keys[2]!.streamRatio).toBeGreaterThan(0.5);
    expect(bench.keys[4]!.rewritten).toBeGreaterThan(0.5);
    expect(bench.keys[4]!.streamRatio).toBeGreaterThan(0.5);
  });
  it('is not slower than half of what must hold when it is called per string', () => {
    expect(bench.keys[1]!.stringRatio).toBeGreaterThan(0.75);
  });
  it('answers the first URL of a pipe, and --version, nearly as soon as node itself', () => {
    expect(bench.startup.version).toBeLessThan(2.5);
    expect(bench.startup.firstUrl).toBeLessThan(3);
  });
  it('gives the same result whatever other rules there are', () => {
    expect(bench.keys[3]!.digest).toBe(bench.keys[1]!.digest);
  });
  it('costs about as much with 100,000 rules as with 1,000', () => {
    expect(bench.rulesRatio).toBeLessThan(3);
  });
  it('does so too when all 100,000 are on one host and one shape', () => {
    expect(bench.oneHost.changed).toBe(0.5);
    // Two misses of the cache more per URL; a scan over rules would cost thousands of times as much.
    expect(bench.oneHost.ratio).toBeLessThan(3);
  });
  it('loads 100,000 compiled rules at once, and in little memory', () => {
    expect(bench.loading.loadMs).toBeLessThan(200);
    expect(bench.loading.bytesPerRule).toBeLessThan(500);
  });
  it('does on two threads at least half of what must hold, and the same', () => {
    expect(bench.workers.isEqual).toBe(true);
    expect(bench.workers.share).toBeGreaterThan(0.425);
  });
  it('costs about as much per byte on hostile URLs', () => {
    expect(bench.hostile.length).toBeGreaterThan(20);
    expect(bench.hostile.filter(({ ratio }) => ratio > 6)).toEqual([]);
  });
});
