/** The values that a key rule reads from a URL in bytes: the parts it names, and the deep pieces of those that have a glob. */
import { Bytes, LOWER, sameBytes } from './bytes.ts';
import type { Flat } from './flat.ts';
import { ABSENT, NULL, PART, PART_STEP, TEXT } from './key-kinds.ts';
import type { KeysScan } from './keys-scan.ts';
import type { Scan } from './scan.ts';
import { isName } from './texts.ts';

export class KeySource {
  /** The value that `read` found. */
  data: Uint8Array = new Uint8Array(0);
  from = 0;
  to = 0;
  /** Scheme and host in lower case, the latter without a default port; whoever needs more room for texts may append. */
  readonly scratch = new Bytes();
  schemeTo = 0;
  hostTo = 0;
  /** Per part of the program: index of the component or parameter, or -1. A component may lie past the end. */
  places = new Int32Array(16);
  /** Deep pieces of all globs, one after the other, in the bytes of the URL; and what has been put in their place. */
  pieceFrom = new Int32Array(32);
  pieceTo = new Int32Array(32);
  replaced = new Int32Array(32);

  private readonly flat: Flat;
  private readonly scan: Scan;
  private readonly keys: KeysScan;
  private parts = 0;
  private hasScheme = false;
  private globs = 0;
  /** Per glob: its part, its first piece; one more at the end. */
  private globPart = new Int32Array(16);
  private globFirst = new Int32Array(17);

  constructor(flat: Flat, scan: Scan, keys: KeysScan) {
    this.flat = flat;
    this.scan = scan;
    this.keys = keys;
  }

  /** Looks up the parts and cuts up those with a glob; gives the place in the code after them, or -1 when the URL does not fit. */
  open(program: number): number {
    const { keys } = this;
    const { code } = this.flat;
    const pathLength = code[program + 1]!;
    if (pathLength >= 0 && pathLength !== keys.components) return -1;
    const count = code[program + 3]!;
    this.parts = program + 4;
    if (count > this.places.length) this.places = new Int32Array(count * 2);
    let named = 0;
    for (let part = 0; part < count; part++) {
      const at = this.parts + part * PART_STEP;
      const place = this.placeOf(at);
      this.places[part] = place;
      if (code[at] === PART.query && code[at + 1] === 1 && place >= 0) named++;
    }
    // With an exact query every parameter must be one that the rule names.
    if (code[program + 2] === 1 && named !== keys.params) return -1;
    this.readHead();
    return this.cutGlobs(this.parts + count * PART_STEP);
  }

  /** Reads a part, or with `piece` > 0 one of its deep pieces; says what it is. */
  read(part: number, piece: number): number {
    const { keys } = this;
    const { bytes } = this.scan;
    if (piece > 0) {
      const number = this.pieceNumber(part, piece);
      return number < 0 ? ABSENT : this.found(bytes, this.pieceFrom[number]!, this.pieceTo[number]!);
    }
    const place = this.places[part]!;
    switch (this.kindOf(part)) {
      case PART.scheme:
        return this.hasScheme ? this.found(this.scratch.data, 0, this.schemeTo) : ABSENT;
      case PART.host:
        return this.found(this.scratch.data, this.schemeTo, this.hostTo);
      case PART.path:
        if (place < 0 || place >= keys.components) return ABSENT;
        return this.found(bytes, keys.componentFrom[place]!, keys.componentTo[place]!);
      default:
        if (place < 0) return ABSENT;
        if (keys.nameTo[place] === keys.paramTo[place]) return NULL;
        return this.found(bytes, keys.nameTo[place]! + 1, keys.paramTo[place]!);
    }
  }

  /** Which kind of part this is. */
  kindOf(part: number): number {
    return this.flat.code[this.parts + part * PART_STEP]!;
  }

  /** Appends the name of a parameter that the rule names. */
  appendName(part: number, out: Bytes): void {
    const { code, pool } = this.flat;
    const place = code[this.parts + part * PART_STEP + 3]!;
    out.append(pool, place, place + code[this.parts + part * PART_STEP + 4]!);
  }

  /** Number of the glob that cut up a part; -1 for none. Of two that mean one component, as `path[2]` and `path[-1]` may, the later counts. */
  globOf(part: number): number {
    const kind = this.kindOf(part);
    for (let glob = this.globs - 1; glob >= 0; glob--) {
      const other = this.globPart[glob]!;
      if (this.kindOf(other) === kind && this.places[other] === this.places[part]) return glob;
    }
    return -1;
  }

  /** Number of a deep piece, or -1. */
  pieceNumber(part: number, piece: number): number {
    const glob = this.globOf(part);
    if (glob < 0) return -1;
    const number = this.firstPiece(glob) + piece - 1;
    return number < this.firstPiece(glob + 1) ? number : -1;
  }

