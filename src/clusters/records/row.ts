/** What clustering remembers of a record, and how it is written as text beside the URL. */
import type { CrawlRecord } from '../../records/index.ts';
import { declaredForm, parseNoVarySearch } from '../../url/index.ts';
import { TextHash } from '../text-hash.ts';
import { isErrorTitle } from './error-title.ts';

/**
 * `page`: answered 200; `redirect`: 3xx with a target; `moved`: 3xx of which the target is not known, as in logs; `error`: any
 * other answer; `unsure`: a page, as far as is known (no status, a part of it, or "not modified"); `near`: not seen, only named
 * beside another.
 */
export type RowKind = 'page' | 'redirect' | 'moved' | 'error' | 'unsure' | 'near';

/** In columns of numbers: no length is known. */
export const NO_LENGTH = 0xffffffff;

export type SeenRow = {
  readonly kind: RowKind;
  /** Grows with time; 0 if unknown. */
  readonly time: number;
  /** -1 if unknown. */
  readonly length: number;
  readonly words: number;
  /** Texts are empty if unknown. */
  readonly type: string;
  readonly digest: string;
  readonly sketch: string;
  /** Of a redirect where it leads to, of a page its canonical address, of `near` the other URL. */
  readonly target: string;
  /** Of a page the URL without what its server declares not to matter. */
  readonly declared: string;
  /** A hash: of titles it matters only which are equal. */
  readonly title: string;
  readonly hasErrorTitle: boolean;
};

const KINDS: readonly RowKind[] = ['page', 'redirect', 'moved', 'error', 'unsure', 'near'];
/** Partial content, not modified: there is a page, and the body is not it. */
const WITHOUT_BODY: readonly number[] = [206, 304];

export function encodeRecord(record: CrawlRecord): string {
  const kind = kindOf(record);
  const type = record.type === undefined || record.type === 'warc/revisit' ? '' : record.type;
  const title = record.title ?? '';
  const hasBody = !WITHOUT_BODY.includes(record.status ?? 200);
  return JSON.stringify([
    KINDS.indexOf(kind),
    timeOf(record.time),
    hasBody ? (record.length ?? -1) : -1,
    record.words ?? -1,
    type,
    hasBody ? (record.digest ?? '') : '',
    !hasBody || record.sketch === undefined || record.sketch === '-' ? '' : record.sketch,
    targetOf(kind, record),
    title === '' ? '' : hashText(title),
    isErrorTitle(title) ? 1 : 0,
    declaredOf(kind, record),
  ]);
}

export function decodeRow(text: string): SeenRow {
  const [kind, time, length, words, type, digest, sketch, target, title, error, declared] = JSON.parse(text) as Encoded;
  const hasErrorTitle = error === 1;
  return { kind: KINDS[kind]!, time, length, words, type, digest, sketch, target, declared, title, hasErrorTitle };
}

type Encoded = [number, number, number, number, string, string, string, string, string, 0 | 1, string];

function kindOf({ status, redirect, near }: CrawlRecord): RowKind {
  if (near !== undefined) return 'near';
  if (status === undefined || WITHOUT_BODY.includes(status)) return 'unsure';
  if (status === 200) return 'page';
  if (status < 300 || status >= 400) return 'error';
  return redirect === undefined ? 'moved' : 'redirect';
}

function targetOf(kind: RowKind, { redirect, canonical, near }: CrawlRecord): string {
  if (kind === 'near') return near!;
  return (kind === 'redirect' ? redirect : kind === 'page' || kind === 'unsure' ? canonical : undefined) ?? '';
}

function declaredOf(kind: RowKind, { url, noVarySearch }: CrawlRecord): string {
  if (noVarySearch === undefined || !(kind === 'page' || kind === 'unsure')) return '';
  const header = parseNoVarySearch(noVarySearch);
  return header === null ? '' : declaredForm(url, header);
}

/** A number that grows with time: seconds, or a date, of which the digits count; 0 when there is none. */
function timeOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const plain = Number(text);
  if (Number.isFinite(plain)) return plain;
  return Number(text.replace(/\D/g, '').slice(0, 15)) || 0;
}

const hash = new TextHash();

function hashText(text: string): string {
  const { a, b } = hash.ofText(text);
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}
