/** The matches of one rule by their form: groups of URLs, the outputs that are URLs themselves, and the buckets that pairs are counted in. */
import { bump, page, setWord, wide, word } from './memory';
import { countOf, firstMatch, nextMatch } from './matches';
import { slotOf } from './slots';
import { findText, touch, touchHash, touchText } from './texts';

/** Columns of a rule's matches: form and URL of each; of its forms: the halves of the hash, how many URLs have it, the URL that it is. */
let formAt: usize = 0;
let urlAt: usize = 0;
let hashAt: usize = 0;
let sizeAt: usize = 0;
let verdictAt: usize = 0;
let slots: usize = 0;

let forms: i32 = 0;
let matched: i32 = 0;

/** Outputs that are in the data, and those of them that are the page they came from. */
export let checked: i32 = 0;
export let ok: i32 = 0;
/** Buckets made last: how many, where each begins among the members, and the members. */
export let buckets: i32 = 0;
export let startsAt: usize = 0;
export let membersAt: usize = 0;

/** Forms that are looked for together. */
const BATCH: i32 = 32;

const RIGHT: i32 = 1;
const UNKNOWN: i32 = 2;
const WRONG: i32 = 3;

/** Room for the rule that matches most URLs: `most` of them take 32 bytes each, and up to 16 for finding forms. */
export function setScratch(at: usize, most: i32): void {
  const column = (<usize>most) << 2;
  formAt = at;
  urlAt = at + column;
  hashAt = at + 2 * column;
  sizeAt = at + 4 * column;
  verdictAt = at + 5 * column;
  slots = at + 6 * column;
}

/** Groups the matches of a rule by form. */
export function group(rule: i32): void {
  const mask = slotsFor(countOf(rule)) - 1;
  memory.fill(slots, 0, (<usize>(mask + 1)) << 2);
  forms = 0;
  matched = 0;
  for (let at = firstMatch(rule); at !== 0; at = nextMatch(at)) {
    const a = load<i32>(at, 4);
    const b = load<i32>(at, 8);
    const slot = slotOf(slots, mask, hashAt, a, b);
    let form = word(slots, slot) - 1;
    if (form < 0) {
      form = forms++;
      setWord(slots, slot, forms);
      setWord(hashAt, 2 * form, a);
      setWord(hashAt, 2 * form + 1, b);
      setWord(sizeAt, form, 0);
    }
    bump(sizeAt, form);
    setWord(formAt, matched, form);
    setWord(urlAt, matched++, load<i32>(at));
  }
}

/**
 * An output counts once, however many URLs lead to it; a URL that is its own output proves nothing. It is right if all URLs that lead to it are of its cluster,
 * wrong if one is not, and left out if nothing is worse than perhaps (same wide group, other cluster).
 */
export function checkOutputs(): void {
  for (let from = 0; from < forms; from += BATCH) {
    const to = min(from + BATCH, forms);
    let sum = 0;
    for (let form = from; form < to; form++) sum += touchText(word(hashAt, 2 * form), word(hashAt, 2 * form + 1));
    for (let form = from; form < to; form++) sum += touchHash(word(hashAt, 2 * form));
    touch(sum);
    for (let form = from; form < to; form++) {
      // The hash of a form is not needed once its text was looked for: the output stands there.
      setWord(hashAt, 2 * form, findText(word(hashAt, 2 * form), word(hashAt, 2 * form + 1)));
      setWord(verdictAt, form, 0);
    }
  }
  for (let from = 0; from < matched; from += BATCH) {
    const to = min(from + BATCH, matched);
    let sum = 0;
    for (let i = from; i < to; i++) {
      const output = word(hashAt, 2 * word(formAt, i));
      if (output >= 0) sum += word(wide, output) + word(page, output);
    }
    touch(sum);
    for (let i = from; i < to; i++) {
      const form = word(formAt, i);
      const output = word(hashAt, 2 * form);
      const source = word(urlAt, i);
      if (output === -1 || output === source) continue;
      setWord(verdictAt, form, max(word(verdictAt, form), compare(source, output)));
    }
  }
  checked = 0;
  ok = 0;
  for (let form = 0; form < forms; form++) {
    const verdict = word(verdictAt, form);
    if (verdict === RIGHT || verdict === WRONG) checked++;
    if (verdict === RIGHT) ok++;
  }
}

/** Writes the forms of two URLs or more, in the order of their first URLs; gives the end of what it wrote. */
export function makeBuckets(to: usize): usize {
  buckets = 0;
  for (let form = 0; form < forms; form++) if (word(sizeAt, form) > 1) buckets++;
  startsAt = to;
  membersAt = to + ((<usize>(buckets + 1)) << 2);
  setWord(startsAt, 0, 0);
  let end = 0;
  // From here on a form's size is where its next URL goes, -1 for a form of one URL.
  for (let form = 0, bucket = 0; form < forms; form++) {
    const count = word(sizeAt, form);
    setWord(sizeAt, form, count < 2 ? -1 : end);
    if (count < 2) continue;
    end += count;
    setWord(startsAt, ++bucket, end);
  }
  for (let i = 0; i < matched; i++) {
    const form = word(formAt, i);
    if (word(sizeAt, form) !== -1) setWord(membersAt, bump(sizeAt, form), word(urlAt, i));
  }
  return membersAt + ((<usize>end) << 2);
}

function compare(a: i32, b: i32): i32 {
  if (word(wide, a) !== word(wide, b)) return WRONG;
  return word(page, a) === word(page, b) ? RIGHT : UNKNOWN;
}

/** Room for so many forms, a power of two: a table that is as small as can be stays in the cache. */
function slotsFor(count: i32): i32 {
  return 1 << (33 - clz(max(count, 8)));
}
