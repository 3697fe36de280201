/** What is kept of a page to tell whether another is the same: digests and a sketch, never its text. */
import { createHash } from 'node:crypto';
import type { PageTools } from '../records/index.ts';

export type PageMark = {
  /** SHA-1 of the decoded body, in hex. */
  readonly digest: string;
  /** Of pages with words. */
  readonly text?: TextMark;
};
export type TextMark = {
  /** How many are left without clocks, dates, tokens and the page's own address. */
  readonly words: number;
  /** SHA-1 of those words. */
  readonly digest: string;
  readonly sketch: string;
  /** SHA-1 of the title, if there is one. */
  readonly title?: string;
};

/** Texts of fewer words must be equal: a few shingles say too little of how much they have in common. */
const SHORT = 50;
/** Share of equal values of two sketches: 29 of 32. */
const RESEMBLANCE = 0.9;

/** `contentType` is the header as sent. */
export function markPage(bytes: Uint8Array, contentType: string | undefined, url: string, tools: PageTools): PageMark {
  const digest = sha1(bytes);
  const [type = ''] = (contentType ?? '').split(/[;,]/, 1);
  const kind = tools.kindOfType(type.trim().toLowerCase());
  if (kind === null) return { digest };
  const charset = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1];
  const page = tools.readPage(bytes, kind, url, charset);
  const words = tools.cleanText(page.text, { url });
  if (words.length === 0) return { digest };
  const { title } = page;
  const text = { words: words.length, digest: sha1(words.join(' ')), sketch: tools.sketch(words) };
  return { digest, text: title === undefined ? text : { ...text, title: sha1(title) } };
}

/** Equal bytes, or texts that are equal, or nearly so if they are long; under different titles they are two pages all the same. */
export function isSamePage(a: PageMark, b: PageMark, { resemblance }: Pick<PageTools, 'resemblance'>): boolean {
  if (a.digest === b.digest) return true;
  if (a.text === undefined || b.text === undefined) return false;
  if (a.text.title !== undefined && b.text.title !== undefined && a.text.title !== b.text.title) return false;
  if (a.text.digest === b.text.digest) return true;
  if (a.text.words < SHORT || b.text.words < SHORT) return false;
  return resemblance(a.text.sketch, b.text.sketch) >= RESEMBLANCE;
}

/** Changes whenever pages would be marked in another way: the mark of a page that has a little of everything. */
export function marksVersion(tools: PageTools): string {
  const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
  const body = `<title>A page</title><p>http://h/a, 12:34:56, 3 May 2024, 0.2 s, 9f86d081884c7d65: ${words} Fähre`;
  const mark = markPage(new TextEncoder().encode(body), 'text/html; charset=utf-8', 'http://h/a', tools);
  return sha1(JSON.stringify(mark)).slice(0, 8);
}

function sha1(content: Uint8Array | string): string {
  return createHash('sha1').update(content).digest('hex');
}
