/** Checks of the filters: what each keeps out, what it leaves in, and that it can be switched off. */
import { describe, expect, it } from 'vitest';
import type { CrawlRecord } from '../../records/index.ts';
import { clusterRecords } from '../from-records.ts';
import type { ClusterOptions, FilterName } from '../options.ts';
import { isErrorTitle } from '../records/error-title.ts';

async function filter(records: readonly CrawlRecord[], options: Partial<ClusterOptions> = {}) {
  const { clusters, hygiene } = await clusterRecords([records], options);
  const urls = new Set(clusters.flatMap((cluster) => cluster.urls));
  const objecting = hygiene
    .filter((report) => report.urls > 0)
    .map(({ name, urls, clusters }) => `${name} ${urls} ${clusters}`);
  return { objecting, left: records.filter(({ url }) => urls.has(url)).length, hygiene };
}

const many = (count: number, make: (i: number) => string, more: Partial<CrawlRecord> = {}): CrawlRecord[] =>
  Array.from({ length: count }, (_, i) => ({ url: make(i), digest: 'same', length: 900, ...more }));

/** Words without a common beginning. */
const word = (i: number) => `${String.fromCharCode(97 + (i % 26))}${(i * 7919).toString(36)}q`;

const CASES: [string, FilterName, CrawlRecord[], string[]][] = [
  ['errors', 'status', many(3, (i) => `http://x.org/${i}`, { status: 404 }), ['status 3 0']],
  ['empty answers', 'empty', many(2, (i) => `http://x.org/${i}`, { length: 0 }), ['empty 2 0']],
  ['tiny answers', 'tiny', many(2, (i) => `http://x.org/${i}`, { length: 99 }), ['tiny 2 0']],
  ['a picture in many folders', 'assets', many(5, (i) => `http://x.org/${i}/logo.png`), ['assets 5 1']],
  ['a style by its type', 'assets', many(5, (i) => `http://x.org/${i}/x`, { type: 'text/css' }), ['assets 5 1']],
  ['a giant of all and sundry', 'giant', many(100, (i) => `http://x.org/${word(i)}`), ['giant 100 1']],
  [
    'a login under one path',
    'soft-404',
    many(2, (i) => `http://x.org/login?back=${i}`, { title: 'Log in - X' }),
    ['soft-404 2 1'],
  ],
  [
    'pages called "Not found"',
    'soft-404',
    many(3, (i) => `http://x.org/wiki/${word(i)}`, { title: 'Page not found | X' }),
    ['soft-404 3 1'],
  ],
  [
    'one text under many titles',
    'boilerplate',
    many(3, (i) => `http://x.org/edit/${i}`).map((record, i) => ({
      ...record,
      digest: `e${i}`,
      sketch: '1.2.3.4',
      title: `Edit ${i}`,
    })),
    ['boilerplate 3 1'],
  ],
];

