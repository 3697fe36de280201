/** Finds, for a URL in bytes, the rules that apply to it in rule order, without looking at any that its literals rule out. */
import { applyBody, type Rule } from '../rules/index.ts';
import { type Answer, ASK, NO } from './answer.ts';
import { type ByteMode, Bytes, decode, encodeInto, joinSurrogates, LOWER } from './bytes.ts';
import { Candidates } from './candidates.ts';
import { EditProgram } from './edit-program.ts';
import { mayFind, probeGroup } from './features.ts';
import {
  type Flat,
  HOST_NAME,
  HOST_PROGRAM,
  PROGRAM,
  PROGRAM_MOST,
  PROGRAM_ROW_COUNT,
  PROGRAM_ROWS,
  ROW_STEP,
  STAGE_PROGRAM,
  STAGE_STEP,
} from './flat.ts';
import { lookUp, mix } from './hash.ts';
import { KeyProgram } from './key-program.ts';
import { KeysScan } from './keys-scan.ts';
import { Scan } from './scan.ts';
import { storedRule } from './stored-rules.ts';
import { runText } from './text-program.ts';
import { CaptureRanges, checkVariant, emitForm, hashMask, isIdentity } from './token-program.ts';

/** How often each way of applying a rule was taken, for tests and benchmarks; the interpreter's tries count even if they fail. */
export type MatcherCounts = { variants: number; keys: number; texts: number; edits: number; interpreted: number };

/** More than the number of any rule. */
export const ALL = 0x7fffffff;

export class Matcher {
  /** The form that the rule found last gives, unless it is the URL itself. */
  out = new Bytes();
  unchanged = false;
  /** The same as a string, if it was made as one. */
  outText: string | null = null;
  readonly counts: MatcherCounts = { variants: 0, keys: 0, texts: 0, edits: 0, interpreted: 0 };

  private readonly flat: Flat;
  /** The entries of hosts as bytes, for their names. */
  private readonly hostNames: Uint8Array;
  private readonly includeQuarantined: boolean;
  private readonly scan = new Scan();
  private readonly keys = new KeysScan();
  private readonly candidates: Candidates;
  private readonly captures = new CaptureRanges();
  private readonly keyProgram: KeyProgram;
  private readonly editProgram: EditProgram;
  private readonly rules: (Rule | undefined)[];
  private mode: ByteMode = 'text';
  private text: string | null = null;
  /** True if the URL may hold lone surrogates, which become another character when they meet. */
  private joins = false;
  /** True if `keys` is about the URL that is open. */
  private hasKeys = false;

  constructor(flat: Flat, includeQuarantined: boolean) {
    this.flat = flat;
    const { buffer, byteOffset, byteLength } = flat.hostEntries;
    this.hostNames = new Uint8Array(buffer, byteOffset, byteLength);
    this.includeQuarantined = includeQuarantined;
    this.rules = new Array(flat.flags.length);
    this.candidates = new Candidates(flat);
    this.keyProgram = new KeyProgram(flat, this.scan, this.keys);
    this.editProgram = new EditProgram(flat);
  }

  /** The rule itself, read from its JSON at first need. */
  rule(index: number): Rule {
    this.rules[index] ??= storedRule(this.flat, index);
    return this.rules[index];
  }

  /** Points at a URL and gathers what its host, shape and features find in a stage; false when nothing can apply. */
  open(stage: number, bytes: Uint8Array, from: number, to: number, text: string | null, mode: ByteMode): boolean {
    this.scan.open(bytes, from, to, mode);
    this.candidates.clear();
    const { stages, hostEntries } = this.flat;
    const own = this.entryOfHost(stage);
    const star = stage * STAGE_STEP + STAGE_PROGRAM;
    if (own < 0 && stages[star]! < 0) return false;
    this.mode = mode;
    this.text = text;
    this.joins = mode === 'text' && !text?.isWellFormed();
    this.hasKeys = false;
    if (own >= 0) this.gather(hostEntries, own + HOST_PROGRAM);
    if (stages[star]! >= 0) this.gather(stages, star);
    return this.candidates.size > 0;
  }

  /** The next rule from `from` on and before `until` that applies, its form in `out`; -1 when there is none, or none short enough. */
  next(from: number, limit: number, until = ALL): number {
    const { code, flags } = this.flat;
    const { candidates } = this;
    candidates.seek(from);
    let done = -1;
    while (candidates.advance()) {
      const { rule, program } = candidates;
      if (rule >= until) return -1;
      // One rule may stand in several chains; it is tried again only while none of its variants has matched.
      if (rule === done) continue;
      if ((flags[rule]! & 2) !== 0 && !this.includeQuarantined) continue;
      const isVariant = program >= 0 && code[program] === PROGRAM.tokens;
      const applies = isVariant ? this.runVariant(program, limit) : this.run(rule, program, limit);
      if (applies && this.out.length <= limit) return rule;
      if (applies || !isVariant) done = rule;
    }
    return -1;
  }

