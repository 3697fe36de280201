/** Bad input over a real port: a clear refusal, nothing lost, nothing leaked, and the server goes on. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Job, Problem, RuleDetail, RulesAnswer } from '../../../src/server/api.ts';
import { problem } from '../../../src/server/schemas.ts';
import { DROP_SID, dustpan, makeFolder, RULES } from '../../support/cli.ts';
import { build, main, raw, type Serving, startServe } from './serving.ts';

const folder = makeFolder({ 'rules.json': RULES });
const rules = join(folder.path, 'rules.json');
let server: Serving;

beforeAll(async () => {
  build();
  server = await startServe(['-r', rules], { TMPDIR: folder.path });
});
afterAll(async () => {
  const { stderr } = await server.stop();
  expect(stderr).not.toContain('internal error');
  folder.remove();
});
/** Whatever happened, it still answers, and the file is what it was. */
afterEach(async () => {
  const answer = (await (await server.send('POST', '/v1/key', { urls: ['http://example.com/?sid=1'] })).json()) as {
    keys: string[];
  };
  expect(answer.keys).toEqual(['http://example.com/']);
  expect(readFileSync(rules, 'utf8')).toBe(RULES);
});

const refused = async (response: Response): Promise<Problem> => {
  const text = await response.text();
  expect(text).not.toContain(folder.path);
  expect(text).not.toContain('node_modules');
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return problem.parse(JSON.parse(text));
};
const head = (path: string, ...lines: string[]) => `${[path, 'Host: 127.0.0.1', ...lines].join('\r\n')}\r\n\r\n`;

describe('garbage', () => {
  const garbage = randomBytes(10 * 1024 * 1024);
  it.each(['/v1/key', '/v1/rewrite', '/v1/explain', '/v1/jobs', '/v1/session'])(
    'of 10 MB to %s is refused',
    async (path) => {
      const response = await fetch(server.base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: garbage,
      });
      expect((await refused(response)).status).toBe(413);
    },
  );
  it('of 10 MB in chunks is refused', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < garbage.length; at += 1 << 20) controller.enqueue(garbage.subarray(at, at + (1 << 20)));
        controller.close();
      },
    });
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit;
    expect((await refused(await fetch(`${server.base}/v1/key`, init))).status).toBe(413);
  });
  it('of 10 MB as NDJSON is answered line by line with errors', async () => {
    const response = await fetch(`${server.base}/v1/key`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: garbage,
    });
    const lines = (await response.text()).trim().split('\n');
    expect(lines.length).toBeGreaterThan(10_000);
    expect(lines.every((line) => 'error' in JSON.parse(line))).toBe(true);
  });
  it('of 10 MB as lines passes through', async () => {
    const response = await fetch(`${server.base}/v1/key`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: garbage,
    });
    expect(Buffer.from(await response.arrayBuffer()).length).toBeGreaterThan(garbage.length / 2);
  });
  it('of 10 MB as an upload makes a job that fails with a sentence', async () => {
    const { id } = (await (
      await fetch(`${server.base}/v1/uploads?name=x.bin`, { method: 'POST', body: garbage })
    ).json()) as { id: string };
    const job = (await (await server.send('POST', '/v1/jobs', { uploads: [id] })).json()) as Job;
    await (await server.get(`/v1/jobs/${job.id}/events`)).text();
    const failed = await server.json<Job>(`/v1/jobs/${job.id}`);
    expect([failed.state, failed.error!.includes(folder.path)]).toEqual(['failed', false]);
    expect((await server.send('DELETE', `/v1/uploads/${id}`)).status).toBe(204);
  });
  it('in place of HTTP gets a 400', async () => {
    expect(await raw(server.port, [randomBytes(1000)])).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(server.port, ['GET / HTTP/1.1\r\nbroken header\r\n\r\n'])).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(server.port, [head('GET / HTTP/1.1', `X: ${'x'.repeat(40_000)}`)])).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('wrong content types', () => {
  it.each(['text/html', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', ''])(
    'such as "%s" are refused',
    async (type) => {
      const response = await fetch(`${server.base}/v1/key`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array([1]),
      });
      expect((await refused(response)).status).toBe(415);
    },
  );
});

describe('connections that do not do their part', () => {
  it('with half a head are closed in time', async () => {
    const started = performance.now();
    const answer = await raw(
      server.port,
      ['POST /v1/key HTTP/1.1\r\n', ...Array.from({ length: 20 }, (_, i) => `X-${i}: y\r\n`)],
      { pauseMs: 1000 },
    );
    expect(performance.now() - started).toBeLessThan(25_000);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
  it('hundreds of them do not keep others out', async () => {
    const slow = Array.from({ length: 300 }, () => raw(server.port, ['GET / HTTP/1.1\r\n'], { patienceMs: 3000 }));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await server.get('/v1/health')).status).toBe(200);
    await Promise.all(slow);
  });
  it('that end half way are dropped, and half-closed ones still get their answer', async () => {
    const body = JSON.stringify({ urls: ['http://example.com/?sid=2'] });
    const request = (length: number, type = 'application/json') =>
      head('POST /v1/key HTTP/1.1', `Content-Type: ${type}`, `Content-Length: ${length}`);
    const answer = await raw(server.port, [request(body.length), body], { halfClose: true, patienceMs: 5000 });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('{"keys":["http://example.com/"]}');
    const cut = await raw(server.port, [request(body.length + 50), body], { halfClose: true, patienceMs: 5000 });
    expect(cut).not.toMatch(/^HTTP\/1\.1 200 /);
    const lines = '"http://example.com/?sid=1"\n"http://exa';
    const stream = await raw(server.port, [request(5000, 'application/x-ndjson'), lines], {
      halfClose: true,
      patienceMs: 5000,
    });
    // Not a whole answer: the last chunk of an answer is never sent.
    expect(stream).not.toMatch(/0\r\n\r\n$/);
    expect(stream).not.toContain('http://exa"');
  });
});

