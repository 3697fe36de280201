/** What the host, the features and the shape of a form lead to; the twin of the finding half of `src/normalize/matcher.ts`. */
import { sameLower } from './bytes';
import { aimAt, clearChains, dropChains, enter, enterChain, leadBy, size } from './candidates';
import { forgetFeatures, hasSingles, probeGroup } from './features';
import { lookUp, mix } from './hash';
import { expectOrdered, facts, nameBits, pathEnd, read } from './keys';
import { EVERYTHING, HEAD, ONLY_FACTS } from './kinds';
import { asked, byte, HERE, hostEntries, hosts, hostsSize, lists, setWord, shapes, shapesSize, word } from './memory';
import {
  authorityEnd,
  colon,
  host,
  hostEnd,
  hostHash,
  hostId,
  knownHost,
  open,
  reopen,
  segments,
  shapeHash,
} from './scan';
import { hashMask, maskHash } from './tokens';

/** More than the number of any rule. */
export const ALL: i32 = 0x7fffffff;
/** True if components and parameters of the form that is open are known. */
export let hasKeys: bool = false;
/** The first rule that may come to apply when parameters go. */
export let firstByFewerParams: i32 = ALL;
/** True if token rules that the form's shape leads to are still to be entered. */
export let hasShapes: bool = false;

export const SEVERAL: i32 = -2;

/** What the stage has for every host. */
let everywhere: usize = 0;
/** The entry that was found last, and of which host in which stage it is. */
let lastEntry: usize = 0;
let entryId: i32 = 0;
let entryStage: i32 = -1;
/** The parts in which components and parameters may differ from those that were known last. */
let unread: i32 = EVERYTHING;
/** The parts in which the form that is open may differ from the one whose chains were gathered. */
let ungathered: i32 = EVERYTHING;

/** Opens the form, of which only these parts have changed, and reads what rules of its host in a stage ask for. */
export function openForm(from: usize, to: usize, stage: i32, star: usize, changedParts: i32): void {
  // What was said of the form that a rule has written is void when it is another, or was changed by more than the rule.
  if (changedParts === EVERYTHING) expectOrdered(false);
  // Whatever changes in a text without a scheme may give it one.
  let changed = colon === 0 ? EVERYTHING : changedParts;
  if ((changed & HEAD) === 0) reopen(from, to);
  else open(from, to);
  unread |= changed;
  if (hostId !== entryId || stage !== entryStage) {
    lastEntry = entryOfHost(stage);
    entryId = hostId;
    entryStage = stage;
    changed = EVERYTHING;
  }
  ungathered = changed;
  hasKeys = (lastEntry !== 0 && word(lastEntry, 5) !== 0) || (star !== 0 && word(star, 3) !== 0);
  if (!hasKeys) return;
  read(unread);
  unread = 0;
}

/** Gathers what host, shape and features of the open form lead to; what was found by parts that have not changed is kept. */
export function gatherAll(star: usize): bool {
  if (ungathered === EVERYTHING) clearChains();
  else dropChains(ungathered);
  firstByFewerParams = ALL;
  hasShapes = false;
  if (asked) return false;
  if (lastEntry !== 0) gather(lastEntry + 8, ungathered);
  everywhere = star;
  if (star !== 0) gather(star, ungathered);
  return (size > 0 || hasShapes) && !asked;
}

/** The chain of a host that has nothing but a few token variants; -1 if the open form has the shape of none, or the host no rules; SEVERAL if there is more to gather. */
export function fewVariants(): i32 {
  if (lastEntry === 0) return -1;
  const chain = word(lastEntry, 4);
  if (word(lastEntry, 5) !== 0 || chain < 0) return SEVERAL;
  return segments(word(lastEntry, 3), word(lastEntry, 6)) ? chain : -1;
}

