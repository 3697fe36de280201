/** Records as tab-separated values: a header names the columns, in any order; a leading `#` of it is ignored. */
import type { LineReader, Reader } from '../reader.ts';
import { type Field, fieldsOf, makeRecord, type Texts } from './columns/index.ts';
import { hasQuotedTabs } from './csv/index.ts';
import { readLines } from './lines-reader.ts';
import { textOf } from './lines-text.ts';

const TAB = 9;
const MINUS = 45;

export const recordsTsv: Reader = {
  name: 'tsv',
  from: 'bytes',
  recognize({ lines }) {
    const [first] = lines;
    if (first === undefined) return null;
    const fields = headerFields(first);
    if (!fields.includes('url') || fields.length < 2 || fields.includes('cluster')) return null;
    if (hasQuotedTabs(lines)) return null;
    return `its first line names the columns ${first.replace(/^#/, '').split('\t').join(', ')}`;
  },
  open: (sink) => readLines(sink, startTsv()),
};

function startTsv(): LineReader {
  let read: LineReader | null = null;
  return (bytes, from, to, isOpen) => {
    if (read) return read(bytes, from, to, isOpen);
    if (from === to) return null;
    const fields = headerFields(textOf(bytes, from, to));
    if (!fields.includes('url')) return 'no-header';
    read = columnsReader(fields);
    return null;
  };
}

/** The fields of a header line; undefined for columns of which no use is made. */
export function headerFields(line: string): (Field | undefined)[] {
  return fieldsOf(line.replace(/^#/, '').split('\t'));
}

/** Reads lines with these columns. Columns that are missing at the end of a line are missing values. */
export function columnsReader(fields: readonly (Field | undefined)[]): LineReader {
  return (bytes, from, to, isOpen) => {
    if (from === to) return null;
    const texts: Texts = {};
    let at = from;
    let columns = 0;
    for (const field of fields) {
      let end = at;
      while (end < to && bytes[end] !== TAB) end++;
      if (field !== undefined && !isMissing(bytes, at, end)) texts[field] = textOf(bytes, at, end);
      columns++;
      if (end === to) break;
      at = end + 1;
    }
    // A line of one column among lines of several was cut off, or is no record at all.
    if (columns === 1 && fields.length > 1) return 'no-tab';
    return isOpen && columns < fields.length ? 'cut-off' : makeRecord(texts);
  };
}

/** Empty or `-`: many are, and making strings is most of the work. */
function isMissing(bytes: Buffer, from: number, to: number): boolean {
  return to === from || (to === from + 1 && bytes[from] === MINUS);
}
