/**
 * What must hold of a compiled rule file so that applying it ends and stays inside of it, whoever made it: every place, length and
 * link leads to where something of its kind stands. Its checksum says that it is whole, not that it was compiled.
 */
import { EDIT } from '../edit-kinds.ts';
import { MULTI, SINGLE } from '../features.ts';
import {
  CHAIN_GOES_ON,
  CHAIN_HEAD,
  type Flat,
  HOST_NAME,
  HOST_PROGRAM,
  PROGRAM,
  PROGRAM_MOST,
  PROGRAM_ROW_COUNT,
  PROGRAM_ROWS,
  ROW_CHAIN,
  ROW_STEP,
  STAGE_PROGRAM,
  STAGE_STEP,
} from '../flat.ts';
import type { HashTable } from '../hash.ts';
import { storedRule } from '../stored-rules.ts';
import { CodeCheck } from './code-check.ts';
import { checkEdit } from './edit-check.ts';
import { checkKeys } from './key-check.ts';
import { checkText } from './text-check.ts';
import { checkMask, checkVariant } from './token-check.ts';

/** Throws the refusal of a file that does not fit together. */
export function checkFlat(flat: Flat): void {
  new FlatCheck(flat).run();
}

/** Where there are many of a kind, a demand is a call only when it fails: calls cost most before they are compiled, and compiling them costs more than the rest. */
class FlatCheck {
  private readonly flat: Flat;
  private readonly check: CodeCheck;
  /** By place in the lists: so many rows from there on are known to be good. */
  private readonly rows: Int32Array;
  /** Chains that rows lead to at once. */
  private readonly chains = new Set<number>();
  /** Rules that may be interpreted. */
  private readonly interpreted = new Set<number>();

  constructor(flat: Flat) {
    this.flat = flat;
    this.check = new CodeCheck(flat);
    this.rows = new Int32Array(flat.lists.length + 1);
  }

  run(): void {
    const { stages, hosts, shapes, entries, flags, jsonAt, json } = this.flat;
    this.check.demand(stages.length % STAGE_STEP === 0 && jsonAt.length === flags.length + 1);
    for (let at = 0; at < stages.length; at += STAGE_STEP) {
      this.check.demand((stages[at]! & ~1) === 0 && (stages[at + 1]! & ~1) === 0);
      this.checkProgram(stages, at + STAGE_PROGRAM);
    }
    for (let rule = 0; rule < flags.length; rule++)
      this.check.demand((flags[rule]! & ~3) === 0 && jsonAt[rule]! <= jsonAt[rule + 1]!);
    this.check.demand(jsonAt[0] === 0 && jsonAt[flags.length] === json.length);
    const hostStarts = this.checkHosts();
    const chainStarts = this.checkChains();
    this.checkTable(hosts, (place) => this.check.demand(hostStarts[place] === 1));
    this.checkTable(entries, (place) => this.check.demand(chainStarts[place] === 1));
    for (const chain of this.chains) this.check.demand(chainStarts[chain] === 1);
    this.checkTable(shapes, (place) => this.checkShape(place));
    this.checkInterpreted();
  }

  /** A table must have a free place, or a look for what is not there would not end. */
  private checkTable(table: HashTable, checkValue: (value: number) => void): void {
    this.check.demand(table.length % 2 === 0);
    let free = 0;
    for (let at = 1; at < table.length; at += 2)
      if (table[at] === -1) free++;
      else checkValue(table[at]!);
    this.check.demand(free > 0);
  }

  /** Goes through all entries as they lie, which is quicker than as they are found; gives a 1 where each begins. */
  private checkHosts(): Uint8Array {
    const { hostEntries } = this.flat;
    const starts = new Uint8Array(hostEntries.length);
    for (let at = 0; at < hostEntries.length; ) {
      const bytes = hostEntries[at + 1]!;
      const end = at + HOST_NAME + Math.ceil(bytes / 4);
      // Hosts of the same hash stand one behind the other.
      const isEnded = hostEntries[at] === 0 || (hostEntries[at] === end && end < hostEntries.length);
      if (!(bytes >= 0 && end <= hostEntries.length && isEnded)) this.check.demand(false);
      this.checkProgram(hostEntries, at + HOST_PROGRAM);
      starts[at] = 1;
      at = end;
    }
    return starts;
  }

