/** Finds, for a URL in bytes, the rules that apply to it in rule order, without looking at any that its literals rule out. */
import { applyBody, type Rule } from '../rules/index.ts';
import { type ByteMode, Bytes, decode, encodeInto, LOWER } from './bytes.ts';
import { probeGroup } from './features.ts';
import { chainCount, type Flat } from './flat.ts';
import { lookUp, mix } from './hash.ts';
import { KeysScan } from './keys-scan.ts';
import { NOT_PLAIN, plainHostHash, Scan } from './scan.ts';
import { CaptureRanges, checkVariant, emitForm, hashMask, isIdentity } from './token-program.ts';

/** How often each way of applying a rule was taken, for tests and benchmarks. */
export type MatcherCounts = { variants: number; interpreted: number };

export class Matcher {
  /** The form that the rule found last gives, unless it is the URL itself. */
  out = new Bytes();
  unchanged = false;
  /** The same as a string, if it was made as one. */
  outText: string | null = null;
  readonly counts: MatcherCounts = { variants: 0, interpreted: 0 };

  private readonly flat: Flat;
  private readonly includeQuarantined: boolean;
  private readonly scan = new Scan();
  private readonly keys = new KeysScan();
  private readonly captures = new CaptureRanges();
  private readonly rules: (Rule | undefined)[];
  private readonly seen: Int32Array;
  private round = 0;
  private mode: ByteMode = 'text';
  private text: string | null = null;
  private cursors = 0;
  private cursorAt = new Int32Array(64);
  private cursorEnd = new Int32Array(64);
  private chainStart = new Int32Array(64);

  constructor(flat: Flat, includeQuarantined: boolean) {
    this.flat = flat;
    this.includeQuarantined = includeQuarantined;
    this.rules = new Array(flat.flags.length);
    this.seen = new Int32Array(chainCount(flat));
  }

  /** The rule itself, read from its JSON at first need. */
  rule(index: number): Rule {
    const { json, jsonAt } = this.flat;
    return (this.rules[index] ??= JSON.parse(decode(json, jsonAt[index]!, jsonAt[index + 1]!, 'text')) as Rule);
  }

  /** Points at a URL and gathers what its host, shape and features find in a stage; false when nothing can apply. */
  open(stage: number, bytes: Uint8Array, from: number, to: number, text: string | null, mode: ByteMode): boolean {
    this.scan.open(bytes, from, to);
    const own = this.programOfHost(stage);
    const star = this.flat.stages[stage * 5 + 2]!;
    this.cursors = 0;
    if (own < 0 && star < 0) return false;
    this.mode = mode;
    this.text = text;
    this.nextRound();
    if (own >= 0) this.gather(own);
    if (star >= 0) this.gather(star);
    return this.cursors > 0;
  }

  /** The next rule from `from` on that applies, its form in `out`; -1 when there is none, or none short enough. */
  next(from: number, limit: number): number {
    const { chains, flags } = this.flat;
    for (let c = 0; c < this.cursors; c++) this.cursorAt[c] = this.lowerBound(c, from);
    let failed = -1;
    for (;;) {
      let best = -1;
      for (let c = 0; c < this.cursors; c++)
        if (this.cursorAt[c]! < this.cursorEnd[c]! && (best < 0 || this.isBefore(c, best))) best = c;
      if (best < 0) return -1;
      const at = this.cursorAt[best]!;
      this.cursorAt[best] = at + 3;
      const rule = chains[at]!;
      const program = chains[at + 1]!;
      // One rule may stand in several chains; the interpreter need not be asked twice.
      if (program < 0 && rule === failed) continue;
      if ((flags[rule]! & 2) !== 0 && !this.includeQuarantined) continue;
      const applies = program < 0 ? this.interpret(rule) : this.checkProgram(program, chains[at + 2]!);
      if (applies && this.out.length <= limit) return rule;
      if (program < 0) failed = rule;
    }
  }

  /** The bytes of the URL that is open, as a string. */
  private urlText(): string {
    const { bytes, from, to } = this.scan;
    return (this.text ??= decode(bytes, from, to, this.mode));
  }

  private interpret(rule: number): boolean {
    this.counts.interpreted++;
    const form = applyBody(this.rule(rule), this.urlText());
    if (form === null) return false;
    this.out.length = 0;
    this.unchanged = form === this.text;
    if (!this.unchanged) encodeInto(this.out, form, this.mode);
    this.outText = form;
    return true;
  }

