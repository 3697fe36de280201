/** Labeled URLs: `cluster_id⇥url[⇥wide_id]`, the header optional. */
import type { ByteReader, CrawlRecord, LabelSink, LineReader, Reader, Sink } from '../reader.ts';
import { LabeledLines } from './labeled-lines.ts';
import { readLines } from './lines-reader.ts';
import { textOf } from './lines-text.ts';
import { columnsReader, headerFields } from './records-tsv.ts';

const TAB = 9;
const LF = 10;
const CR = 13;
/** A first line longer than this is no label. */
const LONGEST_FIRST = 2 ** 20;

export const clustersTsv: Reader = {
  name: 'clusters',
  from: 'bytes',
  recognize({ lines }) {
    const [first] = lines;
    if (first === undefined) return null;
    if (isHeader(first)) return 'its first line names the columns cluster_id and url';
    const labeled = lines.filter(isLabeled);
    return labeled.length * 2 >= lines.length ? 'its lines hold an id, a tab and a URL' : null;
  },
  open: (sink) => (sink.labels ? readPacked(sink, sink.labels) : readLines(sink, startClusters())),
};

/** The first line decides, as below: labels in the usual columns go their quick way, all others are read as records. */
function readPacked(sink: Sink, labels: LabelSink): ByteReader {
  const plain = readLines(sink, startClusters());
  let packed: LabeledLines | null = null;
  let start: Buffer | null = Buffer.alloc(0);
  const begin = (): ByteReader => {
    const { lines, from, isUsual } = lookAtFirst(start!);
    if (isUsual) packed = new LabeledLines(sink, labels, lines);
    const reader = packed ?? plain;
    reader.push(isUsual ? start!.subarray(from) : start!);
    start = null;
    return reader;
  };
  return {
    push(chunk) {
      if (start === null) (packed ?? plain).push(chunk);
      else {
        start = Buffer.concat([start, chunk]);
        if (hasLine(start)) begin();
        else if (start.length > LONGEST_FIRST) {
          plain.push(start);
          start = null;
        }
      }
    },
    end(wasCut) {
      const reader = start === null ? (packed ?? plain) : begin();
      reader.end(wasCut);
    },
  };
}

/** True if a line that is not blank is there as a whole. */
function hasLine(bytes: Buffer): boolean {
  const from = firstText(bytes).from;
  return bytes.indexOf(LF, from) !== -1;
}

/** Where the first line that is not blank begins, and how many come before it. */
function firstText(bytes: Buffer): { from: number; lines: number } {
  let lines = 0;
  let from = 0;
  for (let i = 0; i < bytes.length && (bytes[i] === LF || (bytes[i] === CR && bytes[i + 1] === LF)); i++) {
    if (bytes[i] !== LF) continue;
    lines++;
    from = i + 1;
  }
  return { from, lines };
}

/** Whether labels are in the usual columns, and where they begin: after a header, if there is one. */
function lookAtFirst(bytes: Buffer): { lines: number; from: number; isUsual: boolean } {
  const { from, lines } = firstText(bytes);
  const lf = bytes.indexOf(LF, from);
  const end = lf === -1 ? bytes.length : lf;
  const line = textOf(bytes, from, end > from && bytes[end - 1] === CR ? end - 1 : end);
  if (!isHeader(line)) return { lines, from, isUsual: !isOther(line) };
  const isUsual = readerFor(headerFields(line)) === readLabeled;
  return lf === -1 ? { lines: lines + 1, from: bytes.length, isUsual } : { lines: lines + 1, from: lf + 1, isUsual };
}

function startClusters(): LineReader {
  let isFirst = true;
  let read: LineReader = readLabeled;
  return (bytes, from, to, isOpen) => {
    if (isFirst && from < to) {
      isFirst = false;
      const line = textOf(bytes, from, to);
      if (isHeader(line)) {
        read = readerFor(headerFields(line));
        return null;
      }
      // Read as labels, the columns of records would be taken for ids and URLs.
      if (isOther(line)) read = () => 'no-cluster-id';
    }
    return read(bytes, from, to, isOpen);
  };
}

/** An id, a URL, and at most a wide id; the URL may lack its scheme, the id is none. */
function isLabeled(line: string): boolean {
  return /^[^\t]+\t[^\t]*:\/\/[^\t]*(\t[^\t]*)?$/.test(line) || /^[^\t:/?]+\t[^\t]*[./][^\t]*(\t[^\t]*)?$/.test(line);
}

function isHeader(line: string): boolean {
  const fields = headerFields(line);
  return fields.includes('cluster') && fields.includes('url');
}

/** The header of records: it names URLs and something else, but no clusters. */
function isOther(line: string): boolean {
  const known = headerFields(line).filter((field) => field !== undefined);
  return known.length > 1 && known.includes('url') && !known.includes('cluster');
}

function readerFor(fields: ReturnType<typeof headerFields>): LineReader {
  if (/^cluster,url(,wide)?$/.test(fields.join())) return readLabeled;
  const read = columnsReader(fields);
  return (bytes, from, to, isOpen) => {
    const result = read(bytes, from, to, isOpen);
    return typeof result === 'object' && result !== null && result.cluster === undefined ? 'no-cluster-id' : result;
  };
}

/** The quick way for the usual columns: this format holds millions of lines. */
function readLabeled(bytes: Buffer, from: number, to: number): CrawlRecord | null | string {
  if (from === to) return null;
  let tab = from;
  while (tab < to && bytes[tab] !== TAB) tab++;
  if (tab === to) return 'no-tab';
  let end = tab + 1;
  while (end < to && bytes[end] !== TAB) end++;
  if (tab === from) return 'no-cluster-id';
  if (end === tab + 1) return 'no-url';
  const url = textOf(bytes, tab + 1, end);
  const cluster = textOf(bytes, from, tab);
  let wideEnd = end + 1;
  while (wideEnd < to && bytes[wideEnd] !== TAB) wideEnd++;
  return wideEnd > end + 1 && end < to ? { url, cluster, wide: textOf(bytes, end + 1, wideEnd) } : { url, cluster };
}
