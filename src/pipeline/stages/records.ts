/** From lines of crawls to records, each at its URL, with what joins it to others: the stage that all others of clustering start from. */
import { hex, shortKeyOf, TextHash } from '../../clusters/index.ts';
import {
  type CrawlRecord,
  type Format,
  type Input,
  isEmptyDigest,
  type ReadOptions,
  readRecords,
} from '../../records/index.ts';
import { sun } from '../../url/index.ts';
import type { RawLine, Stage } from './stage.ts';
import { bytesOfText } from './texts.ts';

/** How the lines of one input are read. */
export type LineFormat = Pick<ReadOptions, 'host' | 'logFormat'> & {
  readonly format: Format;
  /** The line that names the columns, a character per byte; null if there is none. */
  readonly header: string | null;
};

export type RecordsParams = {
  /** By the number of the input. */
  readonly inputs: readonly LineFormat[];
  /** Values of four that sketches of one page have in common. */
  readonly shingles: number;
  /** Whether empty bodies take part. */
  readonly keepEmpty: boolean;
};

/** What was read and what was not. */
export type ReadCount = {
  readonly lines: number;
  readonly records: number;
  readonly labels: number;
  readonly problems: readonly { readonly code: string; readonly count: number; readonly example: string }[];
};

/** Lines that are read at once. */
const BATCH = 20_000;
/** Digits of the number of the input, with which the order of a line begins. */
const INPUT_DIGITS = 6;

/** In: lines. Out: records by URL (`r`), URLs by what they may share with others (`k`), and counts. */
export const mapRecords: Stage = {
  name: 'map:records',
  kind: 'map',
  open(params, emit) {
    const { inputs, shingles, keepEmpty } = params as RecordsParams;
    const waiting = new Map<number, string[]>();
    const count = { lines: 0, records: 0, labels: 0 };
    const problems = new Map<string, { count: number; example: string }>();
    const read = async (number: number): Promise<void> => {
      const lines = waiting.get(number)!;
      waiting.delete(number);
      const { header, ...how } = inputs[number]!;
      const stream = readRecords([textInput(header === null ? lines : [header, ...lines])], { ...how, maxBad: 1 });
      for await (const batch of stream) {
        for (const record of batch) {
          count.records++;
          if (record.cluster !== undefined) count.labels++;
          const node = shortKeyOf(record.url);
          emit(`r${node}`, '2', record);
          for (const key of linksOf(record, shingles, keepEmpty)) emit(`k${key}`, node, 0);
        }
      }
      count.lines += stream.lines();
      for (const { code, count: more, example } of stream.problems()) {
        const known = problems.get(code);
        problems.set(code, { count: more + (known?.count ?? 0), example: known?.example ?? example });
      }
    };
    return {
      row({ s, v }) {
        const number = Number(s.slice(0, INPUT_DIGITS));
        const [line] = JSON.parse(v) as RawLine;
        // Every file of an input may have its own header.
        if (line === inputs[number]?.header) return undefined;
        const lines = waiting.get(number) ?? [];
        waiting.set(number, lines);
        return lines.push(line) < BATCH ? undefined : read(number);
      },
      async end() {
        for (const number of [...waiting.keys()]) await read(number);
        const all = [...problems].map(([code, found]) => ({ code, ...found }));
        emit('!read', '0', { ...count, problems: all } satisfies ReadCount);
      },
    };
  },
};

/** Lines of a character per byte as something that can be read. */
export function textInput(lines: readonly string[], name = 'input'): Input {
  const bytes = bytesOfText(lines.map((line) => `${line}\n`).join(''));
  return {
    name,
    size: bytes.length,
    position: () => bytes.length,
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
}

const OWN_SKETCH = /^d\d+:((?:[0-9a-f]{8})+)$/;
const hash = new TextHash();

/**
 * Keys that the record shares with every record that clustering could ever compare or join it with. More may share them: what meets
 * here is only looked at together. So whatever clustering decides, it decides within what hangs together.
 */
export function linksOf(record: CrawlRecord, shingles: number, keepEmpty: boolean): Set<string> {
  const { url, cluster, wide, digest, sketch, redirect, canonical, near } = record;
  const keys = new Set([shortKeyOf(url), shortKeyOf(sun(url))]);
  // Ids of clusters and of wide groups are names of one kind: a cluster without a wide id is its own wide group.
  for (const label of [cluster, wide]) if (label !== undefined) keys.add(`l${shortKeyOf(label)}`);
  if (cluster !== undefined) return keys;
  for (const target of [redirect, canonical, near]) {
    if (target === undefined) continue;
    keys.add(shortKeyOf(target));
    const mark = target.indexOf('#');
    if (mark !== -1) keys.add(shortKeyOf(target.slice(0, mark)));
  }
  // Bodies of nothing are many, and take no part.
  if (digest !== undefined && (keepEmpty || !isEmptyDigest(digest))) keys.add(`d${shortKeyOf(digest)}`);
  if (sketch !== undefined && sketch !== '-') for (const key of sketchKeys(sketch, shingles)) keys.add(`s${key}`);
  return keys;
}

/** Sketches that are nearly the same have one of these in common. */
function sketchKeys(sketch: string, shingles: number): string[] {
  const [, own] = OWN_SKETCH.exec(sketch) ?? [];
  if (own !== undefined) {
    // One value of all may differ, so one half is the same.
    const middle = 8 * Math.floor(Math.min(own.length / 8, MOST_VALUES) / 2);
    return [
      shortKeyOf(`a${own.slice(0, middle)}`),
      shortKeyOf(`b${own.slice(middle, 8 * MOST_VALUES)}`),
      shortKeyOf(`c${own}`),
    ];
  }
  const values = sketch.split('.').map((value) => hex(hash.ofText(value).a));
  if (values.length !== 4 || shingles >= 4) return [shortKeyOf(values.join('.'))];
  const choices = Array.from({ length: 16 }, (_, bits) => values.map((value, i) => (bits & (1 << i) ? value : '')));
  return choices
    .filter((choice) => choice.filter((value) => value !== '').length === shingles)
    .map((choice) => shortKeyOf(choice.join('.')));
}

/** Values of an own sketch that are looked at. */
const MOST_VALUES = 32;
