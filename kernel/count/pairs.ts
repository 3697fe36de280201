/** Counts the pairs of URLs in buckets by what is known of them, from the sizes of groups alone. */
import { buckets, membersAt, startsAt } from './forms';
import { bump, cluster, PLURAL, page, part, setWord, wide, word } from './memory';

/** How many URLs of a bucket each page and each wide group has; zeros between buckets. One list where a page is a wide group. */
let seenPage: usize = 0;
let seenWide: usize = 0;

export let pairs: f64 = 0;
export let truePairs: f64 = 0;
export let falsePairs: f64 = 0;
export let forms: i32 = 0;
export let impureForms: i32 = 0;
export let falseWithoutSingles: f64 = 0;

export function setSeen(pageAt: usize, wideAt: usize): void {
  seenPage = pageAt;
  seenWide = wideAt;
}

/** `counted` has a bit for each part of the data whose true pairs count; false pairs count everywhere. */
export function countPairs(counted: i32): void {
  pairs = 0;
  truePairs = 0;
  falsePairs = 0;
  forms = 0;
  impureForms = 0;
  falseWithoutSingles = 0;
  for (let b = 0; b < buckets; b++) {
    const from = word(startsAt, b);
    const to = word(startsAt, b + 1);
    // Most buckets are of two URLs.
    if (to === from + 2) addPair(word(membersAt, from), word(membersAt, from + 1), counted);
    else addBucket(from, to, counted);
  }
}

function isCounted(url: i32, counted: i32): bool {
  return ((counted >> (partOf(url) & (PLURAL - 1))) & 1) === 1;
}

function isPlural(url: i32): bool {
  return (partOf(url) & PLURAL) !== 0;
}

function partOf(url: i32): i32 {
  return <i32>load<u8>(part + <usize>word(cluster, url));
}

function addPair(u: i32, v: i32, counted: i32): void {
  const isFalse = word(wide, u) !== word(wide, v);
  const isTrue = word(page, u) === word(page, v) && isCounted(v, counted);
  pairs++;
  if (isTrue) truePairs++;
  if (isTrue || isFalse) forms++;
  if (!isFalse) return;
  falsePairs++;
  impureForms++;
  if (isPlural(u) && isPlural(v)) falseWithoutSingles++;
}

function addBucket(from: i32, to: i32, counted: i32): void {
  let sameWide: f64 = 0;
  let same: f64 = 0;
  for (let i = from; i < to; i++) {
    const url = word(membersAt, i);
    const inGroup = bump(seenWide, word(wide, url));
    sameWide += inGroup;
    const before = seenPage === seenWide ? inGroup : bump(seenPage, word(page, url));
    if (before > 0 && isCounted(url, counted)) same += before;
  }
  clear(seenWide, wide, from, to);
  if (seenPage !== seenWide) clear(seenPage, page, from, to);
  const all = pairsOf(to - from);
  pairs += all;
  truePairs += same;
  falsePairs += all - sameWide;
  if (same > 0 || all > sameWide) forms++;
  if (all === sameWide) return;
  impureForms++;
  let plural = 0;
  let samePlural: f64 = 0;
  for (let i = from; i < to; i++) {
    const url = word(membersAt, i);
    if (!isPlural(url)) continue;
    plural++;
    samePlural += bump(seenWide, word(wide, url));
  }
  clear(seenWide, wide, from, to);
  falseWithoutSingles += pairsOf(plural) - samePlural;
}

function clear(seen: usize, label: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i++) setWord(seen, word(label, word(membersAt, i)), 0);
}

/** Pairs among n things. */
function pairsOf(n: i32): f64 {
  return (<f64>n * <f64>(n - 1)) / 2;
}
