/** The tokens of one cluster's URLs as small integers; the twin of `src/learn/alignment/tokens.ts`. */
import { sharedEnd, sharedStart } from '../bytes';
import {
  ASCII,
  base,
  DELIMITER,
  ELEMENTS,
  FIRST,
  FIRST_TOKEN,
  FROM,
  HASH,
  IDS,
  IS_DELIMITER,
  KIND,
  LENGTH,
  LETTERS,
  MET,
  OFFSET,
  OTHER,
  PATTERN,
  SCORED,
  SLOTS,
  setWord,
  TO,
  TYPE,
  token,
  VARIANT,
  word,
} from './memory';
import { count, left, lookedAt, right } from './urls';

/** Number of ids in use. */
export let size: i32 = FIRST_TOKEN;
/** Bytes of the pattern: of each token its id, what it counts as, its type, and whether it is the last of its URL; how many URLs there are, and whether something was left out before and behind. Two bytes each; none if there is no room in them. */
export let patternBytes: i32 = 0;
/** Ids below it fit into a pattern, and where the parts of a unit begin. */
const MOST_IDS: i32 = 64;
const SCORED_BITS: i32 = 6;
const TYPE_BITS: i32 = 12;
const LAST: u16 = 0x8000;
/** Whether spellings that differ in case alone score as one. */
let foldsCase: bool = true;
/** Number of the cluster, so that nothing need be cleared between clusters. */
let cluster: i32 = 0;
let mask: i32 = 0;

export function setFolding(folds: bool): void {
  foldsCase = folds;
}

export function tokenizeAll(): void {
  size = FIRST_TOKEN;
  cluster++;
  // There are no more tokens than bytes; a small table stays in the cache.
  mask = 63;
  const bytes = lookedAt();
  while (mask < bytes) mask = mask * 2 + 1;
  let end = 0;
  let isEmpty = false;
  for (let u = 0; u < count; u++) {
    const first = end;
    setWord(base + FIRST, u, first);
    end = u === 0 ? tokenize(word(base + FROM, 0), word(base + TO, 0), 0) : tokenizeLike(u, first);
    if (end === first) isEmpty = true;
    else store<u16>(unit(end - 1), load<u16>(unit(end - 1)) | LAST);
  }
  setWord(base + FIRST, count, end);
  store<u16>(unit(end), <u16>((count << 2) | (left > 0 ? 2 : 0) | (right > 0 ? 1 : 0)));
  patternBytes = isEmpty || size > MOST_IDS ? 0 : 2 * (end + 1);
}

/** Tokenizes a URL but for what it begins and ends with like the one before: there its tokens are the same, if bytes around them are too. */
function tokenizeLike(u: i32, first: i32): i32 {
  const from = <usize>word(base + FROM, u);
  const to = <usize>word(base + TO, u);
  const other = <usize>word(base + FROM, u - 1);
  const otherTo = <usize>word(base + TO, u - 1);
  const least = min(<i32>(to - from), <i32>(otherTo - other));
  const start = sharedStart(from, other, least);
  let end = first;
  let left = 0;
  let t = word(base + FIRST, u - 1);
  for (; t < first; t++) {
    const next = left + lengthOf(t);
    if (next >= start) break;
    left = next;
    copyToken(t, end++);
  }
  const shared = sharedEnd(to, otherTo, least - left);
  let right = 0;
  let tail = first;
  for (; tail > t; tail--) {
    const next = right + lengthOf(tail - 1);
    if (next >= shared) break;
    right = next;
  }
  end = tokenize(from + left, to - right, end);
  for (; tail < first; tail++) copyToken(tail, end++);
  return end;
}

function lengthOf(t: i32): i32 {
  return load<i32>(token(word(base + IDS, t)), LENGTH);
}

function copyToken(t: i32, to: i32): void {
  setWord(base + IDS, to, word(base + IDS, t));
  setWord(base + ELEMENTS, to, word(base + ELEMENTS, t));
  store<u16>(unit(to), load<u16>(unit(t)) & ~LAST);
}

function unit(token: i32): usize {
  return base + PATTERN + ((<usize>token) << 1);
}

