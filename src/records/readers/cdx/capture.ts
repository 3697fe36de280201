/** What an index of captures says, as a record. */
import type { LineResult } from '../../reader.ts';
import { makeRecord, REVISIT, type Texts } from '../columns/index.ts';

/** What archives index beside answers: requests, their own notes. */
const NOT_ANSWERS: ReadonlySet<string> = new Set(['warc/request', 'warc/metadata', 'warc/warcinfo', 'warc-info']);
/** Nothing else is a page: `dns:`, `whois:`, `warcinfo:`, `urn:`; a host with a port is no scheme. */
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+.-]*:(?!\d)/i;

/** An answer met before (`warc/revisit`) has its digest and often no status: it was seen. Anything else without a status was not. */
export function captureRecord(texts: Texts): LineResult {
  const { url, type, status } = texts;
  if (url === undefined || url === '-' || url === '') return 'no-url';
  if ((type !== undefined && NOT_ANSWERS.has(type)) || OTHER_SCHEME.test(url)) return 'not-a-page';
  if (status === '-' && type !== REVISIT) return makeRecord({ ...texts, status: '0' });
  // What the server did not tell.
  return makeRecord(type === 'unk' ? { ...texts, type: '-' } : texts);
}
