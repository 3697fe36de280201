/** What clustering remembers of a record, and how it is written as text beside the URL. */
import type { CrawlRecord } from '../../records/index.ts';
import { TextHash } from '../text-hash.ts';
import { isErrorTitle } from './error-title.ts';

/** `page`: answered 200; `unsure`: no status is known; `error`: any other answer; `redirect`: 3xx with a target; `near`: not seen, only named beside another. */
export type RowKind = 'page' | 'redirect' | 'error' | 'unsure' | 'near';

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
  /** A hash: of titles it matters only which are equal. */
  readonly title: string;
  readonly hasErrorTitle: boolean;
};

const KINDS: readonly RowKind[] = ['page', 'redirect', 'error', 'unsure', 'near'];

export function encodeRecord(record: CrawlRecord): string {
  const kind = kindOf(record);
  const type = record.type === undefined || record.type === 'warc/revisit' ? '' : record.type;
  const title = record.title ?? '';
  return JSON.stringify([
    KINDS.indexOf(kind),
    timeOf(record.time),
    record.length ?? -1,
    record.words ?? -1,
    type,
    record.digest ?? '',
    record.sketch === undefined || record.sketch === '-' ? '' : record.sketch,
    targetOf(kind, record),
    title === '' ? '' : hashText(title),
    isErrorTitle(title) ? 1 : 0,
  ]);
}

export function decodeRow(text: string): SeenRow {
  const [kind, time, length, words, type, digest, sketch, target, title, error] = JSON.parse(text) as Encoded;
  return { kind: KINDS[kind]!, time, length, words, type, digest, sketch, target, title, hasErrorTitle: error === 1 };
}

type Encoded = [number, number, number, number, string, string, string, string, string, 0 | 1];

function kindOf({ status, redirect, near }: CrawlRecord): RowKind {
  if (near !== undefined) return 'near';
  if (status === undefined) return 'unsure';
  if (status === 200) return 'page';
  return status >= 300 && status < 400 && redirect !== undefined ? 'redirect' : 'error';
}

function targetOf(kind: RowKind, { redirect, canonical, near }: CrawlRecord): string {
  if (kind === 'near') return near!;
  return (kind === 'redirect' ? redirect : kind === 'page' || kind === 'unsure' ? canonical : undefined) ?? '';
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
