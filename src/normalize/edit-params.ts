/** The operations of edit rules on parameters, each as `rules/interpret/edit.ts` defines it. */
import { type Answer, ASK, NO, YES } from './answer.ts';
import { type Bytes, sameBytes } from './bytes.ts';
import { EDIT } from './edit-kinds.ts';
import type { Flat } from './flat.ts';
import { hashByte } from './hash.ts';
import type { KeysScan } from './keys-scan.ts';
import { ParamOrder } from './param-order.ts';
import type { Scan } from './scan.ts';
import { findText, hasValue, isName, startsWithText } from './texts.ts';

export class ParamEdits {
  private readonly flat: Flat;
  private readonly order = new ParamOrder();
  /** 1 for parameters to be dropped. */
  private drop = new Uint8Array(64);
  /** Hash table of the parameters seen so far: number plus one, 0 for an empty place; and their hashes. */
  private table = new Int32Array(128);
  private hashes = new Int32Array(64);

  constructor(flat: Flat) {
    this.flat = flat;
  }

  /** Writes what the operation makes of the URL; NO when it has nothing to do. */
  edit(op: number, args: number, scan: Scan, keys: KeysScan, out: Bytes): Answer {
    if (scan.query < 0) return NO;
    switch (op) {
      case EDIT.pathFromParam:
        return this.pathFromParam(args, scan, keys, out);
      case EDIT.anyParam:
      case EDIT.aliasParam:
      case EDIT.renameParam:
        return this.replace(op, args, scan, keys, out);
      case EDIT.dropQuery:
        return cutQuery(scan, out);
      case EDIT.sortParams:
        return this.sort(scan, keys, out);
      case EDIT.separator:
        return withAmpersands(scan, keys, out);
      default: {
        this.reserve(keys.params);
        const answer =
          op === EDIT.dropRepeatedParams ? this.markRepeated(scan, keys) : this.markDropped(op, args, scan, keys);
        if (answer !== YES) return answer;
        out.append(scan.bytes, scan.from, scan.query - 1);
        this.appendKept(scan, keys, out);
        return YES;
      }
    }
  }

  /** The path becomes prefix, value and suffix; only for a name that stands once, and with a value. */
  private pathFromParam(args: number, scan: Scan, keys: KeysScan, out: Bytes): Answer {
    const { code, pool } = this.flat;
    const { bytes } = scan;
    this.reserve(keys.params);
    let only = -1;
    for (let p = 0; p < keys.params; p++) {
      this.drop[p] = 0;
      if (!isName(this.flat, args, bytes, keys, p)) continue;
      if (only >= 0) return NO;
      only = p;
    }
    if (only < 0) return NO;
    this.drop[only] = 1;
    const from = keys.nameTo[only]! + 1;
    const to = keys.paramTo[only]!;
    if (from >= to) return NO;
    // A `?` in the value would end the new path early.
    for (let i = from; i < to; i++) if (bytes[i] === 63) return NO;
    out.append(bytes, scan.from, scan.authorityEnd);
    out.append(pool, code[args + 3]!, code[args + 3]! + code[args + 4]!);
    out.append(bytes, from, to);
    out.append(pool, code[args + 5]!, code[args + 5]! + code[args + 6]!);
    this.appendKept(scan, keys, out);
    return YES;
  }

  /** Puts a text in place of the name or value of every parameter of a name. */
  private replace(op: number, args: number, scan: Scan, keys: KeysScan, out: Bytes): Answer {
    const { code, pool } = this.flat;
    const { bytes, from, to } = scan;
    const text = code[args + 3]!;
    const length = code[args + 4]!;
    let copied = from;
    for (let p = 0; p < keys.params; p++) {
      if (!isName(this.flat, args, bytes, keys, p)) continue;
      let start = keys.paramFrom[p]!;
      let end = keys.nameTo[p]!;
      if (op !== EDIT.renameParam) {
        if (end === keys.paramTo[p]) continue;
        start = end + 1;
        end = keys.paramTo[p]!;
        if (op === EDIT.aliasParam && findText(this.flat, args + 5, bytes, start, end) < 0) continue;
      }
      out.append(bytes, copied, start);
      out.append(pool, text, text + length);
      copied = end;
    }
    if (copied === from) return NO;
    out.append(bytes, copied, to);
    return YES;
  }

  /** Sorts by name; the k-th separator stays the k-th. */
  private sort(scan: Scan, keys: KeysScan, out: Bytes): Answer {
    const { bytes, from, to, query, end, mode } = scan;
    this.order.byName(keys.params, bytes, keys.paramFrom, keys.nameTo, mode);
    const { order } = this.order;
    out.append(bytes, from, query - 1);
    for (let k = 0; k < keys.params; k++) {
      const p = order[k]!;
      out.push(bytes[keys.paramFrom[k]! - 1]!);
      out.append(bytes, keys.paramFrom[p]!, keys.paramTo[p]!);
    }
    out.append(bytes, end, to);
    return YES;
  }

