/** What judging rules asks for: for many URLs at once, every rule that applies and a hash of its form. */
import { asked, DELIMITER_AT, MOST_LINE, RULES, setSections, setWord, word } from '../memory';
import { length, out } from '../output';
import { nextRule, openUrl, unchanged } from '../runner';
import { a, b, hashForm } from './hash';

// Where the host puts the rule set.
export { RULES };

/** Matches written, and whether the host must do the URL that `match` stopped at. */
let matches: i32 = 0;
let isForHost: bool = false;
let formSize: i32 = 0;
let lastEnd: i32 = 0;
/** The URLs' own hashes, if they are known. */
let own: usize = 0;

/** Where the host puts addresses and lengths of the sections before it calls `setup`. */
export function sectionTable(): usize {
  return DELIMITER_AT;
}

export function setup(): void {
  setSections(DELIMITER_AT, true);
}

/**
 * Does the URLs `first` to `end` of a list of their beginnings and ends; `hashes` has what `hashUrls` wrote of them, or is 0. For each match it writes
 * the URL's place in the list, the rule, and the two halves of the hash. Gives how far it came: less than `end` when the room is full, or when the host must do a URL.
 */
export function match(list: usize, hashes: usize, first: i32, end: i32, room: usize, most: i32): i32 {
  own = hashes;
  matches = 0;
  isForHost = false;
  let u = first;
  for (; u < end; u++) {
    const done = matches;
    const from = <usize>word(list, 2 * u);
    const to = <usize>word(list, 2 * u + 1);
    isForHost = <i32>(to - from) > MOST_LINE || !matchUrl(u, from, to, room, most);
    if (!isForHost) continue;
    matches = done;
    // A URL that finds no room is tried again when all room is there.
    if (!asked && done > 0) isForHost = false;
    break;
  }
  return u;
}

/** The list of the URLs of which the host has written where they begin and where they end, as long as they lie behind the first and all within `most` bytes of it; what was at `first` is to be at `text`. Gives how many these are; `listEnd` is where the last of them ends for the host. */
export function list(starts: usize, ends: usize, count: i32, text: usize, most: i32, to: usize): i32 {
  const first = word(starts, 0);
  let end = first;
  let u = 0;
  for (; u < count; u++) {
    const from = word(starts, u);
    const its = word(ends, u);
    if (from < first || its - first > most) break;
    end = max(end, its);
    setWord(to, 2 * u, <i32>text + from - first);
    setWord(to, 2 * u + 1, <i32>text + its - first);
  }
  lastEnd = end;
  return u;
}

export function listEnd(): i32 {
  return lastEnd;
}

/** Writes the two halves of each URL's own hash. */
export function hashUrls(list: usize, count: i32, to: usize): void {
  for (let u = 0; u < count; u++) {
    hashForm(<usize>word(list, 2 * u), <usize>word(list, 2 * u + 1));
    setWord(to, 2 * u, a);
    setWord(to, 2 * u + 1, b);
  }
}

/** Makes the form that a rule gives a URL; gives where it begins, 0 if there is none or the host must make it. `formLength` is its length. */
export function formOf(from: usize, to: usize, rule: i32): usize {
  const size = <i32>(to - from);
  if (size > MOST_LINE || !openUrl(from, to) || asked) return 0;
  if (nextRule(rule, 16 * size + 4096) !== rule || asked) return 0;
  formSize = unchanged ? size : length;
  return unchanged ? from : out;
}

export function formLength(): i32 {
  return formSize;
}

export function matchCount(): i32 {
  return matches;
}

export function stoppedForHost(): i32 {
  return isForHost ? 1 : 0;
}

function matchUrl(u: i32, from: usize, to: usize, room: usize, most: i32): bool {
  if (!openUrl(from, to)) return !asked;
  const limit = 16 * <i32>(to - from) + 4096;
  for (let rule = nextRule(0, limit); rule >= 0; rule = nextRule(rule + 1, limit)) {
    if (asked || matches === most) return false;
    const at = room + ((<usize>matches) << 4);
    matches++;
    setWord(at, 0, u);
    setWord(at, 1, rule);
    if (unchanged && own !== 0) {
      setWord(at, 2, word(own, 2 * u));
      setWord(at, 3, word(own, 2 * u + 1));
      continue;
    }
    if (unchanged) hashForm(from, to);
    else hashForm(out, out + length);
    setWord(at, 2, a);
    setWord(at, 3, b);
  }
  return !asked;
}
