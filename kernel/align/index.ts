/** Rules of clusters: sort, trim, tokenize, align, plan, check, write, count. What the kernel cannot do it says, and the host does that cluster itself. */
import { proposeAll, proposeOrdered, setClusters, sumRead, told } from './clusters';
import { setRules } from './generate';
import {
  ANSWER,
  ANSWER_SIZE,
  CODE,
  CODE_SIZE,
  KIND,
  MOST_URLS,
  QUESTION,
  QUESTION_SIZE,
  SIZE,
  setBase,
} from './memory';
import { startMemo } from './memo';
import { bytesOf, hashOf, lengthOf, NUMBER } from './names';
import { setSample } from './sample';
import { sortRecords } from './sort';
import {
  beginningOf,
  countRule,
  frequencyOf,
  frequentRule,
  nextSeen,
  openSeen,
  rulesTable,
  see,
  startTally,
  sumTouched,
  urlWith,
} from './tally';
import { setFolding } from './tokens';
import { setDelimiters } from './urls';

// Where the host puts the kinds of bytes, questions and codes, and finds answers; all from the base on.
export { ANSWER, ANSWER_SIZE, CODE, CODE_SIZE, KIND, MOST_URLS, QUESTION, QUESTION_SIZE, SIZE };
export {
  frequencyOf,
  frequentRule,
  nextSeen,
  openSeen,
  proposeAll,
  proposeOrdered,
  setClusters,
  setSample,
  sumRead,
  sumTouched,
  urlWith,
};

/** What is known of the rule that the host counted last. */
let counted: usize = 0;

/** `foldsCase`, `deletesOptional`: 0 or 1. At the address there are SIZE bytes, and KIND has been written. */
export function start(address: usize, foldsCase: i32, cardinality: i32, deletesOptional: i32): void {
  setBase(address);
  setDelimiters();
  setFolding(foldsCase !== 0);
  setRules(cardinality, deletesOptional !== 0);
  startTally();
  startMemo();
}

/** How many clusters the host is told of. */
export function toldCount(): i32 {
  return told;
}

/** Sorts records of URLs by their bytes, each once, and gives how many there are. */
export function sort(records: usize, urls: i32): i32 {
  return sortRecords(records, urls);
}

/** Counts the rule whose code the host has written there, for this half, and gives its number. */
export function addCode(from: usize, to: usize, half: i32): i32 {
  counted = countRule(from, to, hashOf(from, to), half);
  return load<i32>(counted, NUMBER);
}

/** That rule was seen on the beginning of this URL. */
export function addBeginning(from: usize, to: usize, url: i32, half: i32): void {
  see(counted, half, beginningOf(from, to, url));
}

/** Where the code of a rule is, and its length. */
export function codeOf(rule: i32): usize {
  return bytesOf(rulesTable(), rule);
}

export function codeLength(rule: i32): i32 {
  return lengthOf(rulesTable(), rule);
}
