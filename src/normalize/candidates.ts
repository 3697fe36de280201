/** The candidates of one URL: chains of rules that its literals lead to, walked together in rule order. */
import { CHAIN_GOES_ON, CHAIN_HEAD, CHAIN_PROGRAM, type Flat } from './flat.ts';
import { lookUp, mix } from './hash.ts';

/** So many chains are looked through; most URLs have fewer. */
const FEW = 16;

export class Candidates {
  /** The candidate that `advance` went to. */
  rule = -1;
  program = -1;
  choice = -1;
  /** Chains found. */
  size = 0;
  /** The program whose chains are entered. */
  owner = -1;

  private readonly flat: Flat;
  /** The chains found, once they are too many to look through. */
  private readonly seen = new Set<number>();
  private base = 0;
  private filterLow = 0;
  private filterHigh = 0;
  private starts = new Int32Array(64);
  private ends = new Int32Array(64);
  private places = new Int32Array(64);

  constructor(flat: Flat) {
    this.flat = flat;
  }

  /** Forgets all chains. */
  clear(): void {
    if (this.size > FEW) this.seen.clear();
    this.size = 0;
  }

  /** Says for which program and group, or mask, literals will be entered, and the filter that most of them do not pass. */
  aim(base: number, filterLow: number, filterHigh: number): void {
    this.base = base;
    this.filterLow = filterLow;
    this.filterHigh = filterHigh;
  }

  /** Adds the chain of these literals, if there is one; once per URL, however many of its literals lead there. */
  enter(literals: number): void {
    // The upper six bits number a bit of the filter, of which a shift takes the lower five.
    if ((((literals < 0 ? this.filterHigh : this.filterLow) >>> (literals >>> 26)) & 1) === 0) return;
    const { chains } = this.flat;
    let chain = lookUp(this.flat.entries, mix(this.base, literals));
    // A hash may lead to rules of other hosts by chance, and rules do not ask for the host again.
    while (chain >= 0 && chains[chain + CHAIN_PROGRAM] !== this.owner) chain = nextChain(chains, chain);
    if (chain >= 0) this.enterChain(chain);
  }

  /** The same for a chain that is known. */
  enterChain(chain: number): void {
    const { chains } = this.flat;
    const start = chain + CHAIN_HEAD;
    if (this.has(start)) return;
    if (this.size === this.starts.length) this.grow();
    const c = this.size++;
    this.starts[c] = start;
    this.ends[c] = start + countOf(chains, chain) * 3;
    if (this.size > FEW) this.seen.add(start);
  }

  /** Makes `advance` go on with the first candidate of this rule or a later one. */
  seek(rule: number): void {
    for (let c = 0; c < this.size; c++) this.places[c] = this.lowerBound(c, rule);
  }

  /** Goes to the next candidate, by rule, then by variant; false when there is none. */
  advance(): boolean {
    const { chains } = this.flat;
    let best = -1;
    for (let c = 0; c < this.size; c++)
      if (this.places[c]! < this.ends[c]! && (best < 0 || this.isBefore(c, best))) best = c;
    if (best < 0) return false;
    const at = this.places[best]!;
    this.places[best] = at + 3;
    this.rule = chains[at]!;
    this.program = chains[at + 1]!;
    this.choice = chains[at + 2]!;
    return true;
  }

  private has(start: number): boolean {
    const few = Math.min(this.size, FEW);
    for (let c = 0; c < few; c++) if (this.starts[c] === start) return true;
    return this.size > FEW && this.seen.has(start);
  }

  private isBefore(a: number, b: number): boolean {
    const { chains } = this.flat;
    const x = this.places[a]!;
    const y = this.places[b]!;
    return chains[x]! < chains[y]! || (chains[x] === chains[y] && chains[x + 1]! < chains[y + 1]!);
  }

  private lowerBound(cursor: number, rule: number): number {
    const { chains } = this.flat;
    const start = this.starts[cursor]!;
    let low = 0;
    let high = (this.ends[cursor]! - start) / 3;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (chains[start + middle * 3]! < rule) low = middle + 1;
      else high = middle;
    }
    return start + low * 3;
  }

  private grow(): void {
    this.starts = doubled(this.starts);
    this.ends = doubled(this.ends);
    this.places = doubled(this.places);
  }
}

/** How many candidates a chain has. */
function countOf(chains: Int32Array, chain: number): number {
  return chains[chain]! & ~CHAIN_GOES_ON;
}

/** The chain of another program under the same hash, or -1. */
function nextChain(chains: Int32Array, chain: number): number {
  return (chains[chain]! & CHAIN_GOES_ON) === 0 ? -1 : chain + CHAIN_HEAD + countOf(chains, chain) * 3;
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(array.length * 2);
  bigger.set(array);
  return bigger;
}