describe('paths', () => {
  it.each([
    '/../../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fpackage.json',
    '/assets/..\\..\\package.json',
    '//etc/passwd',
    '/v1/rules/..%2f..%2fpackage.json',
    '/v1/export/..%2f..%2frules.json',
    '/v1/jobs/..%2f..%2f/rules',
    '/v1/uploads/%00',
  ])('%s leads nowhere', async (path) => {
    const answer = await raw(server.port, [head(`GET ${path} HTTP/1.1`, 'Connection: close')]);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('root:');
    expect(answer).not.toContain('"dependencies"');
    expect(answer).not.toContain(folder.path);
  });
});

describe('HTML', () => {
  const html = '<img src=x onerror=alert(1)>"\'</script><script>alert(1)</script>';
  it('in URLs and notes comes back as data, never as a page', async () => {
    const explained = await server.send('POST', '/v1/explain', { urls: [`http://example.com/${html}?sid=1`] });
    const { version } = await server.json<RuleDetail>(`/v1/rules/${DROP_SID.id}`);
    const changed = await server.send(
      'PATCH',
      `/v1/rules/${DROP_SID.id}`,
      { note: html },
      { 'if-match': `"${version}"` },
    );
    const { change } = (await changed.clone().json()) as { change: { id: number } };
    const listed = await server.get('/v1/rules');
    expect(((await listed.clone().json()) as RulesAnswer).rows[0]!.note).toBe(html);
    for (const response of [explained, changed, listed]) {
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    }
    expect((await server.send('POST', `/v1/changes/${change.id}/undo`)).status).toBe(200);
  });
});

describe('two writers', () => {
  it('of one server: one wins, the other is told', async () => {
    const { version } = await server.json<RuleDetail>(`/v1/rules/${DROP_SID.id}`);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        server.send('PATCH', `/v1/rules/${DROP_SID.id}`, { note: `writer ${i}` }, { 'if-match': `"${version}"` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const won = (await answers.find(({ status }) => status === 200)!.json()) as {
      change: { id: number; after: { note: string } };
    };
    const lost = await refused(answers.find(({ status }) => status === 409)!);
    expect(lost.current!.note).toBe(won.change.after.note);
    expect((await server.send('POST', `/v1/changes/${won.change.id}/undo`)).status).toBe(200);
  });
  it('of two servers with one file: nobody writes over the other', async () => {
    const other = await startServe(['-r', rules]);
    try {
      const { version } = await server.json<RuleDetail>(`/v1/rules/${DROP_SID.id}`);
      const path = `/v1/rules/${DROP_SID.id}`;
      const first = await other.send('PATCH', path, { note: 'from the other' }, { 'if-match': `"${version}"` });
      expect(first.status).toBe(200);
      const second = await server.send('PATCH', path, { state: 'refuted' }, { 'if-match': `"${version}"` });
      expect(second.status).toBe(409);
      expect((await refused(second)).current).toMatchObject({ note: 'from the other', state: 'active' });
      const { change } = (await first.json()) as { change: { id: number } };
      expect((await other.send('POST', `/v1/changes/${change.id}/undo`)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 600));
      await server.get('/v1/rules');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect((await server.json<RuleDetail>(path)).note).toBeNull();
    } finally {
      await other.stop();
    }
  });
  it('a file changed by hand is noticed, a damaged one is not written over', async () => {
    writeFileSync(rules, RULES.replace('"state":"active"', '"state":"quarantined"'));
    await new Promise((resolve) => setTimeout(resolve, 600));
    await server.get('/v1/rules');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const seen = await server.json<RuleDetail>(`/v1/rules/${DROP_SID.id}`);
    expect(seen.state).toBe('quarantined');
    writeFileSync(rules, '{"dustpan":');
    const response = await server.send(
      'PATCH',
      `/v1/rules/${DROP_SID.id}`,
      { state: 'active' },
      { 'if-match': `"${seen.version}"` },
    );
    expect((await refused(response)).code).toBe('file-trouble');
    expect(readFileSync(rules, 'utf8')).toBe('{"dustpan":');
    writeFileSync(rules, RULES);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await server.get('/v1/rules');
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
});

describe('starting', () => {
  const check = async (args: string[], text: string, env = {}) => {
    const { code, stderr } = await dustpan(['serve', ...args], { main, env });
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  };
  it('on an address that others reach needs a token', () => check(['--host', '0.0.0.0'], 'give a token'));
  it('on a port in use says so', () => check(['--port', String(server.port)], 'another program listens'));
  it('with rules that are damaged says where', async () => {
    const path = join(folder.path, 'bad.json');
    writeFileSync(path, '{"dustpan":1,');
    await check(['-r', path], path);
  });
  it('with rules that are not there says so', () => check(['-r', join(folder.path, 'none.json')], 'none.json'));
  it('with a token asks for it, and takes any name', async () => {
    const secret = await startServe(['-r', rules, '--host', '127.0.0.1'], { DUSTPAN_TOKEN: 'open sesame' });
    try {
      expect((await refused(await secret.get('/v1/rules'))).status).toBe(401);
      expect((await secret.get('/v1/rules', { authorization: 'Bearer open sesame' })).status).toBe(200);
      const answer = await raw(secret.port, [
        'GET /v1/rules HTTP/1.1\r\nHost: box.local\r\nAuthorization: Bearer open sesame\r\nConnection: close\r\n\r\n',
      ]);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    } finally {
      await secret.stop();
    }
  });
});
