/** Reads the body of one record, as HTTP sent it, and tells what is known of it. */
import { believedCanonical, countWords, kindOfType, type PageKind, readPage, resolveUrl } from '../../page/index.ts';
import { Dechunker } from './dechunk.ts';
import { decodeBody } from './decode-body.ts';
import type { Fields } from './fields.ts';
import { canonicalLinks } from './link-header.ts';
import { type BodyBuffer, Payload } from './payload.ts';
import type { WarcRecord } from './types.ts';

/** What the record as a whole says about its body. */
export type BodyPlan = {
  readonly url: string;
  /** The header that speaks of the body: of the HTTP answer, or of the record itself. */
  readonly fields: Fields;
  readonly digest: string | undefined;
  readonly isTruncated: boolean;
  /** Null if no text is wanted. */
  readonly buffer: BodyBuffer | null;
  readonly problem: (code: string) => void;
};

/** What can be told of the body, undefined where it cannot. */
export type BodyFacts = {
  [Name in 'type' | 'length' | 'digest' | 'canonical' | 'title' | 'words' | 'text']: WarcRecord[Name] | undefined;
};

/** The start of a page that came without a media type. */
const HTML = /^\s*<(?:!doctype\s+html|html|head|body|title|meta|script)\b/i;

export class Body {
  readonly #plan: BodyPlan;
  readonly #type: string | undefined;
  readonly #payload: Payload;
  readonly #dechunker: Dechunker | null;

  constructor(plan: BodyPlan) {
    this.#plan = plan;
    this.#type = mediaType(plan.fields);
    const isKept = !plan.isTruncated && (this.#type === undefined || kindOfType(this.#type) !== null);
    this.#payload = new Payload(!plan.isTruncated && plan.digest === undefined, isKept ? plan.buffer : null);
    const isChunked = /\bchunked\b/i.test(plan.fields.list('transfer-encoding') ?? '');
    this.#dechunker = isChunked ? new Dechunker((bytes, from, to) => this.#payload.add(bytes, from, to)) : null;
  }

  push(bytes: Buffer, from: number, to: number): void {
    if (this.#dechunker) this.#dechunker.push(bytes, from, to);
    else this.#payload.add(bytes, from, to);
  }

  end(): BodyFacts {
    const { digest, isTruncated, problem } = this.#plan;
    if (isTruncated) return { ...NO_FACTS, type: this.#type, digest };
    if (this.#dechunker?.end() === false) problem('bad-chunking');
    return {
      ...this.#pageFacts(),
      type: this.#type,
      length: this.#payload.length,
      digest: digest ?? this.#payload.digest(),
    };
  }

  #pageFacts(): BodyFacts {
    const { url, fields } = this.#plan;
    const links = this.#plan.buffer ? canonicalLinks(fields.list('link') ?? '') : [];
    const named = links.map((link) => resolveUrl(url, link)).filter((link) => link !== undefined);
    const bytes = this.#decoded();
    const kind = bytes && (this.#type === undefined ? guessKind(bytes) : kindOfType(this.#type));
    if (!bytes || !kind) return { ...NO_FACTS, canonical: believedCanonical(named) };
    const { text, title, canonicals } = readPage(bytes, kind, url, charsetOf(fields));
    return {
      ...NO_FACTS,
      canonical: believedCanonical([...named, ...canonicals]),
      title,
      words: countWords(text),
      text,
    };
  }

  #decoded(): Buffer | null {
    const kept = this.#payload.kept();
    if (!kept) return null;
    const { max } = this.#plan.buffer!;
    const { bytes, problem } = decodeBody(kept.bytes, this.#plan.fields.list('content-encoding'), max);
    if (kept.isCut) this.#plan.problem('body-too-large');
    else if (problem) this.#plan.problem(problem);
    // Without a single byte that could be decoded nothing is known; an empty body is known to be empty.
    return bytes.length === 0 && problem ? null : bytes;
  }
}

const NO_FACTS: BodyFacts = {
  type: undefined,
  length: undefined,
  digest: undefined,
  canonical: undefined,
  title: undefined,
  words: undefined,
  text: undefined,
};

/** Lower case, without parameters. Of several the last one counts, as in browsers. */
export function mediaType(fields: Fields): string | undefined {
  const [type = ''] = (fields.last('content-type') ?? '').split(/[;,]/, 1);
  return type.trim().toLowerCase() || undefined;
}

function charsetOf(fields: Fields): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(fields.last('content-type') ?? '')?.[1];
}

function guessKind(bytes: Buffer): PageKind | null {
  return HTML.test(bytes.toString('latin1', 0, 512)) ? 'html' : null;
}
