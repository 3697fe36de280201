/** Path components and parameters of a scanned URL, with the facts about them that say which edit rules could have anything to do. */
import { LOWER } from './bytes.ts';
import { hashByte, hashRange, SEED } from './hash.ts';
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
  unsorted: 256,
  emptyParam: 512,
  manyParams: 1024,
  semicolon: 2048,
} as const;

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

  read(scan: Scan): void {
    scan.parts();
    this.facts = 0;
    this.readScheme(scan);
    if (scan.port < scan.authorityEnd) this.facts |= FACT.port;
    this.readPath(scan);
    this.readParams(scan);
  }

  /** Place of a component counted from 1 or from -1 backwards; -1 if there is none. */
  componentIndex(index: number): number {
    const at = index > 0 ? index - 1 : this.components + index;
    return at >= 0 && at < this.components ? at : -1;
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

  private readPath({ bytes, authorityEnd, pathEnd }: Scan): void {
    let n = 0;
    let facts = 0;
    for (let i = authorityEnd; i < pathEnd; i++) {
      const b = bytes[i]!;
      if (b === 47) {
        if (n > 0) this.componentTo[n - 1] = i;
        if (i > authorityEnd && bytes[i - 1] === 47) facts |= FACT.doubleSlash;
        if (n === this.componentFrom.length) this.growComponents();
        this.componentFrom[n++] = i + 1;
      } else if (b >= 65 && b <= 90) facts |= FACT.upperPath;
      else if (b === 37) facts |= FACT.percent;
      else if (b === 59) facts |= FACT.pathParam;
    }
    if (n > 0) this.componentTo[n - 1] = pathEnd;
    if (pathEnd - authorityEnd > 1 && bytes[pathEnd - 1] === 47) facts |= FACT.trailingSlash;
    this.components = n;
    this.facts |= facts;
  }

  private readParams({ bytes, query, end }: Scan): void {
    this.params = 0;
    this.nameSum = 0;
    if (query < 0) return;
    let facts: number = FACT.query;
    let n = 0;
    let from = query;
    let equals = -1;
    let wide = false;
    for (let i = query; i <= end; i++) {
      const b = i < end ? bytes[i]! : 38;
      if (b === 61 && equals < 0) equals = i;
      else if (b === 37) facts |= FACT.percent;
      else if (b >= 0x80) wide = true;
      if (b !== 38 && b !== 59) continue;
      if (b === 59) facts |= FACT.semicolon;
      if (n === this.paramFrom.length) this.growParams();
      const nameTo = equals < 0 ? i : equals;
      this.paramFrom[n] = from;
      this.nameTo[n] = nameTo;
      this.paramTo[n] = i;
      const hash = hashRange(bytes, from, nameTo);
      this.nameHash[n] = hash;
      this.nameSum = (this.nameSum + hash) | 0;
      if (nameTo === from && i - nameTo <= 1) facts |= FACT.emptyParam;
      if (n > 0 && (facts & FACT.unsorted) === 0 && this.isBefore(bytes, n)) facts |= FACT.unsorted;
      n++;
      from = i + 1;
      equals = -1;
    }
    if (n > 1) facts |= FACT.manyParams;
    // Lone surrogates sort elsewhere as strings than as bytes; let the interpreter decide about such names.
    if (wide && n > 1) facts |= FACT.unsorted;
    this.params = n;
    this.facts |= facts;
  }

  /** True if parameter n has a smaller name than the one before it. */
  private isBefore(bytes: Uint8Array, n: number): boolean {
    let a = this.paramFrom[n - 1]!;
    let b = this.paramFrom[n]!;
    const aTo = this.nameTo[n - 1]!;
    const bTo = this.nameTo[n]!;
    while (a < aTo && b < bTo && bytes[a] === bytes[b]) {
      a++;
      b++;
    }
    if (a === aTo) return false;
    return b === bTo || bytes[b]! < bytes[a]!;
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

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(array.length * 2);
  bigger.set(array);
  return bigger;
}
