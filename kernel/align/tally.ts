/** Counts equal rules for each half of the clusters, and keeps on which beginnings of URLs, scheme and host, each was seen; some rules at a time, because what is known of them lies anywhere. */
import { firstBits } from '../bytes';
import { end as codeEnd } from './code';
import { ANSWER, ANSWER_SIZE, BEGINNINGS, base, CODE, RULES, setWord, WAITING, word } from './memory';
import { entryAt, entryOf, hashOf, likelyEntry, makeTable, NUMBER, OWN, roomIn, sizeOf } from './names';
import { count, left, numberOf, wholeFrom, wholeTo } from './urls';

/** Of a rule's own words: how often each half has it, and where it was seen there, a chain of beginnings. */
const SEEN: usize = OWN + 8;
/** Of a beginning's own words: a URL that has it, and one, and the walk it was met in last. */
const URL: usize = OWN;
const MET: usize = OWN + 4;
/** A link of a chain: a beginning, and the next link. */
const LINK: i32 = 8;

/** Words of a rule that waits: where its code begins and ends, its hash, its half, how many beginnings follow, and these. */
const WAITS: usize = 64;
const HEAD: i32 = 5;

let rules: usize = 0;
let beginnings: usize = 0;
/** How many rules wait, and where the next code goes. */
let waiting: i32 = 0;
let next: usize = 0;
/** The link that is to be looked at next, and the number of the walk. */
let link: usize = 0;
let walk: i32 = 0;
/** A sum that goes nowhere need not be made, and compilers know. */
let touched: i32 = 0;

export function startTally(): void {
  rules = base + RULES;
  beginnings = base + BEGINNINGS;
  makeTable(rules);
  makeTable(beginnings);
  waiting = 0;
  next = base + CODE;
}

export function sumTouched(): i32 {
  return touched;
}

export function rulesTable(): usize {
  return rules;
}

/** Where the next code is to be written. */
export function codePlace(): usize {
  return next;
}

/** Notes the rule that was written last, of the URLs looked at last. */
export function noteRule(half: i32): void {
  const at = base + WAITING + <usize>waiting * WAITS;
  waiting++;
  setWord(at, 0, <i32>next);
  setWord(at, 1, <i32>codeEnd);
  setWord(at, 2, hashOf(next, codeEnd));
  setWord(at, 3, half);
  const start = wholeFrom(0);
  // Most clusters are of one host, and all their URLs begin with it.
  const end = endOfBeginning(start, wholeTo(0));
  const urls = end < start + left ? 1 : count;
  let found = 0;
  let last: usize = 0;
  for (let u = 0; u < urls; u++) {
    const from = wholeFrom(u);
    const beginning = beginningUpTo(from, u === 0 ? end : endOfBeginning(from, wholeTo(u)), numberOf(u));
    if (beginning === last) continue;
    last = beginning;
    setWord(at, HEAD + found++, <i32>beginning);
  }
  setWord(at, 4, found);
  next = codeEnd;
}

/** Counts the rules that wait. Reads that do not depend on each other are waited for together. */
export function countWaiting(): void {
  const from = base + WAITING;
  const to = from + <usize>waiting * WAITS;
  let sum = 0;
  for (let at = from; at < to; at += WAITS) sum += <i32>likelyEntry(rules, word(at, 2));
  for (let at = from; at < to; at += WAITS) {
    const likely = likelyEntry(rules, word(at, 2));
    if (likely !== 0) sum += load<i32>(likely) + load<i32>(likely, 64);
  }
  touched ^= sum;
  for (let at = from; at < to; at += WAITS) {
    const half = word(at, 3);
    const rule = countRule(<usize>word(at, 0), <usize>word(at, 1), word(at, 2), half);
    const found = word(at, 4);
    for (let k = 0; k < found; k++) see(rule, half, <usize>word(at, HEAD + k));
  }
  waiting = 0;
  next = base + CODE;
}

/** Counts the rule whose code lies there; gives what is known of it. */
export function countRule(from: usize, to: usize, hash: i32, half: i32): usize {
  const rule = entryOf(rules, from, to, hash);
  const counted = rule + OWN + ((<usize>half) << 2);
  store<i32>(counted, load<i32>(counted) + 1);
  return rule;
}

/** A rule was seen on this beginning. */
export function see(rule: usize, half: i32, beginning: usize): void {
  const at = rule + SEEN + ((<usize>half) << 2);
  const last = <usize>load<u32>(at);
  if (last !== 0 && <usize>load<u32>(last) === beginning) return;
  const made = roomIn(rules, LINK);
  store<i32>(made, <i32>beginning);
  store<i32>(made, <i32>last, 4);
  store<i32>(at, <i32>made);
}

/** What is known of the beginning of a URL. */
export function beginningOf(from: usize, to: usize, url: i32): usize {
  return beginningUpTo(from, endOfBeginning(from, to), url);
}

function beginningUpTo(from: usize, end: usize, url: i32): usize {
  const beginning = entryOf(beginnings, from, end, hashOf(from, end));
  if (load<i32>(beginning, URL) === 0) store<i32>(beginning, url + 1, URL);
  return beginning;
}

/** The first rule from this one on that a half has so often, or -1. */
export function frequentRule(from: i32, half: i32, least: i32): i32 {
  const size = sizeOf(rules);
  for (let rule = from; rule < size; rule++) if (frequencyOf(rule, half) >= least) return rule;
  return -1;
}

export function frequencyOf(rule: i32, half: i32): i32 {
  return load<i32>(entryAt(rules, rule) + ((<usize>half) << 2), OWN);
}

/** Begins to go through the beginnings that a half has seen a rule on. */
export function openSeen(rule: i32, half: i32): void {
  link = <usize>load<u32>(entryAt(rules, rule) + ((<usize>half) << 2), SEEN);
  walk++;
}

/** Writes the numbers of the next beginnings, each once, as many as there is room for the host's answers; gives how many. */
export function nextSeen(): i32 {
  let found = 0;
  while (link !== 0 && found < ANSWER_SIZE / 4) {
    const beginning = <usize>load<u32>(link);
    link = <usize>load<u32>(link, 4);
    if (load<i32>(beginning, MET) === walk) continue;
    store<i32>(beginning, walk, MET);
    setWord(base + ANSWER, found++, load<i32>(beginning, NUMBER));
  }
  return found;
}

/** A URL that has this beginning. */
export function urlWith(beginning: i32): i32 {
  return load<i32>(entryAt(beginnings, beginning), URL) - 1;
}

/** An end that is not before that of the host: the third slash, of which a scheme has two, or the first `?` or `#`. */
function endOfBeginning(from: usize, to: usize): usize {
  let slashes = 0;
  for (let i = from; i < to; i += 16) {
    const v = v128.load(i);
    const marks = i8x16.bitmask(v128.or(i8x16.eq(v, i8x16.splat(63)), i8x16.eq(v, i8x16.splat(35))));
    let bits = (marks | i8x16.bitmask(i8x16.eq(v, i8x16.splat(47)))) & firstBits(to - i);
    for (; bits !== 0; bits &= bits - 1) {
      const bit = bits & -bits;
      if ((marks & bit) !== 0 || ++slashes === 3) return i + <usize>ctz(bit);
    }
  }
  return to;
}
