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
        const { clusters, notes } = plain.finish();
        for (const inKernel of [false, true]) {
          const labels = new LabelPack(inKernel ? 0 : undefined);
          if (inKernel) labels.expect(2 ** 17);
          const { records: others, ...read2 } = await read(text, cuts, labels);
          for (const { url, cluster, wide } of others) labels.addText(url, cluster!, wide);
          expect(read2).toEqual(read1);
          for (const { url } of records) expect(labels.has(url)).toBe(true);
          const finished = labels.finish();
          expect({ clusters: unpackClusters(finished.packed), notes: finished.notes }).toEqual({ clusters, notes });
        }
        expect(unpackClusters(packClusters(clusters))).toEqual(clusters);
      }),
      { seed: 1, numRuns: 250 },
    );
  });
});

describe('the kernel', () => {
  it('takes plain lines, of however many ids and URLs, and leaves all others', async () => {
    const lines = Array.from({ length: 6000 }, (_, i) => {
      const url = `http://x/${i % 41 === 0 ? 'é' : ''}${i % 997 === 5 ? 1 : i}`;
      return `id${i % 1777}\t${url}${i % 3 === 0 ? `\tw${i % 500}` : ''}${i % 2 === 0 ? '\r' : ''}\n${i % 50 === 0 ? '\n' : ''}`;
    });
    const text = Buffer.from(lines.join(''));
    const plain = new LabelClusters();
    for (const { url, cluster, wide } of (await read(text, [])).records) plain.add(url, cluster!, wide);
    let byKernel = 0;
    class Counted extends LabelPack {
      override addLines(from: number, to: number): number {
        const end = super.addLines(from, to);
        byKernel += this.labels;
        return end;
      }
    }
    const labels = new Counted(0);
    labels.expect(2 ** 17);
    await read(text, [1000, 100_000], labels);
    const { packed, notes } = labels.finish();
    expect({ clusters: unpackClusters(packed), notes }).toEqual(plain.finish());
    expect(byKernel).toBeGreaterThan(5000);
  });

  it('takes all lines in one go while tables grow, and text as far into a word as it was', () => {
    const text = Buffer.from(Array.from({ length: 9000 }, (_, i) => `id${i}\thttp://x/${i}\n`).join(''));
    const labels = new LabelPack(0);
    labels.expect(2 ** 16);
    labels.append(Buffer.from('odd'));
    const from = labels.append(text, text.byteOffset);
    expect((labels.bytes.byteOffset + from) % 8).toBe(text.byteOffset % 8);
    expect(labels.addLines(from, from + text.length)).toBe(from + text.length);
    expect([labels.lines, labels.labels]).toEqual([9000, 9000]);
    const { packed } = labels.finish();
    expect([packed.size, urlText(packed.urls, 8999), packed.idOf(8999)]).toEqual([9000, 'http://x/8999', 'id8999']);
  });
});

describe('texts in bytes', () => {
  it('come back as they were, lone surrogates too, and keep their order', () => {
    const arbString = fc.string({
      unit: fc.constantFrom('a', 'é', '\uffee', '\u{1f600}', '\ud800', '\udc00'),
      maxLength: 6,
    });
    // Long texts of ASCII alone, and long ones that are not, are read in two ways.
    const arbLong = fc
      .tuple(
        fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 40 }),
        fc.constantFrom('', '', 'é', '\ud800'),
      )
      .map(([text, end]) => text + end);
    const arbAny = fc.oneof(arbString, arbLong);
    fc.assert(
      fc.property(arbAny, arbAny, (a, b) => {
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
