/** A 64-bit hash of a text as two 32-bit halves, the same for a string and for its UTF-8 bytes. */

/**
 * Two texts of a data set have equal hashes by chance about once in 2^64 / (pairs of texts): six times in 10,000 sets of 150 million texts.
 * The halves are fields, because a returned pair would be an object per text.
 */
export class TextHash {
  a = 0;
  b = 0;

  /** Of the first `length` bytes. */
  ofBytes(bytes: Uint8Array, length: number): this {
    return this.ofRange(bytes, 0, length);
  }

  /** Of the bytes `from` to `to`. */
  ofRange(bytes: Uint8Array, from: number, to: number): this {
    let a = SEED_A;
    let b = SEED_B;
    for (let i = from; i < to; i++) {
      const byte = bytes[i]!;
      a = Math.imul(a ^ byte, 0x85ebca6b);
      a = (a << 13) | (a >>> 19);
      b = Math.imul(b ^ byte, 0xcc9e2d51);
      b = (b << 17) | (b >>> 15);
    }
    this.a = a;
    this.b = b;
    return this.#finish(to - from);
  }

  /** Of a string; a lone surrogate counts as the three bytes of its number. */
  ofText(text: string): this {
    this.a = SEED_A;
    this.b = SEED_B;
    let bytes = text.length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) {
        this.#add(unit);
        continue;
      }
      const point = text.codePointAt(i)!;
      if (point > 0xffff) i++;
      bytes += this.#addWide(point) - (point > 0xffff ? 2 : 1);
    }
    return this.#finish(bytes);
  }

  /** The rotations carry high bits down: without them the low bits of both halves would depend on the same low bits of the text. */
  #add(byte: number): void {
    const a = Math.imul(this.a ^ byte, 0x85ebca6b);
    this.a = (a << 13) | (a >>> 19);
    const b = Math.imul(this.b ^ byte, 0xcc9e2d51);
    this.b = (b << 17) | (b >>> 15);
  }

  #addWide(point: number): number {
    const length = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    this.#add(LEAD[length]! | (point >> (6 * (length - 1))));
    for (let k = length - 2; k >= 0; k--) this.#add(0x80 | ((point >> (6 * k)) & 63));
    return length;
  }

  #finish(length: number): this {
    this.a = finish(this.a ^ length);
    this.b = finish(this.b + length);
    return this;
  }
}

const SEED_A = 0x9e3779b9 | 0;
const SEED_B = 0x243f6a88;
/** First byte of a UTF-8 sequence by its length. */
const LEAD = [0, 0, 0xc0, 0xe0, 0xf0];

/** The last step of MurmurHash3. */
function finish(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
