/** What is found of the labeled pairs of sites of ../shared/data/lab-replicas, and of a real crawl: the figures of docs/replicas.md. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compareReplicas, findReplicas, type HostAddress, type LabeledPair, readRecords } from '../../src/index.ts';

const DATA = join(import.meta.dirname, '../../../shared/data');
const LAB = join(DATA, 'lab-replicas');
const rowsOf = (file: string) =>
  readFileSync(join(LAB, file), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

it.runIf(existsSync(LAB))(
  'lab-replicas: replicas and changed copies are told from the rest, and what is only related is not taken',
  async () => {
    const pairs = rowsOf('pairs.tsv').map(([a, b, label]): LabeledPair => [a!, b!, label!]);
    const ips = rowsOf('host_ip.tsv').map(([host, ip]): HostAddress => [host!, ip!]);
    const { rows } = await compareReplicas(readRecords([join(LAB, 'urls.tsv.gz')]), pairs, { ips, folds: 5 });
    const [extended] = rows;
    expect(extended!.auc).toBeGreaterThanOrEqual(0.995);
    expect(extended!.fpr).toBe(0);
    const found = Object.fromEntries(extended!.labels.map(({ label, found, pairs: all }) => [label, [found, all]]));
    expect(found).toEqual({
      replica: [38, 38],
      modified: [30, 30],
      redirect: [20, 20],
      rebased: [14, 14],
      partial: [20, 20],
      contains: [0, 32],
      translation: [0, 40],
      version: [0, 12],
      parked: [0, 3],
      none: [0, 3446],
    });
    for (const { auc } of rows) expect(auc).toBeGreaterThan(0.99);
  },
);

it.runIf(existsSync(DATA))('heritrix-dk-a: the two names of one site that its notes tell of', async () => {
  const { groups } = await findReplicas(readRecords([join(DATA, 'heritrix-dk-a/records.tsv.gz')]));
  expect(groups).toEqual([
    { representative: 'carlsencards.com', replicas: ['www.carlsencards.com'] },
    { representative: 'www.kaareogtrine.dk', replicas: ['www.trineogkaare.dk'] },
  ]);
});
