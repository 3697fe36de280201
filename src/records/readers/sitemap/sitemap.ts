/** XML sitemaps (sitemaps.org): the URLs a site names itself; nothing is ever fetched. */
import { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';
import type { ByteReader, CrawlRecord, Sink } from '../../reader.ts';

/** Characters of a bad entry that are shown. */
const SHOWN = 120;
/** The longest text of an element that is of use; a stream of text without tags must not fill the memory. */
const MAX_TEXT = 1 << 20;

export function openSitemap(sink: Sink): ByteReader {
  const entries = new Entries(sink);
  // Entities and CDATA are taken off; names keep their case and their prefix.
  const parser = new Parser(
    {
      onopentagname: (name) => entries.open(name),
      onclosetag: (name) => entries.close(name),
      ontext: (text) => entries.text(text),
    },
    { xmlMode: true, decodeEntities: true },
  );
  let decoder: TextDecoder | null = null;
  let head = Buffer.alloc(0);
  const decode = (chunk: Uint8Array, isLast: boolean) => {
    decoder ??= decoderFor(chunk);
    parser.write(decoder.decode(chunk, { stream: !isLast }));
  };
  return {
    push(chunk) {
      if (decoder) return decode(chunk, false);
      head = Buffer.concat([head, chunk]);
      // The declaration of the encoding may be cut.
      if (head.length >= DECLARATION) decode(head, false);
    },
    end(wasCut) {
      const isEmpty = !decoder && head.length === 0;
      decode(decoder ? new Uint8Array(0) : head, true);
      if (!wasCut && !isEmpty) entries.end();
    },
  };
}

const DECLARATION = 200;

/** UTF-8 is what sitemaps must have; what another encoding declares is believed if there is such a one. */
function decoderFor(head: Uint8Array): TextDecoder {
  const start = Buffer.from(head.subarray(0, DECLARATION)).toString('latin1');
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(declared);
  } catch {
    return new TextDecoder();
  }
}

/** The elements that are open, and the entry that is being read. */
class Entries {
  readonly #sink: Sink;
  readonly #path: string[] = [];
  #number = 0;
  #loc = '';
  #lastmod = '';
  #isLocWhole = false;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  open(name: string): void {
    this.#path.push(name);
    if (!this.#isEntry(this.#path.length - 1)) return;
    this.#number++;
    this.#loc = '';
    this.#lastmod = '';
    this.#isLocWhole = false;
  }

  text(text: string): void {
    const depth = this.#path.length - 1;
    // Images and videos have a `loc` too, with a prefix or further inside.
    if (depth < 1 || !this.#isEntry(depth - 1)) return;
    const name = this.#path[depth]!;
    const prefix = prefixOf(this.#path[depth - 1]!);
    if (name === `${prefix}loc`) this.#loc = (this.#loc + text).slice(0, MAX_TEXT);
    else if (name === `${prefix}lastmod`) this.#lastmod = (this.#lastmod + text).slice(0, MAX_TEXT);
  }

  close(name: string): void {
    const depth = this.#path.lastIndexOf(name);
    if (depth === -1) return;
    if (depth === this.#path.length - 1 && this.#isEntry(depth)) this.#finish(name);
    this.#isLocWhole ||= name.endsWith('loc');
    this.#path.length = depth;
  }

  /** An entry that is still open was cut off. */
  end(): void {
    const isOpen = this.#path.some((_name, depth) => this.#isEntry(depth));
    // What the parser gave of a text that goes on depends on how the bytes came.
    if (isOpen) this.#sink.problem('cut-off', this.#isLocWhole ? this.#shown() : `entry ${this.#number}`);
    if (this.#number === 0) this.#sink.problem('no-sitemap', 'no <url> and no <sitemap> inside');
  }

  #finish(name: string): void {
    const url = this.#loc.trim();
    const time = this.#lastmod.trim();
    if (url === '') this.#sink.problem('no-url', this.#shown());
    else if (name.endsWith('sitemap')) this.#sink.problem('other-sitemap', this.#shown());
    else this.#sink.record(time === '' ? { url } : ({ url, time } satisfies CrawlRecord));
  }

  /** `url` in `urlset`, `sitemap` in `sitemapindex`, both with one prefix. */
  #isEntry(depth: number): boolean {
    const name = this.#path[depth]!;
    const parent = this.#path[depth - 1];
    const prefix = prefixOf(name);
    const local = name.slice(prefix.length);
    return (
      (local === 'url' && parent === `${prefix}urlset`) || (local === 'sitemap' && parent === `${prefix}sitemapindex`)
    );
  }

  #shown(): string {
    return `entry ${this.#number}: ${this.#loc.trim()}`.slice(0, SHOWN);
  }
}

/** With its colon. */
function prefixOf(name: string): string {
  return name.slice(0, name.indexOf(':') + 1);
}
