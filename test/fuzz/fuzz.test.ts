/** What the fuzzer found must hold for good, and a short run of it finds nothing: `npm run fuzz` is the long one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, runCampaign } from './campaign.ts';
import { Broken, type FuzzTarget } from './target.ts';
import { targets } from './targets.ts';

const FOUND = join(import.meta.dirname, '../data/fuzz');
const found = readdirSync(FOUND).flatMap((target) =>
  readdirSync(join(FOUND, target)).map((file): [string, string] => [target, file]),
);
/** Inputs for each target; a learner takes a thousand times as long as a split URL. */
const RUNS = 100;
const SLOW_RUNS = 8;

describe('inputs that were found', () => {
  it.each(found)('%s: %s', async (name, file) => {
    const target = targets.find((one) => one.name === name);
    expect(target, `there is no target ${name}`).toBeDefined();
    await check(target!, new Uint8Array(readFileSync(join(FOUND, name, file))));
  });
});

describe('changed inputs', () => {
  it.each(targets.map(({ name }) => name))('of %s', async (name) => {
    const target = targets.find((one) => one.name === name)!;
    const most = (target.patience ?? 0) >= 5000 ? SLOW_RUNS : RUNS;
    expect(await runCampaign(target, { seed: 1, isOver: (runs) => runs >= most })).toBeGreaterThanOrEqual(most);
  });
});

describe('the fuzzer', () => {
  const target = (run: FuzzTarget['run']): FuzzTarget => ({
    name: 'test',
    seeds: () => [new TextEncoder().encode('seed')],
    words: ['magic'],
    run,
  });
  const many = { seed: 1, isOver: (runs: number) => runs > 5000 };

  it('finds a word that is not in the seeds, and the same inputs with the same seed', async () => {
    const inputs: string[][] = [];
    for (let i = 0; i < 2; i++) {
      const seen: string[] = [];
      const run = (bytes: Uint8Array) => void seen.push(Buffer.from(bytes).toString('latin1'));
      await runCampaign(target(run), { ...many, isOver: (runs) => runs > 500 });
      inputs.push(seen);
    }
    expect(inputs[0]).toEqual(inputs[1]);
    expect(inputs[0]!.some((text) => text.includes('magic'))).toBe(true);
  });
  it('finds what throws', async () => {
    const throws = target((bytes) => {
      if (Buffer.from(bytes).includes('magic')) throw new TypeError('no');
    });
    await expect(runCampaign(throws, many)).rejects.toThrow(TypeError);
  });
  it('finds what takes too long for its length', async () => {
    const slow = target((bytes) => {
      const start = process.cpuUsage();
      while (bytes.length > 4 && process.cpuUsage(start).user < 250_000);
    });
    await expect(runCampaign(slow, many)).rejects.toThrow(/bytes took \d+ ms/);
  });
  it('finds a changed prototype', async () => {
    const pollutes = target(() => {
      (Object.prototype as { polluted?: true }).polluted = true;
    });
    try {
      await expect(runCampaign(pollutes, many)).rejects.toThrow(Broken);
    } finally {
      delete (Object.prototype as { polluted?: true }).polluted;
    }
  });
});
