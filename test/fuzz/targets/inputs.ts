/** Whole inputs of any format, compressed or not, from bytes to clusters and rules: refused with a sentence, or used. */
import { gzipSync } from 'node:zlib';
import { clusterRecords, LabelPack } from '../../../src/clusters/index.ts';
import { learners } from '../../../src/learn/index.ts';
import { learnRules } from '../../../src/pipeline/index.ts';
import { type Input, readRecords } from '../../../src/records/index.ts';
import { readerSamples } from '../../../src/records/reader-samples.case.ts';
import { decompress } from '../../../src/records/readers/decompress.ts';
import { decompressZstd } from '../../../src/records/readers/zstd.ts';
import { printRuleSet, rulesOf } from '../../../src/rules/index.ts';
import { type FuzzTarget, hold, orRefusedLater, same } from '../target.ts';
import { BYTES, URL_WORDS } from '../words.ts';

const SAMPLES = readerSamples.map(({ content }) => BYTES.encode(content));

export const inputTarget: FuzzTarget = {
  name: 'input',
  seeds: () => [...SAMPLES, ...SAMPLES.slice(0, 3).map((bytes) => new Uint8Array(gzipSync(bytes)))],
  words: ['\ufeff', '\u001f\u008b\u0008', '\t', 'cluster_id\turl', '#url\tdigest', ...URL_WORDS.slice(0, 4)],
  patience: 300,
  async run(bytes) {
    await orRefusedLater(async () => {
      const stream = readRecords([inputOf(bytes)], { maxBad: 1, host: 'www.example.com' });
      let records = 0;
      for await (const batch of stream) records += batch.length;
      hold(stream.lines() >= records, () => 'more records than lines');
      for (const { example } of stream.problems()) hold(example.length < 400, () => 'an example without end');
    });
  },
};

/** The JavaScript decoder, since it runs where there is no other, and a program for each input would take too long. */
export const zstdTarget: FuzzTarget = {
  name: 'zstd',
  seeds: () => ZSTD_SAMPLES.map((hex) => new Uint8Array(Buffer.from(hex, 'hex'))),
  words: ['\u0028\u00b5\u002f\u00fd'],
  // Making room for the largest window that is allowed takes its time.
  patience: 2000,
  async run(bytes) {
    await orRefusedLater(async () => {
      let size = 0;
      for await (const chunk of decompressZstd(chunksOf(bytes, 64), 'x.zst', 'javascript')) size += chunk.length;
      hold(size < 2 ** 31, () => 'decompressed without end');
    });
  },
};

/** Two frames of compressed text, one of a run of one byte, one that is skipped. */
const ZSTD_SAMPLES = [
  '28b52ffd0458d1000031097572690a31096874740a02003a3c5408c4b5e8a1',
  '28b52ffd04584500001061610100e32b80052a5e8be8',
  '502a4d180400000000010203',
  '28b52ffd2400010000 99e9d851'.replace(' ', ''),
];

export const learnTarget: FuzzTarget = {
  name: 'learn',
  seeds: () => LEARNABLE.map((text) => BYTES.encode(text)),
  words: ['\t', '\n', ...URL_WORDS],
  patience: 5000,
  async run(bytes) {
    await orRefusedLater(async () => {
      const labels = new LabelPack();
      const stream = readRecords([inputOf(bytes)], { maxBad: 1, labels });
      const { packed, clusters, listed, failing } = await clusterRecords(stream, {}, labels);
      const names = ['auto', ...learners.map(({ name }) => name)];
      const learner = names[bytes.length % names.length]!;
      const options = { learner, minSupport: 1, minFrequency: 1, listed, failing };
      const { ruleSet } = learnRules(packed ?? clusters, options);
      same(printRuleSet(learnRules(packed ?? clusters, options).ruleSet), printRuleSet(ruleSet), `${learner} twice`);
      for (const rule of rulesOf(ruleSet)) hold(rule.id !== '', () => 'a rule without an id');
    });
  },
};

const LEARNABLE = [
  Array.from({ length: 14 }, (_, i) => `${i}\thttp://a.com/p/${i}?sid=a${i}&x=1\n${i}\thttp://a.com/p/${i}?x=1\n`).join(
    '',
  ),
  Array.from(
    { length: 12 },
    (_, i) => `${i}\thttp://a.com/${i}/index.html\t${i}\n${i}\thttp://www.a.com/${i}/\t${i}\n`,
  ).join(''),
  `#url\tstatus\tdigest\tlength\n${Array.from({ length: 24 }, (_, i) => `http://a.com/v${i % 2}/${i >> 1}.html\t200\tD${i >> 1}\t${900 + i}\n`).join('')}`,
];

function inputOf(bytes: Uint8Array): Input {
  const chunks = decompress(chunksOf(bytes, 997), 'fuzz');
  return { name: 'fuzz', size: bytes.length, position: () => 0, [Symbol.asyncIterator]: () => chunks };
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}
