/**
 * One URL in bytes, cut up as far as anybody asked: host, then delimiters, then path and parameters.
 * Everything lives in reused arrays, because at crawl speed an object per URL costs more than the work.
 */
import { type ByteMode, CLASS, DELIMITER, LOWER } from './bytes.ts';
import { hashByte, SEED } from './hash.ts';

/** 1 for delimiters, 0 for other bytes. */
const IS_DELIMITER = CLASS.map((kind) => (kind === DELIMITER ? 1 : 0));
/** Bytes between two looks at whether the URL is already too long. */
const BLOCK = 64;

export class Scan {
  bytes: Uint8Array = new Uint8Array(0);
  from = 0;
  to = 0;
  mode: ByteMode = 'text';

  /** Place of the `:` of `scheme://`, or -1. */
  colon = -1;
  authority = 0;
  authorityEnd = 0;
  /** The host without user info, port and trailing dot. */
  host = 0;
  hostEnd = 0;
  /** Where the port's `:` stands, or authorityEnd. */
  port = 0;
  /** Hash of the host in lower case. */
  hostHash = 0;

  /** Set by `KeysScan.read`. */
  pathEnd = 0;
  /** First byte after `?`, or -1. */
  query = -1;
  /** Place of `#`, or `to`. */
  end = 0;

  /** Set by `segments`. */
  delimiters = 0;
  delimiterAt = new Int32Array(512);
  shape = 0;
  /** Where a hash is put together; a field, because a result that may be "none" would not stay an integer. */
  hash = 0;
  /** Which ASCII characters were seen, while they are looked for. */
  readonly marks = new Uint8Array(128);

  /** Points at a URL and finds its host; the rest is found when asked for. */
  open(bytes: Uint8Array, from: number, to: number, mode: ByteMode): void {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.mode = mode;
    // Until they are looked for, no variant fits.
    this.delimiters = -1;
    const colon = schemeColon(bytes, from, to);
    const start = colon < 0 ? from : colon + 3;
    this.colon = colon;
    this.authority = start;
    let hash = SEED;
    let i = start;
    let b = 0;
    for (; i < to; i++) {
      b = bytes[i]!;
      const lower = HOST_BYTE[b]!;
      if (lower === 0) break;
      hash = Math.imul(hash ^ lower, 0x01000193);
    }
    const plain = (i === to || b === 47 || b === 63 || b === 35) && i > start && bytes[i - 1] !== 46;
    if (!plain) {
      this.openOdd(start);
      return;
    }
    this.authorityEnd = this.port = this.hostEnd = i;
    this.host = start;
    this.hostHash = hash;
  }

  /** The same for an authority with user info, port, trailing dot, or nothing in it. */
  private openOdd(start: number): void {
    const { bytes, to } = this;
    let hostStart = start;
    let colon = -1;
    let colons = 0;
    let digits = true;
    let i = start;
    for (; i < to; i++) {
      const b = bytes[i]!;
      if (b === 47 || b === 63 || b === 35) break;
      if (b === 58) {
        colon = i;
        colons++;
        digits = true;
      } else if (b === 64) {
        hostStart = i + 1;
        colon = -1;
        colons = 0;
      } else if (b < 48 || b > 57) digits = false;
    }
    this.authorityEnd = i;
    const isPort = colon >= 0 && digits && (colons === 1 || bytes[colon - 1] === 93);
    this.port = isPort ? colon : i;
    this.host = hostStart;
    this.hostEnd = this.port > hostStart && bytes[this.port - 1] === 46 ? this.port - 1 : this.port;
    let hash = SEED;
    for (let k = hostStart; k < this.hostEnd; k++) hash = hashByte(hash, LOWER[bytes[k]!]!);
    this.hostHash = hash;
  }

  /**
   * Finds the delimiters; false as soon as there are more than `most`, so that a URL longer than every known shape is not read to
   * its end. The inner loop has no branch: at a delimiter every tenth byte the processor would guess it wrong each time.
   */
  segments(most: number): boolean {
    const { bytes, to } = this;
    if (most + BLOCK >= this.delimiterAt.length) this.delimiterAt = new Int32Array((most + BLOCK) * 2);
    const { delimiterAt } = this;
    let n = 0;
    for (let block = this.from; block < to; block += BLOCK) {
      const end = Math.min(to, block + BLOCK);
      for (let i = block; i < end; i++) {
        delimiterAt[n] = i;
        n += IS_DELIMITER[bytes[i]!]!;
      }
      if (n > most) return false;
    }
    let shape = SEED;
    for (let d = 0; d < n; d++) shape = hashByte(shape, bytes[delimiterAt[d]!]!);
    this.delimiters = n;
    this.shape = shape;
    return true;
  }

  /** First byte of the i-th text between delimiters. */
  segmentFrom(i: number): number {
    return i === 0 ? this.from : this.delimiterAt[i - 1]! + 1;
  }

  /** The byte after it. */
  segmentTo(i: number): number {
    return i === this.delimiters ? this.to : this.delimiterAt[i]!;
  }

  /** Where the i-th boundary is: the texts between delimiters begin at 0, 2, 4 … and end at 1, 3, 5 … */
  boundary(i: number): number {
    return (i & 1) === 0 ? this.segmentFrom(i >> 1) : this.segmentTo(i >> 1);
  }
}

/** Lower case of a byte inside a plain host; 0 for what ends the host or needs a closer look. */
const HOST_BYTE = Uint8Array.from(LOWER, (lower, b) =>
  b === 0 || b === 47 || b === 63 || b === 35 || b === 58 || b === 64 ? 0 : lower,
);

/** Place of the `:` of a leading `scheme://`, or -1. */
function schemeColon(bytes: Uint8Array, from: number, to: number): number {
  // Nearly every URL begins with `http://` or `https://`.
  if (
    to - from > 8 &&
    bytes[from] === 104 &&
    bytes[from + 1] === 116 &&
    bytes[from + 2] === 116 &&
    bytes[from + 3] === 112
  ) {
    const colon = bytes[from + 4] === 115 ? from + 5 : from + 4;
    if (bytes[colon] === 58 && bytes[colon + 1] === 47 && bytes[colon + 2] === 47) return colon;
  }
  for (let i = from; i < to; i++) {
    const b = bytes[i]!;
    const lower = b | 32;
    if (lower >= 97 && lower <= 122) continue;
    if (i > from && ((b >= 48 && b <= 57) || b === 43 || b === 45 || b === 46)) continue;
    return i > from && b === 58 && i + 2 < to && bytes[i + 1] === 47 && bytes[i + 2] === 47 ? i : -1;
  }
  return -1;
}
