/** Makes a record out of the texts of its columns. */
import { isEmptyDigest } from '../../empty-digest.ts';
import type { CrawlRecord } from '../../reader.ts';
import type { Field } from './names.ts';

export type Texts = { [F in Field]?: string };

type Draft = { -readonly [F in keyof CrawlRecord]: CrawlRecord[F] };

/** Empty and `-` are missing; without a URL it gives the code of that problem. */
export function makeRecord(texts: Readonly<Texts>): CrawlRecord | 'no-url' {
  const url = present(texts.url);
  if (url === undefined) return 'no-url';
  const record: Draft = { url };
  let text = present(texts.cluster);
  if (text !== undefined) record.cluster = text;
  text = present(texts.wide);
  if (text !== undefined) record.wide = text;
  text = present(texts.status);
  // Whatever it means, it is not 200; Heritrix has negative numbers for what it did not fetch.
  if (text !== undefined) record.status = numberOf(text) ?? 0;
  text = present(texts.type);
  if (text !== undefined) record.type = mediaType(text);
  let number = numberOf(present(texts.length));
  if (number !== undefined) record.length = number;
  text = present(texts.digest);
  if (text !== undefined) record.digest = plainDigest(text);
  text = present(texts.sketch);
  if (text !== undefined) record.sketch = text;
  text = present(texts.redirect) ?? either(texts, isRedirect(record.status));
  if (text !== undefined) record.redirect = text;
  text = present(texts.canonical) ?? either(texts, !isRedirect(record.status));
  if (text !== undefined) record.canonical = text;
  text = present(texts.near);
  if (text !== undefined) record.near = text;
  text = present(texts.time);
  if (text !== undefined) record.time = isoTime(text);
  text = present(texts.ip);
  if (text !== undefined) record.ip = text;
  text = present(texts.title);
  if (text !== undefined) record.title = text;
  number = numberOf(present(texts.words));
  if (number !== undefined) record.words = number;
  text = present(texts.noVarySearch);
  if (text !== undefined) record.noVarySearch = text;
  return record.type === REVISIT ? revisitRecord(record) : record;
}

/** The media type of an answer that an archive had met before, so that it did not keep it again. */
export const REVISIT = 'warc/revisit';

/**
 * What a revisit says of its page. "Not modified" (304) is said of pages that were fetched with 200 before, and if it has the digest
 * of its own empty body, nothing is known of the page's; how long the note of a revisit is says nothing of the page either.
 */
export function revisitRecord({ length: _length, ...record }: CrawlRecord): CrawlRecord {
  if (record.status !== NOT_MODIFIED) return { ...record, type: REVISIT };
  const { digest, ...rest } = record;
  const isKnown = digest !== undefined && !isEmptyDigest(digest);
  return { ...rest, ...(isKnown ? { digest } : {}), type: REVISIT, status: 200 };
}

const NOT_MODIFIED = 304;

/** A media type as it is compared: without parameters, in lower case. */
function mediaType(text: string): string {
  const end = text.indexOf(';');
  return (end === -1 ? text : text.slice(0, end)).trim().toLowerCase();
}

/** `20080430204825`, as crawl indexes write it, as `2008-04-30T20:48:25Z`; other times stay as they are. */
function isoTime(text: string): string {
  if (!/^\d{14}(\d{3})?$/.test(text)) return text;
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
  return `${date}T${text.slice(8, 10)}:${text.slice(10, 12)}:${text.slice(12, 14)}Z`;
}

/** SHA-1 is what all crawl indexes mean, so some write its name in front and some do not; equal content must have equal digests. */
export function plainDigest(text: string): string {
  return /^sha-?1:/i.test(text) ? text.slice(text.indexOf(':') + 1) : text;
}

function present(text: string | undefined): string | undefined {
  return text === '' || text === '-' ? undefined : text;
}

function either(texts: Readonly<Texts>, isIt: boolean): string | undefined {
  return isIt ? present(texts.canonicalOrRedirect) : undefined;
}

function isRedirect(status: number | undefined): boolean {
  return status !== undefined && status >= 300 && status < 400;
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
