/** Writes the parameters of a key rule's form: those of the URL with what is set in them, the new ones, in the order the rule wants. */
import { Bytes } from './bytes.ts';
import type { Flat } from './flat.ts';
import { ABSENT, NULL, ORDER } from './key-kinds.ts';
import type { KeySets } from './key-sets.ts';
import type { KeySource } from './key-source.ts';
import type { KeysScan } from './keys-scan.ts';
import { ParamOrder } from './param-order.ts';
import type { Scan } from './scan.ts';
import { findText } from './texts.ts';

export class KeyParams {
  private readonly flat: Flat;
  private readonly scan: Scan;
  private readonly keys: KeysScan;
  private readonly source: KeySource;
  private readonly sets: KeySets;
  private readonly order = new ParamOrder();
  /** The parameters of the form before they are ordered: index in the URL, or -1 minus the number of the set that adds it. */
  private entries = new Int32Array(64);
  private count = 0;
  /** Names of all entries, in one buffer because the new ones do not stand in the URL. */
  private readonly names = new Bytes();
  private nameFrom = new Int32Array(64);
  private nameTo = new Int32Array(64);

  constructor(flat: Flat, scan: Scan, keys: KeysScan, source: KeySource, sets: KeySets) {
    this.flat = flat;
    this.scan = scan;
    this.keys = keys;
    this.source = source;
    this.sets = sets;
  }

  /** Appends `?` and all parameters, or nothing; `at` is the place of the order in the code. */
  write(at: number, out: Bytes): void {
    const kind = this.flat.code[at]!;
    const { bytes, query, end } = this.scan;
    if (kind === ORDER.keep && !this.sets.changesParams) {
      if (query >= 0) out.append(bytes, query - 1, end);
      return;
    }
    this.gather();
    if (kind !== ORDER.keep) this.sort(kind, at + 1);
    for (let k = 0; k < this.count; k++) {
      // The k-th separator stays the k-th, whatever parameter comes to stand there.
      out.push(k === 0 ? 63 : this.separator(this.entries[k]!));
      this.writeEntry(this.entries[kind === ORDER.keep ? k : this.order.order[k]!]!, out);
    }
  }

  private gather(): void {
    const { sets } = this;
    const most = this.keys.params + sets.added;
    if (most > this.entries.length) {
      this.entries = new Int32Array(most * 2);
      this.nameFrom = new Int32Array(most * 2);
      this.nameTo = new Int32Array(most * 2);
    }
    let n = 0;
    for (let p = 0; p < this.keys.params; p++) {
      const s = sets.param[p]! - 1;
      if (s < 0 || sets.state[s] !== ABSENT) this.entries[n++] = p;
    }
    for (let k = 0; k < sets.added; k++) this.entries[n++] = -1 - sets.addedParam[k]!;
    this.count = n;
  }

  private sort(kind: number, args: number): void {
    const { names, nameFrom, nameTo, count } = this;
    names.length = 0;
    for (let k = 0; k < count; k++) {
      nameFrom[k] = names.length;
      this.appendName(this.entries[k]!, names);
      nameTo[k] = names.length;
    }
    if (kind === ORDER.sort) {
      this.order.byName(count, names.data, nameFrom, nameTo, this.scan.mode);
      return;
    }
    const last = this.flat.code[args]!;
    for (let k = 0; k < count; k++) {
      const rank = findText(this.flat, args + 1, names.data, nameFrom[k]!, nameTo[k]!);
      nameFrom[k] = rank < 0 ? last : rank;
    }
    this.order.byRank(count, nameFrom, last);
  }

  private separator(entry: number): number {
    return entry < 0 ? 38 : this.scan.bytes[this.keys.paramFrom[entry]! - 1]!;
  }

  private appendName(entry: number, out: Bytes): void {
    if (entry >= 0) out.append(this.scan.bytes, this.keys.paramFrom[entry]!, this.keys.nameTo[entry]!);
    else this.source.appendName(this.sets.part[-1 - entry]!, out);
  }

  private writeEntry(entry: number, out: Bytes): void {
    const s = entry < 0 ? -1 - entry : this.sets.param[entry]! - 1;
    if (s < 0) {
      out.append(this.scan.bytes, this.keys.paramFrom[entry]!, this.keys.paramTo[entry]!);
      return;
    }
    this.appendName(entry, out);
    if (this.sets.state[s] === NULL) return;
    out.push(61);
    this.sets.append(s, this.scan.bytes, out);
  }
}
