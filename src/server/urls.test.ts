/** Keys, rewrites and explanations over HTTP, whole and streamed, and what is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRules } from '../normalize/index.ts';
import { normalizePlain } from '../rules/index.ts';
import type { Problem } from './api.ts';
import { DATA, rule, SET, testApp } from './app.case.ts';
import { explainUrl } from './explainer.ts';
import * as schemas from './schemas.ts';
import { Snapshot } from './snapshot.ts';
import { JsonLines, transformStream } from './streams.ts';

const codeOf = async (response: Response) => [response.status, ((await response.json()) as Problem).code];

describe('POST /v1/key and /v1/rewrite', () => {
  it('give one answer per URL, in order', async () => {
    const { send } = await testApp();
    const urls = ['http://a.com/?sid=1', 'not a URL', '', 'http://c.com/index.html'];
    const keys = schemas.keyAnswer.parse(await (await send('POST', '/v1/key', { urls })).json());
    expect(keys).toEqual({ keys: ['http://a.com/', 'not a URL', '', 'http://c.com/index.html'] });
    const rewritten = schemas.rewriteAnswer.parse(await (await send('POST', '/v1/rewrite', { urls })).json());
    expect(rewritten.urls).toEqual(['http://a.com/', ...urls.slice(1)]);
  });
  it('apply quarantined rules when asked', async () => {
    const { send } = await testApp();
    const body = { urls: ['http://c.com/index.html'], include: ['quarantined'] };
    expect(await (await send('POST', '/v1/key', body)).json()).toEqual({ keys: ['http://c.com/'] });
  });
  const check = async (init: RequestInit, expected: [number, string], limits = {}) => {
    const { request } = await testApp({ limits });
    expect(await codeOf(await request('/v1/key', { method: 'POST', ...init }))).toEqual(expected);
  };
  const type = { 'content-type': 'application/json' };
  it.each([
    ['no type', { body: new Uint8Array([123, 125]) }, 415, 'wrong-type'],
    ['a form', { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'wrong-type'],
    ['garbage', { body: '\u0000\u0001', headers: type }, 400, 'bad-json'],
    ['half a body', { body: '{"urls":[', headers: type }, 400, 'bad-json'],
    ['no URLs', { body: '{}', headers: type }, 400, 'bad-request'],
    ['numbers', { body: '{"urls":[1]}', headers: type }, 400, 'bad-request'],
    ['an array', { body: '["http://a.com/"]', headers: type }, 400, 'bad-request'],
    ['more than is known', { body: '{"urls":[],"x":1}', headers: type }, 400, 'bad-request'],
  ] as const)('refuse %s', (_, init, status, code) => check(init, [status, code]));
  it('refuse a large body by its length, and by what comes', async () => {
    const body = JSON.stringify({ urls: ['x'.repeat(2000)] });
    const headers = { ...type, 'content-length': String(body.length) };
    await check({ body, headers }, [413, 'too-large'], { bodyBytes: 1000 });
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(600));
      },
    });
    await check({ body: stream, headers: type, duplex: 'half' } as RequestInit, [413, 'too-large'], {
      bodyBytes: 1000,
    });
  });
  it('refuse a body that does not come', async () => {
    const body = new ReadableStream({ pull: () => new Promise(() => undefined) });
    await check({ body, headers: type, duplex: 'half' } as RequestInit, [408, 'too-slow'], { bodyMs: 20 });
  });
});

describe('streams', () => {
  const stream = async (body: string, path = '/v1/key', contentType = 'application/x-ndjson', limits = {}) => {
    const { request } = await testApp({ limits });
    const response = await request(path, { method: 'POST', body, headers: { 'content-type': contentType } });
    return [response.headers.get('content-type'), await response.text()];
  };
  it('take strings and objects, and answer bad lines in their place', async () => {
    const lines = [
      '"http://a.com/?sid=1"',
      '{"url":"http://a.com/x/","id":7}',
      'nonsense',
      '{"no":1}',
      'null',
      '',
      '"é"',
    ];
    const [type, text] = await stream(lines.join('\n'));
    expect(type).toBe('application/x-ndjson');
    const answers = text!
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    const error = { error: 'this line is neither a JSON string nor {"url": "…"}' };
    expect(answers).toEqual([
      { url: 'http://a.com/?sid=1', key: 'http://a.com/' },
      { url: 'http://a.com/x/', key: 'http://a.com/x' },
      error,
      error,
      error,
      { url: 'é', key: 'é' },
    ]);
  });
  it('rewrite, and take plain lines', async () => {
    expect(await stream('"http://a.com/?sid=1"', '/v1/rewrite')).toEqual([
      'application/x-ndjson',
      '{"url":"http://a.com/?sid=1","rewrite":"http://a.com/"}\n',
    ]);
    expect(await stream('http://a.com/?sid=1\n\nx\n', '/v1/key', 'text/plain; charset=utf-8')).toEqual([
      'text/plain; charset=utf-8',
      'http://a.com/\n\nx\n',
    ]);
  });
  it('do not keep a line that is too long', async () => {
    const [, text] = await stream(`"${'x'.repeat(100)}"\n"y"\n`, '/v1/key', 'application/x-ndjson', {
      lineBytes: 1000,
    });
    expect(text).toContain('"key":"y"');
    const lines = new JsonLines(compileRules(SET), 'key', 50);
    const outs = ['"', 'x'.repeat(60), 'x'.repeat(60), '"\n"y"\n'].map((part) =>
      Buffer.from(lines.push(Buffer.from(part))).toString(),
    );
    expect(outs).toEqual(['', '{"error":"this line is longer than 50 bytes"}\n', '', '{"url":"y","key":"y"}\n']);
  });
  it('end before a line of text that has no end', async () => {
    const parts = ['http://a.com/?sid=1\n', 'x'.repeat(40), 'x'.repeat(40), '\n'].map((part) => Buffer.from(part));
    const body = new ReadableStream({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(part);
      },
    });
    const { request } = await testApp({ limits: { lineBytes: 50 } });
    const init = { method: 'POST', body, headers: { 'content-type': 'text/plain' }, duplex: 'half' } as RequestInit;
    expect(await (await request('/v1/key', init)).text()).toBe('http://a.com/\n');
  });
  it('give the same however the bytes are cut', () => {
    const text = '"http://a.com/?sid=1"\n"é😀"\n\nbad\n{"url":"http://a.com/é/"}';
    const bytes = Buffer.from(text);
    const run = (cuts: readonly number[]) => {
      const lines = new JsonLines(compileRules(SET), 'key', 1000);
      const at = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
      const parts = at.slice(1).map((end, i) => Buffer.from(lines.push(bytes.subarray(at[i], end))));
      return Buffer.concat([...parts, lines.end()]).toString();
    };
    const whole = run([]);
    expect(whole.trim().split('\n')).toHaveLength(4);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        expect(run(cuts)).toBe(whole);
      }),
      { seed: 12, numRuns: 200 },
    );
  });
  it('read no further than somebody takes the answers', async () => {
    let given = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          given++;
          controller.enqueue(Buffer.from(`"http://a.com/${given}"\n`));
        },
      },
      { highWaterMark: 0 },
    );
    const reader = transformStream(body, new JsonLines(compileRules(SET), 'key', 1000), {
      idleMs: 1000,
      onEnd: () => undefined,
    }).getReader();
    await reader.read();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(given).toBe(2);
    await reader.cancel();
  });
  it.each([
    ['stops', () => new Promise<void>(() => undefined)],
    ['trickles', () => new Promise<void>((resolve) => setTimeout(resolve, 10))],
  ])('give a sender up that %s', async (_, wait) => {
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await wait();
        controller.enqueue(Buffer.from('x'));
      },
    });
    const ends: boolean[] = [];
    const answer = transformStream(body, new JsonLines(compileRules(SET), 'key', 1000), {
      idleMs: 50,
      onEnd: (isWhole) => ends.push(isWhole),
    });
    expect((await answer.getReader().read()).done).toBe(true);
    expect(ends).toEqual([false]);
  });
  it('are so many at one time', async () => {
    const { services, request } = await testApp({ limits: { streams: 1 } });
    services.streams.enter();
    const init = { method: 'POST', body: '"x"', headers: { 'content-type': 'application/x-ndjson' } };
    expect(await codeOf(await request('/v1/key', init))).toEqual([503, 'busy']);
  });
});

describe('POST /v1/explain', () => {
  it('says which rule did what, and which other URLs have the key', async () => {
    const { send } = await testApp({ data: DATA });
    const response = await send('POST', '/v1/explain', { urls: ['http://a.com/?sid=1&x=2', 'http://z.com/'] });
    const { explanations } = schemas.explainAnswer.parse(await response.json());
    expect(explanations[0]).toMatchObject({
      key: 'http://a.com/?x=2',
      steps: [{ ref: SET.rules[0]!.id, before: 'http://a.com/?sid=1&x=2', after: 'http://a.com/?x=2' }],
      others: { total: 3, urls: ['http://a.com/?sid=2&x=2', 'http://a.com/?x=2', 'http://a.com/?sid=7&x=2'] },
    });
    expect(explanations[1]).toMatchObject({ steps: [], others: { total: 0, urls: [] } });
  });
  it('says what matched, and follows quarantined rules when asked', async () => {
    const { send } = await testApp();
    const body = { urls: ['http://c.com/index.html'], include: ['quarantined'] };
    const { explanations } = schemas.explainAnswer.parse(await (await send('POST', '/v1/explain', body)).json());
    expect(explanations[0]!.key).toBe('http://c.com/');
    expect(explanations[0]!.steps[0]!.parts.map(({ text }) => text).join('')).toContain('/index.html');
    expect(explanations[0]!.others).toBeNull();
  });
  it('takes so many URLs', async () => {
    const { send } = await testApp({ limits: { explainUrls: 2 } });
    expect(await codeOf(await send('POST', '/v1/explain', { urls: ['a', 'b', 'c'] }))).toEqual([413, 'too-many-urls']);
  });
  it('with many rules says the same as all of them interpreted', () => {
    const many = Array.from({ length: 300 }, (_, i) => rule(`@{h${i % 40}.com} E => dropParam(p${i % 7})`));
    const moves = Array.from({ length: 20 }, (_, i) => rule(`@{h${i}.com} E => host(h${i}.com -> h${i + 20}.com)`));
    const set = { ...SET, rules: [...moves, ...many, rule('@* E => dropParam(all)', { state: 'quarantined' })] };
    const snapshot = Snapshot.of(set);
    const part = fc.constantFrom('h3.com', 'H3.com', 'h23.com:80', 'u:p@h5.com', 'h.com', '[::1]', '');
    const url = fc
      .tuple(fc.constantFrom('http://', 'HTTPS://', '//', 'http:'), part, fc.nat(8), fc.boolean())
      .map(([scheme, host, p, all]) => `${scheme}${host}/x?p${p}=1${all ? '&all=2' : ''}`);
    let changed = 0;
    fc.assert(
      fc.property(url, fc.boolean(), (text, isToo) => {
        const { key, steps } = explainUrl(snapshot, text, isToo);
        const plain = normalizePlain(set, text, isToo ? { include: ['quarantined'] } : {});
        expect([key, steps.map(({ rule: { id }, before, after }) => [id, before, after])]).toEqual([
          plain.form,
          plain.steps.map(({ rule: { id }, before, after }) => [id, before, after]),
        ]);
        changed += steps.length;
      }),
      { seed: 7, numRuns: 60 },
    );
    expect(changed).toBeGreaterThan(30);
  });
});
