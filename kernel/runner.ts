/** Runs the stages of a rule set on one URL; the twin of `src/normalize/runner.ts` and `matcher.ts`. */
import { copy, same, sameLower } from './bytes';
import {
  advance,
  aimAt,
  choice,
  clearChains,
  dropChains,
  enter,
  enterChain,
  leadBy,
  program,
  rule,
  seek,
  size,
} from './candidates';
import { markDropped, writeKept } from './edit-params';
import { isPlainDrop, lastOperation, partsOf, runEdit } from './edits';
import { forgetFeatures, hasSingles, probeGroup } from './features';
import { lookUp, mix } from './hash';
import { runKeys } from './key-rules';
import { facts, nameBits, pathEnd, query, read } from './keys';
import { EVERYTHING, HEAD, ONLY_FACTS, PROGRAM, URL_PART } from './kinds';
import {
  ask,
  asked,
  byte,
  code,
  FORM_NORMAL,
  FORM_SIZE,
  FORM_START,
  flags,
  forget,
  hostEntries,
  hosts,
  hostsSize,
  lists,
  shapes,
  shapesSize,
  skipsQuarantined,
  stages,
  stagesEnd,
  word,
} from './memory';
import { clear, length, out, redirect, restore, swap } from './output';
import { authorityEnd, colon, host, hostEnd, hostHash, hostId, open, reopen, segments, shape } from './scan';
import { needsSun, writeSun } from './sun';
import { runText } from './text-rules';
import { checkVariant, emitForm, hashMask, isIdentity, maskHash } from './tokens';

const MAX_PASSES: i32 = 10;
const ALL: i32 = 0x7fffffff;

/** The form after `run`. */
export let from: usize = 0;
export let to: usize = 0;
/** True if a rule took part, and if all that did may be used to rewrite. */
export let fired: bool = false;
export let fetchable: bool = true;

/** True if the rule found last gives the URL itself. */
export let unchanged: bool = false;
/** The parts of the URL that it may have changed. */
let changedParts: i32 = EVERYTHING;
let startLength: i32 = 0;
/** The first rule that may come to apply when parameters go. */
let firstByFewerParams: i32 = ALL;
/** True while rules are applied one after the other, so that some may be applied at once. */
let mayJoin: bool = false;
/** The entry that was found last, and of which host in which stage it is. */
let lastEntry: usize = 0;
let entryId: i32 = 0;
let entryStage: i32 = -1;
/** A rule's flags are far from all else about it, so they are read only when they matter. */
let wantsFetchable: bool = false;
/** True if components and parameters of the form that is open are known, and the parts in which they may differ from those that were known last. */
let hasKeys: bool = false;
let unread: i32 = EVERYTHING;

/** Normalizes; true if the form differs from the URL. Void when `asked` is set afterwards; `fetchable` says something only if it is wanted. */
export function run(start: usize, end: usize, wanted: bool): bool {
  wantsFetchable = wanted;
  from = start;
  to = end;
  fired = false;
  fetchable = true;
  forget();
  let changed = false;
  const limit = 16 * <i32>(end - start) + 4096;
  let stage = 0;
  for (let at = stages; at < stagesEnd; at += 28) {
    const useSun = word(at, 1) === 1;
    const star = starOf(at);
    if (word(at, 0) === 0) {
      if (useSun && needsSun(from, to) && applySun()) changed = true;
      if (!asked && applyFirst(stage, star, limit)) changed = true;
    } else if (applyFixpoint(stage, star, useSun, limit)) changed = true;
    if (asked) return false;
    stage++;
  }
  return changed && !(to - from === end - start && same(start, from, <i32>(end - start)));
}

/** Address of what a stage has for every host; 0 if it has nothing. */
function starOf(stage: usize): usize {
  return word(stage, 2) < 0 ? 0 : stage + 8;
}

/** For whoever wants all rules of the first stage that apply to a URL: false if there are none. */
export function openUrl(start: usize, end: usize): bool {
  from = start;
  to = end;
  forget();
  return find(0, starOf(stages), EVERYTHING);
}

