/** Runs the stages of a compiled set on one URL in bytes: standard normalization, first rule or fixpoint, growth limit. */
import { formLimit, MAX_PASSES } from '../rules/index.ts';
import { sun } from '../url/index.ts';
import { type ByteMode, Bytes, decode, encodeInto, sameBytes } from './bytes.ts';
import { type Flat, STAGE_STEP } from './flat.ts';
import { ALL, Matcher } from './matcher.ts';
import { needsSun } from './needs-sun.ts';

export class Runner {
  /** The form after `run`: a range of bytes, and the string if there is one already. */
  bytes: Uint8Array = new Uint8Array(0);
  from = 0;
  to = 0;
  text: string | null = null;
  /** True if a rule took part, and if all that did may be used to rewrite. */
  fired = false;
  fetchable = true;

  readonly matcher: Matcher;
  private readonly flat: Flat;
  private spare = new Bytes();
  private readonly normal = new Bytes();
  private readonly passStart = new Bytes();

  constructor(flat: Flat, includeQuarantined: boolean) {
    this.flat = flat;
    this.matcher = new Matcher(flat, includeQuarantined);
  }

  /** Normalizes; true if the form differs from the URL. `text` is the URL as a string when the caller has it. */
  run(bytes: Uint8Array, from: number, to: number, text: string | null, mode: ByteMode): boolean {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.text = text;
    this.fired = false;
    this.fetchable = true;
    let changed = false;
    const limit = formLimit(to - from);
    const { stages } = this.flat;
    for (let stage = 0; stage * STAGE_STEP < stages.length; stage++) {
      const useSun = stages[stage * STAGE_STEP + 1] === 1;
      if (stages[stage * STAGE_STEP] === 0) {
        if (useSun && needsSun(this.bytes, this.from, this.to) && this.applySun(mode)) changed = true;
        if (this.applyFirst(stage, limit, mode)) changed = true;
      } else if (this.applyFixpoint(stage, useSun, limit, mode)) changed = true;
    }
    return changed && !(this.to - this.from === to - from && sameBytes(bytes, from, to, this.bytes, this.from));
  }

  /** Standard normalization is needed by few URLs; those few take the plain way. */
  private applySun(mode: ByteMode): boolean {
    this.text ??= decode(this.bytes, this.from, this.to, mode);
    const normal = sun(this.text);
    if (normal === this.text) return false;
    this.setText(normal, mode);
    return true;
  }

  private applyFirst(stage: number, limit: number, mode: ByteMode): boolean {
    if (!this.matcher.open(stage, this.bytes, this.from, this.to, this.text, mode)) return false;
    const rule = this.matcher.next(0, limit);
    if (rule < 0) return false;
    return this.take(rule);
  }

  /** Passes over all rules in order until one changes nothing; the rules in between are found, not tried. */
  private applyFixpoint(stage: number, useSun: boolean, limit: number, mode: ByteMode): boolean {
    const { matcher } = this;
    let changed = false;
    let last = -1;
    // True while the matcher has the form open, and is known to have nothing after rule `last` for it.
    let isTried = false;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      let moved = false;
      if (useSun && needsSun(this.bytes, this.from, this.to)) {
        this.keepStart();
        if (this.applySun(mode)) {
          moved = true;
          isTried = false;
        }
      }
      let rule = -1;
      for (;;) {
        if (!isTried && !matcher.open(stage, this.bytes, this.from, this.to, this.text, mode)) break;
        rule = this.nextChange(rule + 1, limit, isTried ? last + 1 : ALL);
        if (rule < 0) break;
        if (!moved) this.keepStart();
        this.take(rule);
        moved = true;
        last = rule;
        isTried = false;
      }
      isTried = true;
      if (!moved) return changed;
      changed = true;
      const { data, length } = this.passStart;
      if (this.to - this.from === length && sameBytes(this.bytes, this.from, this.to, data, 0)) return changed;
    }
    return changed;
  }

  /** Remembers the form that a pass begins with. */
  private keepStart(): void {
    this.passStart.length = 0;
    this.passStart.append(this.bytes, this.from, this.to);
  }

  /** The next rule that changes the form; a rule that matches and gives the same form counts as not applied. */
  private nextChange(from: number, limit: number, until: number): number {
    const { matcher } = this;
    for (let rule = matcher.next(from, limit, until); rule >= 0; rule = matcher.next(rule + 1, limit, until)) {
      if (matcher.unchanged) continue;
      const { data, length } = matcher.out;
      if (this.to - this.from !== length || !sameBytes(this.bytes, this.from, this.to, data, 0)) return rule;
    }
    return -1;
  }

  /** Makes the matcher's output the current form; false if that is the form already. */
  private take(rule: number): boolean {
    this.fired = true;
    if ((this.flat.flags[rule]! & 1) === 0) this.fetchable = false;
    if (this.matcher.unchanged) return false;
    const { out, outText } = this.matcher;
    // The form stays where it was written; the matcher goes on with the other buffer.
    this.matcher.out = this.spare;
    this.spare = out;
    this.show(out, outText);
    return true;
  }

  private setText(text: string, mode: ByteMode): void {
    this.normal.length = 0;
    encodeInto(this.normal, text, mode);
    this.show(this.normal, text);
  }

  private show(buffer: Bytes, text: string | null): void {
    this.bytes = buffer.data;
    this.from = 0;
    this.to = buffer.length;
    this.text = text;
  }
}
