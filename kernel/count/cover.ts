/** For every URL the buckets of kept rules that it is in, which say whether a rule's buckets all lie inside those of one kept rule. */
import { bump, setWord, word } from './memory';

/** The first entry of each URL; entries are a bucket and the next entry. */
let first: usize = 0;
let entries: usize = 0;
let entryCount: i32 = 0;
/** The rule of each bucket. */
let ruleOf: usize = 0;
let bucketCount: i32 = 0;
/** Of each kept rule: the round that it was met in, its bucket and members found in that round, the round that it covers. */
let met: usize = 0;
let bucketOf: usize = 0;
let found: usize = 0;
let covers: usize = 0;
/** The rules met in a round. */
let list: usize = 0;
let round: i32 = 0;

/** Zeros: four bytes for a URL, four for a bucket, twenty for a rule; and room of eight bytes for each member. */
export function setKept(firstAt: usize, entriesAt: usize, ruleOfAt: usize, rulesAt: usize, rules: i32): void {
  const column = (<usize>rules) << 2;
  first = firstAt;
  entries = entriesAt;
  ruleOf = ruleOfAt;
  met = rulesAt;
  bucketOf = rulesAt + column;
  found = rulesAt + 2 * column;
  covers = rulesAt + 3 * column;
  list = rulesAt + 4 * column;
  entryCount = 0;
  bucketCount = 0;
  round = 0;
}

/** The rule's buckets are kept. */
export function keepBuckets(rule: i32, starts: usize, buckets: i32, members: usize): void {
  for (let b = 0; b < buckets; b++, bucketCount++) {
    setWord(ruleOf, bucketCount, rule);
    for (let i = word(starts, b); i < word(starts, b + 1); i++) {
      const url = word(members, i);
      setWord(entries, 2 * entryCount, bucketCount);
      setWord(entries, 2 * entryCount + 1, word(first, url));
      setWord(first, url, ++entryCount);
    }
  }
}

/** True if for one kept rule every bucket given lies inside one of its buckets. A rule without buckets is covered by nothing. */
export function areCovered(starts: usize, buckets: i32, members: usize): bool {
  for (let b = 0; b < buckets; b++) {
    const from = word(starts, b);
    if (!isAround(members + ((<usize>from) << 2), word(starts, b + 1) - from, b === 0)) return false;
  }
  return buckets > 0;
}

/** Finds the rules with a bucket that all these members are in, among those of the round before, or all. */
function isAround(members: usize, count: i32, isFirst: bool): bool {
  const before = round++;
  let rules = 0;
  for (let at = word(first, word(members, 0)); at !== 0; at = nextOf(at)) {
    const bucket = word(entries, 2 * at - 2);
    const rule = word(ruleOf, bucket);
    if (!isFirst && word(covers, rule) !== before) continue;
    setWord(met, rule, round);
    setWord(bucketOf, rule, bucket);
    setWord(found, rule, 1);
    setWord(list, rules++, rule);
  }
  if (rules === 0) return false;
  for (let i = 1; i < count; i++) {
    for (let at = word(first, word(members, i)); at !== 0; at = nextOf(at)) {
      const bucket = word(entries, 2 * at - 2);
      const rule = word(ruleOf, bucket);
      if (word(met, rule) === round && word(bucketOf, rule) === bucket) bump(found, rule);
    }
  }
  let isAny = false;
  for (let k = 0; k < rules; k++) {
    const rule = word(list, k);
    if (word(found, rule) !== count) continue;
    setWord(covers, rule, round);
    isAny = true;
  }
  return isAny;
}

function nextOf(entry: i32): i32 {
  return word(entries, 2 * entry - 1);
}
