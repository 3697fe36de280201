/** Rules of clusters: sort, trim, tokenize, align, plan, check, write. What the kernel cannot do it says, and the host does that cluster itself. */
import { isIntendedMatch } from './check';
import { end as codeEnd, writeCode } from './code';
import { doesJoin } from './joins';
import {
  ANSWER,
  BEGINNINGS,
  base,
  CODE,
  CODE_SIZE,
  FROM,
  KIND,
  MOST_BYTES,
  MOST_SHARED,
  MOST_URLS,
  PLACE,
  QUESTION,
  QUESTION_SIZE,
  RULES,
  SIZE,
  setBase,
  setWord,
  TO,
  word,
} from './memory';
import { bytesOf, lengthOf, makeTable, numberOf } from './names';
import { align, hasGapFirst, steps } from './pair';
import { isAllOptional, isAtEnd, makePlan } from './plan';
import { halfOf } from './seed';
import { begin, merge } from './sequence';
import { sortRecords } from './sort';
import { setFolding, tokenizeAll } from './tokens';
import { count, left, lookedAt, restore, right, take, takeOrdered, trim } from './urls';

// Where the host puts the kinds of bytes, questions and codes, and finds answers; all from the base on.
export { ANSWER, CODE, CODE_SIZE, KIND, MOST_URLS, QUESTION, QUESTION_SIZE, SIZE };

/** What became of a cluster. */
const NONE: i32 = 0;
const RULE: i32 = 1;
const NOTHING_IN_COMMON: i32 = 2;
const FOR_HOST: i32 = 3;
const UNSURE: i32 = 4;

const CACHE_LINE: usize = 64;

let rules: usize = 0;
let beginnings: usize = 0;
let cardinality: i32 = 0;
let deletes: bool = false;
/** A sum that goes nowhere need not be made, and compilers know. */
export let touched: i32 = 0;

/** `foldsCase`, `deletesOptional`: 0 or 1. At the address there are SIZE bytes, and KIND has been written. */
export function start(address: usize, foldsCase: i32, asked: i32, deletesOptional: i32): void {
  setBase(address);
  setFolding(foldsCase !== 0);
  cardinality = asked;
  deletes = deletesOptional !== 0;
  rules = address + RULES;
  beginnings = address + BEGINNINGS;
  makeTable(rules);
  makeTable(beginnings);
}

/**
 * The question has for each cluster the number of its URLs, from 2 to MOST_URLS and negative if they are to stay in their order, and where each begins and ends. The answer has for each what became of it,
 * the half it is in (-1 if the host must say), the place of its first URL in the list given, its rule, and how many pairs follow: of the beginning
 * of a URL, scheme and host, and the place of one that has it.
 */
export function propose(clusters: i32): void {
  let at = base + QUESTION;
  touch(at, clusters);
  let to = base + ANSWER;
  for (let c = 0; c < clusters; c++) {
    const isOrdered = word(at, 0) < 0;
    const given = abs(word(at, 0));
    if (isOrdered) takeOrdered(at + 4, given);
    else take(at + 4, given);
    const outcome = generate();
    setWord(to, 0, outcome);
    setWord(to, 1, halfOf(wholeFrom(0), wholeTo(0)));
    setWord(to, 2, word(base + PLACE, 0));
    let pairs = 0;
    if (outcome === RULE) {
      setWord(to, 3, numberOf(rules, base + CODE, codeEnd));
      pairs = writeBeginnings(to + 20);
    }
    setWord(to, 4, pairs);
    to += 20 + 8 * pairs;
    at += 4 + 8 * given;
  }
}

/** Sorts records of URLs by their bytes, each once, and gives how many there are. */
export function sort(records: usize, urls: i32): i32 {
  return sortRecords(records, urls);
}

/** The number of the rule whose code the host has written there. */
export function addCode(from: usize, to: usize): i32 {
  return numberOf(rules, from, to);
}

/** Where the code of a rule is, and its length. */
export function codeOf(rule: i32): usize {
  return bytesOf(rules, rule);
}

export function codeLength(rule: i32): i32 {
  return lengthOf(rules, rule);
}

/** The number of the beginning that lies there. */
export function addBeginning(from: usize, to: usize): i32 {
  return numberOf(beginnings, from, endOfBeginning(from, to));
}

/** Brings the URLs into the cache: reads that do not depend on each other are waited for together. */
function touch(question: usize, clusters: i32): void {
  let at = question;
  let sum = 0;
  for (let c = 0; c < clusters; c++) {
    const given = abs(word(at, 0));
    for (let u = 0; u < given; u++) {
      const last = <usize>word(at, 2 * u + 2) - 1;
      for (let i = <usize>word(at, 2 * u + 1); i < last; i += CACHE_LINE) sum += load<u8>(i);
      sum += load<u8>(last);
    }
    at += 4 + 8 * given;
  }
  touched ^= sum;
}

function generate(): i32 {
  if (count < 2) return NONE;
  trim();
  const outcome = attempt();
  if (outcome !== UNSURE) return outcome;
  restore();
  return attempt();
}

/** `UNSURE` if what was left out of the URLs may matter. */
function attempt(): i32 {
  if (lookedAt() > MOST_BYTES || left + right > MOST_SHARED) return FOR_HOST;
  tokenizeAll();
  begin();
  let isUnsure = false;
  for (let u = 1; u < count; u++) {
    if (!align(u)) return FOR_HOST;
    isUnsure = isUnsure || (hasGapFirst && left > 0);
    merge(u, steps);
  }
  if (isUnsure) return UNSURE;
  makePlan();
  if (isAtEnd && right > 0) return UNSURE;
  if (deletes && isAllOptional()) return NOTHING_IN_COMMON;
  const isWhole = left === 0 && right === 0;
  if (isIntendedMatch(cardinality) || (isWhole && doesJoin(cardinality))) {
    writeCode(cardinality);
    return RULE;
  }
  return isWhole ? FOR_HOST : UNSURE;
}

/** Writes the beginnings of the URLs and returns how many there are; most clusters are of one host, and all their URLs begin with it. */
function writeBeginnings(to: usize): i32 {
  const start = wholeFrom(0);
  const isShared = left > 0 && endOfBeginning(start, start + left) < start + left;
  const urls = isShared ? 1 : count;
  let pairs = 0;
  let last = -1;
  for (let u = 0; u < urls; u++) {
    const beginning = addBeginning(wholeFrom(u), wholeTo(u));
    if (beginning === last) continue;
    last = beginning;
    setWord(to, 2 * pairs, beginning);
    setWord(to, 2 * pairs++ + 1, word(base + PLACE, u));
  }
  return pairs;
}

function wholeFrom(u: i32): usize {
  return <usize>(word(base + FROM, u) - left);
}

function wholeTo(u: i32): usize {
  return <usize>(word(base + TO, u) + right);
}

/** An end that is not before that of the host: the third slash, of which a scheme has two, or the first `?` or `#`. */
function endOfBeginning(from: usize, to: usize): usize {
  let slashes = 0;
  for (let i = from; i < to; i++) {
    const c = load<u8>(i);
    if (c === 63 || c === 35 || (c === 47 && ++slashes === 3)) return i;
  }
  return to;
}
