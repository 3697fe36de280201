/** Turns the block of one record into what is told about its capture. */
import { resolveUrl } from '../../page/index.ts';
import { Body, type BodyFacts, mediaType } from './body.ts';
import type { Fields } from './fields.ts';
import { HttpHead } from './http-head.ts';
import type { BodyBuffer } from './payload.ts';
import type { WarcRecord, WarcSink } from './types.ts';

/** Takes a block in pieces; at the end it tells the sink. */
export type Block = {
  push(bytes: Buffer, from: number, to: number): void;
  end(): void;
};

/** Other schemes (dns, urn, metadata) name no pages. */
const PAGE_URL = /^(?:https?|ftp):\/\//i;

/** Null for records that are passed over: what is no capture, and captures of what is no page. */
export function blockFor(fields: Fields, sink: WarcSink, buffer: BodyBuffer | null): Block | null {
  const kind = fields.first('warc-type')?.toLowerCase();
  if (kind !== 'response' && kind !== 'revisit' && kind !== 'resource') return null;
  const url = targetOf(fields, 'warc-target-uri');
  if (url === undefined) {
    sink.problem('no-url', fields.first('warc-record-id') ?? '');
    return null;
  }
  if (!PAGE_URL.test(url)) return null;
  const capture = { kind, url, fields, sink, buffer } as const;
  const isHttp = kind !== 'resource' && (mediaType(fields) ?? 'application/http') === 'application/http';
  if (kind === 'revisit') return new HttpBlock(capture, false);
  return isHttp ? new HttpBlock(capture, true) : new PlainBlock(capture);
}

type Capture = {
  readonly kind: WarcRecord['kind'];
  readonly url: string;
  readonly fields: Fields;
  readonly sink: WarcSink;
  readonly buffer: BodyBuffer | null;
};

/** An HTTP answer; of a revisit there may be its head, or nothing. */
class HttpBlock implements Block {
  readonly #capture: Capture;
  readonly #hasBody: boolean;
  readonly #head = new HttpHead();
  #body: Body | null = null;

  constructor(capture: Capture, hasBody: boolean) {
    this.#capture = capture;
    this.#hasBody = hasBody;
  }

  push(bytes: Buffer, from: number, to: number): void {
    const at = this.#body ? from : this.#head.push(bytes, from, to);
    if (at === to || !this.#hasBody || this.#head.status === undefined) return;
    this.#body ??= bodyOf(this.#capture, this.#head.fields);
    this.#body.push(bytes, at, to);
  }

  end(): void {
    this.#head.end();
    const { url, fields, sink } = this.#capture;
    const { status, fields: http } = this.#head;
    if (status === undefined && this.#hasBody) {
      sink.problem('bad-http-head', url);
      return;
    }
    const facts: Facts = this.#hasBody
      ? (this.#body ?? bodyOf(this.#capture, http)).end()
      : { type: mediaType(http), digest: fields.first('warc-payload-digest') };
    const location = status !== undefined && status >= 300 && status < 400 ? http.first('location') : undefined;
    tell(this.#capture, {
      ...facts,
      status,
      redirect: location === undefined ? undefined : resolveUrl(url, location),
      noVarySearch: http.list('no-vary-search'),
    });
  }
}

/** A file, or an answer of another protocol: the block is the payload. */
class PlainBlock implements Block {
  readonly #capture: Capture;
  readonly #body: Body;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#body = bodyOf(capture, capture.fields);
  }

  push(bytes: Buffer, from: number, to: number): void {
    this.#body.push(bytes, from, to);
  }

  end(): void {
    tell(this.#capture, this.#body.end());
  }
}

type Facts = Partial<BodyFacts> & { [Name in 'status' | 'redirect' | 'noVarySearch']?: WarcRecord[Name] | undefined };

function bodyOf({ url, fields, sink, buffer }: Capture, described: Fields): Body {
  return new Body({
    url,
    fields: described,
    digest: fields.first('warc-payload-digest'),
    isTruncated: truncationOf(fields) !== undefined,
    buffer,
    problem: (code) => sink.problem(code, url),
  });
}

function tell({ kind, url, fields, sink }: Capture, facts: Facts): void {
  const truncated = kind === 'revisit' ? undefined : truncationOf(fields);
  if (truncated !== undefined) sink.problem('cut-off', url);
  const all = {
    kind,
    url,
    ...facts,
    time: fields.first('warc-date'),
    ip: fields.first('warc-ip-address'),
    refersTo: kind === 'revisit' ? targetOf(fields, 'warc-refers-to-target-uri') : undefined,
    truncated,
  };
  sink.record(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as WarcRecord);
}

/** The first of several segments is not whole either. */
function truncationOf(fields: Fields): string | undefined {
  return fields.first('warc-truncated') ?? (fields.first('warc-segment-number') === undefined ? undefined : 'segment');
}

/** Some programs write the address in brackets. */
function targetOf(fields: Fields, name: string): string | undefined {
  const url = fields.first(name);
  return url?.startsWith('<') && url.endsWith('>') ? url.slice(1, -1) : url;
}
