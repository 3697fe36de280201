/** What an engine asks of Spark, with a session that only listens: addresses of any file system reach it as they were given. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { all, part } from '../../pipeline/index.ts';
import { openEngine, type SparkWork } from './engine.ts';
import type { Ask } from './session.ts';

const folder = mkdtempSync(join(tmpdir(), 'dustpan-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function listen(options: SparkWork) {
  const asked: Ask[] = [];
  const engine = await openEngine(
    {
      version: '4',
      folder,
      async ask(ask) {
        asked.push(ask);
        return ask.do === 'files' ? ['one', 'two'] : [];
      },
      close: async () => undefined,
    },
    options,
  );
  const texts = () => asked.flatMap((ask) => (ask.do === 'sql' ? [ask.text] : []));
  return { engine, asked, texts };
}

describe('an engine on Spark', () => {
  it.each([
    ['s3a://bucket/a b/{1,2}.tsv.gz', 's3a://bucket/work', 's3a://bucket/out'],
    ['hdfs://name:8020/crawl/*.tsv', 'hdfs://name:8020/tmp', 'hdfs:///out.parquet'],
    ['viewfs://all/crawl', 'viewfs://all/tmp', '/data/out'],
  ])('hands %s on untouched, and works and writes where it is told to', async (path, work, target) => {
    const { engine, asked, texts } = await listen({ work, partitions: 5 });
    const lines = await engine.read([{ path, kind: 'text' }]);
    const keys = await engine.run([{ stage: 'map:key', params: { rules: '{}' } }], [all(lines)]);
    await engine.save(part(keys, 'l'), target, ['key']);
    await engine.close();
    expect(texts().some((text) => text.includes(`OPTIONS (path '${path}', `))).toBe(true);
    const kept = texts().find((text) => text.includes('TRANSFORM'))!;
    expect(kept.startsWith(`INSERT OVERWRITE DIRECTORY '${work}/dustpan-work-`)).toBe(true);
    const written = texts().at(-1)!;
    expect(written.startsWith(`INSERT OVERWRITE DIRECTORY '${target}.`)).toBe(true);
    // What is not finished lies beside its place, and is renamed when it is.
    const renamed = asked.find((ask) => ask.do === 'rename');
    expect(renamed).toEqual({ do: 'rename', path: expect.stringMatching(/unfinished_\d+$/), to: target });
    expect(asked.at(-1)).toEqual({ do: 'delete', path: expect.stringContaining(`${work}/dustpan-work-`) });
  });

  it('deals out what it reads, and not what stages kept', async () => {
    const { engine, texts } = await listen({ partitions: 5 });
    const lines = await engine.read([{ path: '/data', kind: 'text' }]);
    const table = await engine.run([{ stage: 'map:key', params: {} }], [all(lines)]);
    await engine.run([{ stage: 'map:plain-lines' }], [all(table)]);
    await engine.close();
    const [first, second] = texts().filter((text) => text.includes('TRANSFORM'));
    expect(first).toContain('REPARTITION(5)');
    expect(second).not.toContain('REPARTITION');
  });

  it('sends each set of parameters once, and leaves it for executors that come late', async () => {
    const { engine, asked } = await listen({});
    const lines = await engine.read([{ path: '/data', kind: 'text' }]);
    for (let i = 0; i < 3; i++) await engine.run([{ stage: 'map:key', params: { rules: 'r' } }], [all(lines)]);
    await engine.close();
    const sent = asked.flatMap((ask) => (ask.do === 'file' ? [ask.path] : []));
    expect(sent.length).toBe(1);
    expect(readdirSync(folder).map((name) => join(folder, name))).toContain(sent[0]);
  });
});
