/** The chains of rules that a URL's literals lead to, walked together in rule order; the twin of `src/normalize/candidates.ts`. */
import { lookUp, mix } from './hash';
import {
  ask,
  CHAIN_END,
  CHAIN_PARTS,
  CHAIN_PLACE,
  CHAIN_START,
  chains,
  entries,
  entriesSize,
  MOST_CHAINS,
  setWord,
  word,
} from './memory';

/** Count and program stand before the candidates; the count has GOES_ON if another chain of the same hash follows. */
export const HEAD: i32 = 2;
const GOES_ON: i32 = 1 << 30;

export let size: i32 = 0;
/** The candidate that `advance` went to. */
export let rule: i32 = 0;
export let program: i32 = 0;
export let choice: i32 = 0;

export function clearChains(): void {
  size = 0;
}

/** Keeps the chains that these parts of the URL have not led to. */
export function dropChains(parts: i32): void {
  let kept = 0;
  for (let c = 0; c < size; c++) {
    const its = word(CHAIN_PARTS, c);
    if ((its & parts) !== 0) continue;
    setWord(CHAIN_START, kept, word(CHAIN_START, c));
    setWord(CHAIN_END, kept, word(CHAIN_END, c));
    setWord(CHAIN_PARTS, kept, its);
    kept++;
  }
  size = kept;
}

/** The program whose chains are entered, and the parts of the URL that lead to them. */
let owner: i32 = -1;
let leading: i32 = 0;

export function aimAt(program: i32): void {
  owner = program;
}

export function leadBy(parts: i32): void {
  leading = parts;
}

export function enter(base: i32, literals: i32): void {
  let chain = lookUp(entries, entriesSize, mix(base, literals));
  while (chain >= 0 && word(chains, chain + 1) !== owner)
    chain = (word(chains, chain) & GOES_ON) === 0 ? -1 : chain + HEAD + countOf(chain) * 3;
  if (chain >= 0) enterChain(chain);
}

/** The same for a chain that is known. */
export function enterChain(chain: i32): void {
  // A URL has few chains, and they stand here together; marks on the chains themselves would be anywhere.
  for (let c = 0; c < size; c++) {
    if (word(CHAIN_START, c) !== chain + HEAD) continue;
    // Whoever leads to it, too, does so anew only if its own parts change.
    setWord(CHAIN_PARTS, c, word(CHAIN_PARTS, c) & leading);
    return;
  }
  if (size === MOST_CHAINS) {
    ask();
    return;
  }
  setWord(CHAIN_START, size, chain + HEAD);
  setWord(CHAIN_END, size, chain + HEAD + countOf(chain) * 3);
  setWord(CHAIN_PARTS, size, leading);
  size++;
}

/** How many candidates a chain has. */
export function countOf(chain: i32): i32 {
  return word(chains, chain) & ~GOES_ON;
}

export function seek(first: i32): void {
  for (let c = 0; c < size; c++) setWord(CHAIN_PLACE, c, lowerBound(word(CHAIN_START, c), word(CHAIN_END, c), first));
}

export function advance(): bool {
  let best = -1;
  let bestRule = 0;
  let bestProgram = 0;
  for (let c = 0; c < size; c++) {
    const place = word(CHAIN_PLACE, c);
    if (place >= word(CHAIN_END, c)) continue;
    const itsRule = word(chains, place);
    const itsProgram = word(chains, place + 1);
    if (best >= 0 && (itsRule > bestRule || (itsRule === bestRule && itsProgram >= bestProgram))) continue;
    best = c;
    bestRule = itsRule;
    bestProgram = itsProgram;
  }
  if (best < 0) return false;
  const at = word(CHAIN_PLACE, best);
  setWord(CHAIN_PLACE, best, at + 3);
  rule = bestRule;
  program = bestProgram;
  choice = word(chains, at + 2);
  return true;
}

function lowerBound(start: i32, end: i32, first: i32): i32 {
  if (word(chains, start) >= first) return start;
  let low = 0;
  let high = (end - start) / 3;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (word(chains, start + middle * 3) < first) low = middle + 1;
    else high = middle;
  }
  return start + low * 3;
}
