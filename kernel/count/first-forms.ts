/** The form that the first rule gives each URL, counted: how many there are, and how many join different pages. */
import { firstMatch, nextMatch } from './matches';
import { setWord, wide, word } from './memory';
import { slotOf } from './slots';
import { aOf, bOf, touch } from './texts';

/** The number of each URL's form, and of each form the halves of its hash; slots to find them by. */
let formOf: usize = 0;
let hashAt: usize = 0;
let slots: usize = 0;
let mask: i32 = 0;

/** Matches or URLs whose places are brought into the cache together. */
const BATCH: i32 = 32;

export let formCount: i32 = 0;
/** URLs that no rule matches, and whose text is no other URL's form. */
export let alone: i32 = 0;
/** Forms that two URLs or more have, and those of them with URLs of different wide groups. */
export let shared: i32 = 0;
export let impure: i32 = 0;

/** Zeros: four bytes for a URL, `size` slots, a power of two; and eight bytes for each form. */
export function setForms(formOfAt: usize, slotsAt: usize, size: i32, hashesAt: usize): void {
  formOf = formOfAt;
  slots = slotsAt;
  mask = size - 1;
  hashAt = hashesAt;
  formCount = 0;
  alone = 0;
  shared = 0;
  impure = 0;
}

/** The matches of the next rule. */
export function takeForms(rule: i32): void {
  let at = firstMatch(rule);
  while (at !== 0) {
    let sum = 0;
    let end = at;
    for (let k = 0; k < BATCH && end !== 0; k++, end = nextMatch(end))
      sum += word(formOf, load<i32>(end)) + word(slots, load<i32>(end, 4) & mask);
    touch(sum);
    takeSome(at, end);
    at = end;
  }
}

function takeSome(first: usize, end: usize): void {
  for (let at = first; at !== end; at = nextMatch(at)) {
    const url = load<i32>(at);
    if (word(formOf, url) !== 0) continue;
    const a = load<i32>(at, 4);
    const b = load<i32>(at, 8);
    const slot = slotOf(slots, mask, hashAt, a, b);
    if (word(slots, slot) === 0) {
      setWord(hashAt, 2 * formCount, a);
      setWord(hashAt, 2 * formCount + 1, b);
      setWord(slots, slot, ++formCount);
    }
    setWord(formOf, url, word(slots, slot));
  }
}

/** All rules were taken: URLs that none matches are their own form, which may be that of others. */
export function findForms(first: i32, end: i32): void {
  for (let from = first; from < end; from += BATCH) {
    const to = min(from + BATCH, end);
    let sum = 0;
    for (let url = from; url < to; url++) sum += word(slots, aOf(url) & mask);
    touch(sum);
    findSome(from, to);
  }
}

function findSome(first: i32, end: i32): void {
  for (let url = first; url < end; url++) {
    if (word(formOf, url) !== 0) continue;
    const form = word(slots, slotOf(slots, mask, hashAt, aOf(url), bOf(url)));
    setWord(formOf, url, form);
    if (form === 0) alone++;
  }
}

/** Where a form's hash was stands the wide group of its first URL from here on, and what is known of it: 1 if several have it, 2 if they are different pages. */
export function forgetHashes(): void {
  memory.fill(hashAt, 0, (<usize>formCount) << 3);
}

export function countForms(first: i32, end: i32): void {
  for (let from = first; from < end; from += BATCH) {
    const to = min(from + BATCH, end);
    let sum = 0;
    for (let url = from; url < to; url++) sum += word(hashAt, 2 * max(word(formOf, url) - 1, 0));
    touch(sum);
    countSome(from, to);
  }
}

function countSome(first: i32, end: i32): void {
  for (let url = first; url < end; url++) {
    const form = word(formOf, url) - 1;
    if (form < 0) continue;
    const at = hashAt + ((<usize>form) << 3);
    const its = word(wide, url) + 1;
    if (load<i32>(at) === 0) {
      store<i32>(at, its);
      continue;
    }
    const isOther = load<i32>(at) !== its;
    const before = load<i32>(at, 4);
    if (before === 0) shared++;
    if (isOther && before < 2) impure++;
    store<i32>(at, isOther || before === 2 ? 2 : 1, 4);
  }
}
