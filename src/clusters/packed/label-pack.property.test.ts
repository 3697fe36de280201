/** Labels read as bytes against labels read as records into maps of strings, whatever the lines and wherever they are cut. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CrawlRecord, type Input, readRecords } from '../../records/index.ts';
import { LabelPack } from './label-pack.ts';
import { packClusters, unpackClusters } from './packed-clusters.ts';
import { LabelClusters } from './plain-labels.case.ts';
import { readText, writeText } from './text-bytes.ts';
import { compareUrls, packTexts, urlText } from './url-pack.ts';

const PIECES = [
  ...['a', 'b', 'http://x/', 'http://x/1', '\t', '\t', '\t', '\n', '\n', '\n', '\r\n', '\r', 'w', 'é', '\ufffd'].map(
    (text) => Buffer.from(text),
  ),
  Buffer.of(0xff),
  Buffer.of(0xed, 0xa0, 0x80),
];
const arbLine = fc
  .tuple(
    fc.constantFrom('1', '2', 'é', '3'),
    fc.constantFrom('http://x/a', 'x/b', 'x/é', 'x/c'),
    fc.constantFrom('', '\tv', '\tw', '\t', '\tw\tmore'),
  )
  .map(([id, url, wide]) => Buffer.from(`${id}\t${url}${wide}\n`));
const arbText = fc
  .tuple(
    fc.constantFrom('', 'cluster_id\turl\twide_id\n', 'url\tcluster_id\n', 'url\tstatus\n', '\n\r\n'),
    fc.array(fc.oneof(fc.constantFrom(...PIECES), arbLine, arbLine), { maxLength: 30 }),
  )
  .map(([header, pieces]) => Buffer.concat([Buffer.from(header), ...pieces]));

function inputOf(text: Buffer, cuts: readonly number[]): Input {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  const chunks = places.slice(1).map((to, i) => text.subarray(places[i], to));
  return {
    name: 'input',
    size: undefined,
    position: () => 0,
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) yield chunk;
    },
  };
}

async function read(text: Buffer, cuts: readonly number[], labels?: LabelPack) {
  const options = { format: 'clusters', maxBad: 1 } as const;
  const stream = readRecords([inputOf(text, cuts)], labels ? { ...options, labels } : options);
  const records: CrawlRecord[] = [];
  for await (const batch of stream) records.push(...batch);
  return { records, lines: stream.lines(), problems: stream.problems() };
}

describe('labels in bytes', () => {
  it('are those of records', async () => {
    await fc.assert(
      fc.asyncProperty(arbText, fc.array(fc.nat(), { maxLength: 4 }), async (text, cuts) => {
        const plain = new LabelClusters();
        const { records, ...read1 } = await read(text, cuts);
        for (const { url, cluster, wide } of records) plain.add(url, cluster!, wide);
        const labels = new LabelPack();
        const { records: others, ...read2 } = await read(text, cuts, labels);
        for (const { url, cluster, wide } of others) labels.addText(url, cluster!, wide);
        expect(read2).toEqual(read1);
        const { clusters, notes } = plain.finish();
        for (const { url } of records) expect(labels.has(url)).toBe(true);
        const finished = labels.finish();
        expect({ clusters: unpackClusters(finished.packed), notes: finished.notes }).toEqual({ clusters, notes });
        expect(unpackClusters(packClusters(clusters))).toEqual(clusters);
      }),
      { seed: 1, numRuns: 600 },
    );
  });
});

describe('texts in bytes', () => {
  it('come back as they were, lone surrogates too, and keep their order', () => {
    const arbString = fc.string({
      unit: fc.constantFrom('a', 'é', '\uffee', '\u{1f600}', '\ud800', '\udc00'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(arbString, arbString, (a, b) => {
        const bytes = new Uint8Array(3 * a.length);
        expect(readText(bytes, 0, writeText(a, bytes, 0))).toBe(a);
        const pack = packTexts([a, b]);
        expect([urlText(pack, 0), urlText(pack, 1)]).toEqual([a, b]);
        const points = (text: string) => [...text].map((c) => c.codePointAt(0)!);
        if (pack.isWellFormed)
          expect(Math.sign(compareUrls(pack, 0, 1))).toBe(Math.sign(compareLists(points(a), points(b))));
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (const [i, x] of a.entries()) {
    if (b[i] === undefined) return 1;
    if (x !== b[i]) return x - b[i];
  }
  return a.length - b.length;
}
