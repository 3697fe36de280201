/** The overview, the clusters, exports, and what other commands wrote. */
import { describe, expect, it } from 'vitest';
import { evaluateRules } from '../evaluate/index.ts';
import { compareLearners } from '../pipeline/index.ts';
import type { Overview, Problem } from './api.ts';
import { ANYWHERE, DATA, rule, SET, TRIM, testApp } from './app.case.ts';
import * as schemas from './schemas.ts';
import { readComparison, readReplicas } from './side-files.ts';

const codeOf = async (response: Response) => [response.status, ((await response.json()) as Problem).code];
const get = async (path: string, setting = {}) =>
  (await (await testApp({ data: DATA, ...setting })).request(path)).json();

describe('GET /v1/overview', () => {
  it('counts as evaluate does', async () => {
    const { data, rules, tradeoff } = schemas.overview.parse((await get('/v1/overview')) as Overview);
    const judged = evaluateRules(SET, DATA.clusters);
    expect(data).toMatchObject({
      urls: judged.urls,
      clusters: judged.clusters,
      removed: judged.urls - judged.forms,
      duplicates: 3,
      removedRightly: 2,
      sharedKeys: 2,
      impureKeys: 1,
      listed: 1,
      hosts: [{ host: 'a.com', urls: 7, duplicates: 3, removed: 2 }],
    });
    expect(rules.states).toEqual([
      { value: 'active', count: 2 },
      { value: 'quarantined', count: 1 },
    ]);
    expect(tradeoff).toEqual({
      source: 'data',
      unit: 'URLs',
      ceiling: 3,
      points: [
        { maxRisk: 0, rules: 0, removed: 0, wrong: 0, isCurrent: false },
        { maxRisk: 0.01, rules: 1, removed: 2, wrong: 0, isCurrent: false },
        { maxRisk: 0.03, rules: 2, removed: 3, wrong: 1, isCurrent: true },
      ],
      unknown: 1,
    });
  });
  it('without data goes by the evidence', async () => {
    const overview = schemas.overview.parse((await get('/v1/overview', { data: null })) as Overview);
    expect(overview.data).toBeNull();
    expect(overview.tradeoff).toMatchObject({ source: 'evidence', ceiling: null, unknown: 1 });
    const sums = overview.tradeoff.points.map(({ removed, wrong }) => [removed, Number(wrong.toFixed(6))]);
    expect(sums).toEqual([
      [0, 0],
      [40, 0.4],
      [47, 0.61],
    ]);
  });
  it('has a curve of few points for many rules', async () => {
    const rules = Array.from({ length: 300 }, (_, i) =>
      rule(`@{a.com} E => dropParam(p${i})`, { evidence: { support: 1, risk: i / 1000 } }),
    );
    const { tradeoff } = (await get('/v1/overview', {
      data: null,
      rules: { kind: 'memory', name: null, whyNot: '', ruleSet: { ...SET, rules } },
    })) as Overview;
    expect(tradeoff.points).toHaveLength(25);
    expect(tradeoff.points.at(-1)).toMatchObject({ rules: 300, maxRisk: 0.299, isCurrent: true });
  });
});

describe('GET /v1/clusters', () => {
  const check = async (query: string, expected: readonly number[]) => {
    const answer = schemas.clustersAnswer.parse(await get(`/v1/clusters?${query}`));
    expect(answer.rows.map(({ index }) => index)).toEqual(expected);
    return answer;
  };
  it.each([
    ['', [0, 1, 2, 3]],
    ['kind=joined', [0]],
    ['kind=apart', [1]],
    ['kind=single', [2, 3]],
    ['kind=impure', [2, 3]],
    ['kind=partly', []],
    ['q=/q', [1]],
    ['q=3', [2]],
    ['host=A.com&limit=2', [0, 1]],
    ['host=b.com', []],
    ['sort=size', [0, 1, 2, 3]],
    ['sort=left', [1, 0, 2, 3]],
    ['offset=3', [3]],
  ])('%s', (query, expected) => check(query, expected).then(() => undefined));
  it('shows a cluster by its keys, and who else has them', async () => {
    const cluster = schemas.clusterDetail.parse(await get('/v1/clusters/2'));
    expect(cluster.groups).toMatchObject([
      {
        key: 'http://a.com/s',
        urls: [{ url: 'http://a.com/s', rules: [] }],
        strangers: [{ url: 'http://a.com/s/', cluster: 3, isWrong: true }],
      },
    ]);
    const other = schemas.clusterDetail.parse(await get('/v1/clusters/3'));
    expect(other.groups[0]!.urls).toEqual([{ url: 'http://a.com/s/', rules: [TRIM.id] }]);
  });
  it('refuses what is not there', async () => {
    const { request } = await testApp({ data: DATA });
    expect(await codeOf(await request('/v1/clusters/9'))).toEqual([404, 'no-cluster']);
    const none = await testApp();
    expect(await codeOf(await none.request('/v1/clusters'))).toEqual([404, 'no-data']);
  });
});

