/** What a key rule sets: its right-hand sides evaluated on the source, and for every component and parameter which of them counts. */
import type { ByteMode, Bytes } from './bytes.ts';
import { appendConverted } from './convert-bytes.ts';
import type { Flat } from './flat.ts';
import { ABSENT, EXPR, MISSING, NULL, PART, PIECE_STEP, TEXT } from './key-kinds.ts';
import type { KeySource } from './key-source.ts';
import type { KeysScan } from './keys-scan.ts';

export class KeySets {
  /** Per set: what its value is, and the text in the source's scratch. */
  state = new Int32Array(16);
  from = new Int32Array(16);
  to = new Int32Array(16);
  /** The glob whose pieces make the value, or -1. */
  glob = new Int32Array(16);
  /** Index of the component or parameter. */
  place = new Int32Array(16);
  part = new Int32Array(16);
  /** Number of the set that counts, or -1. */
  scheme = -1;
  host = -1;
  /** Per component and parameter of the URL: number of the set that counts, plus one; all 0 between two rules. */
  component = new Int32Array(64);
  param = new Int32Array(64);
  /** True if a parameter is set or deleted. */
  changesParams = false;
  /** Sets of parameters that the URL does not have, in the order of the rule. */
  added = 0;
  addedParam = new Int32Array(16);
  /** Components past the end. */
  beyond = 0;

  private readonly flat: Flat;
  private readonly source: KeySource;
  private readonly keys: KeysScan;
  private count = 0;
  private furthest = -1;

  constructor(flat: Flat, source: KeySource, keys: KeysScan) {
    this.flat = flat;
    this.source = source;
    this.keys = keys;
  }

  /** Evaluates the sets that stand at `start`; gives the place in the code after them, or -1 when the rule does not apply. */
  open(start: number, mode: ByteMode, limit: number): number {
    const { code } = this.flat;
    const { source } = this;
    const count = code[start]!;
    this.reset(count);
    let at = start + 1;
    for (let s = 0; s < count; s++) {
      const part = code[at]!;
      const piece = code[at + 1]!;
      this.part[s] = part;
      this.place[s] = source.places[part]!;
      this.from[s] = source.scratch.length;
      const state = evaluate(this.flat, at + 2, source, mode, limit, source.scratch);
      this.to[s] = source.scratch.length;
      // A piece is never absent: what is deleted is then the empty text.
      this.state[s] = piece > 0 && state !== MISSING ? TEXT : state;
      this.count = s + 1;
      if (state === MISSING || !this.takePiece(s, piece) || !this.take(s)) return -1;
      at = expressionEnd(code, at + 2);
    }
    return at;
  }

  /** Unmarks what the last `open` marked. */
  close(): void {
    for (let s = 0; s < this.count; s++) {
      const place = this.place[s]!;
      const kind = this.source.kindOf(this.part[s]!);
      if (kind === PART.path && place >= 0 && place < this.keys.components) this.component[place] = 0;
      else if (kind === PART.query && place >= 0) this.param[place] = 0;
    }
  }

  /** True if the components set past the end follow it without a gap. */
  isWithoutGap(): boolean {
    return this.beyond === 0 || this.furthest - this.keys.components + 1 === this.beyond;
  }

  /** The set for a component past the end. */
  setBeyond(component: number): number {
    let s = this.count - 1;
    while (s >= 0 && (this.place[s] !== component || this.source.kindOf(this.part[s]!) !== PART.path)) s--;
    return s;
  }

  /** Appends the value of a set, which must be a text. */
  append(s: number, url: Uint8Array, out: Bytes): void {
    const { source } = this;
    const glob = this.glob[s]!;
    if (glob < 0) {
      out.append(source.scratch.data, this.from[s]!, this.to[s]!);
      return;
    }
    for (let n = source.firstPiece(glob); n < source.firstPiece(glob + 1); n++) {
      const by = source.replaced[n]! - 1;
      if (by < 0) out.append(url, source.pieceFrom[n]!, source.pieceTo[n]!);
      else out.append(source.scratch.data, this.from[by]!, this.to[by]!);
    }
  }