  /** The bytes of the URL that is open, as a string. */
  private urlText(): string {
    const { bytes, from, to } = this.scan;
    this.text ??= decode(bytes, from, to, this.mode);
    return this.text;
  }

  private interpret(rule: number, limit: number): boolean {
    this.counts.interpreted++;
    const text = this.urlText();
    const form = applyBody(this.rule(rule), text);
    // A form has no fewer bytes than UTF-16 units.
    if (form === null || form.length > limit) return false;
    this.out.length = 0;
    this.unchanged = form === text;
    if (!this.unchanged) encodeInto(this.out, form, this.mode);
    // Bytes of a stream that were none of UTF-8 may have become so by what was taken away between them.
    this.outText = this.mode === 'text' ? form : null;
    return true;
  }

  private runVariant(program: number, limit: number): boolean {
    const { flat, scan, captures } = this;
    if (!checkVariant(flat, program, this.candidates.choice, scan, captures)) return false;
    this.counts.variants++;
    this.out.length = 0;
    this.outText = null;
    this.unchanged = isIdentity(flat, program);
    if (this.unchanged) return true;
    emitForm(flat, program, scan, captures, limit, this.out);
    if (this.joins) joinSurrogates(this.out);
    return true;
  }

  /** Runs a program of any other kind, or the interpreter where there is none. */
  private run(rule: number, program: number, limit: number): boolean {
    const { flat, scan, keys, out } = this;
    // A hash may lead here by chance, without a look at any feature.
    if (!this.hasKeys) this.readKeys();
    const kind = program < 0 ? -1 : flat.code[program]!;
    let answer: Answer = ASK;
    if (kind === PROGRAM.edit) answer = this.editProgram.run(program, scan, keys, out);
    else if (kind === PROGRAM.keys) answer = this.keyProgram.run(program, limit, out);
    else if (kind === PROGRAM.text) answer = runText(flat, program, scan, out);
    if (answer === ASK) return this.interpret(rule, limit);
    if (answer === NO) return false;
    if (kind === PROGRAM.edit) this.counts.edits++;
    else if (kind === PROGRAM.keys) this.counts.keys++;
    else this.counts.texts++;
    this.outText = null;
    this.unchanged = false;
    if (this.joins) joinSurrogates(out);
    return true;
  }

  /** Place of the entry of the URL's host, or -1. */
  private entryOfHost(stage: number): number {
    const { hosts, hostEntries } = this.flat;
    const { bytes, host, hostEnd, hostHash } = this.scan;
    const length = hostEnd - host;
    let at = lookUp(hosts, mix(stage, hostHash));
    while (at >= 0) {
      if (hostEntries[at + 1] === length) {
        const name = (at + HOST_NAME) * 4;
        let i = 0;
        while (i < length && LOWER[bytes[host + i]!] === this.hostNames[name + i]) i++;
        if (i === length) return at;
      }
      at = hostEntries[at]! || -1;
    }
    return -1;
  }

  /** Enters what a program finds; program and its numbers stand at this place of the array. */
  private gather(numbers: Int32Array, at: number): void {
    const { shapes, lists } = this.flat;
    const program = numbers[at]!;
    this.candidates.owner = program;
    const most = numbers[at + PROGRAM_MOST]!;
    const first = numbers[at + PROGRAM_ROWS]!;
    const count = numbers[at + PROGRAM_ROW_COUNT]!;
    if (most >= 0 && this.scan.segments(most)) {
      if (count === 0 && first >= 0) {
        this.candidates.enterChain(first);
        return;
      }
      const list = lookUp(shapes, mix(program, this.scan.shape));
      if (list < -1) this.enterMask(program, -2 - list);
      else if (list >= 0) for (let k = 1; k <= lists[list]!; k++) this.enterMask(program, lists[list + k]!);
    }
    if (count === 0) return;
    if (!this.hasKeys) this.readKeys();
    for (let row = first; row < first + count * ROW_STEP; row += ROW_STEP) {
      if (!mayFind(lists, row, this.scan, this.keys)) continue;
      const group = lists[row]!;
      probeGroup(this.flat, group, mix(program, group), this.scan, this.keys, this.candidates);
    }
  }

  private readKeys(): void {
    this.keys.read(this.scan);
    this.hasKeys = true;
  }

  private enterMask(program: number, mask: number): void {
    if (!hashMask(this.flat, mask, this.scan)) return;
    this.candidates.aim(mix(program, mask), -1, -1);
    this.candidates.enter(this.scan.hash);
  }
}
