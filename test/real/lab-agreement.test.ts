/** Clusters of the lab crawls of ../shared/data against the clusters that come with them: which pairs of URLs both take for one page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Cluster, clusterRecords, readRecords } from '../../src/index.ts';

const DATA = join(import.meta.dirname, '../../../shared/data');
const hasData = existsSync(DATA);

/** Shares of pairs of URLs that one side takes for one page: of ours that are theirs, of theirs that are ours. */
type Agreement = { readonly ofOurs: number; readonly ofTheirs: number };

/**
 * In the wide sense the definitions are the same: 0.998 in three digits. What is missing lies in clusters with a URL of which
 * two fetches had different content, where each side believes another of them, and in bodies of less than 100 bytes.
 */
const WIDE = 0.9975;
/**
 * In the strict sense they are not: theirs also ask for equal titles and for word counts within 2 %, and believe only digests
 * where there are no titles. The records have neither titles nor words, so ours join more; they must not join more than when
 * this was measured (0.990, 0.605, 0.220, 0.729, 0.924), less 0.005, and must find what theirs join.
 */
const STRICT_OF_OURS = {
  'lab-usemod': 0.985,
  'lab-cgit': 0.6,
  'lab-dokuwiki': 0.215,
  'lab-mediawiki': 0.724,
  'lab-apachedocs': 0.919,
} as const;
const STRICT_OF_THEIRS = 0.995;

async function clustersOf(...files: string[]): Promise<readonly Cluster[]> {
  const records = readRecords(files.map((file) => join(DATA, file)));
  // Filters of clusters take out what the labs keep in.
  const { clusters } = await clusterRecords(records, { keep: ['assets', 'giant', 'boilerplate', 'soft-404'] });
  return clusters;
}

function idsOf(clusters: readonly Cluster[], isWide: boolean): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { id, urls, wide } of clusters)
    for (const [i, url] of urls.entries()) ids.set(url, isWide ? wide![i]! : id);
  return ids;
}

function agreementOf(ours: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string>): Agreement {
  const both = [...ours].filter(([url]) => theirs.has(url)).map(([url, id]) => `${id}\t${theirs.get(url)}`);
  const common = countPairs(both);
  return { ofOurs: common / countPairs(ours.values()), ofTheirs: common / countPairs(theirs.values()) };
}

function countPairs(ids: Iterable<string>): number {
  const sizes = new Map<string, number>();
  for (const id of ids) sizes.set(id, (sizes.get(id) ?? 0) + 1);
  let pairs = 0;
  for (const size of sizes.values()) pairs += (size * (size - 1)) / 2;
  return pairs;
}

it('../shared/data is there (without it nothing of this file is tested)', () => {
  if (!hasData) process.stderr.write(`nothing was tested: ${DATA} does not exist\n`);
});

describe('clusters of the labs', () => {
  it.runIf(hasData).each(Object.entries(STRICT_OF_OURS))('of %s are those that come with it', async (set, least) => {
    const ours = await clustersOf(`${set}/crawl.tsv.gz`, `${set}/replay.tsv.gz`);
    const theirs = await clustersOf(`${set}/clusters-all.tsv.gz`);
    const wide = agreementOf(idsOf(ours, true), idsOf(theirs, true));
    expect(wide.ofOurs).toBeGreaterThanOrEqual(WIDE);
    expect(wide.ofTheirs).toBeGreaterThanOrEqual(WIDE);
    const strict = agreementOf(idsOf(ours, false), idsOf(theirs, false));
    expect(strict.ofOurs).toBeGreaterThanOrEqual(least);
    expect(strict.ofTheirs).toBeGreaterThanOrEqual(STRICT_OF_THEIRS);
  });
});
