/** Measures, hashes and, if it is text, keeps the payload of one record while it streams by. */
import { createHash, type Hash } from 'node:crypto';

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Room for one body, used again for every record. */
export class BodyBuffer {
  readonly max: number;
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #length = 0;

  constructor(max: number) {
    this.max = max;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Keeps as much as there is room for. */
  add(bytes: Buffer, from: number, to: number): void {
    const end = Math.min(to, from + this.max - this.#length);
    const length = this.#length + end - from;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, Math.min(this.max, 2 * this.#bytes.length)));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    bytes.copy(this.#bytes, this.#length, from, end);
    this.#length = length;
  }

  /** Valid until the next record. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

export class Payload {
  length = 0;
  readonly #hash: Hash | null;
  readonly #body: BodyBuffer | null;

  /** `body` is null for what need not be kept. */
  constructor(isHashed: boolean, body: BodyBuffer | null) {
    this.#hash = isHashed ? createHash('sha1') : null;
    this.#body = body;
    body?.clear();
  }

  add(bytes: Buffer, from: number, to: number): void {
    this.length += to - from;
    this.#hash?.update(bytes.subarray(from, to));
    this.#body?.add(bytes, from, to);
  }

  /** `sha1:` and 32 digits of base 32 (RFC 4648), as archives write it. To be asked once. */
  digest(): string | undefined {
    return this.#hash ? `sha1:${base32(this.#hash.digest())}` : undefined;
  }

  /** What was kept, and whether it is less than what came. */
  kept(): { readonly bytes: Buffer; readonly isCut: boolean } | null {
    const bytes = this.#body?.bytes();
    return bytes ? { bytes, isCut: bytes.length < this.length } : null;
  }
}

/** Of whole groups of five bytes, as a SHA-1 has. */
function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let pending = 0;
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE_32[(pending >> (bits - 5)) & 31];
  }
  return text;
}
