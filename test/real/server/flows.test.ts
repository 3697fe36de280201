/** Every flow of the service against a real process on real learned rules. */
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AdoptAnswer,
  ChangeAnswer,
  Job,
  Overview,
  RuleDetail,
  RulesAnswer,
  Upload,
} from '../../../src/server/api.ts';
import * as schemas from '../../../src/server/schemas.ts';
import { dustpan, makeFolder, rule, ruleSet } from '../../support/cli.ts';
import { build, main, type Serving, startServe } from './serving.ts';

const DATA = join(import.meta.dirname, '../../../examples/data/usemod.tsv');
let folder: ReturnType<typeof makeFolder>;
let rules: string;
let learned: string;
let server: Serving;

beforeAll(async () => {
  build();
  folder = makeFolder();
  rules = join(folder.path, 'rules.json');
  const result = await dustpan(['learn', DATA, '-o', rules], { main });
  expect(result.code).toBe(0);
  learned = readFileSync(rules, 'utf8');
  server = await startServe(['-r', rules, DATA], { TMPDIR: folder.path });
});
afterAll(async () => {
  await server?.stop();
  folder?.remove();
});

const run = (...args: string[]) => dustpan(args, { main });

describe('serve', () => {
  it('gives the keys of the key command, whole, as lines and as NDJSON', async () => {
    const urls = readFileSync(DATA, 'utf8')
      .split('\n')
      .flatMap((line) => /\bhttps?:\/\/[^\t]+/.exec(line)?.[0] ?? []);
    expect(urls.length).toBeGreaterThan(300);
    const lines = `${urls.join('\n')}\n`;
    const expected = (await dustpan(['key', '-r', rules], { main, input: lines })).stdout;
    const { keys } = (await (await server.send('POST', '/v1/key', { urls })).json()) as { keys: string[] };
    expect(`${keys.join('\n')}\n`).toBe(expected);
    expect(new Set(keys).size).toBeLessThan(new Set(urls).size);
    const post = async (type: string, body: string) =>
      (await fetch(`${server.base}/v1/key`, { method: 'POST', headers: { 'content-type': type }, body })).text();
    expect(await post('text/plain', lines)).toBe(expected);
    const objects = await post('application/x-ndjson', urls.map((url) => JSON.stringify(url)).join('\n'));
    const parsed = objects
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { url: string; key: string });
    expect(parsed.map(({ key }) => key)).toEqual(keys);
    expect(parsed.map(({ url }) => url)).toEqual(urls);
  });

  it('searches, opens, quarantines with a note, shows it in file, diff and key, and undoes it', async () => {
    const before = join(folder.path, 'before.json');
    copyFileSync(rules, before);
    const all = schemas.rulesAnswer.parse(await server.json<RulesAnswer>('/v1/rules?sort=support&direction=desc'));
    const [strongest] = all.rows;
    const word = encodeURIComponent(strongest!.text.split(' ').at(-1)!);
    const found = await server.json<RulesAnswer>(`/v1/rules?q=${word}`);
    expect(found.rows.map(({ ref }) => ref)).toContain(strongest!.ref);
    const detail = schemas.ruleDetail.parse(await server.json<RuleDetail>(`/v1/rules/${strongest!.ref}`));
    expect(detail.inFavor.join()).toContain('joins');
    const [url] = detail.examples[0]!.urls;
    const key = async () =>
      ((await (await server.send('POST', '/v1/key', { urls: [url] })).json()) as { keys: string[] }).keys[0];
    const old = await key();

    const response = await server.send(
      'PATCH',
      `/v1/rules/${detail.ref}`,
      { state: 'quarantined', note: 'too wide' },
      { 'if-match': `"${detail.version}"` },
    );
    const { change } = schemas.changeAnswer.parse((await response.json()) as ChangeAnswer);
    const diff = await run('diff', before, rules);
    expect([diff.code, diff.stdout]).toEqual([1, expect.stringContaining('state: active -> quarantined')]);
    expect(diff.stdout).toContain('too wide');
    expect(diff.stdout).toContain('1 changed');
    expect((await run('key', '-r', rules)).code).toBe(0);
    const now = await key();
    const cli = await dustpan(['key', '-r', rules], { main, input: `${url}\n` });
    expect(cli.stdout.trim()).toBe(now);

    expect((await server.send('POST', `/v1/changes/${change.id}/undo`)).status).toBe(200);
    expect(readFileSync(rules, 'utf8')).toBe(learned);
    expect(await key()).toBe(old);
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('explains as the command does', async () => {
    const { rows } = await server.json<RulesAnswer>('/v1/rules?sort=support&direction=desc&limit=1');
    const { examples } = await server.json<RuleDetail>(`/v1/rules/${rows[0]!.ref}`);
    const [url] = examples[0]!.urls;
    const answer = schemas.explainAnswer.parse(
      await (await server.send('POST', '/v1/explain', { urls: [url] })).json(),
    );
    const [expected] = JSON.parse((await run('explain', '-r', rules, '--json', url)).stdout) as [
      { key: string; steps: { rule: { id: string } }[] },
    ];
    const [explained] = answer.explanations;
    expect(explained!.key).toBe(expected.key);
    expect(explained!.steps.map(({ rule }) => rule.id)).toEqual(expected.steps.map(({ rule }) => rule.id));
    expect(explained!.others!.total).toBeGreaterThan(0);
  });

  it('shows overview and clusters that agree with evaluate', async () => {
    const { data, tradeoff } = schemas.overview.parse(await server.json<Overview>('/v1/overview'));
    const judged = JSON.parse((await run('evaluate', '-r', rules, '--json', DATA)).stdout) as {
      urls: number;
      clusters: number;
      forms: number;
    };
    expect([data!.urls, data!.clusters, data!.removed]).toEqual([
      judged.urls,
      judged.clusters,
      judged.urls - judged.forms,
    ]);
    expect(tradeoff.points.at(-1)!.removed).toBe(data!.removed);
    const { rows } = schemas.clustersAnswer.parse(await server.json('/v1/clusters?kind=joined&sort=size&limit=1'));
    const cluster = schemas.clusterDetail.parse(await server.json(`/v1/clusters/${rows[0]!.index}`));
    expect(cluster.groups).toHaveLength(1);
    expect(cluster.groups[0]!.urls).toHaveLength(cluster.size);
  });

  it('exports what the command exports', async () => {
    for (const target of ['nginx', 'regex', 'robots']) {
      const text = await (await server.get(`/v1/export/${target}`)).text();
      const command = await run('export', '-r', rules, '--to', target);
      expect(Buffer.from(text).toString('latin1')).toBe(command.stdout);
    }
  });

  it('learns what the learn command learns, tells its progress, and is adopted', async () => {
    const response = await fetch(`${server.base}/v1/uploads?name=usemod.tsv`, {
      method: 'POST',
      body: readFileSync(DATA),
    });
    const upload = schemas.upload.parse((await response.json()) as Upload);
    const job = schemas.job.parse(
      (await (await server.send('POST', '/v1/jobs', { uploads: [upload.id] })).json()) as Job,
    );
    const events = await (await server.get(`/v1/jobs/${job.id}/events`)).text();
    const states = [...events.matchAll(/^data: (.*)$/gm)].map(([, data]) => schemas.job.parse(JSON.parse(data!)));
    const seen = [...new Set(states.map(({ state }) => state))];
    expect(seen[0]).toBe('reading');
    expect(seen.slice(-2)).toEqual(['learning', 'done']);
    const done = states.at(-1)!;
    expect(done.progress).toMatchObject({ bytes: upload.bytes, totalBytes: upload.bytes });
    expect(JSON.stringify(done)).not.toContain(folder.path);
    expect(await (await server.get(`/v1/jobs/${job.id}/rules`)).text()).toBe(learned);

    const refuted = await server.json<RulesAnswer>('/v1/rules?limit=1');
    await server.send(
      'PATCH',
      `/v1/rules/${refuted.rows[0]!.ref}`,
      { state: 'refuted' },
      { 'if-match': `"${refuted.rows[0]!.version}"` },
    );
    expect(readFileSync(rules, 'utf8')).not.toBe(learned);
    const adopted = schemas.adoptAnswer.parse(
      (await (await server.send('POST', `/v1/jobs/${job.id}/adopt`)).json()) as AdoptAnswer,
    );
    expect(readFileSync(rules, 'utf8')).toBe(learned);
    expect(adopted.change.kind).toBe('adopt');
  });

  it('learns from the files it was started with, by another learner, as the command does', async () => {
    const settings = { learner: 'dustlin', minSupport: 2, minFrequency: 2 };
    const job = (await (await server.send('POST', '/v1/jobs', { inputs: true, ...settings })).json()) as Job;
    await (await server.get(`/v1/jobs/${job.id}/events`)).text();
    const expected = await run('learn', DATA, '--learner', 'dustlin', '--min-support', '2', '--min-frequency', '2');
    expect(Buffer.from(await (await server.get(`/v1/jobs/${job.id}/rules`)).text()).toString('latin1')).toBe(
      expected.stdout,
    );
  });

  it('says what is wrong with an upload that cannot be read', async () => {
    const upload = (await (
      await fetch(`${server.base}/v1/uploads?name=noise.bin`, { method: 'POST', body: Buffer.alloc(5000, 7) })
    ).json()) as Upload;
    const { id } = (await (await server.send('POST', '/v1/jobs', { uploads: [upload.id] })).json()) as Job;
    await (await server.get(`/v1/jobs/${id}/events`)).text();
    const job = await server.json<Job>(`/v1/jobs/${id}`);
    expect(job.state).toBe('failed');
    expect(job.error).not.toContain(folder.path);
    expect(job.error!.length).toBeGreaterThan(20);
  });
});

describe('thousands of rules', () => {
  it('are switched at once, and keys follow', async () => {
    const own = makeFolder();
    // Rules that match and give the same have one id, so each has a parameter of its own.
    const distinct = Array.from({ length: 4000 }, (_, i) => rule(`@{h${i}.example.com} E => dropParam(p${i})`));
    const path = join(own.path, 'rules.json');
    writeFileSync(path, ruleSet(distinct));
    const other = await startServe(['-r', path]);
    try {
      const url = 'http://h7.example.com/?p7=1&x=2';
      const key = async () =>
        ((await (await other.send('POST', '/v1/key', { urls: [url] })).json()) as { keys: string[] }).keys[0];
      expect(await key()).toBe('http://h7.example.com/?x=2');
      const { version } = await other.json<RuleDetail>(`/v1/rules/${distinct[7]!.id}`);
      const changed = await other.send(
        'PATCH',
        `/v1/rules/${distinct[7]!.id}`,
        { state: 'refuted' },
        { 'if-match': `"${version}"` },
      );
      expect(changed.status).toBe(200);
      expect((await (await other.send('POST', '/v1/explain', { urls: [url] })).json()) as object).toMatchObject({
        explanations: [{ key: url, steps: [] }],
      });
      expect(readFileSync(path, 'utf8').match(/"refuted"/g)).toHaveLength(1);
      for (let tries = 0; tries < 300 && (await key()) !== url; tries++)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await key()).toBe(url);
      expect((await other.json<Overview>('/v1/overview')).file.isPending).toBe(false);
    } finally {
      await other.stop();
      own.remove();
    }
  });
});

