/** A quick proof that a rule joins its URLs; the twin of `src/learn/alignment/self-check.ts`, where the reasons stand. */
import { base, COUNT, FIRST, IDS, OTHER, typeOf, word } from './memory';
import { groupEnd, groupPresence, groupStart, groups, runEnd, runs } from './plan';
import { length, position, tokenAt } from './sequence';
import { count, right } from './urls';

export function isIntendedMatch(cardinality: i32): bool {
  if (groups === 0) return true;
  // What is left out at the end may be captured.
  const last = right > 0 ? length : lastCapture();
  for (let u = 0; u < count; u++) {
    // How far the URL's tokens are behind the positions: by the lengths of the groups it lacks.
    let behind = 0;
    for (let g = 0; g < groups && groupStart(g) < last; g++) {
      if (((groupPresence(g) >>> u) & 1) === 1) continue;
      const start = groupStart(g);
      const size = groupEnd(g) - start;
      const next = word(base + FIRST, u) + start - behind;
      // Tokens that are left out might fit.
      const there = min(size, word(base + FIRST, u + 1) - next);
      if ((there === size || right > 0) && couldTake(start, there, next, cardinality)) return false;
      behind += size;
    }
  }
  return true;
}

/** The last position that is captured; -1 if there is none. */
function lastCapture(): i32 {
  const lastRun = runs === 0 ? -1 : runEnd(runs - 1) - 1;
  let g = groups - 1;
  for (let p = length - 1; p > lastRun; p--) {
    if (g >= 0 && p === groupEnd(g) - 1) p = groupStart(g--);
    else if (load<i32>(position(p), COUNT) === 1 && typeOf(tokenAt(position(p), 0)) !== OTHER) return p;
  }
  return lastRun;
}

/** True if the tokens from `next` on match the positions from `start` on. */
function couldTake(start: i32, size: i32, next: i32, cardinality: i32): bool {
  for (let k = 0; k < size; k++)
    if (!matches(position(start + k), word(base + IDS, next + k), cardinality)) return false;
  return true;
}

/** True if the token matches what a position becomes inside a group. */
function matches(its: usize, id: i32, cardinality: i32): bool {
  const size = load<i32>(its, COUNT);
  const type = typeOf(id);
  if (size >= cardinality && type !== OTHER && type === typeOf(tokenAt(its, 0))) return true;
  for (let k = 0; k < size; k++) if (tokenAt(its, k) === id) return true;
  return false;
}
