/**
 * Separated values: CSV with commas, semicolons or tabs. Takes bytes, gives a record a row.
 * Invariant: never throws on bytes; a broken row costs itself alone.
 */
import type { Reader } from '../../reader.ts';
import { openCsv } from './csv.ts';
import { findHeader, hasQuotedTabs } from './header.ts';

export { hasQuotedTabs } from './header.ts';

/** Names of columns that are shown. */
const SHOWN = 8;

export const csv: Reader = {
  name: 'csv',
  from: 'bytes',
  recognize({ bytes, lines }) {
    const header = findHeader(bytes);
    // Tabs without quotes are a format of their own.
    if (header === null || (header.separator === '\t' && !hasQuotedTabs(lines))) return null;
    const names = header.names.filter((_, i) => header.fields[i] !== undefined).slice(0, SHOWN);
    return `its header names ${names.join(', ')}`;
  },
  open: (sink) => openCsv(sink),
};