/** The next of them from `first` on, its form in the output; -1 when there is none. */
export function nextRule(first: i32, limit: i32): i32 {
  return next(first, limit, ALL);
}

function applySun(): bool {
  // The form may stand in that buffer already, from an earlier stage or pass.
  const isThere = from === FORM_NORMAL;
  const before = isThere ? out : redirect(FORM_NORMAL);
  clear();
  const changes = writeSun(from, to);
  const n = length;
  if (isThere) {
    if (changes) {
      from = out;
      to = out + n;
      swap();
    }
    return changes;
  }
  restore(before);
  if (!changes) return false;
  from = FORM_NORMAL;
  to = FORM_NORMAL + n;
  return true;
}

function applyFirst(stage: i32, star: usize, limit: i32): bool {
  if (!find(stage, star, EVERYTHING)) return false;
  mayJoin = false;
  const found = next(0, limit, ALL);
  return !asked && found >= 0 && take(found);
}

/** Passes over all rules in order until one changes nothing; the rules in between are found, not tried. */
function applyFixpoint(stage: i32, star: usize, useSun: bool, limit: i32): bool {
  mayJoin = true;
  let changed = false;
  let last = -1;
  // True while the form is open, and is known to have nothing after rule `last` for it.
  let isTried = false;
  let parts = EVERYTHING;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    let moved = false;
    if (useSun && needsSun(from, to)) {
      keepStart();
      if (applySun()) {
        moved = true;
        isTried = false;
      } else if (isTried) find(stage, star, EVERYTHING);
      parts = EVERYTHING;
    }
    let found = -1;
    while (!asked) {
      if (!isTried && !find(stage, star, parts)) break;
      found = nextChange(found + 1, limit, isTried ? last + 1 : ALL);
      if (found < 0 || asked) break;
      if (!moved) keepStart();
      take(found);
      parts = changedParts;
      moved = true;
      last = found;
      isTried = false;
    }
    if (asked) return false;
    isTried = true;
    if (!moved) return changed;
    changed = true;
    if (<i32>(to - from) === startLength && same(from, FORM_START, startLength)) return changed;
  }
  return changed;
}

/** Remembers the form that a pass begins with. */
function keepStart(): void {
  startLength = <i32>(to - from);
  if (startLength > FORM_SIZE) ask();
  else copy(FORM_START, from, startLength);
}

function nextChange(first: i32, limit: i32, until: i32): i32 {
  for (let found = next(first, limit, until); found >= 0 && !asked; found = next(found + 1, limit, until)) {
    if (unchanged) continue;
    if (<i32>(to - from) !== length || !same(from, out, length)) return found;
  }
  return -1;
}

/** Makes the output the current form; false if that is the form already. */
function take(found: i32): bool {
  fire(found);
  if (unchanged) return false;
  from = out;
  to = out + length;
  swap();
  return true;
}

function fire(found: i32): void {
  fired = true;
  if (wantsFetchable && (word(flags, found) & 1) === 0) fetchable = false;
}

/**
 * Gathers what the form's host, shape and features find in a stage; false when nothing can apply. If only some parts of the URL have
 * changed since, what was found by the others is kept.
 */
function find(stage: i32, star: usize, changedParts: i32): bool {
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
  if (changed === EVERYTHING) clearChains();
  else dropChains(changed);
  const own = lastEntry;
  firstByFewerParams = ALL;
  hasKeys = false;
  if (own !== 0) gather(own + 8, changed);
  if (star !== 0) gather(star, changed);
  return size > 0 && !asked;
}