describe('a stop', () => {
  it('finishes what is under way, ends jobs, leaves nothing behind', async () => {
    const own = makeFolder();
    const other = await startServe([DATA], { TMPDIR: own.path });
    const job = (await (await other.send('POST', '/v1/jobs', { inputs: true })).json()) as Job;
    const events = (await other.get(`/v1/jobs/${job.id}/events`)).text();
    // A stream that is half sent when the signal comes.
    let more: (text: string | null) => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        more = (text) => (text === null ? controller.close() : controller.enqueue(Buffer.from(text)));
      },
    });
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body,
      duplex: 'half',
    } as RequestInit;
    const answer = fetch(`${other.base}/v1/key`, init);
    more('"http://a.com/1"\n');
    const response = await answer;
    const stopped = other.stop('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect(fetch(`${other.base}/v1/health`)).rejects.toThrow();
    more('"http://a.com/2"\n');
    more(null);
    expect((await response.text()).trim().split('\n')).toHaveLength(2);
    expect(await events).toMatch(/"state":"(?:canceled|done)"/);
    const { code, stderr } = await stopped;
    expect([code, stderr]).toEqual([0, expect.stringContaining('stopping')]);
    expect(existsSync(`/proc/${other.pid}`)).toBe(false);
    expect(readdirSync(own.path)).toEqual([]);
    own.remove();
  });
});
