/** What a capture of a WARC file says, as a record. */
import { hostOf } from '../../url/index.ts';
import { cleanText, sampleOf } from '../page/index.ts';
import type { CrawlRecord, PageSink } from '../reader.ts';
import { plainDigest, revisitRecord } from './columns/index.ts';
import type { WarcRecord } from './warc/index.ts';

export function tellCapture(sink: PageSink, capture: WarcRecord): void {
  const { kind, text, refersTo: _refersTo, truncated, digest, ...rest } = capture;
  // The beginnings of two long pages may be equal where the pages are not.
  const record: CrawlRecord =
    digest === undefined || truncated !== undefined ? rest : { ...rest, digest: plainDigest(digest) };
  if (kind === 'revisit') {
    sink.record(revisitRecord(record));
    return;
  }
  const sample = text === undefined ? null : sampleOf(cleanText(text, { url: record.url, hosts: namesOf(record) }));
  if (sample && sample.length > 0) sink.page(record, sample);
  else sink.record(record);
}

/**
 * Names of the site beside the host of the page: with and without `www`, and the one in the address that the page calls
 * its own. Names that only other pages tell are not among them: what is left of a page must not depend on those.
 */
function namesOf({ url, canonical }: CrawlRecord): string[] {
  const host = hostOf(url);
  const other = host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`;
  return canonical === undefined ? [other] : [other, hostOf(canonical)];
}