  /** Puts the value in place of a deep piece; false if there is none. */
  private takePiece(s: number, piece: number): boolean {
    this.glob[s] = -1;
    if (piece === 0) return true;
    const { source } = this;
    const number = source.pieceNumber(this.part[s]!, piece);
    if (number < 0) return false;
    source.replaced[number] = s + 1;
    this.glob[s] = source.globOf(this.part[s]!);
    return true;
  }

  /** Marks what the set is for; false if it cannot be set so. */
  private take(s: number): boolean {
    const state = this.state[s]!;
    const place = this.place[s]!;
    switch (this.source.kindOf(this.part[s]!)) {
      case PART.scheme:
        this.scheme = s;
        return state === TEXT;
      case PART.host:
        this.host = s;
        return state === TEXT;
      case PART.query:
        if (place >= 0) this.param[place] = s + 1;
        else if (state !== ABSENT) this.addedParam[this.added++] = s;
        if (place >= 0 || state !== ABSENT) this.changesParams = true;
        return true;
      default:
        return this.takeComponent(s, state, place);
    }
  }

  private takeComponent(s: number, state: number, place: number): boolean {
    const isThere = place >= 0 && place < this.keys.components;
    if (state === ABSENT && !isThere) return true;
    if (place < 0 || state === NULL) return false;
    if (isThere) this.component[place] = s + 1;
    else {
      this.beyond++;
      this.furthest = Math.max(this.furthest, place);
    }
    return true;
  }

  private reset(count: number): void {
    this.count = 0;
    this.scheme = -1;
    this.host = -1;
    this.changesParams = false;
    this.added = 0;
    this.beyond = 0;
    this.furthest = -1;
    if (count > this.state.length) {
      this.state = new Int32Array(count * 2);
      this.from = new Int32Array(count * 2);
      this.to = new Int32Array(count * 2);
      this.glob = new Int32Array(count * 2);
      this.place = new Int32Array(count * 2);
      this.part = new Int32Array(count * 2);
      this.addedParam = new Int32Array(count * 2);
    }
    if (this.keys.components > this.component.length) this.component = new Int32Array(this.keys.components * 2);
    if (this.keys.params > this.param.length) this.param = new Int32Array(this.keys.params * 2);
  }
}

/** Appends the value of an expression, and says what it is. Of a value certainly beyond the limit only so much is written that it shows. */
export function evaluate(
  { code, pool }: Flat,
  at: number,
  source: KeySource,
  mode: ByteMode,
  limit: number,
  out: Bytes,
): number {
  const kind = code[at]!;
  if (kind === EXPR.del) return ABSENT;
  if (kind === EXPR.isNull) return NULL;
  if (kind === EXPR.missing) return MISSING;
  const end = expressionEnd(code, at);
  const start = out.length;
  for (let piece = kind === EXPR.cat ? at + 2 : at + 1; piece < end; piece += PIECE_STEP) {
    if (out.length - start > 2 * limit) break;
    const a = code[piece + 1]!;
    const b = code[piece + 2]!;
    if (code[piece] === 0) {
      out.append(pool, a, a + b);
      continue;
    }
    const state = source.read(a, b);
    if (state === ABSENT) return MISSING;
    if (state === NULL) {
      if (kind === EXPR.value) return NULL;
      continue;
    }
    const conversion = code[piece + 3]!;
    if (conversion === 0) out.append(source.data, source.from, source.to);
    else appendConverted(conversion - 1, source.data, source.from, source.to, mode, out);
  }
  return TEXT;
}

/** The place in the code after an expression. */
export function expressionEnd(code: Int32Array, at: number): number {
  if (code[at] === EXPR.value) return at + 1 + PIECE_STEP;
  return code[at] === EXPR.cat ? at + 2 + code[at + 1]! * PIECE_STEP : at + 1;
}
