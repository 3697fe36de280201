/** Goes through the clusters where the host has them: some at a time, so that their URLs are brought into the cache together. */
import { FOR_HOST, generate, NONE, RULE } from './generate';
import { ANSWER, ANSWER_SIZE, base, CODE, CODE_SIZE, QUESTION, setWord, word } from './memory';
import { canSample, recordsFor, sortWritten, takeSample } from './sample';
import { halfOf } from './seed';
import { codePlace, countWaiting, noteRule } from './tally';
import { numberOf, take, takeOrdered, wholeFrom, wholeTo } from './urls';

/** Clusters of two URLs or more that are looked at together. */
const BATCH: i32 = 128;
/** Words of the head of a cluster, and of a URL. */
const HEAD: i32 = 2;
const URL: i32 = 3;
/** Words of what the host is told of a cluster: its number, what became of it, its half, and its smallest URL. */
const TOLD: i32 = 4;
const MOST_TOLD: i32 = ANSWER_SIZE / 4 / TOLD;
/** A code takes less than half of the room, so that while less than that is used another fits. */
const HALF_OF_CODE: usize = <usize>CODE_SIZE >> 1;

const CACHE_LINE: usize = 64;

/** The host's columns: where the members of clusters begin, these, and where URLs begin and end in the text. */
let first: usize = 0;
let members: usize = 0;
let starts: usize = 0;
let ends: usize = 0;
let text: usize = 0;
/** A byte for each cluster: the half it is in, to be written, or 0; and whether it is taken, or 0 if all are. */
let halves: usize = 0;
let taken: usize = 0;
/** Clusters of more URLs are sampled. */
let most: i32 = 0;

export let told: i32 = 0;
let sum: i32 = 0;

export function setClusters(
  firstAt: usize,
  membersAt: usize,
  startsAt: usize,
  endsAt: usize,
  textAt: usize,
  halvesAt: usize,
  takenAt: usize,
  mostUrls: i32,
): void {
  first = firstAt;
  members = membersAt;
  starts = startsAt;
  ends = endsAt;
  text = textAt;
  halves = halvesAt;
  taken = takenAt;
  most = mostUrls;
}

export function sumRead(): i32 {
  return sum;
}

/** Does the clusters from this one on, until the host must be told of as many as there is room for; gives the first that was not looked at. What it tells it has not counted. */
export function proposeAll(from: i32, end: i32): i32 {
  told = 0;
  let cluster = from;
  while (cluster < end && told + BATCH <= MOST_TOLD) {
    let to = base + QUESTION;
    let asked = 0;
    for (; cluster < end && asked < BATCH; cluster++) {
      const given = word(first, cluster + 1) - word(first, cluster);
      if (given < 2 || (taken !== 0 && load<u8>(taken + <usize>cluster) === 0)) continue;
      asked++;
      if (given <= most) to = write(to, cluster, given);
      else if (!canSample()) tell(cluster, FOR_HOST, -1, -1);
      else proposeSample(cluster, given);
    }
    touch(to);
    for (let at = base + QUESTION; at < to; at += <usize>(4 * (HEAD + URL * word(at, 1)))) propose(at);
    countWaiting();
  }
  return cluster;
}

/** Does the URLs that the host has written behind the head, as they stand, for this half. */
export function proposeOrdered(urls: i32, half: i32): i32 {
  takeOrdered(base + QUESTION + 4 * HEAD, urls);
  const outcome = generate(codePlace());
  if (outcome === RULE) {
    noteRule(half);
    countWaiting();
  }
  return outcome;
}

function propose(at: usize): void {
  take(at + 4 * HEAD, word(at, 1));
  const smallest = numberOf(0);
  const half = halves === 0 ? 0 : halfOf(wholeFrom(0), wholeTo(0));
  conclude(word(at, 0), half, smallest);
}

/** The same for a cluster of which some URLs are chosen. */
function proposeSample(cluster: i32, given: i32): void {
  const records = recordsFor(given);
  let at = records;
  let i = members + ((<usize>word(first, cluster)) << 2);
  for (let k = 0; k < given; k++, i += 4, at += 16) {
    const url = load<i32>(i);
    setWord(at, 0, <i32>text + word(starts, url));
    setWord(at, 1, <i32>text + word(ends, url));
    setWord(at, 2, url);
  }
  const sorted = sortWritten(given);
  const smallest = word(records, 2);
  const half = halves === 0 ? 0 : halfOf(load<u32>(records), load<u32>(records, 4));
  if (takeSample(sorted)) conclude(cluster, half, smallest);
  else tell(cluster, FOR_HOST, -1, -1);
}

/** Counts the rule of the URLs that were taken, or tells the host of them; a half below 0 is the host's to find. */
function conclude(cluster: i32, half: i32, smallest: i32): void {
  if (codePlace() - base - CODE > HALF_OF_CODE) countWaiting();
  const outcome = half < 0 ? FOR_HOST : generate(codePlace());
  if (halves !== 0) store<u8>(halves + <usize>cluster, <u8>half);
  if (outcome === RULE) noteRule(half);
  else if (outcome !== NONE) tell(cluster, outcome, half, smallest);
}

function write(to: usize, cluster: i32, given: i32): usize {
  setWord(to, 0, cluster);
  setWord(to, 1, given);
  let at = to + 4 * HEAD;
  let i = members + ((<usize>word(first, cluster)) << 2);
  for (let k = 0; k < given; k++, i += 4, at += 4 * URL) {
    const url = load<i32>(i);
    setWord(at, 0, <i32>text + word(starts, url));
    setWord(at, 1, <i32>text + word(ends, url));
    setWord(at, 2, url);
  }
  return at;
}

/** Brings the URLs into the cache: reads that do not depend on each other are waited for together. */
function touch(end: usize): void {
  let at = base + QUESTION;
  while (at < end) {
    const next = at + <usize>(4 * (HEAD + URL * word(at, 1)));
    for (at += 4 * HEAD; at < next; at += 4 * URL) {
      const last = <usize>word(at, 1) - 1;
      for (let i = <usize>word(at, 0); i < last; i += CACHE_LINE) sum += load<u8>(i);
      sum += load<u8>(last);
    }
  }
}

function tell(cluster: i32, outcome: i32, half: i32, smallest: i32): void {
  const at = base + ANSWER + <usize>(4 * TOLD * told++);
  setWord(at, 0, cluster);
  setWord(at, 1, outcome);
  setWord(at, 2, half);
  setWord(at, 3, smallest);
}
