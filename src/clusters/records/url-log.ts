/** The URLs by their numbers, written once and read from front to back; what does not fit into memory is on disk. */
import { type OpenSpill, type Spill, SpillReader } from './spill.ts';

const MAX_READ = 1024 * 1024;

export class UrlLog {
  /** How many URLs there are. */
  size = 0;
  /** Bytes of all URLs. */
  bytes = 0;
  readonly #limit: number;
  readonly #openSpill: OpenSpill;
  #spill: Spill | null = null;
  #buffer = new Uint8Array(64 * 1024);
  #used = 0;

  constructor(limit: number, openSpill: OpenSpill) {
    this.#limit = limit;
    this.#openSpill = openSpill;
  }

  append(url: Uint8Array): void {
    const more = 4 + url.length;
    if (this.#used + more > this.#buffer.length) this.#makeRoom(more);
    new DataView(this.#buffer.buffer).setUint32(this.#used, url.length);
    this.#buffer.set(url, this.#used + 4);
    this.#used += more;
    this.size++;
    this.bytes += url.length;
  }

  /** URLs with their numbers, in order; `isWanted` spares the others the decoding. */
  *scan(isWanted: (number: number) => boolean): Generator<{ readonly number: number; readonly url: string }> {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let number = 0;
    for (const url of this.#all()) {
      if (isWanted(number)) yield { number, url: decoder.decode(url) };
      number++;
    }
  }

  close(): void {
    this.#spill?.close();
    this.#spill = null;
  }

  *#all(): Generator<Uint8Array> {
    if (this.#spill) {
      const reader = new SpillReader(this.#spill, 0, this.#spill.size(), MAX_READ);
      for (let head = reader.take(4); head; head = reader.take(4)) yield reader.take(lengthAt(head, 0))!;
    }
    for (let at = 0; at < this.#used; ) {
      const end = at + 4 + lengthAt(this.#buffer, at);
      yield this.#buffer.subarray(at + 4, end);
      at = end;
    }
  }

  #makeRoom(more: number): void {
    if (this.#used > 0 && this.#used + more > this.#limit) {
      this.#spill ??= this.#openSpill();
      this.#spill.write(this.#buffer.subarray(0, this.#used));
      this.#used = 0;
    }
    if (this.#used + more <= this.#buffer.length) return;
    const bigger = new Uint8Array(Math.max(this.#used + more, Math.min(this.#buffer.length * 2, this.#limit)));
    bigger.set(this.#buffer.subarray(0, this.#used));
    this.#buffer = bigger;
  }
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
}
