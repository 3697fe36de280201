/** Whether a rule joins its URLs, by matching them as rules are matched: for what `check.ts` cannot tell. `joins` of `src/learn/alignment/self-check.ts` is its twin. */
import { base, COUNT, FIRST, IDS, isDelimiterToken, OTHER, SCORES, setWord, typeOf, word } from './memory';
import { groupEnd, groupStart, groups, runEnd, runStart, runs } from './plan';
import { length, position, tokenAt } from './sequence';
import { count } from './urls';

/** Most positions of a rule, for each of which there may be a call, and most places where matching may have been tried. */
const MOST_POSITIONS: i32 = 2048;
const MOST_PLACES: i32 = 1 << 16;
/** Scores are not needed any more: a byte for each place that was tried; where captures begin and end in a URL, and in the first. */
const TRIED: usize = SCORES;
const BEGIN: usize = TRIED + (1 << 16);
const END: usize = BEGIN + 4 * 2048;
const FIRST_BEGIN: usize = END + 4 * 2048;
const FIRST_END: usize = FIRST_BEGIN + 4 * 2048;

/** The tokens of the URL that is matched, and how many there are. */
let ids: usize = 0;
let width: i32 = 0;
let cardinality: i32 = 0;

/** True if all URLs match, and each capture takes the same tokens in all; false says nothing. */
export function doesJoin(asked: i32): bool {
  cardinality = asked;
  if (length > MOST_POSITIONS) return false;
  for (let u = 0; u < count; u++) {
    const first = word(base + FIRST, u);
    ids = base + IDS + ((<usize>first) << 2);
    width = word(base + FIRST, u + 1) - first;
    const places = (length + 1) * (width + 1);
    if (places > MOST_PLACES) return false;
    memory.fill(base + TRIED, 0, places);
    memory.fill(base + BEGIN, 0, 2 * 4 * 2048);
    if (!matchFrom(0, 0, 0, 0)) return false;
    if (u === 0) memory.copy(base + FIRST_BEGIN, base + BEGIN, 2 * 4 * 2048);
    else if (!hasSameCaptures()) return false;
  }
  return true;
}

/** Matches what begins at position p, group g and run r with the tokens from t on: groups are rather taken, runs rather long. */
function matchFrom(p: i32, g: i32, r: i32, t: i32): bool {
  while (p < length) {
    // Whoever comes this way again would fail as the one before did.
    const tried = base + TRIED + <usize>(p * (width + 1) + t);
    if (load<u8>(tried) !== 0) return false;
    store<u8>(tried, 1);
    const its = position(p);
    if (g < groups && p === groupStart(g)) {
      const size = groupEnd(g++) - p;
      if (canTake(p, size, t) && matchFrom(p + size, g, r, t + size)) return true;
      p += size;
    } else if (r < runs && p === runStart(r)) return matchRun(p, g, r, t);
    else if (t === width) return false;
    else {
      const id = word(ids, t);
      if (load<i32>(its, COUNT) === 1 && typeOf(tokenAt(its, 0)) !== OTHER) {
        if (typeOf(id) !== typeOf(tokenAt(its, 0))) return false;
        setWord(base + BEGIN, p, t);
        setWord(base + END, p, t + 1);
      } else if (!isOneOf(its, id)) return false;
      p++;
      t++;
    }
  }
  return t === width;
}

function matchRun(p: i32, g: i32, r: i32, t: i32): bool {
  let end = t;
  while (end < width && !isDelimiterToken(word(ids, end))) end++;
  for (; end > t; end--) {
    if (!matchFrom(runEnd(r), g, r + 1, end)) continue;
    setWord(base + BEGIN, p, t);
    setWord(base + END, p, end);
    return true;
  }
  return false;
}

function canTake(p: i32, size: i32, t: i32): bool {
  if (t + size > width) return false;
  for (let k = 0; k < size; k++) if (!isOneOf(position(p + k), word(ids, t + k))) return false;
  return true;
}

/** True if the token is what a position becomes that is written out. */
function isOneOf(its: usize, id: i32): bool {
  const size = load<i32>(its, COUNT);
  const type = typeOf(id);
  if (size > 1 && size >= cardinality && typeOf(tokenAt(its, 0)) !== OTHER) return type === typeOf(tokenAt(its, 0));
  for (let k = 0; k < size; k++) if (tokenAt(its, k) === id) return true;
  return false;
}

/** Compares with the first URL, whose tokens come first. */
function hasSameCaptures(): bool {
  for (let p = 0; p < length; p++) {
    const from = word(base + BEGIN, p);
    const other = word(base + FIRST_BEGIN, p);
    const size = word(base + END, p) - from;
    if (word(base + FIRST_END, p) - other !== size) return false;
    for (let k = 0; k < size; k++) if (word(ids, from + k) !== word(base + IDS, other + k)) return false;
  }
  return true;
}
