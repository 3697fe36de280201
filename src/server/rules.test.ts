/** Rules over HTTP: the list, one of them, changes, conflicts and undoing. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseRuleSet, printRuleSet, type RuleSet, rulesOf } from '../rules/index.ts';
import type { ChangeAnswer, ChangesAnswer, Overview, Problem, RuleDetail, RulesAnswer, UndoAnswer } from './api.ts';
import { ANYWHERE, DROP_SID, SET, TRIM, testApp } from './app.case.ts';
import * as schemas from './schemas.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function ruleFile(set: RuleSet = SET): string {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-server-'));
  folders.push(folder);
  const path = join(folder, 'rules.json');
  writeFileSync(path, printRuleSet(set));
  return path;
}

const withFile = (path: string) => testApp({ rules: { kind: 'file', name: 'rules.json', path } });

describe('GET /v1/rules', () => {
  const check = async (query: string, expected: readonly string[]) => {
    const { request } = await testApp();
    const answer = schemas.rulesAnswer.parse(await (await request(`/v1/rules?${query}`)).json());
    expect(answer.rows.map(({ id }) => id)).toEqual(expected);
    expect(answer.total).toBe(3);
    return answer;
  };
  const [sid, trim, any] = [DROP_SID.id, TRIM.id, ANYWHERE.id];
  it.each([
    ['', [sid, trim, any]],
    ['direction=desc', [any, trim, sid]],
    ['q=TRIM', [trim]],
    ['q=wide', [any]],
    ['q=b.com+slash', [trim]],
    ['q=nothing', []],
    ['host=b.com', [trim, any]],
    ['learner=manual', [any]],
    ['state=active', [sid, trim]],
    ['state=active&state=quarantined', [sid, trim, any]],
    ['family=slash', [trim]],
    ['minRisk=0.02', [trim]],
    ['maxRisk=0.02', [sid]],
    ['sort=support', [trim, sid, any]],
    ['sort=support&direction=desc', [sid, trim, any]],
    ['sort=risk', [sid, trim, any]],
    ['sort=learner', [sid, trim, any]],
    ['offset=1&limit=1', [trim]],
    ['q=&host=&sort=order', [sid, trim, any]],
  ])('%s', (query, expected) => check(query, expected).then(() => undefined));
  it('counts what matches, not what is shown', async () => {
    expect(await check('state=active&limit=1', [sid])).toMatchObject({ matched: 2, offset: 0 });
  });
  it.each(['limit=0', 'limit=1001', 'sort=luck', 'state=dead', 'offset=x', 'color=red'])(
    'refuses %s',
    async (query) => {
      const { request } = await testApp();
      const response = await request(`/v1/rules?${query}`);
      expect(response.status).toBe(400);
      expect(schemas.problem.parse(await response.json()).code).toBe('bad-request');
    },
  );
  it('is not sent again while nothing changed', async () => {
    const { request } = await testApp();
    const etag = (await request('/v1/rules')).headers.get('etag')!;
    expect((await request('/v1/rules', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
  it('tells how many rules each choice leaves', async () => {
    const { request } = await testApp();
    const facets = schemas.facetsAnswer.parse(await (await request('/v1/facets?state=active')).json());
    expect(facets).toMatchObject({
      hosts: [
        { value: 'a.com', count: 2 },
        { value: 'b.com', count: 1 },
      ],
      learners: [{ value: 'families', count: 2 }],
      states: [
        { value: 'active', count: 2 },
        { value: 'quarantined', count: 1 },
      ],
    });
  });
});

describe('GET /v1/rules/{ref}', () => {
  it('gives all that is known, examples side by side', async () => {
    const { request } = await testApp();
    const response = await request(`/v1/rules/${DROP_SID.id}`);
    const detail = schemas.ruleDetail.parse(await response.json());
    expect(response.headers.get('etag')).toBe(`"${detail.version}"`);
    expect(detail.rule).toEqual(DROP_SID);
    expect(detail).toMatchObject({ inFavor: ['for'], against: ['against'], rewrites: true });
    const [example] = detail.examples;
    expect(example!.columns.map(({ cells }) => cells.map((cell) => cell ?? '').join('|')).slice(8)).toEqual([
      '?|?|?',
      'sid|sid|',
      '=|=|',
      '1|2|',
      '&|&|',
      'x|x|x',
      '=|=|=',
      '2|2|2',
    ]);
    expect(detail.exports.find(({ target }) => target === 'nginx')!.refusal).toBeNull();
  });
  it('knows the second rule with an id by a number', async () => {
    const stages = [
      { apply: 'first' as const, sun: false, rules: [DROP_SID] },
      { apply: 'first' as const, sun: false, rules: [DROP_SID] },
    ];
    const { request } = await testApp({
      rules: { kind: 'memory', name: null, whyNot: '', ruleSet: { dustpan: 1, options: {}, stages } },
    });
    const detail = (await (await request(`/v1/rules/${DROP_SID.id}~2`)).json()) as RuleDetail;
    expect(detail).toMatchObject({ id: DROP_SID.id, stage: 1, order: 2 });
  });
  it('refuses one that is not there', async () => {
    const { request } = await testApp();
    const response = await request('/v1/rules/0123456789abcdef');
    expect([response.status, ((await response.json()) as Problem).code]).toEqual([404, 'no-rule']);
  });
});

describe('PATCH /v1/rules/{ref}', () => {
  const change = async (
    { request, send }: Awaited<ReturnType<typeof testApp>>,
    body: object,
    version?: string,
    ref = DROP_SID.id,
  ) => {
    const seen = ((await (await request(`/v1/rules/${ref}`)).json()) as RuleDetail).version;
    return send('PATCH', `/v1/rules/${ref}`, body, { 'if-match': `"${version ?? seen}"` });
  };

  it('writes one line of the file, changes keys at once, and is undone to the byte', async () => {
    const path = ruleFile();
    const before = readFileSync(path, 'utf8');
    const app = await withFile(path);
    const key = async () =>
      ((await (await app.send('POST', '/v1/key', { urls: ['http://a.com/?sid=1'] })).json()) as { keys: string[] })
        .keys;
    expect(await key()).toEqual(['http://a.com/']);
    const response = await change(app, { state: 'quarantined', note: '<script>alert(1)</script>' });
    expect(response.status).toBe(200);
    const answer = schemas.changeAnswer.parse(await response.json());
    expect(answer).toMatchObject({
      change: { text: 'active → quarantined, note added', canUndo: true },
      rule: { state: 'quarantined', note: '<script>alert(1)</script>' },
    });
    expect(await key()).toEqual(['http://a.com/?sid=1']);
    const after = readFileSync(path, 'utf8');
    const differing = before.split('\n').filter((line, i) => line !== after.split('\n')[i]);
    expect(differing).toHaveLength(1);
    expect(rulesOf(parseRuleSet(after))[0]).toMatchObject({ state: 'quarantined', note: '<script>alert(1)</script>' });
    const undone = schemas.undoAnswer.parse(
      await (await app.send('POST', `/v1/changes/${answer.change.id}/undo`)).json(),
    );
    expect(undone.rule).toMatchObject({ state: 'active', note: null });
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(await key()).toEqual(['http://a.com/']);
    expect((await app.send('POST', `/v1/changes/${answer.change.id}/undo`)).status).toBe(409);
    // An undo can be undone.
    const again = (await (await app.send('POST', `/v1/changes/${undone.change.id}/undo`)).json()) as UndoAnswer;
    expect(again.rule!.state).toBe('quarantined');
  });
  it('needs the version that was seen', async () => {
    const { send } = await testApp();
    expect((await send('PATCH', `/v1/rules/${DROP_SID.id}`, { state: 'refuted' })).status).toBe(428);
  });
  it('shows who was too late what is there now, and loses nothing', async () => {
    const app = await testApp();
    const { version } = (await (await app.request(`/v1/rules/${DROP_SID.id}`)).json()) as RuleDetail;
    const both = await Promise.all([
      change(app, { state: 'refuted', note: 'first' }, version),
      change(app, { state: 'quarantined', note: 'second' }, version),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 409]);
    const problem = schemas.problem.parse(await both[1]!.json());
    expect(problem).toMatchObject({ code: 'rule-changed', current: { state: 'refuted', note: 'first' } });
    const { rows } = (await (await app.request('/v1/rules')).json()) as RulesAnswer;
    expect(rows[0]).toMatchObject({ state: 'refuted', note: 'first' });
  });
  it('undoes no change that somebody built on', async () => {
    const app = await testApp();
    const { change: first } = (await (await change(app, { note: 'one' })).json()) as ChangeAnswer;
    await change(app, { note: 'two' });
    const response = await app.send('POST', `/v1/changes/${first.id}/undo`);
    expect([response.status, ((await response.json()) as Problem).current?.note]).toEqual([409, 'two']);
  });
  it('remembers so many changes', async () => {
    const app = await testApp({ limits: { changes: 2 } });
    const ids: number[] = [];
    for (const note of ['one', 'two', 'three'])
      ids.push(((await (await change(app, { note })).json()) as ChangeAnswer).change.id);
    const { changes } = (await (await app.request('/v1/changes')).json()) as ChangesAnswer;
    expect(changes.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect((await app.send('POST', `/v1/changes/${ids[0]}/undo`)).status).toBe(404);
  });
  it('keeps what another program wrote to the file meanwhile', async () => {
    const path = ruleFile();
    const app = await withFile(path);
    const other = { ...SET, rules: [{ ...DROP_SID }, { ...TRIM, note: 'by hand' }] };
    writeFileSync(path, printRuleSet(other));
    expect((await change(app, { state: 'refuted' })).status).toBe(200);
    const rules = rulesOf(parseRuleSet(readFileSync(path, 'utf8')));
    expect(rules.map(({ state, note }) => [state, note])).toEqual([
      ['refuted', undefined],
      ['active', 'by hand'],
    ]);
  });
  it('refuses when another program changed this very rule', async () => {
    const path = ruleFile();
    const app = await withFile(path);
    const { version } = (await (await app.request(`/v1/rules/${DROP_SID.id}`)).json()) as RuleDetail;
    const text = printRuleSet({ ...SET, rules: [{ ...DROP_SID, note: 'by hand' }] });
    writeFileSync(path, text);
    const response = await app.send(
      'PATCH',
      `/v1/rules/${DROP_SID.id}`,
      { state: 'refuted' },
      { 'if-match': `"${version}"` },
    );
    expect([response.status, ((await response.json()) as Problem).current?.note]).toEqual([409, 'by hand']);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
  it.each([
    ['damaged', '{"dustpan":1,'],
    ['empty', ''],
  ])('leaves a %s file alone and says so', async (_, text) => {
    const path = ruleFile();
    const app = await withFile(path);
    writeFileSync(path, text);
    const response = await change(app, { state: 'refuted' });
    expect([response.status, ((await response.json()) as Problem).code]).toEqual([409, 'file-trouble']);
    expect(readFileSync(path, 'utf8')).toBe(text);
    const { file } = (await (await app.request('/v1/overview')).json()) as Overview;
    expect(file.trouble).toContain('rules from before stay in use');
    expect(JSON.stringify(file)).not.toContain(path);
  });
  it('changes nothing when the file cannot be written, and names no path', async () => {
    const path = ruleFile();
    const app = await testApp({
      rules: { kind: 'file', name: 'rules.json', path },
      writeFile: async () => {
        throw new Error(`no space for ${path}`);
      },
    });
    const response = await change(app, { state: 'refuted' });
    const text = await response.text();
    expect([response.status, text.includes(path)]).toEqual([500, false]);
    expect(((await (await app.request(`/v1/rules/${DROP_SID.id}`)).json()) as RuleDetail).state).toBe('active');
  });
  it.each([[{}], [{ state: 'gone' }], [{ state: 'active', more: 1 }]])('refuses %j', async (body) => {
    const app = await testApp();
    expect((await change(app, body)).status).toBe(400);
  });
  it('refuses a note that is a book', async () => {
    expect((await change(await testApp(), { note: 'x'.repeat(4001) })).status).toBe(400);
  });
});
