/** Who may come in, what everybody gets with every answer, and the description of it all. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isValid, type Schema } from '../../test/support/json-schema.ts';
import type { Problem } from './api.ts';
import { testApp } from './app.case.ts';
import { openApi } from './openapi.ts';
import { OPERATIONS } from './operations.ts';
import { health } from './schemas.ts';

const codeOf = async (response: Response) => [response.status, ((await response.json()) as Problem).code];

describe('the Host header', () => {
  it.each(['localhost:8640', '127.0.0.1:8640', '127.0.0.1', '[::1]:8640', 'LocalHost:1'])('may be %s', async (host) => {
    const { request } = await testApp();
    expect((await request('/v1/health', { headers: { host } })).status).toBe(200);
  });
  it.each(['evil.example', 'localhost.evil.example:8640', '127.0.0.1.evil.example', '10.0.0.1:8640', 'a@localhost'])(
    'may not be %s',
    async (host) => {
      const { request } = await testApp();
      expect(await codeOf(await request('/v1/rules', { headers: { host } }))).toEqual([421, 'wrong-host']);
      expect((await request('/', { headers: { host } })).status).toBe(421);
    },
  );
});

describe('other pages', () => {
  it.each([
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'http://localhost:9999' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'http://localhost:8640', 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{}, 200],
  ] as [Record<string, string>, number][])('with %j get %i', async (headers, status) => {
    const { send } = await testApp();
    expect((await send('POST', '/v1/key', { urls: [] }, headers)).status).toBe(status);
  });
});

describe('a token', () => {
  const secret = 'correct horse';
  const rules = async (headers: Record<string, string>) => {
    const { request } = await testApp({ token: secret });
    return (await request('/v1/rules', { headers: { host: 'dustpan.example:8640', ...headers } })).status;
  };
  it('is wanted of all but what gives nothing away', async () => {
    const { request } = await testApp({ token: secret });
    expect(await codeOf(await request('/v1/rules'))).toEqual([401, 'token-needed']);
    expect(health.parse(await (await request('/v1/health')).json()).needsToken).toBe(true);
    expect((await request('/')).status).toBe(200);
    for (const { method, path } of OPERATIONS) {
      if (['/v1/health', '/v1/session', '/v1/openapi.json'].includes(path)) continue;
      const response = await request(path.replace(/\{\w+\}/g, '1'), { method: method.toUpperCase() });
      expect([path, response.status]).toEqual([path, 401]);
    }
  });
  it('comes as a header', async () => {
    expect(await rules({ authorization: `Bearer ${secret}` })).toBe(200);
    expect(await rules({ authorization: 'Bearer wrong' })).toBe(401);
    expect(await rules({ authorization: secret })).toBe(401);
  });
  it('is traded for a cookie that does not hold it', async () => {
    const { send } = await testApp({ token: secret });
    expect(await codeOf(await send('POST', '/v1/session', { token: 'wrong' }))).toEqual([401, 'wrong-token']);
    const response = await send('POST', '/v1/session', { token: secret });
    const cookie = response.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^dustpan_session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(await rules({ cookie: `a=b; ${cookie.split(';')[0]}` })).toBe(200);
    expect(await rules({ cookie: 'dustpan_session=x' })).toBe(401);
  });
});

describe('every answer', () => {
  it.each(['/', '/v1/health', '/v1/rules', '/v1/nothing', '/v1/rules/x', '/nothing.js'])(
    'to %s has the security headers',
    async (path) => {
      const { request } = await testApp();
      const { headers } = await request(path);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self';/);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect([headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual(['nosniff', 'DENY']);
    },
  );
  it('to what is not there says so', async () => {
    const { request, send } = await testApp();
    expect(await codeOf(await request('/v1/nothing'))).toEqual([404, 'not-found']);
    const response = await send('DELETE', '/v1/rules');
    expect(response.headers.get('allow')).toBe('GET');
    expect(await codeOf(response)).toEqual([405, 'wrong-method']);
  });
  it('to too many requests is that', async () => {
    const { request, services } = await testApp({ limits: { requests: 1 } });
    const leave = services.requests.enter();
    const response = await request('/v1/rules');
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await codeOf(response)).toEqual([503, 'busy']);
    leave();
    expect((await request('/v1/rules')).status).toBe(200);
    expect(services.requests.count).toBe(0);
  });
  it('to a fault of ours names nothing', async () => {
    const { request, errors } = await testApp({
      describe: () => {
        throw new Error('at /home/somebody/secret.js');
      },
    });
    const { rows } = (await (await request('/v1/rules')).json()) as { rows: { ref: string }[] };
    const response = await request(`/v1/rules/${rows[0]!.ref}`);
    const text = await response.text();
    expect([response.status, text.includes('secret'), errors.length]).toEqual([500, false, 1]);
  });
});

describe('the description', () => {
  it('has every operation there is, and no other', async () => {
    const { app } = await testApp();
    const routes = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/v1/'))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`);
    const described = OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(described.sort()).toEqual(routes.sort());
  });
  it('describes requests and answers', async () => {
    const { request } = await testApp();
    const text = await (await request('/v1/openapi.json')).text();
    expect(text).toBe(JSON.stringify(openApi('0.0.0')));
    const { openapi, paths } = JSON.parse(text) as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(openapi).toBe('3.1.0');
    const key = paths['/v1/key']!['post'] as {
      requestBody: { content: Record<string, { schema: Schema }> };
      responses: Record<string, { content: Record<string, { schema: Schema }> }>;
    };
    expect(Object.keys(key.requestBody.content)).toEqual(['application/json', 'application/x-ndjson', 'text/plain']);
    const body = key.requestBody.content['application/json']!.schema;
    expect([isValid(body, { urls: ['x'] }), isValid(body, { urls: [1] }), isValid(body, {})]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isValid(key.responses['200']!.content['application/json']!.schema, { keys: ['x'] })).toBe(true);
    const ids = Object.values(paths)
      .flatMap((item) => Object.values(item))
      .map((item) => (item as { operationId: string }).operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the explorer', () => {
  const withFiles = async (test: (request: Awaited<ReturnType<typeof testApp>>['request']) => Promise<void>) => {
    const root = mkdtempSync(join(tmpdir(), 'dustpan-web-'));
    mkdirSync(join(root, 'web/assets'), { recursive: true });
    writeFileSync(join(root, 'secret.txt'), 'secret');
    writeFileSync(join(root, 'web/index.html'), '<!doctype html><title>x</title>');
    writeFileSync(join(root, 'web/assets/main-abc.js'), 'export {};'.repeat(100));
    writeFileSync(join(root, 'web/.env'), 'secret');
    try {
      await test((await testApp({ webRoot: join(root, 'web') })).request);
    } finally {
      rmSync(root, { recursive: true });
    }
  };
  it('is cached by name, or asked for again', () =>
    withFiles(async (request) => {
      const page = await request('/');
      expect([page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      const etag = page.headers.get('etag')!;
      expect((await request('/', { headers: { 'if-none-match': etag } })).status).toBe(304);
      const script = await request('/assets/main-abc.js', { headers: { 'accept-encoding': 'br, gzip' } });
      expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(script.headers.get('content-encoding')).toBe('gzip');
      expect((await request('/assets/main-abc.js')).headers.get('content-encoding')).toBeNull();
    }));
  it('is one document for all of its pages', () =>
    withFiles(async (request) => {
      expect(await (await request('/rules/abc', { headers: { accept: 'text/html' } })).text()).toContain('<title>x');
      expect((await request('/rules/abc')).status).toBe(404);
      expect((await request('/missing.js', { headers: { accept: 'text/html' } })).status).toBe(404);
    }));
  it('gives no other file away', () =>
    withFiles(async (request) => {
      for (const path of [
        '/../secret.txt',
        '/%2e%2e/secret.txt',
        '/..%2fsecret.txt',
        '/assets/..%5c..%5csecret.txt',
        '//etc/passwd',
        '/.env',
        '/assets/../../secret.txt',
      ]) {
        const response = await request(path);
        expect([path, response.status, (await response.text()).includes('secret')]).toEqual([path, 404, false]);
      }
    }));
  it('says so when it was not built', async () => {
    const { request } = await testApp();
    expect(await (await request('/')).text()).toContain('not part of this build');
  });
});
