/** The alignment of a consensus with one more URL: the twin of `src/learn/alignment/aligner.ts` and `score-matrix.ts`, where the reasons stand. */
import {
  base,
  COLUMN_RANK,
  COLUMNS,
  COUNT,
  DISTINCT,
  ELEMENTS,
  FIRST,
  IDS,
  MET,
  MOST_CELLS,
  PATH,
  PLAIN,
  ROW,
  ROW_RANK,
  SCORED,
  SCORES,
  setWord,
  token,
  typeOf,
  word,
} from './memory';
import { BOTH, hasGap, LEFT, length, position, tokenAt, UP } from './sequence';

/** Every possible size of a set divides it. */
const SCALE: i32 = 2520;

/** Steps of the path that was found last, and whether it begins with a gap. */
export let steps: i32 = 0;
export let hasGapFirst: bool = false;

let columns: usize = 0;
let ids: usize = 0;
/** Length of the equal beginnings. */
let equal: i32 = 0;
let stride: i32 = 1;
/** Number of the alignment, so that nothing need be cleared; two marks each. */
let stamp: i32 = 0;

/** Aligns URL u; false if the matrix is too large. */
export function align(u: i32): bool {
  const first = word(base + FIRST, u);
  const width = word(base + FIRST, u + 1) - first;
  columns = base + ELEMENTS + ((<usize>first) << 2);
  ids = base + IDS + ((<usize>first) << 2);
  let m = length;
  let n = width;
  while (m > 0 && n > 0 && load<i32>(position(m - 1), PLAIN) === word(columns, n - 1)) {
    m--;
    n--;
  }
  const limit = min(m, n);
  equal = 0;
  while (equal < limit && load<i32>(position(equal), PLAIN) === word(columns, equal)) equal++;
  if (equal < limit && !fill(m, n)) return false;
  const tail = length - m;
  for (let k = 0; k < tail; k++) store<u8>(base + <usize>k, BOTH, PATH);
  traceBack(m, n, tail);
  return true;
}

/** Computes the scores of the rows and columns that share an element with the other side. */
function fill(m: i32, n: i32): bool {
  const p = equal;
  const isColumn = ++stamp;
  const isBoth = ++stamp;
  for (let j = p; j < n; j++) store<i32>(token(word(columns, j)), isColumn, MET);
  let rows = 0;
  setWord(base + ROW_RANK, 0, 0);
  for (let i = p; i < m; i++) {
    if (meet(position(i), isColumn, isBoth)) rows++;
    setWord(base + ROW_RANK, i - p + 1, rows);
  }
  let rank = 0;
  setWord(base + COLUMN_RANK, 0, 0);
  for (let j = p; j < n; j++) {
    const its = token(word(columns, j));
    if (load<i32>(its, MET) === isBoth) setWord(base + COLUMNS, ++rank, word(columns, j));
    setWord(base + COLUMN_RANK, j - p + 1, rank);
  }
  stride = rank + 1;
  if (rows >= MOST_CELLS / stride) return false;
  const scores = base + SCORES;
  memory.fill(scores, 0, stride * 4);
  let above = scores;
  for (let i = p; i < m; i++) {
    if (word(base + ROW_RANK, i - p + 1) === word(base + ROW_RANK, i - p)) continue;
    above = fillRow(position(i), above, rank);
  }
  return true;
}

/** Four cells at a time: what is above or diagonal first, then the largest so far, which goes on to the right. Cells behind the last are written too, and nobody's: the next row begins there. */
function fillRow(its: usize, above: usize, last: i32): usize {
  const row = above + ((<usize>stride) << 2);
  const elements = load<i32>(its, COUNT);
  for (let k = 0; k < elements; k++) setWord(base + ROW, k, load<i32>(token(tokenAt(its, k)), SCORED));
  const zeros = i32x4.splat(0);
  const weight = i32x4.splat(weightOf(its));
  const first = v128.load32_splat(base, ROW);
  let left = zeros;
  store<i32>(row, 0);
  for (let c = 1; c <= last; c += 4) {
    const at = (<usize>c) << 2;
    const column = v128.load(base + at, COLUMNS);
    let isEqual = i32x4.eq(column, first);
    for (let k = 1; k < elements; k++)
      isEqual = v128.or(isEqual, i32x4.eq(column, v128.load32_splat(base + ((<usize>k) << 2), ROW)));
    // A pair of two types weighs 0 here, not -1: either way it is no better than a gap.
    const diagonal = i32x4.add(v128.load(above + at - 4), v128.and(isEqual, weight));
    let best = i32x4.max_s(v128.load(above + at), diagonal);
    best = i32x4.max_s(best, v128.shuffle<i32>(zeros, best, 0, 4, 5, 6));
    best = i32x4.max_s(best, v128.shuffle<i32>(zeros, best, 0, 1, 4, 5));
    best = i32x4.max_s(best, left);
    v128.store(row + at, best);
    left = v128.shuffle<i32>(best, best, 3, 3, 3, 3);
  }
  return row;
}

/** Marks the elements of a row that columns have; true if there are any. */
function meet(its: usize, isColumn: i32, isBoth: i32): bool {
  let isMet = false;
  for (let k = 0; k < load<i32>(its, COUNT); k++) {
    const element = token(load<i32>(token(tokenAt(its, k)), SCORED));
    const met = load<i32>(element, MET);
    if (met === isColumn) store<i32>(element, isBoth, MET);
    if (met === isColumn || met === isBoth) isMet = true;
  }
  return isMet;
}

/** What a token is worth that a position has: one divided by the elements of its set, "no token" being one. */
function weightOf(its: usize): i32 {
  if (load<i32>(its, PLAIN) >= 0) return SCALE;
  return SCALE / (load<i32>(its, DISTINCT) + (hasGap(its) ? 1 : 0));
}

/** The score of the first i rows and j columns. */
function at(i: i32, j: i32): i32 {
  const least = min(i, j);
  if (least <= equal) return least * SCALE;
  const row = word(base + ROW_RANK, i - equal);
  return equal * SCALE + word(base + SCORES, row * stride + word(base + COLUMN_RANK, j - equal));
}

/** Diagonal before left before up. */
function traceBack(m: i32, n: i32, tail: i32): void {
  let i = m;
  let j = n;
  let to = base + PATH + tail;
  let here = at(i, j);
  while (i > 0 && j > 0 && (i !== j || i > equal)) {
    const diagonal = at(i - 1, j - 1);
    if (canPair(i - 1, j - 1, here - diagonal)) {
      store<u8>(to++, BOTH);
      i--;
      j--;
      here = diagonal;
    } else if (here === at(i, j - 1)) {
      store<u8>(to++, LEFT);
      j--;
    } else {
      store<u8>(to++, UP);
      i--;
    }
  }
  hasGapFirst = i !== j;
  const rest = i === j ? BOTH : i === 0 ? LEFT : UP;
  const more = max(i, j);
  for (let k = 0; k < more; k++) store<u8>(to++, rest);
  steps = <i32>(to - base - PATH);
}

/** True if the pair scores just that; two types score less than any difference. */
function canPair(i: i32, j: i32, score: i32): bool {
  const its = position(i);
  const element = word(columns, j);
  if (typeOf(tokenAt(its, 0)) !== typeOf(word(ids, j))) return false;
  for (let k = 0; k < load<i32>(its, COUNT); k++) {
    if (load<i32>(token(tokenAt(its, k)), SCORED) === element) return score === weightOf(its);
  }
  return score === 0;
}