/** Address of the entry of the URL's host; 0 if it has none. */
function entryOfHost(stage: i32): usize {
  if (knownHost === 0) return lookUpHost(stage);
  if (word(knownHost, 3) !== stage + 1) {
    setWord(knownHost, 3, stage + 1);
    setWord(knownHost, 4, <i32>lookUpHost(stage));
  }
  return word(knownHost, 4);
}

function lookUpHost(stage: i32): usize {
  const first = lookUp(hosts, hostsSize, mix(stage, hostHash));
  if (first < 0) return 0;
  const n = <i32>(hostEnd - host);
  let at = hostEntries + ((<usize>first) << 2);
  while (word(at, 1) !== n || !sameLower(host, at + 28, n)) {
    if (word(at, 0) === 0) return 0;
    at = hostEntries + ((<usize>word(at, 0)) << 2);
  }
  return at;
}

/** Enters what a program finds by features of what has changed; program and its numbers stand at this address. */
function gather(numbers: usize, changed: i32): void {
  const its = word(numbers, 0);
  const most = word(numbers, 1);
  const count = word(numbers, 3);
  if (count === 0) {
    if (most < 0) return;
    firstByFewerParams = 0;
    enterShape(numbers);
    return;
  }
  if (most >= 0) hasShapes = true;
  aimAt(its);
  forgetFeatures();
  const rows = lists + ((<usize>word(numbers, 2)) << 2);
  firstByFewerParams = min(firstByFewerParams, word(rows, -1));
  const namesHere = nameBits;
  // All tests of a row at once, because each alone is a coin toss and together they nearly always say no: in order it must have a part
  // that has changed, no fact that is missing, and the bits of two bytes of the path. They stand in memory because compilers of
  // WebAssembly would put four numbers together anew for every row.
  const second = i32x4.replace_lane(i32x4.splat(changed), 2, 1 << (byte(authorityEnd + 1) & 31));
  const both = i32x4.replace_lane(second, 3, 1 << (byte(pathEnd - 1) & 31));
  v128.store(HERE, i32x4.replace_lane(both, 1, ~facts & 0xffff));
  for (let row = rows, end = row + ((<usize>count) << 5); row < end; row += 32) {
    const v = v128.load(row);
    const wanted = i32x4.shuffle(v, v, 1, 1, 2, 3);
    if (i32x4.bitmask(i32x4.eq(v128.and(wanted, v128.load(HERE)), i32x4.splat(0))) !== 2) continue;
    const names = load<u64>(row + 16);
    if (names !== 0 && (names & namesHere) === 0) continue;
    leadBy(word(row, 1) & EVERYTHING);
    const chain = word(row, 7);
    if (chain < 0) probeGroup(its, word(row, 0), names);
    else if ((word(row, 1) & ONLY_FACTS) !== 0 || hasSingles(word(row, 0), word(row, 6))) enterChain(chain);
  }
}

/** Enters the token rules of programs that have others too. They stand behind `firstByFewerParams`, and forms that rules before it change need no shape. */
export function gatherShapes(): void {
  hasShapes = false;
  if (lastEntry !== 0 && word(lastEntry, 5) !== 0) enterShape(lastEntry + 8);
  if (everywhere !== 0 && word(everywhere, 3) !== 0) enterShape(everywhere);
}

function enterShape(numbers: usize): void {
  const its = word(numbers, 0);
  const most = word(numbers, 1);
  if (most < 0 || !segments(most, word(numbers, 4))) return;
  aimAt(its);
  leadBy(EVERYTHING);
  const chain = word(numbers, 2);
  if (word(numbers, 3) === 0 && chain >= 0) {
    enterChain(chain);
    return;
  }
  const list = lookUp(shapes, shapesSize, mix(its, shapeHash()));
  if (list < -1) enterMask(its, -2 - list);
  else if (list >= 0) for (let k = 1; k <= word(lists, list); k++) enterMask(its, word(lists, list + k));
}

function enterMask(its: i32, mask: i32): void {
  if (hashMask(mask)) enter(mix(its, mask), maskHash);
}
