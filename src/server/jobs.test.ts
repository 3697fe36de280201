/** Uploads and learn jobs, with a process that the test plays. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { printRuleSet } from '../rules/index.ts';
import type { AdoptAnswer, Job, Overview, Problem, Upload } from './api.ts';
import { SET, type Setting, TRIM, testApp } from './app.case.ts';
import { cleanName } from './jobs/uploads.ts';
import * as schemas from './schemas.ts';

type App = Awaited<ReturnType<typeof testApp>>;
const apps: App[] = [];
const start = async (setting: Setting = {}) => {
  const app = await testApp(setting);
  apps.push(app);
  return app;
};
afterEach(() => {
  for (const { services } of apps.splice(0)) services.uploads.close();
});

const codeOf = async (response: Response) => [response.status, ((await response.json()) as Problem).code];
const upload = async ({ request }: App, name = 'crawl.tsv', body = 'a\tb\n') =>
  (await (await request(`/v1/uploads?name=${encodeURIComponent(name)}`, { method: 'POST', body })).json()) as Upload;
const job = async (app: App, more: object = {}) => {
  const { id } = await upload(app);
  return (await (await app.send('POST', '/v1/jobs', { uploads: [id], ...more })).json()) as Job;
};
const RESULT = {
  ...{ rules: 1, candidates: 2, urls: 3, clusters: 2, duplicates: 1, removed: 1, sharedForms: 1, impureForms: 0 },
  ...{ errorBound: 0.95, confidence: 0.95, advice: null, strongest: [], unexplained: [] },
};

describe('uploads', () => {
  it('are kept, listed and removed', async () => {
    const app = await start();
    const sent = schemas.upload.parse(await upload(app, '../../etc/cr\u202eawl.tsv'));
    expect(sent).toEqual({ id: sent.id, name: 'crawl.tsv', bytes: 4 });
    const { path } = app.services.uploads.find(sent.id);
    expect(readFileSync(path, 'utf8')).toBe('a\tb\n');
    expect(path.startsWith(app.services.uploads.folder())).toBe(true);
    expect(await (await app.request('/v1/uploads')).json()).toEqual({ uploads: [sent], inputs: [] });
    expect((await app.send('DELETE', `/v1/uploads/${sent.id}`)).status).toBe(204);
    expect(existsSync(path)).toBe(false);
    expect(await codeOf(await app.send('DELETE', `/v1/uploads/${sent.id}`))).toEqual([404, 'no-upload']);
  });
  it.each([
    ['an empty one', '', {}, 400, 'empty-upload'],
    ['a large one', 'x'.repeat(100), { uploadBytes: 50 }, 413, 'too-large'],
    ['too much together', 'x'.repeat(100), { uploadsBytes: 50 }, 413, 'too-large'],
    ['too many', 'x', { uploads: 0 }, 429, 'too-many-uploads'],
  ])('refuse %s, and keep nothing of it', async (_, body, limits, status, code) => {
    const app = await start({ limits });
    expect(await codeOf(await app.request('/v1/uploads', { method: 'POST', body }))).toEqual([status, code]);
    expect(app.services.uploads.list()).toEqual([]);
  });
  it('are given up when they only drip', async () => {
    const app = await start({ limits: { idleMs: 40 } });
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        controller.enqueue(Buffer.from('x'));
      },
    });
    const response = await app.request('/v1/uploads', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(await codeOf(response)).toEqual([408, 'too-slow']);
    expect(app.services.streams.count).toBe(0);
  });
  it('count while they are under way', async () => {
    const app = await start({ limits: { uploads: 1 } });
    let end = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from('x'));
        end = () => controller.close();
      },
    });
    const first = app.request('/v1/uploads', { method: 'POST', body, duplex: 'half' } as RequestInit);
    await expect.poll(() => app.services.streams.count).toBe(1);
    const second = await app.request('/v1/uploads', { method: 'POST', body: 'y' });
    expect(await codeOf(second)).toEqual([429, 'too-many-uploads']);
    end();
    expect((await first).status).toBe(201);
  });
  it('have names on disk that mean nothing to any program', async () => {
    const app = await start();
    const { id } = await upload(app, `${'x'.repeat(150)} -rf $(id);é.tsv`);
    expect(app.services.uploads.find(id).path).toMatch(/\/[0-9a-f]{16}-x{64}_-rf___id___\.tsv$/);
  });
  it('are streams, of which there are so many at one time', async () => {
    const app = await start({ limits: { streams: 1 } });
    const leave = app.services.streams.enter();
    expect(await codeOf(await app.request('/v1/uploads', { method: 'POST', body: 'x' }))).toEqual([503, 'busy']);
    expect(app.services.uploads.list()).toEqual([]);
    leave();
    expect((await app.request('/v1/uploads', { method: 'POST', body: 'x' })).status).toBe(201);
  });
  it.each([
    ['/etc/passwd', 'passwd'],
    ['C:\\logs\\a.log', 'a.log'],
    ['..', 'upload'],
    ['', 'upload'],
    ['a\nb', 'ab'],
  ])('call %j %j', (given, expected) => expect(cleanName(given)).toBe(expected));
});

describe('jobs', () => {
  it('tell their progress, and end', async () => {
    const app = await start();
    const { id } = schemas.job.parse(await job(app));
    const response = await app.request(`/v1/jobs/${id}/events`);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const [run] = app.runs;
    const [path] = run!.order.paths;
    run!.listener.onNote(`${path}: read as tsv, from ${run!.order.folder}`);
    run!.listener.onMessage({
      kind: 'progress',
      progress: { state: 'learning', bytes: 4, totalBytes: 4, lines: 1, urls: 3, clusters: 2 },
    });
    writeFileSync(join(run!.order.folder, 'rules.json'), printRuleSet({ ...SET, rules: [TRIM] }));
    run!.listener.onMessage({ kind: 'done', result: RESULT });
    run!.listener.onEnd('');
    const events = (await response.text()).trim().split('\n\n');
    const jobs = events.map((event) => schemas.job.parse(JSON.parse(event.replace(/^event: job\ndata: /, ''))));
    expect(jobs.map(({ state }) => state)).toEqual(['reading', 'reading', 'learning', 'done']);
    expect(jobs.at(-1)).toMatchObject({
      progress: { urls: 3, notes: ['crawl.tsv: read as tsv, from the folder of the job'] },
      result: { rules: 1 },
    });
    expect(await (await app.request(`/v1/jobs/${id}/rules`)).text()).toBe(printRuleSet({ ...SET, rules: [TRIM] }));
    expect(app.services.listeners.count).toBe(0);
  });
  it('have so many listeners at one time, and a place is free when one goes', async () => {
    const app = await start({ limits: { listeners: 1 } });
    const { id } = await job(app);
    const first = await app.request(`/v1/jobs/${id}/events`);
    expect(await codeOf(await app.request(`/v1/jobs/${id}/events`))).toEqual([503, 'busy']);
    await first.body!.cancel();
    const next = await app.request(`/v1/jobs/${id}/events`);
    expect(next.status).toBe(200);
    await next.body!.cancel();
  });
  it('are adopted with their data, and that is undone', async () => {
    const app = await start();
    const { id } = await job(app);
    const [run] = app.runs;
    expect(await codeOf(await app.send('POST', `/v1/jobs/${id}/adopt`))).toEqual([409, 'not-done']);
    writeFileSync(join(run!.order.folder, 'rules.json'), printRuleSet({ ...SET, rules: [TRIM] }));
    writeFileSync(
      join(run!.order.folder, 'clusters.jsonl'),
      '{"id":"1","urls":["http://a.com/x","http://a.com/x/"]}\n',
    );
    run!.listener.onMessage({ kind: 'done', result: RESULT });
    run!.listener.onEnd('');
    const { change } = schemas.adoptAnswer.parse(
      (await (await app.send('POST', `/v1/jobs/${id}/adopt`)).json()) as AdoptAnswer,
    );
    const overview = async () => schemas.overview.parse((await (await app.request('/v1/overview')).json()) as Overview);
    expect(await overview()).toMatchObject({
      rules: { total: 1 },
      data: { sources: ['crawl.tsv'], urls: 2, removed: 1 },
    });
    expect((await (await app.request(`/v1/jobs/${id}`)).json()) as Job).toMatchObject({ result: { isAdopted: true } });
    expect((await app.send('POST', `/v1/changes/${change.id}/undo`)).status).toBe(200);
    expect((await overview()).rules.total).toBe(3);
  });
  it('run one after the other, so many wait, and are canceled', async () => {
    const app = await start({ limits: { waitingJobs: 1 } });
    const first = await job(app);
    const second = await job(app);
    expect([first.state, second.state, app.runs.length]).toEqual(['reading', 'waiting', 1]);
    const { id } = await upload(app);
    expect(await codeOf(await app.send('POST', '/v1/jobs', { uploads: [id] }))).toEqual([429, 'too-many-jobs']);
    expect((await app.send('DELETE', `/v1/jobs/${first.id}`)).status).toBe(204);
    expect([app.runs[0]!.isStopped, app.services.jobs.get(first.id).state, app.runs.length]).toEqual([
      true,
      'canceled',
      2,
    ]);
    expect(existsSync(app.runs[0]!.order.folder)).toBe(false);
    await app.services.jobs.close();
    expect(app.services.jobs.get(second.id).state).toBe('canceled');
  });
  it('are remembered up to a number, the latest and what is under way', async () => {
    const app = await start({ limits: { keptJobs: 2 } });
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) {
      ids.push((await job(app)).id);
      app.runs[i]!.listener.onEnd('ended early');
    }
    expect(app.services.jobs.list().map(({ id }) => id)).toEqual([ids[3], ids[2]]);
  });
  it('say why they failed, without a path', async () => {
    const app = await start();
    const { id } = await job(app);
    const [{ order, listener }] = app.runs as [App['runs'][number]];
    listener.onMessage({ kind: 'failed', message: `cannot read ${order.paths[0]}: it is empty`, isInternal: false });
    listener.onEnd('ended early');
    expect(app.services.jobs.get(id)).toMatchObject({ state: 'failed', error: 'cannot read crawl.tsv: it is empty' });
    await job(app);
    app.runs[1]!.listener.onEnd('ended early');
    expect(app.services.jobs.list()[0]).toMatchObject({ state: 'failed', error: 'ended early' });
    await job(app);
    app.runs[2]!.listener.onMessage({ kind: 'failed', message: '/usr/lib/x.js broke', isInternal: true });
    expect(app.services.jobs.list()[0]!.error).not.toContain('/usr');
  });
  it('use the files the server was started with', async () => {
    const app = await start({ inputs: [{ name: 'log.gz', path: '/data/log.gz' }] });
    const response = await app.send('POST', '/v1/jobs', { inputs: true, learner: 'dustlin', minSupport: 2 });
    const text = await response.text();
    expect([response.status, text.includes('/data')]).toEqual([202, false]);
    expect(app.runs[0]!.order).toMatchObject({
      paths: ['/data/log.gz'],
      request: { learner: 'dustlin', minSupport: 2 },
    });
  });
  it.each([
    [{}, 400, 'nothing-to-learn'],
    [{ inputs: true }, 400, 'no-inputs'],
    [{ uploads: ['x'] }, 404, 'no-upload'],
    [{ uploads: ['../../etc'] }, 404, 'no-upload'],
    [{ inputs: true, format: 'poem' }, 400, 'bad-format'],
    [{ inputs: true, learner: 'magic' }, 400, 'bad-request'],
    [{ inputs: true, maxRisk: 2 }, 400, 'bad-request'],
  ])('refuse %j', async (body, status, code) => {
    const app = await start();
    expect(await codeOf(await app.send('POST', '/v1/jobs', body))).toEqual([status, code]);
  });
  it('are not there when they are not', async () => {
    const app = await start();
    for (const path of ['', '/events', '/rules']) {
      expect(await codeOf(await app.request(`/v1/jobs/x${path}`))).toEqual([404, 'no-job']);
    }
    expect(schemas.learnersAnswer.parse(await (await app.request('/v1/learners')).json()).learners[0]!.name).toBe(
      'auto',
    );
  });
});