  /** A program's numbers. The most delimiters are those of a shape, which is a text of the pool. */
  private checkProgram(numbers: Int32Array, at: number): void {
    const { lists, pool } = this.flat;
    const most = numbers[at + PROGRAM_MOST]!;
    const first = numbers[at + PROGRAM_ROWS]!;
    const count = numbers[at + PROGRAM_ROW_COUNT]!;
    // A number about all rows stands before the first.
    const hasRows = count > 0 ? first > 0 && first + count * ROW_STEP <= lists.length : count === 0 && first >= -1;
    if (!(numbers[at]! >= -1 && most >= -1 && most <= pool.length && hasRows)) this.check.demand(false);
    if (count === 0) {
      if (first >= 0) this.chains.add(first);
      return;
    }
    if (count <= this.rows[first]!) return;
    this.rows[first] = count;
    this.check.spend(count * ROW_STEP);
    for (let row = first; row < first + count * ROW_STEP; row += ROW_STEP) {
      this.checkGroup(lists[row]!);
      const chain = lists[row + ROW_CHAIN]!;
      this.check.demand(chain >= -1);
      if (chain >= 0) this.chains.add(chain);
    }
  }

  private checkGroup(group: number): void {
    const { check } = this;
    const singles = check.upTo(group, check.code.length);
    if (this.isKnown(group)) return;
    const multi = check.numbers(group, 1 + 2 * singles);
    check.numbers(multi, 4);
    for (let at = group + 1; at < multi; at += 2) {
      const kind = check.upTo(at, SINGLE.tail);
      // A number of bytes; whatever else stands there is a bit, an index or nothing.
      if (kind === SINGLE.pathPrefix || kind === SINGLE.pathSuffix || kind === SINGLE.head || kind === SINGLE.tail)
        check.upTo(at + 1, 0x7fffffff);
    }
    if (check.upTo(multi, MULTI.mark) === MULTI.namePrefix) check.upTo(multi + 1, 0x7fffffff);
  }

  /** One mask, or a list of them. */
  private checkShape(place: number): void {
    if (place < -1) {
      this.checkMask(-2 - place);
      return;
    }
    const { lists } = this.flat;
    const count = lists[place];
    this.check.demand(count !== undefined && count >= 0 && place + count < lists.length);
    this.check.spend(count);
    for (let at = place + 1; at <= place + count; at++) this.checkMask(lists[at]!);
  }

  private checkMask(mask: number): void {
    this.check.upTo(mask, this.check.code.length);
    if (!this.isKnown(mask)) checkMask(this.check, mask);
  }

  /** True if the mask or group was checked already; from now on it is. */
  private isKnown(place: number): boolean {
    const { known } = this.check;
    const before = known[place];
    if (before === 0) known[place] = 1;
    return before === 1;
  }

  /** Goes through all chains as they lie; gives a 1 where each begins. */
  private checkChains(): Uint8Array {
    const { chains } = this.flat;
    const starts = new Uint8Array(chains.length);
    for (let at = 0; at < chains.length; ) {
      const count = chains[at]! & ~CHAIN_GOES_ON;
      const end = at + CHAIN_HEAD + count * 3;
      // One of the same hash must follow.
      const isEnded = count === chains[at] || end < chains.length;
      if (!(count >= 0 && end <= chains.length && isEnded)) this.check.demand(false);
      this.checkChain(at + CHAIN_HEAD, end);
      starts[at] = 1;
      at = end;
    }
    return starts;
  }

  /** Candidates by ascending rule: going on with the next one must lead to an end. */
  private checkChain(start: number, end: number): void {
    const check: CodeCheck = this.check;
    const { chains, flags } = this.flat;
    let before = 0;
    for (let at = start; at < end; at += 3) {
      const rule = chains[at]!;
      const program = chains[at + 1]!;
      if (!(rule >= before && rule < flags.length && program >= -1)) check.demand(false);
      before = rule;
      if (program === -1) this.interpreted.add(rule);
      else if (!(check.known[program]! >= 2)) check.known[program] = 2 + this.checkCode(rule, program);
      const chosen = program === -1 ? 0 : check.known[program]! - 2;
      for (let k = 0; k < chosen; k++) check.text(chains[at + 2]! + 2 * k);
      if (chosen > 0) check.spend(chosen);
    }
  }

  /** Gives how many texts of the program are chosen. */
  private checkCode(rule: number, program: number): number {
    const check: CodeCheck = this.check;
    const kind = check.code[program]!;
    if (!(kind >= 0 && kind <= PROGRAM.edit)) check.demand(false);
    // No rule has more captures or names than bytes.
    const most = this.flat.json.length;
    if (kind === PROGRAM.tokens) return checkVariant(check, program, most);
    if (kind === PROGRAM.keys) checkKeys(check, program, most);
    else if (kind === PROGRAM.text) checkText(check, program);
    // Names that were made to collide are left to the interpreter.
    else if (checkEdit(check, program) === EDIT.dropRepeatedParams) this.interpreted.add(rule);
    return 0;
  }

  /** What is interpreted must be a rule. The others are read when they are shown, and checked then. */
  private checkInterpreted(): void {
    for (const rule of this.interpreted) storedRule(this.flat, rule);
  }
}
