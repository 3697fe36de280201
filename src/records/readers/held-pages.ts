/** Holds pages whose text was read until all inputs are, because only then the frame of their sites is known, which is left out of their sketches. */
import { hostOf } from '../../url/index.ts';
import { loadPageTools, type PageTools } from '../page-tools.ts';
import type { CrawlRecord } from '../record.ts';
import { LineCutter } from './lines.ts';
import { openScratchFile, type ScratchFile } from './scratch-file.ts';

/** Bytes of pages in memory; beyond that they are on disk. */
const MEMORY = 64 * 1024 * 1024;
/** Sites whose frame is sought in one reading of what is held: 64 KB each at most. */
const SITES_AT_ONCE = 1024;
/** Records given at once. */
const BATCH = 1000;

/** A line of what is held: host, record in JSON, sample in base 64. */
type Line = { readonly host: string; readonly json: string; readonly sample: string };

export class HeldPages {
  readonly #memory: number;
  readonly #atOnce: number;
  /** Pages of each site. */
  readonly #sites = new Map<string, number>();
  #lines: Buffer[] = [];
  #bytes = 0;
  #scratch: ScratchFile | null = null;

  constructor(memory = MEMORY, sitesAtOnce = SITES_AT_ONCE) {
    this.#memory = memory;
    this.#atOnce = sitesAtOnce;
  }

  add(record: CrawlRecord, sample: Uint32Array): void {
    // A host is anything between slashes: as JSON it holds neither tab nor line end.
    const site = JSON.stringify(hostOf(record.url));
    this.#sites.set(site, (this.#sites.get(site) ?? 0) + 1);
    const values = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength).toString('base64');
    const line = Buffer.from(`${site}\t${JSON.stringify(record)}\t${values}\n`);
    this.#lines.push(line);
    this.#bytes += line.length;
    if (this.#bytes > this.#memory) this.#flush();
  }

  /** The pages in the order they came, with their sketches; a page of which the frame of its site leaves nothing has none. */
  async *finish(): AsyncGenerator<readonly CrawlRecord[]> {
    if (this.#sites.size === 0) return;
    const tools = await loadPageTools();
    const frames = this.#frames(tools);
    let batch: CrawlRecord[] = [];
    for (const lines of this.#scan()) {
      for (const { host, json, sample } of lines) {
        const sketch = tools.sketchSample(valuesOf(sample), undefined, frames.get(host));
        const record = JSON.parse(json) as CrawlRecord;
        batch.push(sketch === '-' ? record : { ...record, sketch });
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
    this.close();
  }

  close(): void {
    this.#scratch?.close();
    this.#scratch = null;
    this.#lines = [];
  }

  /** Of the sites that have one. */
  #frames({ MIN_PAGES, SiteSample }: PageTools): ReadonlyMap<string, ReadonlySet<number>> {
    const frames = new Map<string, ReadonlySet<number>>();
    const large = [...this.#sites].filter(([, pages]) => pages >= MIN_PAGES).map(([site]) => site);
    for (let from = 0; from < large.length; from += this.#atOnce) {
      const sites = new Map(large.slice(from, from + this.#atOnce).map((site) => [site, new SiteSample()]));
      for (const lines of this.#scan()) {
        for (const { host, sample } of lines) sites.get(host)?.add(valuesOf(sample));
      }
      for (const [site, pages] of sites) {
        const frame = pages.frame();
        if (frame.size > 0) frames.set(site, frame);
      }
    }
    return frames;
  }

  /** All lines, as many at a time as stand in a piece of what is held. */
  *#scan(): Generator<readonly Line[]> {
    let found: Line[] = [];
    const cutter = new LineCutter((bytes, from, to) => {
      const [host, json, sample] = bytes.toString('utf8', from, to).split('\t') as [string, string, string];
      found.push({ host, json, sample });
    });
    for (const pieces of [this.#scratch?.chunks() ?? [], this.#lines]) {
      for (const piece of pieces) {
        cutter.push(piece);
        yield found;
        found = [];
      }
    }
  }

  #flush(): void {
    this.#scratch ??= openScratchFile('keep pages on disk');
    this.#scratch.write(Buffer.concat(this.#lines));
    this.#lines = [];
    this.#bytes = 0;
  }
}

function valuesOf(base64: string): Uint32Array {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  return new Uint32Array(bytes.buffer);
}