  /** Number of a glob's first piece; that of the next glob ends it. */
  firstPiece(glob: number): number {
    return this.globFirst[glob]!;
  }

  private found(data: Uint8Array, from: number, to: number): number {
    this.data = data;
    this.from = from;
    this.to = to;
    return TEXT;
  }

  private placeOf(part: number): number {
    const { flat, keys } = this;
    const { code } = flat;
    if (code[part] === PART.path) {
      const index = code[part + 2]!;
      return index > 0 ? index - 1 : Math.max(-1, keys.components + index);
    }
    if (code[part] !== PART.query) return 0;
    let left = code[part + 5]!;
    for (let p = 0; p < keys.params; p++)
      if (isName(flat, part + 2, this.scan.bytes, keys, p) && --left === 0) return p;
    return -1;
  }

  private readHead(): void {
    const { scratch } = this;
    const { bytes, from, colon, authority, authorityEnd, port } = this.scan;
    scratch.length = 0;
    this.hasScheme = colon >= 0;
    for (let i = from; i < colon; i++) scratch.push(LOWER[bytes[i]!]!);
    this.schemeTo = scratch.length;
    const end = isDefaultPort(scratch.data, this.schemeTo, bytes, port, authorityEnd) ? port : authorityEnd;
    for (let i = authority; i < end; i++) scratch.push(LOWER[bytes[i]!]!);
    this.hostTo = scratch.length;
  }

  private cutGlobs(start: number): number {
    const { code } = this.flat;
    const count = code[start]!;
    if (count >= this.globPart.length) {
      this.globPart = new Int32Array(count * 2);
      this.globFirst = new Int32Array(count * 2 + 1);
    }
    // A glob is not known before it has been cut: a key of `deep` is always a whole part.
    this.globs = 0;
    let at = start + 1;
    let pieces = 0;
    for (let glob = 0; glob < count; glob++) {
      const part = code[at]!;
      const size = code[at + 1]!;
      this.globPart[glob] = part;
      this.globFirst[glob] = pieces;
      if (pieces + size > this.pieceFrom.length) this.growPieces(pieces + size);
      if (this.read(part, 0) !== TEXT || !this.cut(at + 2, size, pieces)) return -1;
      pieces += size;
      at += 2 + size * 2;
    }
    this.globFirst[count] = pieces;
    this.globs = count;
    return at;
  }

  /** Cuts the value read last by a glob: first piece as prefix, last as suffix, the middle ones leftmost; `*` is one character or more. */
  private cut(glob: number, size: number, first: number): boolean {
    const { code, pool } = this.flat;
    const { data, to } = this;
    let at = this.from;
    for (let k = 0; k < size; k++) {
      const length = code[glob + k * 2 + 1]!;
      let end = at + length;
      if (length < 0) {
        const next = k + 1 < size ? code[glob + k * 2 + 3]! : -1;
        if (next < 0) end = to;
        else if (k + 2 === size) end = to - next;
        else end = indexOf(data, at + 1, to, pool, code[glob + k * 2 + 2]!, next);
        if (end <= at) return false;
      } else if (end > to || !sameBytes(data, at, end, pool, code[glob + k * 2]!)) return false;
      this.pieceFrom[first + k] = at;
      this.pieceTo[first + k] = end;
      this.replaced[first + k] = 0;
      at = end;
    }
    return at === to;
  }

  private growPieces(count: number): void {
    const bigger = (array: Int32Array): Int32Array<ArrayBuffer> => {
      const copy = new Int32Array(count * 2);
      copy.set(array);
      return copy;
    };
    this.pieceFrom = bigger(this.pieceFrom);
    this.pieceTo = bigger(this.pieceTo);
    this.replaced = bigger(this.replaced);
  }
}

/** True for no port, `:`, `:80` of http and `:443` of https. */
function isDefaultPort(scheme: Uint8Array, schemeTo: number, bytes: Uint8Array, port: number, end: number): boolean {
  const length = end - port;
  if (length <= 1) return true;
  const number = length === 3 ? ':80' : ':443';
  if (length !== number.length || schemeTo !== length + 1) return false;
  for (let i = 0; i < length; i++) if (bytes[port + i] !== number.charCodeAt(i)) return false;
  for (let i = 0; i < schemeTo; i++) if (scheme[i] !== 'https'.charCodeAt(i)) return false;
  return true;
}

function indexOf(data: Uint8Array, from: number, to: number, text: Uint8Array, place: number, length: number): number {
  const first = text[place];
  for (let i = from; i + length <= to; i++)
    if (data[i] === first && sameBytes(data, i, i + length, text, place)) return i;
  return -1;
}