  private markDropped(op: number, args: number, { bytes }: Scan, keys: KeysScan): Answer {
    const { flat, drop } = this;
    if (op === EDIT.dropParamValue && hasOtherValue(flat, args, bytes, keys)) return NO;
    let dropped = 0;
    for (let p = 0; p < keys.params; p++) {
      const mark = isDropped(flat, op, args, bytes, keys, p) ? 1 : 0;
      drop[p] = mark;
      dropped += mark;
    }
    return dropped === 0 ? NO : YES;
  }

  /** Marks all but the first of equal parameters. Names made to collide in the table are left to the interpreter's. */
  private markRepeated({ bytes }: Scan, keys: KeysScan): Answer {
    const { drop, hashes, table } = this;
    let size = 4;
    while (size < keys.params * 2) size *= 2;
    table.fill(0, 0, size);
    let steps = 16 + keys.params * 8;
    let dropped = 0;
    for (let p = 0; p < keys.params; p++) {
      const from = keys.paramFrom[p]!;
      const to = keys.paramTo[p]!;
      let hash = keys.nameHash[p]!;
      for (let i = keys.nameTo[p]!; i < to; i++) hash = hashByte(hash, bytes[i]!);
      hashes[p] = hash;
      drop[p] = 0;
      let at = (hash ^ (hash >>> 15)) & (size - 1);
      for (; table[at] !== 0; at = (at + 1) & (size - 1)) {
        if (--steps === 0) return ASK;
        const other = table[at]! - 1;
        const start = keys.paramFrom[other]!;
        if (hashes[other] !== hash || keys.paramTo[other]! - start !== to - from) continue;
        if (!sameBytes(bytes, from, to, bytes, start)) continue;
        drop[p] = 1;
        dropped++;
        break;
      }
      if (drop[p] === 0) table[at] = p + 1;
    }
    return dropped === 0 ? NO : YES;
  }

  /** Appends the parameters that are not marked, each with its separator but the first, and the fragment. */
  private appendKept({ bytes, end, to }: Scan, keys: KeysScan, out: Bytes): void {
    const { drop } = this;
    const { params, paramFrom, paramTo } = keys;
    let isFirst = true;
    for (let p = 0; p < params; p++) {
      if (drop[p] === 1) continue;
      const start = p;
      while (p + 1 < params && drop[p + 1] === 0) p++;
      out.push(isFirst ? 63 : bytes[paramFrom[start]! - 1]!);
      out.append(bytes, paramFrom[start]!, paramTo[p]!);
      isFirst = false;
    }
    out.append(bytes, end, to);
  }

  private reserve(params: number): void {
    let capacity = this.drop.length;
    if (params < capacity) return;
    while (capacity <= params) capacity *= 2;
    this.drop = new Uint8Array(capacity);
    this.hashes = new Int32Array(capacity);
    this.table = new Int32Array(capacity * 2);
  }
}

/** Whether a parameter of the name has another value than that which is dropped. */
function hasOtherValue(flat: Flat, args: number, bytes: Uint8Array, keys: KeysScan): boolean {
  for (let p = 0; p < keys.params; p++)
    if (isName(flat, args, bytes, keys, p) && !hasValue(flat, args + 3, bytes, keys, p)) return true;
  return false;
}

function isDropped(flat: Flat, op: number, args: number, bytes: Uint8Array, keys: KeysScan, p: number): boolean {
  switch (op) {
    case EDIT.dropParam:
    case EDIT.dropParamValue:
      return isName(flat, args, bytes, keys, p);
    case EDIT.dropParamPrefix:
      return startsWithText(flat, args, bytes, keys.paramFrom[p]!, keys.nameTo[p]!);
    default:
      return keys.nameTo[p] === keys.paramFrom[p] && keys.paramTo[p]! - keys.nameTo[p]! <= 1;
  }
}

function cutQuery({ bytes, from, to, query, end }: Scan, out: Bytes): Answer {
  out.append(bytes, from, query - 1);
  out.append(bytes, end, to);
  return YES;
}

function withAmpersands({ bytes, from, to }: Scan, keys: KeysScan, out: Bytes): Answer {
  out.append(bytes, from, to);
  for (let p = 1; p < keys.params; p++) {
    const at = keys.paramFrom[p]! - 1;
    if (bytes[at] === 59) out.data[at - from] = 38;
  }
  return YES;
}
