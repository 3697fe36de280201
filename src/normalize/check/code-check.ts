/** Walks the code of a compiled rule file as the programs do, and refuses what would lead outside of it. */
import { CONVERSIONS } from '../../rules/index.ts';
import { type Flat, refuse } from '../flat.ts';
import { LIST_STEP } from '../texts.ts';

/** So many numbers may be looked at for each there is: what hosts and rules share is looked at more than once, but not without end. */
const LOOKS = 64;

export class CodeCheck {
  readonly code: Int32Array;
  readonly poolLength: number;
  /** What of the code is known to be good: 1 for masks and groups; for programs 2 and the number of texts that a candidate chooses; below 0 for emits. */
  readonly known: Int32Array;
  /** Numbers that may still be looked at: parts that lie across each other could otherwise take the square of their length. */
  private left: number;

  constructor({ code, chains, lists, hostEntries, pool }: Flat) {
    this.code = code;
    this.poolLength = pool.length;
    this.known = new Int32Array(code.length);
    this.left = LOOKS * (1024 + code.length + chains.length + lists.length + hostEntries.length);
  }

  demand(holds: boolean): asserts holds {
    if (!holds) throw refuse('its parts do not fit together: it is damaged, or nobody compiled it');
  }

  /** Counts the looks at so many numbers. */
  spend(numbers: number): void {
    this.left -= numbers;
    this.demand(this.left >= 0);
  }

  /** So many numbers stand here; gives the place after them. */
  numbers(at: number, count: number): number {
    this.demand(at >= 0 && count >= 0 && at + count <= this.code.length);
    this.spend(count);
    return at + count;
  }

  /** The number at a place, which must be one of 0 … most. */
  upTo(at: number, most: number): number {
    const value = this.code[at];
    this.demand(value !== undefined && value >= 0 && value <= most);
    return value;
  }

  /** How many things of so many numbers stand behind this place. */
  count(at: number, step: number): number {
    const count = this.upTo(at, this.code.length);
    this.numbers(at + 1, count * step);
    return count;
  }

  /** Place and length of a text; gives the place after them. */
  text(at: number): number {
    const { code } = this;
    this.demand(at >= 0 && at + 1 < code.length);
    const place = code[at]!;
    const length = code[at + 1]!;
    this.demand(place >= 0 && length >= 0 && place + length <= this.poolLength);
    return at + 2;
  }

  /** Hash, place and length of a name. */
  name(at: number): number {
    return this.text(at + 1);
  }

  /** A list of texts; gives the place after it. `most` is the highest number that a text may have in its rule. */
  list(at: number, most: number): number {
    const count = this.count(at, LIST_STEP);
    const end = at + 1 + count * LIST_STEP;
    for (let entry = at + 1; entry < end; entry += LIST_STEP) {
      this.text(entry + 1);
      this.upTo(entry + 3, most);
    }
    return end;
  }

  /** A conversion: 0 for none. */
  conversion(at: number): void {
    this.upTo(at, CONVERSIONS.length);
  }
}
