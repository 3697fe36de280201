/** Where bytes go that do not fit into memory; what is behind it is not the business of clustering. */

/** A place to write bytes one after the other and to read them anywhere. */
export type Spill = {
  /** Bytes written so far. */
  size(): number;
  write(bytes: Uint8Array): void;
  /** Fills `into` with the bytes at a place; gives how many there were. */
  read(at: number, into: Uint8Array): number;
  /** Gives the room back. */
  close(): void;
};

export type OpenSpill = () => Spill;

/** Reads entries (`length, length, bytes, bytes`) of a part of a spill from front to back. */
export class SpillReader {
  readonly #spill: Spill;
  readonly #end: number;
  #at: number;
  #buffer: Uint8Array;
  #from = 0;
  #to = 0;

  constructor(spill: Spill, at: number, end: number, bufferSize: number) {
    this.#spill = spill;
    this.#at = at;
    this.#end = end;
    this.#buffer = new Uint8Array(Math.max(16, Math.min(bufferSize, end - at)));
  }

  /** A view of the next bytes that is valid until the next call, or null at the end. */
  take(length: number): Uint8Array | null {
    if (this.#to - this.#from < length && !this.#fill(length)) return null;
    this.#from += length;
    return this.#buffer.subarray(this.#from - length, this.#from);
  }

  #fill(length: number): boolean {
    const rest = this.#buffer.subarray(this.#from, this.#to);
    if (length > this.#buffer.length) {
      const bigger = new Uint8Array(length);
      bigger.set(rest);
      this.#buffer = bigger;
    } else this.#buffer.copyWithin(0, this.#from, this.#to);
    this.#to = rest.length;
    this.#from = 0;
    while (this.#to < length && this.#at < this.#end) {
      const room = Math.min(this.#buffer.length - this.#to, this.#end - this.#at);
      const got = this.#spill.read(this.#at, this.#buffer.subarray(this.#to, this.#to + room));
      if (got === 0) return false;
      this.#at += got;
      this.#to += got;
    }
    return this.#to >= length;
  }
}
