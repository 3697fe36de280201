/** Path components and parameters of a scanned URL, with the facts about them that say which edit rules could have anything to do. */
import { LOWER } from './bytes.ts';
import { hashByte, SEED } from './hash.ts';
import { compareTexts } from './name-order.ts';
import type { Scan } from './scan.ts';

/** Facts, as bits. Each is true at least whenever the operation named after it would change something. */
export const FACT = {
  port: 1,
  upperScheme: 2,
  upperPath: 4,
  percent: 8,
  doubleSlash: 16,
  trailingSlash: 32,
  pathParam: 64,
  query: 128,
  emptyParam: 256,
  manyParams: 512,
  semicolon: 1024,
  /** The last component begins with a small letter. */
  smallInitial: 2048,
  /** A key rule that changes nothing in path and query may change what is around them. */
  untidy: 4096,
} as const;

/** What a byte of a path is: 0 nothing special, SLASH, STOP, or the facts it proves. */
const PATH_BYTE = new Uint8Array(256);
const SLASH = 1;
const STOP = 2;
for (let b = 65; b <= 90; b++) PATH_BYTE[b] = FACT.upperPath;
PATH_BYTE[37] = FACT.percent;
PATH_BYTE[59] = FACT.pathParam;
PATH_BYTE[47] = SLASH;
PATH_BYTE[63] = PATH_BYTE[35] = STOP;

/** What a byte of a query is: 0 nothing special, EQUALS, STOP, or the facts it proves. */
const QUERY_BYTE = new Uint8Array(256);
const EQUALS = 1;
QUERY_BYTE[61] = EQUALS;
QUERY_BYTE[38] = QUERY_BYTE[59] = QUERY_BYTE[35] = STOP;
QUERY_BYTE[37] = FACT.percent;

export class KeysScan {
  facts = 0;
  /** Hash of the scheme in lower case; 0 with `hasScheme` false. */
  schemeHash = 0;
  hasScheme = false;
  components = 0;
  componentFrom = new Int32Array(64);
  componentTo = new Int32Array(64);
  params = 0;
  paramFrom = new Int32Array(64);
  /** Place of `=`, or the parameter's end when it has none. */
  nameTo = new Int32Array(64);
  paramTo = new Int32Array(64);
  nameHash = new Int32Array(64);
  /** Sum of all name hashes: the same for every order. */
  nameSum = 0;

  /** Finds the ends of path, query and URL on the way. */
  read(scan: Scan): void {
    this.facts = 0;
    this.readScheme(scan);
    if (scan.port < scan.authorityEnd) this.facts |= FACT.port;
    this.readPath(scan);
    this.readParams(scan);
    if (isUntidy(scan)) this.facts |= FACT.untidy;
  }

  /** Place of a component counted from 1 or from -1 backwards; -1 if there is none. */
  componentIndex(index: number): number {
    const at = index > 0 ? index - 1 : this.components + index;
    return at >= 0 && at < this.components ? at : -1;
  }

  /** True if a parameter has a smaller name than the one before it. */
  isUnsorted({ bytes, mode }: Scan): boolean {
    const { paramFrom, nameTo } = this;
    for (let p = 1; p < this.params; p++)
      if (compareTexts(bytes, paramFrom[p]!, nameTo[p]!, paramFrom[p - 1]!, nameTo[p - 1]!, mode) < 0) return true;
    return false;
  }

  private readScheme({ bytes, from, colon }: Scan): void {
    this.hasScheme = colon >= 0;
    let hash = SEED;
    for (let i = from; i < colon; i++) {
      const lower = LOWER[bytes[i]!]!;
      if (lower !== bytes[i]) this.facts |= FACT.upperScheme;
      hash = hashByte(hash, lower);
    }
    this.schemeHash = hash;
  }

  private readPath(scan: Scan): void {
    const { bytes, authorityEnd, to } = scan;
    let n = 0;
    let facts = 0;
    let i = authorityEnd;
    for (; i < to; i++) {
      const kind = PATH_BYTE[bytes[i]!]!;
      if (kind === 0) continue;
      if (kind === STOP) break;
      if (kind !== SLASH) {
        facts |= kind;
        continue;
      }
      if (n === this.componentFrom.length) this.growComponents();
      if (n > 0) {
        this.componentTo[n - 1] = i;
        if (bytes[i - 1] === 47) facts |= FACT.doubleSlash;
      }
      this.componentFrom[n++] = i + 1;
    }
    if (n > 0) {
      this.componentTo[n - 1] = i;
      if (isSmall(bytes[this.componentFrom[n - 1]!]!) && this.componentFrom[n - 1]! < i) facts |= FACT.smallInitial;
    }
    if (i - authorityEnd > 1 && bytes[i - 1] === 47) facts |= FACT.trailingSlash;
    scan.pathEnd = i;
    scan.query = i < to && bytes[i] === 63 ? i + 1 : -1;
    this.components = n;
    this.facts |= facts;
  }

  private readParams(scan: Scan): void {
    const { bytes, query, to } = scan;
    this.params = 0;
    this.nameSum = 0;
    scan.end = scan.pathEnd;
    if (query < 0) return;
    let facts: number = FACT.query;
    let n = 0;
    let i = query;
    for (; ; i++) {
      const from = i;
      let hash = SEED;
      let kind = 0;
      for (; i < to; i++) {
        const b = bytes[i]!;
        kind = QUERY_BYTE[b]!;
        if (kind === EQUALS || kind === STOP) break;
        facts |= kind;
        hash = Math.imul(hash ^ b, 0x01000193);
      }
      const nameTo = i;
      if (i < to && kind === EQUALS) {
        for (i++; i < to; i++) {
          kind = QUERY_BYTE[bytes[i]!]!;
          if (kind === 0) continue;
          if (kind === STOP) break;
          facts |= kind & FACT.percent;
        }
      }
      if (n === this.paramFrom.length) this.growParams();
      this.paramFrom[n] = from;
      this.nameTo[n] = nameTo;
      this.paramTo[n] = i;
      this.nameHash[n++] = hash;
      this.nameSum = (this.nameSum + hash) | 0;
      if (nameTo === from && i - nameTo <= 1) facts |= FACT.emptyParam;
      if (i === to || bytes[i] === 35) break;
      if (bytes[i] === 59) facts |= FACT.semicolon;
    }
    if (n > 1) facts |= FACT.manyParams;
    scan.end = i;
    this.params = n;
    this.facts |= facts;
  }

  private growComponents(): void {
    this.componentFrom = doubled(this.componentFrom);
    this.componentTo = doubled(this.componentTo);
  }

  private growParams(): void {
    this.paramFrom = doubled(this.paramFrom);
    this.nameTo = doubled(this.nameTo);
    this.paramTo = doubled(this.paramTo);
    this.nameHash = doubled(this.nameHash);
  }
}

/** True if the URL has a fragment, no scheme, or a scheme or an authority that key rules do not write as they stand. */
function isUntidy({ bytes, from, to, end, colon, authority, authorityEnd, host, hostEnd }: Scan): boolean {
  if (end < to || colon < 0 || host !== authority || hostEnd !== authorityEnd) return true;
  for (let i = from; i < authorityEnd; i++) if (LOWER[bytes[i]!] !== bytes[i]) return true;
  return false;
}

function isSmall(byte: number): boolean {
  return byte >= 97 && byte <= 122;
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(array.length * 2);
  bigger.set(array);
  return bigger;
}
