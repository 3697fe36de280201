/** What is noted of records on their way to the clusters: hosts, their addresses, whether they only redirect, and sketches. */
import type { CrawlRecord } from '../records/index.ts';
import { hostOf } from '../url/index.ts';
import { parseAddress, smallerAddress } from './features/addresses.ts';
import { SketchLog } from './sketch-log.ts';

/** Of a host: its smallest address, and how many answers were pages and redirects. */
export type HostNote = { address: string | undefined; pages: number; redirects: number };

export class RecordNotes {
  readonly sketches = new SketchLog();
  readonly #hosts = new Map<string, HostNote>();

  add(record: CrawlRecord): void {
    this.addHost(record);
    const sketch = sketchOf(record);
    if (sketch !== null) this.sketches.add(record.url, sketch);
  }

  /** Only what is noted of its host. */
  addHost({ url, status, ip, cluster }: CrawlRecord): void {
    const host = hostOf(url);
    if (host === '') return;
    const known = this.#noteOf(host);
    if (isRedirect(status)) known.redirects++;
    else if (cluster !== undefined || status === undefined || status < 300 || status === 304) known.pages++;
    if (ip !== undefined) this.#note(known, ip);
  }

  /** What was noted of a host elsewhere. */
  addNote(host: string, { address, pages, redirects }: HostNote): void {
    const known = this.#noteOf(host);
    known.pages += pages;
    known.redirects += redirects;
    if (address !== undefined) this.#note(known, address);
  }

  notes(): Iterable<readonly [host: string, note: HostNote]> {
    return this.#hosts;
  }

  /** Of a list of addresses; says what is wrong if it cannot be used. */
  addAddress(host: string, ip: string): 'unknown-host' | 'bad-address' | null {
    const known = this.#hosts.get(host);
    if (known === undefined) return 'unknown-host';
    return this.#note(known, ip) ? null : 'bad-address';
  }

  hosts(): Iterable<string> {
    return this.#hosts.keys();
  }

  /** The smallest address of a host. */
  addressOf(host: string): string | undefined {
    return this.#hosts.get(host)?.address;
  }

  /** True if a host answered with redirects and with no page. */
  onlyRedirects(host: string): boolean {
    const known = this.#hosts.get(host);
    return known !== undefined && known.pages === 0 && known.redirects > 0;
  }

  #noteOf(host: string): HostNote {
    const known = this.#hosts.get(host) ?? { address: undefined, pages: 0, redirects: 0 };
    this.#hosts.set(host, known);
    return known;
  }

  #note(known: { address: string | undefined }, ip: string): boolean {
    const address = parseAddress(ip);
    if (address === null) return false;
    known.address = known.address === undefined ? address : smallerAddress(known.address, address);
    return true;
  }
}

/** The sketch of a page; a redirect has none of its own. */
export function sketchOf({ url, sketch, status }: CrawlRecord): string | null {
  return sketch === undefined || sketch === '-' || isRedirect(status) || hostOf(url) === '' ? null : sketch;
}

function isRedirect(status: number | undefined): boolean {
  return status !== undefined && status >= 300 && status < 400 && status !== 304;
}
