/** How the positions of a consensus become parts of a rule (ROD 4.2.1): optional groups, runs, single positions. */
import { Consensus } from './consensus.ts';
import type { TokenTable } from './tokens.ts';

/**
 * A position is in a group or mandatory. Groups are windows on the positions: to rotate a group to the right past an equal token
 * (`X(.U)?.` becomes `X.(U.)?`) its window moves on by one, the tokens stay where they are.
 * Arrays are reused; a plan is good until the next one is made.
 */
export class RulePlan {
  groups = 0;
  readonly groupStart: number[] = [];
  readonly groupEnd: number[] = [];
  /** Which URLs have the group. */
  readonly groupPresence: number[] = [];
  /** Runs of mandatory positions that become a captured `*`. */
  runs = 0;
  readonly runStart: number[] = [];
  readonly runEnd: number[] = [];

  /** True if the last group moved to the end: it would move on if more came after. */
  isAtEnd = false;

  readonly #table: TokenTable;
  #consensus = new Consensus();

  constructor(table: TokenTable) {
    this.#table = table;
  }

  make(consensus: Consensus): void {
    this.#consensus = consensus;
    this.#findGroups();
    this.isAtEnd = false;
    // From the right, because a group that moves may leave room for the one before it.
    for (let g = this.groups - 1; g >= 0; g--) this.#shiftRight(g);
    this.#findRuns();
  }

  /** True if there is nothing that all URLs have. */
  get isAllOptional(): boolean {
    let optional = 0;
    for (let g = 0; g < this.groups; g++) optional += this.groupEnd[g]! - this.groupStart[g]!;
    return optional === this.#consensus.length;
  }

  /** A group is a maximal run of positions that the same URLs have and others lack. */
  #findGroups(): void {
    const consensus = this.#consensus;
    const { length } = consensus;
    this.groups = 0;
    for (let p = 0; p < length; p++) {
      if (!consensus.hasGap(p)) continue;
      const start = p;
      const presence = consensus.presence(p);
      while (p + 1 < length && consensus.presence(p + 1) === presence) p++;
      const g = this.groups++;
      this.groupStart[g] = start;
      this.groupEnd[g] = p + 1;
      this.groupPresence[g] = presence;
    }
  }

  #shiftRight(g: number): void {
    const limit = g + 1 < this.groups ? this.groupStart[g + 1]! : this.#consensus.length;
    let start = this.groupStart[g]!;
    let end = this.groupEnd[g]!;
    while (end < limit && this.#isSameToken(start, end)) {
      start++;
      end++;
    }
    this.groupStart[g] = start;
    this.groupEnd[g] = end;
    if (end === this.#consensus.length) this.isAtEnd = true;
  }

  /** Segments are the positions between delimiters; a group with a delimiter ends one, a group without is inside. */
  #findRuns(): void {
    const { length } = this.#consensus;
    this.runs = 0;
    let start = 0;
    let uniform = true;
    for (let p = 0, g = 0; p <= length; p++) {
      const atGroup = g < this.groups && p === this.groupStart[g];
      if (p < length && !atGroup && !this.isDelimiter(p)) {
        uniform &&= this.#consensus.setSize(p) === 1;
        continue;
      }
      if (atGroup && !this.#hasDelimiter(g)) {
        uniform = false;
        p = this.groupEnd[g++]! - 1;
        continue;
      }
      if (uniform && p > start && this.#isSafeAfter(p, g) && this.#isSafeBefore(start, g)) {
        this.runStart[this.runs] = start;
        this.runEnd[this.runs++] = p;
      }
      if (atGroup) p = this.groupEnd[g++]! - 1;
      start = p + 1;
      uniform = true;
    }
  }

  /**
   * True if what follows a run at `end` always begins with a delimiter: a run stops there and nowhere else,
   * so it cannot take tokens of an optional group that a URL lacks. `g` is the first group from there on.
   */
  #isSafeAfter(end: number, g: number): boolean {
    let p = end;
    for (; g < this.groups && this.groupStart[g] === p; g++) {
      if (!this.isDelimiter(p)) return false;
      p = this.groupEnd[g]!;
    }
    return p === this.#consensus.length || this.isDelimiter(p);
  }

  /** The mirror image, of what precedes a run. */
  #isSafeBefore(start: number, next: number): boolean {
    let p = start;
    for (let g = next - 1; g >= 0 && this.groupEnd[g] === p; g--) {
      if (!this.isDelimiter(p - 1)) return false;
      p = this.groupStart[g]!;
    }
    return p === 0 || this.isDelimiter(p - 1);
  }

  #hasDelimiter(g: number): boolean {
    for (let p = this.groupStart[g]!; p < this.groupEnd[g]!; p++) if (this.isDelimiter(p)) return true;
    return false;
  }

  /** True if all tokens of a position are delimiters. */
  isDelimiter(p: number): boolean {
    const { first, tokens, plain } = this.#consensus;
    if (plain[p]! >= 0) return this.#table.delimiter[plain[p]!] === 1;
    for (let k = first[p]!; k < first[p + 1]!; k++) if (this.#table.delimiter[tokens[k]!] === 0) return false;
    return true;
  }

  /** True if both positions have one token each, and the same. */
  #isSameToken(p: number, q: number): boolean {
    const { first, tokens } = this.#consensus;
    return (
      this.#consensus.setSize(p) === 1 && this.#consensus.setSize(q) === 1 && tokens[first[p]!] === tokens[first[q]!]
    );
  }
}
