/** Runs the compiled form of key rules on bytes: conditions on the parts of a URL, and the URL rebuilt from what the rule sets. */
import { type Answer, NO, YES } from './answer.ts';
import { type Bytes, CLASS } from './bytes.ts';
import type { Flat } from './flat.ts';
import { ABSENT, NULL, PATTERN, TEXT } from './key-kinds.ts';
import { KeyParams } from './key-params.ts';
import { evaluate, expressionEnd, KeySets } from './key-sets.ts';
import { KeySource } from './key-source.ts';
import type { KeysScan } from './keys-scan.ts';
import type { Scan } from './scan.ts';
import { findText, isText } from './texts.ts';

export class KeyProgram {
  private readonly flat: Flat;
  private readonly scan: Scan;
  private readonly keys: KeysScan;
  private readonly source: KeySource;
  private readonly sets: KeySets;
  private readonly params: KeyParams;

  constructor(flat: Flat, scan: Scan, keys: KeysScan) {
    this.flat = flat;
    this.scan = scan;
    this.keys = keys;
    this.source = new KeySource(flat, scan, keys);
    this.sets = new KeySets(flat, this.source, keys);
    this.params = new KeyParams(flat, scan, keys, this.source, this.sets);
  }

  /** Writes the form, if the rule applies. */
  run(program: number, limit: number, out: Bytes): Answer {
    const conditions = this.source.open(program);
    if (conditions < 0) return NO;
    const sets = this.checkConditions(conditions);
    if (sets < 0) return NO;
    const path = this.sets.open(sets, this.scan.mode, limit);
    const answer = path < 0 ? NO : this.write(path, limit, out);
    this.sets.close();
    return answer;
  }

  /** The place in the code after the conditions, or -1 when one fails. */
  private checkConditions(start: number): number {
    const { code } = this.flat;
    let at = start + 1;
    for (let c = code[start]!; c > 0; c--) {
      const state = this.source.read(code[at]!, code[at + 1]!);
      if (!this.accepts(code[at + 2]!, at + 4, state)) return -1;
      at += code[at + 3]!;
    }
    return at;
  }

  /** True if the value that was read last is one that the pattern wants. */
  private accepts(pattern: number, args: number, state: number): boolean {
    if (pattern === PATTERN.absent) return state === ABSENT;
    if (state === ABSENT) return false;
    if (pattern === PATTERN.any) return true;
    if (pattern === PATTERN.isNull) return state === NULL;
    if (state === NULL) return false;
    const { data, from, to } = this.source;
    if (pattern === PATTERN.equals) return isText(this.flat, args, data, from, to);
    if (pattern === PATTERN.oneOf) return findText(this.flat, args, data, from, to) >= 0;
    const classes = this.flat.code[args]!;
    for (let i = from; i < to; i++) if ((CLASS[data[i]!]! & classes) === 0) return false;
    return from < to;
  }

  private write(at: number, limit: number, out: Bytes): Answer {
    const { source, sets } = this;
    out.length = 0;
    if (sets.scheme >= 0) sets.append(sets.scheme, this.scan.bytes, out);
    else out.append(source.scratch.data, 0, source.schemeTo);
    if (sets.scheme >= 0 || this.scan.colon >= 0) {
      out.push(58);
      out.push(47);
      out.push(47);
    }
    if (sets.host >= 0) sets.append(sets.host, this.scan.bytes, out);
    else out.append(source.scratch.data, source.schemeTo, source.hostTo);
    const order = this.flat.code[at]! < 0 ? this.writePath(at, out) : this.writeNewPath(at, limit, out);
    if (order < 0) return NO;
    this.params.write(order, out);
    return YES;
  }

  /** Writes the components that the rule gives instead of the path; gives the place in the code after them, or -1 when one is no text. */
  private writeNewPath(start: number, limit: number, out: Bytes): number {
    const { code } = this.flat;
    let at = start + 1;
    for (let c = code[start]!; c > 0; c--) {
      out.push(47);
      const state = evaluate(this.flat, at, this.source, this.scan.mode, limit, out);
      // Whatever came after, the form would be too long.
      if (state !== TEXT || out.length > 2 * limit) return -1;
      at = expressionEnd(code, at);
    }
    return at;
  }

  /** Writes the path with what is set in it; deleted components vanish. -1 if a hole would be left past its end. */
  private writePath(start: number, out: Bytes): number {
    const { sets } = this;
    const { bytes } = this.scan;
    const { components, componentFrom, componentTo } = this.keys;
    if (!sets.isWithoutGap()) return -1;
    for (let c = 0; c < components; c++) {
      const s = sets.component[c]! - 1;
      if (s >= 0) {
        this.writeComponent(s, out);
        continue;
      }
      const first = c;
      while (c + 1 < components && sets.component[c + 1] === 0) c++;
      out.append(bytes, componentFrom[first]! - 1, componentTo[c]!);
    }
    for (let c = components; c < components + sets.beyond; c++) this.writeComponent(sets.setBeyond(c), out);
    return start + 1;
  }

  private writeComponent(s: number, out: Bytes): void {
    if (this.sets.state[s] === ABSENT) return;
    out.push(47);
    this.sets.append(s, this.scan.bytes, out);
  }
}
