/** What is noted of records on their way to the clusters: hosts, their addresses, whether they only redirect, and sketches. */
import type { CrawlRecord } from '../records/index.ts';
import { hostOf } from '../url/index.ts';
import { parseAddress, smallerAddress } from './features/addresses.ts';
import { SketchLog } from './sketch-log.ts';

export class RecordNotes {
  readonly sketches = new SketchLog();
  readonly #hosts = new Map<string, { address: string | undefined; pages: number; redirects: number }>();

  add({ url, status, ip, sketch, cluster }: CrawlRecord): void {
    const host = hostOf(url);
    if (host === '') return;
    let known = this.#hosts.get(host);
    if (known === undefined) {
      known = { address: undefined, pages: 0, redirects: 0 };
      this.#hosts.set(host, known);
    }
    const isRedirect = status !== undefined && status >= 300 && status < 400 && status !== 304;
    if (isRedirect) known.redirects++;
    else if (cluster !== undefined || status === undefined || status < 300 || status === 304) known.pages++;
    if (ip !== undefined) this.#note(known, ip);
    if (sketch !== undefined && sketch !== '-' && !isRedirect) this.sketches.add(url, sketch);
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

  #note(known: { address: string | undefined }, ip: string): boolean {
    const address = parseAddress(ip);
    if (address === null) return false;
    known.address = known.address === undefined ? address : smallerAddress(known.address, address);
    return true;
  }
}
