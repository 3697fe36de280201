/**
 * One URL in bytes, cut up as far as anybody asked: parts, then delimiters, then path and parameters.
 * Everything lives in reused arrays, because at crawl speed an object per URL costs more than the work.
 */
import { CLASS, DELIMITER, LOWER } from './bytes.ts';
import { hashByte, SEED } from './hash.ts';

export class Scan {
  bytes: Uint8Array = new Uint8Array(0);
  from = 0;
  to = 0;

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
  pathEnd = 0;
  /** First byte after `?`, or -1. */
  query = -1;
  /** Place of `#`, or `to`. */
  end = 0;

  /** Set by `segments`. */
  delimiters = 0;
  delimiterAt = new Int32Array(256);
  segmentHash = new Int32Array(257);
  shape = 0;

  /** Points at a URL and finds its authority; the rest is found when asked for. */
  open(bytes: Uint8Array, from: number, to: number): void {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.colon = schemeColon(bytes, from, to);
    const start = this.colon < 0 ? from : this.colon + 3;
    this.authority = start;
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
    this.query = -2;
  }

  /** Finds the ends of path, query and URL. */
  parts(): void {
    if (this.query !== -2) return;
    const { bytes, to } = this;
    this.query = -1;
    let i = this.authorityEnd;
    for (; i < to; i++) {
      const b = bytes[i]!;
      if (b === 35) break;
      if (b === 63) {
        this.query = i + 1;
        break;
      }
    }
    this.pathEnd = i;
    if (this.query >= 0) while (i < to && bytes[i] !== 35) i++;
    this.end = i;
  }

  /**
   * Finds the delimiters and hashes what stands between them; false as soon as there are more than `most`,
   * so that a URL longer than every known shape is not read to its end.
   */
  segments(most: number): boolean {
    const { bytes, to } = this;
    if (most > this.delimiterAt.length) {
      this.delimiterAt = new Int32Array(most);
      this.segmentHash = new Int32Array(most + 1);
    }
    const { delimiterAt, segmentHash } = this;
    let n = 0;
    let hash = SEED;
    let shape = SEED;
    for (let i = this.from; i < to; i++) {
      const b = bytes[i]!;
      if (CLASS[b] === DELIMITER) {
        if (n === most) return false;
        delimiterAt[n] = i;
        segmentHash[n++] = hash;
        hash = SEED;
        shape = Math.imul(shape ^ b, 0x01000193);
      } else hash = Math.imul(hash ^ b, 0x01000193);
    }
    segmentHash[n] = hash;
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
}

/** Place of the `:` of a leading `scheme://`, or -1. */
function schemeColon(bytes: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const b = bytes[i]!;
    const lower = b | 32;
    if (lower >= 97 && lower <= 122) continue;
    if (i > from && ((b >= 48 && b <= 57) || b === 43 || b === 45 || b === 46)) continue;
    return i > from && b === 58 && i + 2 < to && bytes[i + 1] === 47 && bytes[i + 2] === 47 ? i : -1;
  }
  return -1;
}
