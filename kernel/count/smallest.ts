/** The smallest pairs of buckets, by the bytes of their URLs. */
import { compare } from '../align/sort';
import { setWord, word } from './memory';
import { touch } from './texts';

let text: usize = 0;
let starts: usize = 0;
let ends: usize = 0;
/** URLs that are read together, and how far into them they mostly differ. */
const BATCH: i32 = 64;
const BEGINNING: usize = 40;

/** The two smallest URLs of the buckets found, the smallest bucket first. */
let pairs: usize = 0;
let count: i32 = 0;

export function setTexts(textAt: usize, startsAt: usize, endsAt: usize, pairsAt: usize): void {
  text = textAt;
  starts = startsAt;
  ends = endsAt;
  pairs = pairsAt;
}

/** Of the buckets, whose URLs are each of one page, those with the smallest URL, `most` at the most; gives how many. */
export function smallestPairs(bucketsAt: usize, buckets: i32, members: usize, most: i32): i32 {
  count = 0;
  let touched = 0;
  for (let b = 0; b < buckets; b++) {
    const from = word(bucketsAt, b);
    const to = word(bucketsAt, b + 1);
    if (to > touched) {
      const end = min(max(to, from + BATCH), word(bucketsAt, buckets));
      touchUrls(members, from, end);
      touched = end;
    }
    const bound = count === most ? word(pairs, 2 * most - 2) : -1;
    for (let i = from; i < to; i++) {
      if (bound >= 0 && isAfter(word(members, i), bound)) continue;
      add(members, from, to, most);
      break;
    }
  }
  return count;
}

/** Brings the beginnings of URLs into the cache: reads that do not depend on each other are waited for together. */
function touchUrls(members: usize, from: i32, to: i32): void {
  let sum = 0;
  for (let i = from; i < to; i++) {
    const url = word(members, i);
    const at = text + <usize>word(starts, url);
    sum += load<u8>(at) + load<u8>(at + BEGINNING) + word(ends, url);
  }
  touch(sum);
}

function isAfter(u: i32, v: i32): bool {
  return (
    compare(
      text + <usize>word(starts, u),
      text + <usize>word(ends, u),
      text + <usize>word(starts, v),
      text + <usize>word(ends, v),
    ) > 0
  );
}

function add(members: usize, from: i32, to: i32, most: i32): void {
  let least = word(members, from);
  let second = word(members, from + 1);
  if (isAfter(least, second)) {
    const other = least;
    least = second;
    second = other;
  }
  for (let i = from + 2; i < to; i++) {
    const url = word(members, i);
    if (!isAfter(second, url)) continue;
    second = url;
    if (!isAfter(least, url)) continue;
    second = least;
    least = url;
  }
  let at = min(count, most - 1);
  for (; at > 0 && isAfter(word(pairs, 2 * at - 2), least); at--) {
    setWord(pairs, 2 * at, word(pairs, 2 * at - 2));
    setWord(pairs, 2 * at + 1, word(pairs, 2 * at - 1));
  }
  setWord(pairs, 2 * at, least);
  setWord(pairs, 2 * at + 1, second);
  count = min(count + 1, most);
}
