/** What the bytes of a page say: its text, its title, and the address it calls its own. */
import { decodeText } from './charset.ts';
import { readMarkup } from './markup.ts';
import { resolveUrl } from './resolve.ts';

export type PageKind = 'html' | 'xml' | 'plain';

export type Page = {
  /** What a reader sees, title first; input to `wordsOf` and `cleanText`. */
  readonly text: string;
  /** Spaces in a row are one; absent if there is none or it is empty. */
  readonly title?: string;
  /** Every address named by a `rel=canonical`, resolved. */
  readonly canonicals: readonly string[];
};

/** Characters of a title: of one that is never closed, all of the page would be title. */
const MAX_TITLE = 1000;

/** `url` is where the page was read, `charset` what the Content-Type header says. Never throws. */
export function readPage(bytes: Uint8Array, kind: PageKind, url: string, charset?: string): Page {
  const source = decodeText(bytes, charset);
  if (kind === 'plain') return { text: source, canonicals: [] };
  const markup = readMarkup(source, kind);
  const base = (markup.base !== undefined && resolveUrl(url, markup.base)) || url;
  const canonicals = markup.canonicals.map((href) => resolveUrl(base, href)).filter((found) => found !== undefined);
  const title = markup.title?.slice(0, MAX_TITLE).split(/\s+/).join(' ').trim();
  return { text: markup.text, canonicals: canonicals.map(copyOf), ...(title ? { title: copyOf(title) } : {}) };
}

/** The one address that all of them name; pages that name several are not believed. */
export function believedCanonical(canonicals: readonly string[]): string | undefined {
  const [first, ...others] = canonicals;
  return others.every((other) => other === first) ? first : undefined;
}

/** How a media type (lower case, without parameters) is read; null for what is no text, or is text that nobody reads. */
export function kindOfType(type: string): PageKind | null {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (/^(?:text|application)\/(?:[\w.-]+\+)?xml$/.test(type)) return 'xml';
  return type.startsWith('text/') && !/css|javascript|ecmascript|dns$/.test(type) ? 'plain' : null;
}

/** A string of its own: a part of the page would keep all of the page in memory. */
function copyOf(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