describe('filters', () => {
  it.each(CASES)('object to %s (%s), and can be switched off', async (_name, name, records, objecting) => {
    const on = await filter(records);
    expect(on.objecting).toEqual(objecting);
    expect(on.left).toBe(0);
    const off = await filter(records, { keep: [name] });
    expect(off.left).toBe(records.length);
    expect(off.hygiene.find((report) => report.name === name)).toMatchObject({ state: 'off', urls: 0 });
  });

  it.each<[string, CrawlRecord[]]>([
    ['a picture in a few folders', many(4, (i) => `http://x.org/${i}/logo.png`)],
    ['a page under many hosts', many(120, (i) => `http://h${i}.x.org/wiki/page`)],
    ['a page with many sessions', many(120, (i) => `http://x.org/wiki/start?sid=${word(i)}`)],
    ['a home page with tracking', many(40, (i) => `http://x.org/?${word(i)}=1`)],
    ['a page in many languages', many(30, (i) => `http://x.org/${word(i)}/upgrading.html`)],
    ['one content under unrelated paths, without titles', many(99, (i) => `http://x.org/${word(i)}/${word(i + 50)}`)],
    ['one content under unrelated paths, with a title', many(99, (i) => `http://x.org/${word(i)}`, { title: 'X' })],
    ['a single login page', many(1, () => 'http://x.org/login', { title: 'Log in' })],
    [
      'a page that was called an error half of the time',
      many(4, (i) => `http://x.org/${i}`).map((r, i) => (i < 2 ? { ...r, title: 'Error' } : r)),
    ],
    ['an article on errors', many(9, (i) => `http://x.org/go/handling?utm_source=${i}`, { title: 'Error handling' })],
    ['two titles of one text', many(2, (i) => `http://x.org/${i}`).map((r, i) => ({ ...r, title: `T${i}` }))],
  ])('do not object to %s', async (_name, records) => {
    const { objecting, left } = await filter(records);
    expect(objecting).toEqual([]);
    expect(left).toBe(records.length);
  });

  it('keep out the redirects to what they keep out, and never make singles of a cluster', async () => {
    const login = many(10, (i) => `http://x.org/${word(i)}`, { title: 'Sign in' });
    const redirect: CrawlRecord = { url: 'http://x.org/old', status: 302, redirect: login[0]!.url };
    const { left, objecting } = await filter([...login, redirect]);
    expect({ left, objecting }).toEqual({ left: 0, objecting: ['soft-404 11 1'] });
  });

  it('show an example: the smallest URL of the largest cluster and another one', async () => {
    const { hygiene } = await filter(many(5, (i) => `http://x.org/${i}/logo.png`));
    expect(hygiene.find(({ name }) => name === 'assets')).toMatchObject({
      example: 'http://x.org/0/logo.png',
      other: 'http://x.org/4/logo.png',
    });
  });

  it('say when the data lacks what they look at', async () => {
    const states = async (records: CrawlRecord[]) =>
      Object.fromEntries((await clusterRecords([records])).hygiene.map(({ name, state }) => [name, state]));
    expect(await states([{ url: 'a', digest: 'X' }])).toMatchObject({
      'soft-404': 'not-applicable',
      boilerplate: 'not-applicable',
      tiny: 'not-applicable',
      empty: 'on',
    });
    expect(await states([{ url: 'a', title: 'A', length: 5, digest: 'X' }])).toMatchObject({
      'soft-404': 'on',
      boilerplate: 'on',
      tiny: 'on',
    });
    expect(await states([{ url: 'a' }])).toMatchObject({ empty: 'not-applicable' });
  });

  it('look at clusters of any number of titles', async () => {
    const records = many(200_000, (i) => `http://x.org/${i}`).map((r, i) => ({ ...r, title: `T${i}` }));
    const { clusters, hygiene } = await clusterRecords([records], { keep: ['giant'] });
    expect(clusters).toEqual([]);
    expect(hygiene.find(({ name }) => name === 'boilerplate')).toMatchObject({ urls: 200_000, clusters: 1 });
  });

  it('leave labels alone', async () => {
    const { clusters, hygiene } = await clusterRecords([many(200, word, { cluster: '1' })]);
    expect(clusters[0]!.urls).toHaveLength(200);
    expect(hygiene).toEqual([]);
  });
});

describe('isErrorTitle', () => {
  it.each([
    ['404 Not Found', true],
    ['Error 404: Page not found!', true],
    ['Log in - Wiki', true],
    ['Wiki | Log in or register', true],
    ['Shop » Access denied', true],
    ['Seite nicht gefunden', true],
    ['Iniciar sesión', true],
    ['Error handling', false],
    ['Log In [Systems]', true],
    ['Compilers [error]', false],
    ['Login to the mountains - Travels', false],
    ['Peugeot 404', false],
    ['Page', false],
    ['Terrors of the deep', false],
    ['Blogging in 14043 steps', false],
    ['', false],
    ['page '.repeat(39), false],
  ])('%j is %s', (title, expected) => {
    expect(isErrorTitle(title)).toBe(expected);
  });
});