  private checkProgram(program: number, choice: number): boolean {
    if (!checkVariant(this.flat, program, choice, this.scan, this.captures)) return false;
    this.counts.variants++;
    this.out.length = 0;
    this.outText = null;
    this.unchanged = isIdentity(this.flat, program);
    if (!this.unchanged) emitForm(this.flat, program, this.scan, this.captures, this.out);
    return true;
  }

  /** True if some stage may have rules for the host of this URL; a plain host is read from the string, any other counts as known. */
  knowsHost(url: string): boolean {
    const { hosts, stages } = this.flat;
    const hash = plainHostHash(url);
    if (hash === NOT_PLAIN) return true;
    for (let stage = 0; stage * 5 < stages.length; stage++) if (lookUp(hosts, mix(stage, hash)) >= 0) return true;
    return false;
  }

  private programOfHost(stage: number): number {
    const { hosts, hostEntries, pool } = this.flat;
    const { bytes, host, hostEnd, hostHash } = this.scan;
    let at = lookUp(hosts, mix(stage, hostHash));
    if (at < 0) return -1;
    for (;;) {
      const from = hostEntries[at]!;
      if (hostEntries[at + 1] === hostEnd - host) {
        let i = 0;
        while (i < hostEnd - host && LOWER[bytes[host + i]!] === pool[from + i]) i++;
        if (i === hostEnd - host) return hostEntries[at + 2]!;
      }
      if (hostEntries[at + 3] === 0) return -1;
      at += 4;
    }
  }

  private gather(program: number): void {
    const { programs, shapes, lists, entries } = this.flat;
    const most = programs[program * 3]!;
    if (most >= 0 && this.scan.segments(most)) {
      const list = lookUp(shapes, mix(program, this.scan.shape));
      if (list >= 0) {
        for (let k = 1; k <= lists[list]!; k++) {
          const mask = lists[list + k]!;
          if (hashMask(this.flat, mask, this.scan))
            this.follow(lookUp(entries, mix(mix(program, mask), this.scan.hash)));
        }
      }
    }
    const groups = programs[program * 3 + 2]!;
    if (groups === 0) return;
    this.keys.read(this.scan);
    const first = programs[program * 3 + 1]!;
    for (let g = 0; g < groups; g++) {
      const group = lists[first + g]!;
      const base = mix(program, group);
      probeGroup(this.flat, group, this.scan, this.keys, (hash) => this.follow(lookUp(entries, mix(base, hash))));
    }
  }

  /** Adds a chain, once per URL however many of its literals lead there. */
  private follow(chain: number): void {
    if (chain < 0) return;
    const { chains } = this.flat;
    const number = chains[chain]!;
    if (this.seen[number] === this.round) return;
    this.seen[number] = this.round;
    if (this.cursors === this.chainStart.length) this.growCursors();
    const c = this.cursors++;
    this.chainStart[c] = chain + 2;
    this.cursorEnd[c] = chain + 2 + chains[chain + 1]! * 3;
  }

  /** Marks are compared with the round's number, so a full circle of numbers must forget them. */
  private nextRound(): void {
    if (this.round === 0x7fffffff) {
      this.seen.fill(0);
      this.round = 0;
    }
    this.round++;
  }

  private lowerBound(cursor: number, rule: number): number {
    const { chains } = this.flat;
    const start = this.chainStart[cursor]!;
    let low = 0;
    let high = (this.cursorEnd[cursor]! - start) / 3;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (chains[start + middle * 3]! < rule) low = middle + 1;
      else high = middle;
    }
    return start + low * 3;
  }

  /** True if the candidate at cursor a comes before the one at b: by rule, then by variant. */
  private isBefore(a: number, b: number): boolean {
    const { chains } = this.flat;
    const x = this.cursorAt[a]!;
    const y = this.cursorAt[b]!;
    return chains[x]! < chains[y]! || (chains[x] === chains[y] && chains[x + 1]! < chains[y + 1]!);
  }

  private growCursors(): void {
    const bigger = (array: Int32Array): Int32Array<ArrayBuffer> => {
      const copy = new Int32Array(array.length * 2);
      copy.set(array);
      return copy;
    };
    this.chainStart = bigger(this.chainStart);
    this.cursorEnd = bigger(this.cursorEnd);
    this.cursorAt = bigger(this.cursorAt);
  }
}