function tokenize(from: usize, end: usize, first: i32): i32 {
  let to = first;
  let i = from;
  while (i < end) {
    const start = i;
    const c = <i32>load<u8>(i++);
    const kind = <i32>load<u8>(base + c, KIND);
    let id: i32;
    if (kind !== OTHER) {
      // The bit that differs between upper and lower case is set in all digits, so both kinds can be hashed with it.
      let hash = c | 32;
      while (i < end) {
        const next = <i32>load<u8>(i);
        if (<i32>load<u8>(base + next, KIND) !== kind) break;
        hash = (hash ^ (hash >>> 15)) * 0x2c1b3c6d + (next | 32);
        i++;
      }
      id = intern(start, i, kind, hash);
    } else if (c < 128) id = asciiToken(start, c);
    else {
      let hash = c;
      while (i < end && (load<u8>(i) & 0xc0) === 0x80) hash = (hash << 6) | (load<u8>(i++) & 63);
      id = intern(start, i, OTHER, hash);
    }
    const scored = load<i32>(token(id), SCORED);
    setWord(base + IDS, to, id);
    setWord(base + ELEMENTS, to, scored);
    store<u16>(unit(to++), <u16>(id | (scored << SCORED_BITS) | (load<i32>(token(id), TYPE) << TYPE_BITS)));
  }
  return to;
}

function asciiToken(from: usize, c: i32): i32 {
  const at = base + ASCII + ((<usize>c) << 3);
  if (load<i32>(at) === cluster) return load<i32>(at, 4);
  const id = add(from, 1, OTHER | (load<u8>(base + c, DELIMITER) !== 0 ? IS_DELIMITER : 0), 0);
  store<i32>(at, cluster);
  store<i32>(at, id, 4);
  return id;
}

function intern(from: usize, to: usize, type: i32, hash: i32): i32 {
  const length = <i32>(to - from);
  const fold: u32 = type === LETTERS ? 32 : 0;
  const h = hash * <i32>0x9e3779b1;
  let slot = (h ^ (h >>> 16)) & mask;
  let at = base + SLOTS + ((<usize>slot) << 3);
  while (load<i32>(at) === cluster) {
    const head = load<i32>(at, 4);
    const its = token(head);
    if (load<i32>(its, HASH) === hash && load<i32>(its, TYPE) === type && isText(its, from, length, fold))
      return internVariant(head, from, length);
    slot = (slot + 1) & mask;
    at = base + SLOTS + ((<usize>slot) << 3);
  }
  const id = add(from, length, type, hash);
  store<i32>(at, cluster);
  store<i32>(at, id, 4);
  return id;
}

/** The token among those that differ in case alone. */
function internVariant(head: i32, from: usize, length: i32): i32 {
  for (let id = head; id !== 0; id = load<i32>(token(id), VARIANT)) {
    if (isText(token(id), from, length, 0)) return id;
  }
  const id = add(from, length, load<i32>(token(head), TYPE), load<i32>(token(head), HASH));
  store<i32>(token(id), load<i32>(token(head), VARIANT), VARIANT);
  store<i32>(token(head), id, VARIANT);
  if (foldsCase) store<i32>(token(id), head, SCORED);
  return id;
}

/** Compares texts with the bits of `fold` set in each byte; 32 folds the case of letters. */
function isText(its: usize, from: usize, length: i32, fold: u32): bool {
  if (load<i32>(its, LENGTH) !== length) return false;
  const other = <usize>load<i32>(its, OFFSET);
  for (let i: usize = 0; i < <usize>length; i++) {
    if ((load<u8>(from + i) | fold) !== (load<u8>(other + i) | fold)) return false;
  }
  return true;
}

function add(from: usize, length: i32, type: i32, hash: i32): i32 {
  const id = size++;
  const its = token(id);
  store<i32>(its, type, TYPE);
  store<i32>(its, id, SCORED);
  store<i32>(its, <i32>from, OFFSET);
  store<i32>(its, length, LENGTH);
  store<i32>(its, 0, VARIANT);
  store<i32>(its, hash, HASH);
  store<i32>(its, 0, MET);
  return id;
}
