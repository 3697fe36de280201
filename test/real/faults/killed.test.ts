/** The program is killed without warning at any moment: what was there before is still whole, and the next run gives what an undisturbed one does. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/base/index.ts';
import { startSite, type TestSite } from '../../../src/fetch/test-site.case.ts';
import { parseRuleSet } from '../../../src/rules/index.ts';
import type { RuleDetail } from '../../../src/server/api.ts';
import { buildOnce, DROP_SID, dustpan, makeFolder, RULES, resultOf, startDustpan } from '../../support/cli.ts';
import { startServe } from '../server/serving.ts';
import { leftovers, putPages, records, UNPROVEN } from './data.ts';

const KILLS = 4;
const random = createRandom(1);
const folder = makeFolder({ 'records.tsv': records(3000), 'few.tsv': records(60) });
const inFolder = (name: string) => join(folder.path, name);
let site: TestSite;

beforeAll(async () => {
  buildOnce();
  site = await startSite();
}, 240_000);
afterAll(async () => {
  await site.close();
  folder.remove();
});

/** Runs and kills it after some of the time that a whole run takes; true if it was quicker. */
async function killed(args: readonly string[], wholeMs: number): Promise<boolean> {
  const child = startDustpan(args, { cwd: folder.path });
  child.stdin.end();
  const result = resultOf(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), random.below(Math.ceil(wholeMs)));
  const { code } = await result;
  clearTimeout(timer);
  return code !== null;
}

describe('kill -9 of', () => {
  it.each([
    ['learn', ['learn', 'records.tsv', '-o', 'out']],
    ['learn by dustlin', ['learn', 'records.tsv', '--learner', 'dustlin', '-o', 'out']],
    ['cluster on disk', ['cluster', 'records.tsv', '--memory', '16m', '-o', 'out']],
  ])(
    '%s',
    async (_, args) => {
      const start = performance.now();
      expect((await dustpan(args, { cwd: folder.path })).code).toBe(0);
      const wholeMs = performance.now() - start;
      const expected = readFileSync(inFolder('out'));
      for (let i = 0; i < KILLS; i++) {
        writeFileSync(inFolder('out'), 'what was there before');
        const isWhole = await killed(args, wholeMs);
        const left = readFileSync(inFolder('out'));
        if (isWhole || !left.equals(Buffer.from('what was there before'))) expect(left.equals(expected)).toBe(true);
        // Nothing under a name that somebody might take for a result.
        expect(
          leftovers(folder.path, ['records.tsv', 'few.tsv', 'out']).filter(
            (name) => !/^\.out\.\d+@.*\.tmp$/.test(name),
          ),
        ).toEqual([]);
      }
      expect((await dustpan(args, { cwd: folder.path })).code).toBe(0);
      expect(readFileSync(inFolder('out')).equals(expected)).toBe(true);
      expect(leftovers(folder.path, ['records.tsv', 'few.tsv', 'out'])).toEqual([]);
    },
    600_000,
  );

  it('validate --fetch with a journal, which then goes on without asking again', async () => {
    writeFileSync(inFolder('urls.txt'), putPages(site, 30));
    writeFileSync(inFolder('rules.json'), UNPROVEN);
    const args = [
      ...['validate', '-r', 'rules.json', '--fetch', 'urls.txt', '--allow-private', '--delay', '0.05'],
      ...['--journal', 'journal', '-o', 'proven.json'],
    ];
    for (let i = 0; i < KILLS; i++) {
      await killed(args, 2500);
      if (existsSync(inFolder('proven.json'))) parseRuleSet(readFileSync(inFolder('proven.json'), 'utf8'));
    }
    const { code, stderr } = await dustpan(args, { cwd: folder.path });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    parseRuleSet(readFileSync(inFolder('proven.json'), 'utf8'));
    // A page that was asked for when the program was killed may be asked for once more.
    const asked = new Map<string, number>();
    for (const path of site.log) asked.set(path, (asked.get(path) ?? 0) + 1);
    const again = [...asked].filter(([path, count]) => path !== '/robots.txt' && count > 1);
    expect(again.reduce((sum, [, count]) => sum + count - 1, 0)).toBeLessThanOrEqual(KILLS);
  }, 600_000);

  it('serve while rules are changed', async () => {
    writeFileSync(inFolder('served.json'), RULES);
    for (let i = 0; i < KILLS; i++) {
      const server = await startServe(['-r', inFolder('served.json')]);
      const changes = (async () => {
        for (let k = 0; ; k++) {
          const detail = await server.json<RuleDetail>(`/v1/rules/${DROP_SID.id}`);
          await server.send(
            'PATCH',
            `/v1/rules/${DROP_SID.id}`,
            { note: `${i} ${k} ${'x'.repeat(3000)}` },
            { 'if-match': `"${detail.version}"` },
          );
        }
      })().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 100 + random.below(400)));
      await server.stop('SIGKILL');
      await changes;
      const set = parseRuleSet(readFileSync(inFolder('served.json'), 'utf8'));
      expect('rules' in set && set.rules.map(({ id }) => id)).toEqual([DROP_SID.id]);
    }
    const server = await startServe(['-r', inFolder('served.json')]);
    expect((await server.json<RuleDetail>(`/v1/rules/${DROP_SID.id}`)).note).toMatch(/^\d \d+ x+$/);
    expect((await server.stop()).code).toBe(0);
  }, 600_000);
});
