/** Matches of many rules in one pool, those of a rule chained in the order they came, in stretches that lie side by side: what is read together is in the cache together. */
import { room } from '../host';
import { setWord, word } from './memory';

/** A match: its URL, the two halves of its form's hash, and the place of the rule's next match, -1 at the end. Places count words of the whole memory. */
const WORDS: i32 = 4;
/** Words of what is known of a rule: the places of its first and its last match, and how many there are. */
const RULE: i32 = 3;
/** Matches that a rule takes at a time. */
const STRETCH: i32 = 16;
/** Words that are asked for at a time. */
const PIECE: i32 = 1 << 18;

/** How many more pieces may be asked for, and where the next stretch goes and the last piece ends. */
let pieces: i32 = 0;
let next: i32 = 0;
let end: i32 = 0;
let rules: usize = 0;

/** There may be this many matches, in pieces. */
export function setPool(mostMatches: i32, rulesAt: usize): void {
  pieces = (mostMatches * WORDS + PIECE - 1) / PIECE;
  next = 0;
  end = 0;
  rules = rulesAt;
}

/** Takes up matches as the judging kernel writes them: place of the URL behind `first`, rule, hash. False if there is no room. */
export function addMatches(records: usize, count: i32, first: i32): bool {
  for (let k = 0, at = records; k < count; k++, at += 16)
    if (!addMatch(load<i32>(at, 4), first + load<i32>(at), load<i32>(at, 8), load<i32>(at, 12))) return false;
  return true;
}

export function addMatch(rule: i32, url: i32, a: i32, b: i32): bool {
  const known = rules + ((<usize>(RULE * rule)) << 2);
  const count = load<i32>(known, 8);
  const last = load<i32>(known, 4);
  let place = last + WORDS;
  if (count % STRETCH === 0) {
    if (next === end && !addPiece()) return false;
    place = next;
    next += STRETCH * WORDS;
  }
  const at = (<usize>place) << 2;
  store<i32>(at, url);
  store<i32>(at, a, 4);
  store<i32>(at, b, 8);
  store<i32>(at, -1, 12);
  if (count === 0) store<i32>(known, place);
  else setWord(0, last + 3, place);
  store<i32>(known, place, 4);
  store<i32>(known, count + 1, 8);
  return true;
}

export function countOf(rule: i32): i32 {
  return word(rules, RULE * rule + 2);
}

/** The address of a rule's first match, 0 if it has none. */
export function firstMatch(rule: i32): usize {
  return countOf(rule) === 0 ? 0 : (<usize>word(rules, RULE * rule)) << 2;
}

/** The address of the match behind this one, or 0. */
export function nextMatch(at: usize): usize {
  const place = load<i32>(at, 12);
  return place < 0 ? 0 : (<usize>place) << 2;
}

function addPiece(): bool {
  if (pieces === 0) return false;
  const at = room(PIECE * 4);
  if (at === 0) return false;
  pieces--;
  next = <i32>(at >> 2);
  end = next + PIECE;
  return true;
}
