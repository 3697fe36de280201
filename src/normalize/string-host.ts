/** The host of a URL that is still a string: most strings are of hosts without rules, and making bytes of a string costs more than reading its host. */
import { type Flat, HOST_NAME, STAGE_PROGRAM, STAGE_STEP } from './flat.ts';
import { hashRange, SEED } from './hash.ts';

/** 1 for a character that a plain host does not have: one that ends it, upper case, or beyond ASCII. */
const IS_ODD = Uint8Array.from({ length: 128 }, (_, c) => {
  const isWord = (c >= 97 && c <= 122) || (c >= 48 && c <= 57);
  return isWord || c === 45 || c === 46 || c === 95 ? 0 : 1;
});
const SLASH = 47;
const DOT = 46;
/** Bits for each host that has rules, of which one is set. */
const BITS = 16;

export class StringHost {
  /** What `Scan.open` would find; void unless `read` said so. */
  hash = 0;
  end = 0;
  /** True if rules may be about every host. */
  readonly isAny: boolean;
  private readonly bits: Int32Array;
  /** What is left of a hash when so many bits are cut off is the place of its bit. */
  private readonly shift: number;

  constructor({ stages, hostEntries }: Flat) {
    let isAny = false;
    for (let at = 0; at < stages.length; at += STAGE_STEP)
      if (stages[at + 1] === 1 || stages[at + STAGE_PROGRAM]! >= 0) isAny = true;
    this.isAny = isAny;
    const hashes = isAny ? [] : hashesOf(hostEntries);
    const size = Math.max(5, Math.ceil(Math.log2(hashes.length * BITS + 1)));
    this.shift = 32 - size;
    this.bits = new Int32Array(2 ** (size - 5));
    for (const hash of hashes) {
      const place = this.placeOf(hash);
      this.bits[place >>> 5]! |= 1 << place;
    }
  }

  /** False only for a URL that no rule is about. If it was read for that, its host is known then; else it ends at 0. */
  mayConcern(url: string): boolean {
    if (this.isAny || !this.read(url)) {
      this.end = 0;
      return true;
    }
    const place = this.placeOf(this.hash);
    return ((this.bits[place >>> 5]! >>> place) & 1) !== 0;
  }

  /** True for `http://` or `https://`, a plain host in lower case, and a slash or nothing behind it; all other strings have to be read as bytes. */
  read(url: string): boolean {
    const { length } = url;
    // Character by character, because a call that looks for a text costs as much as the whole host.
    const colon = url.charCodeAt(4) === 115 ? 5 : 4;
    const isHttp =
      url.charCodeAt(colon) === 58 &&
      url.charCodeAt(0) === 104 &&
      url.charCodeAt(1) === 116 &&
      url.charCodeAt(2) === 116 &&
      url.charCodeAt(3) === 112;
    if (!isHttp || url.charCodeAt(colon + 1) !== SLASH || url.charCodeAt(colon + 2) !== SLASH) return false;
    const start = colon + 3;
    let hash = SEED;
    let odd = 0;
    let c = DOT;
    let i = start;
    for (; i < length; i++) {
      const next = url.charCodeAt(i);
      if (next === SLASH) break;
      c = next;
      odd |= (c >> 7) | IS_ODD[c & 127]!;
      hash = Math.imul(hash ^ c, 0x01000193);
    }
    this.hash = hash;
    this.end = i;
    // A host of no characters ends like one with a dot at its end.
    return odd === 0 && c !== DOT;
  }

  private placeOf(hash: number): number {
    return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> this.shift;
  }
}

/** The hashes of all hosts that have rules, in any stage. */
function hashesOf(hostEntries: Int32Array): number[] {
  const bytes = new Uint8Array(hostEntries.buffer, hostEntries.byteOffset, hostEntries.byteLength);
  const hashes: number[] = [];
  for (let at = 0; at < hostEntries.length; ) {
    const length = hostEntries[at + 1]!;
    const name = (at + HOST_NAME) * 4;
    hashes.push(hashRange(bytes, name, name + length));
    at += HOST_NAME + ((length + 3) >> 2);
  }
  return hashes;
}
