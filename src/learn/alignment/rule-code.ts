/** Rules as bytes, which are equal for equal rules: what is counted, and what rules are made of when they are kept (`rule-body.ts`). */
import type { Consensus } from './consensus.ts';
import { grown } from './grown.ts';
import type { RulePlan } from './rule-plan.ts';
import { LETTERS, OTHER, type TokenTable } from './tokens.ts';
import { DELIMITER } from './url-bytes.ts';

/** Bytes below 32 are signs; a character below 32 has ESCAPE before it. */
export const RUN = 1;
export const CAPTURE_LETTERS = 2;
export const CAPTURE_DIGITS = 3;
export const ANY_LETTERS = 4;
export const ANY_DIGITS = 5;
export const CHOICE = 6;
export const GROUP = 7;
export const END = 8;
export const ESCAPE = 31;

/** The rule written last is `bytes[0] .. bytes[end - 1]`. */
export class RuleCode {
  bytes = new Uint8Array(1024);
  end = 0;
  readonly #sorted: number[] = [];

  /** Writes the rule of a planned consensus. Equal matches are equal rules: the emit follows from the match. */
  write(table: TokenTable, consensus: Consensus, plan: RulePlan, cardinality: number): void {
    this.end = 0;
    const { first, tokens } = consensus;
    const { starts, ends, left, right } = table.source;
    let most = 3 * first[consensus.length]! + 2 * plan.groups + left + right;
    for (let k = 0; k < first[consensus.length]!; k++) most += 2 * table.length[tokens[k]!]!;
    this.bytes = grown(this.bytes, most);
    this.#writeShared(table.bytes, starts[0]! - left, starts[0]!);
    for (let p = 0, g = 0, r = 0; p < consensus.length; p++) {
      const type = table.type[tokens[first[p]!]!]!;
      if (g < plan.groups && p === plan.groupStart[g]) {
        this.bytes[this.end++] = GROUP;
        for (; p < plan.groupEnd[g]!; p++) this.#writePosition(table, consensus, p, cardinality);
        this.bytes[this.end++] = END;
        p--;
        g++;
      } else if (r < plan.runs && p === plan.runStart[r]) {
        this.bytes[this.end++] = RUN;
        p = plan.runEnd[r++]! - 1;
      } else if (first[p + 1]! - first[p]! === 1 && type !== OTHER) {
        this.bytes[this.end++] = type === LETTERS ? CAPTURE_LETTERS : CAPTURE_DIGITS;
      } else this.#writePosition(table, consensus, p, cardinality);
    }
    this.#writeShared(table.bytes, ends[0]!, ends[0]! + right);
  }

  /** What all URLs begin or end with: delimiters, and runs between them. */
  #writeShared(source: Uint8Array, from: number, to: number): void {
    const bytes = this.bytes;
    let end = this.end;
    for (let i = from; i < to; i++) {
      const c = source[i]!;
      if (DELIMITER[c] === 1) bytes[end++] = c;
      // The byte before is a delimiter, or there is none.
      else if (i === from || DELIMITER[source[i - 1]!] === 1) bytes[end++] = RUN;
    }
    this.end = end;
  }

  #writePosition(table: TokenTable, consensus: Consensus, p: number, cardinality: number): void {
    const from = consensus.first[p]!;
    const to = consensus.first[p + 1]!;
    const { tokens } = consensus;
    if (to - from === 1) {
      this.#writeText(table, tokens[from]!);
      return;
    }
    const type = table.type[tokens[from]!]!;
    if (to - from >= cardinality && type !== OTHER) {
      this.bytes[this.end++] = type === LETTERS ? ANY_LETTERS : ANY_DIGITS;
      return;
    }
    const sorted = this.#sorted;
    for (let k = from; k < to; k++) {
      // Any order will do as long as equal sets have the same; this one needs no strings.
      let at = k - from;
      for (; at > 0 && compareBytes(table, sorted[at - 1]!, tokens[k]!) > 0; at--) sorted[at] = sorted[at - 1]!;
      sorted[at] = tokens[k]!;
    }
    for (let k = 0; k < to - from; k++) {
      this.bytes[this.end++] = CHOICE;
      this.#writeText(table, sorted[k]!);
    }
    this.bytes[this.end++] = END;
  }

  #writeText(table: TokenTable, token: number): void {
    const from = table.offset[token]!;
    const to = from + table.length[token]!;
    const { bytes } = table;
    for (let i = from; i < to; i++) {
      const unit = bytes[i]!;
      if (unit < 32) this.bytes[this.end++] = ESCAPE;
      this.bytes[this.end++] = unit;
    }
  }
}

/** Shorter tokens first, then by their bytes. */
function compareBytes(table: TokenTable, a: number, b: number): number {
  const { bytes, length, offset } = table;
  if (length[a] !== length[b]) return length[a]! - length[b]!;
  const from = offset[a]!;
  const other = offset[b]! - from;
  for (let i = from; i < from + length[a]!; i++)
    if (bytes[i] !== bytes[i + other]) return bytes[i]! - bytes[i + other]!;
  return 0;
}