describe('GET /v1/export/{target}', () => {
  it('is a download, or tells what was refused', async () => {
    const { request } = await testApp();
    const file = await request('/v1/export/nginx');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="nginx.conf"');
    expect(await file.text()).toContain('sid');
    const answer = schemas.exportAnswer.parse(
      await (await request('/v1/export/robots?as=json&include=quarantined')).json(),
    );
    expect(answer.refused.map(({ ref }) => ref)).toContain(ANYWHERE.id);
    const set = await request('/v1/export/rules.json');
    expect(JSON.parse(await set.text())).toMatchObject({ dustpan: 1 });
    const { targets } = schemas.targetsAnswer.parse(await (await request('/v1/targets')).json());
    for (const { name } of targets)
      expect([name, (await request(`/v1/export/${name}?as=json`)).status]).toEqual([name, 200]);
  });
  it('lists the URLs of the data where the target is a list', async () => {
    const { request } = await testApp({ data: DATA });
    expect(await (await request('/v1/export/canonical-csv')).text()).toContain('http://a.com/?sid=1&x=2');
  });
  it('refuses what it does not know', async () => {
    const { request } = await testApp();
    expect(await codeOf(await request('/v1/export/fax'))).toEqual([404, 'no-target']);
    expect(await codeOf(await request('/v1/export/nginx?form=poem'))).toEqual([400, 'bad-form']);
  });
});

describe('what other commands wrote', () => {
  it('is shown: a comparison', async () => {
    const made = compareLearners(DATA.clusters, { learners: ['dustlin'], folds: 2 });
    const comparison = readComparison(JSON.stringify(made), 'x.json');
    const answer = schemas.comparisonAnswer.parse(await get('/v1/comparison', { comparison }));
    expect(answer.rows.map(({ method }) => method)).toContain('dustlin');
  });
  it('is shown: replicas', async () => {
    const pair = (a: string, b: string) => ({
      a,
      b,
      score: 1,
      isReplica: true,
      features: {},
      sharedPages: 2,
      jaccard: 1,
      finding: null,
      examples: [],
    });
    const file = {
      dustpan: 1,
      summary: { method: 'extended', hosts: 2, sites: 2, replicas: 1 },
      groups: [{ representative: 'a.com', replicas: ['b.com'] }],
      pairs: [pair('a.com', 'b.com'), pair('c.com', 'd.com')],
    };
    const replicas = readReplicas(JSON.stringify(file), 'x.json');
    expect(schemas.replicasAnswer.parse(await get('/v1/replicas?q=d.c', { replicas }))).toMatchObject({
      total: 2,
      matched: 1,
      groups: [],
      pairs: [{ a: 'c.com' }],
    });
  });
  it('is refused when it is something else', async () => {
    expect(() => readComparison('{}', 'x.json')).toThrow('x.json is not what dustpan compare --json writes');
    expect(() => readReplicas('nonsense', 'y.json')).toThrow('y.json is not what dustpan replicas --json writes');
    const { request } = await testApp();
    expect(await codeOf(await request('/v1/comparison'))).toEqual([404, 'no-comparison']);
    expect(await codeOf(await request('/v1/replicas'))).toEqual([404, 'no-replicas']);
  });
});
