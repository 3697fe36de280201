/** Where the host has put what is counted: columns of numbers, one for every URL, cluster or rule. Numbers in tables are one more than they say, so that zeros are empty. */

export let urls: i32 = 0;
/** The two halves of each URL's hash, side by side. */
export let hashes: usize = 0;
/** Numbers of each URL's cluster, page and wide group. */
export let cluster: usize = 0;
export let page: usize = 0;
export let wide: usize = 0;
/** A byte for each cluster: the part of the data that it is in, and PLURAL if it has two URLs or more. */
export let part: usize = 0;
export const PLURAL: i32 = 8;

/** Called once, before anything else. */
export function setColumns(
  count: i32,
  hashesAt: usize,
  clusterAt: usize,
  pageAt: usize,
  wideAt: usize,
  partAt: usize,
): void {
  urls = count;
  hashes = hashesAt;
  cluster = clusterAt;
  page = pageAt;
  wide = wideAt;
  part = partAt;
}

export function word(at: usize, i: i32): i32 {
  return load<i32>(at + ((<usize>i) << 2));
}

export function setWord(at: usize, i: i32, value: i32): void {
  store<i32>(at + ((<usize>i) << 2), value);
}

/** One more; gives the number of before. */
export function bump(at: usize, i: i32): i32 {
  const before = word(at, i);
  setWord(at, i, before + 1);
  return before;
}