/** Address of the entry of the URL's host; 0 if it has none. */
function entryOfHost(stage: i32): usize {
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
  aimAt(its);
  leadBy(EVERYTHING);
  const most = word(numbers, 1);
  if (most >= 0 && segments(most, word(numbers, 4))) {
    const list = lookUp(shapes, shapesSize, mix(its, shape));
    if (list < -1) enterMask(its, -2 - list);
    else if (list >= 0) for (let k = 1; k <= word(lists, list); k++) enterMask(its, word(lists, list + k));
  }
  const count = word(numbers, 3);
  if (count === 0 || asked) {
    if (most >= 0) firstByFewerParams = 0;
    return;
  }
  if (!hasKeys) {
    read(unread);
    unread = 0;
  }
  hasKeys = true;
  forgetFeatures();
  if (asked) return;
  const rows = lists + ((<usize>word(numbers, 2)) << 2);
  firstByFewerParams = min(firstByFewerParams, word(rows, -1));
  const namesHere = nameBits;
  // All tests of a row at once, because each alone is a coin toss and together they nearly always say no: in order it must have a part
  // that has changed, no fact that is missing, and the bits of two bytes of the path.
  const here = i32x4.replace_lane(
    i32x4.replace_lane(
      i32x4.replace_lane(i32x4.splat(changed), 1, ~facts & 0xffff),
      2,
      1 << (byte(authorityEnd + 1) & 31),
    ),
    3,
    1 << (byte(pathEnd - 1) & 31),
  );
  for (let row = rows, end = row + ((<usize>count) << 5); row < end; row += 32) {
    const v = v128.load(row);
    const wanted = i32x4.shuffle(v, v, 1, 1, 2, 3);
    if (i32x4.bitmask(i32x4.eq(v128.and(wanted, here), i32x4.splat(0))) !== 2) continue;
    const names = load<u64>(row + 16);
    if (names !== 0 && (names & namesHere) === 0) continue;
    leadBy(word(row, 1) & EVERYTHING);
    const chain = word(row, 7);
    if (chain < 0) probeGroup(its, word(row, 0));
    else if ((word(row, 1) & ONLY_FACTS) !== 0 || hasSingles(word(row, 0), word(row, 6))) enterChain(chain);
  }
}

function enterMask(its: i32, mask: i32): void {
  if (hashMask(mask)) enter(mix(its, mask), maskHash);
}

/** The next rule from `first` on and before `until` that applies, its form in the output; -1 when there is none, or none short enough. */
function next(first: i32, limit: i32, until: i32): i32 {
  seek(first);
  let done = -1;
  while (!asked && advance()) {
    if (rule >= until) return -1;
    // One rule may stand in several chains; it is tried again only while none of its variants has matched.
    if (rule === done) continue;
    if (skipsQuarantined && (word(flags, rule) & 2) !== 0) continue;
    const kind = program < 0 ? -1 : word(code, program);
    const isVariant = kind === PROGRAM.tokens;
    let applies = false;
    if (isVariant) applies = runVariant(limit);
    else {
      unchanged = false;
      changedParts = EVERYTHING;
      // A hash may lead here by chance, without a look at any feature.
      if (!hasKeys) ask();
      else if (kind === PROGRAM.edit && mayJoin && isPlainDrop(program)) {
        const last = dropTogether(until);
        if (last >= 0 || asked) return asked ? -1 : last;
      } else if (kind === PROGRAM.edit) {
        applies = runEdit(program);
        changedParts = partsOf(lastOperation);
      } else if (kind === PROGRAM.keys) applies = runKeys(program);
      else if (kind === PROGRAM.text) applies = runText(program);
      else ask();
    }
    if (asked) return -1;
    if (applies && length <= limit) return rule;
    if (applies || !isVariant) done = rule;
  }
  return -1;
}

/**
 * Drops the parameters that this candidate drops, and those that the candidates after it drop, as long as nothing that parameters
 * gone can bring about comes between them. Gives the last rule that took part, or -1.
 */
function dropTogether(until: i32): i32 {
  if (query === 0 || !markDropped(word(code, program + 2), program + 3, false)) return -1;
  fire(rule);
  let last = rule;
  while (advance() && rule < until && rule < firstByFewerParams && isPlainDrop(program)) {
    if (skipsQuarantined && (word(flags, rule) & 2) !== 0) continue;
    if (!markDropped(word(code, program + 2), program + 3, true)) continue;
    fire(rule);
    last = rule;
  }
  clear();
  writeKept();
  changedParts = URL_PART.fewerParams;
  return last;
}

function runVariant(limit: i32): bool {
  if (!checkVariant(program, choice)) return false;
  clear();
  changedParts = EVERYTHING;
  unchanged = isIdentity(program);
  if (!unchanged) emitForm(program, limit);
  return true;
}
