/** Labeled URLs: `cluster_id⇥url[⇥wide_id]`, the header optional. */
import type { CrawlRecord, LineReader, Reader } from '../reader.ts';
import { readLines } from './lines-reader.ts';
import { textOf } from './lines-text.ts';
import { columnsReader, headerFields } from './records-tsv.ts';

const TAB = 9;

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
  open: (sink) => readLines(sink, startClusters()),
};

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
