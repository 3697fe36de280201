/** Runs the stages of a rule set on one URL; the twin of `src/normalize/runner.ts` and `matcher.ts`. */
import { copy, same } from './bytes';
import { advance, choice, countOf, HEAD, program, rule, seek } from './candidates';
import { markDropped, writeKept } from './edit-params';
import { isPlainDrop, lastOperation, partsOf, runEdit } from './edits';
import {
  ALL,
  fewVariants,
  firstByFewerParams,
  gatherAll,
  gatherShapes,
  hasKeys,
  hasShapes,
  openForm,
  SEVERAL,
} from './gather';
import { runKeys } from './key-rules';
import { expectOrdered, mayBeOdd, query } from './keys';
import { EVERYTHING, PROGRAM, URL_PART } from './kinds';
import {
  ask,
  asked,
  chains,
  code,
  FORM_NORMAL,
  FORM_SIZE,
  FORM_START,
  flags,
  forget,
  IN,
  skipsQuarantined,
  stages,
  stagesEnd,
  word,
} from './memory';
import { clear, isOrdered, length, out, redirect, restore, swap } from './output';
import { needsSun, writeSun } from './sun';
import { runText } from './text-rules';
import { checkVariant, emitForm, isIdentity } from './tokens';

const MAX_PASSES: i32 = 10;

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
let startAt: usize = 0;
let startLength: i32 = 0;
/** True while rules are applied one after the other, so that some may be applied at once. */
let mayJoin: bool = false;
/** A rule's flags are far from all else about it, so they are read only when they matter. */
let wantsFetchable: bool = false;

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
  openForm(from, to, stage, star, EVERYTHING);
  mayJoin = false;
  const few = star === 0 ? fewVariants() : SEVERAL;
  const found = few !== SEVERAL ? firstOf(few, limit) : gatherAll(star) ? next(0, limit, ALL) : -1;
  return !asked && found >= 0 && take(found);
}

/** The first rule that applies of a chain of variants that is the only one, so that nothing has to be put in order; none of a chain that is not there. */
function firstOf(chain: i32, limit: i32): i32 {
  if (chain < 0) return -1;
  const end = chain + HEAD + countOf(chain) * 3;
  let done = -1;
  for (let at = chain + HEAD; at < end && !asked; at += 3) {
    const its = word(chains, at);
    if (its === done || (skipsQuarantined && (word(flags, its) & 2) !== 0)) continue;
    if (!runVariant(word(chains, at + 1), word(chains, at + 2), limit)) continue;
    if (length <= limit) return its;
    done = its;
  }
  return -1;
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
    if (!isTried) openForm(from, to, stage, star, EVERYTHING);
    if (useSun && (hasKeys ? mayBeOdd() : needsSun(from, to))) {
      keepStart();
      moved = applySun();
      openForm(from, to, stage, star, EVERYTHING);
      isTried = false;
    }
    let isOpen = !isTried;
    let found = -1;
    while (!asked) {
      if (!isTried) {
        if (!isOpen) openForm(from, to, stage, star, parts);
        if (!gatherAll(star)) break;
      }
      isOpen = false;
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
    if (<i32>(to - from) === startLength && same(from, startAt, startLength)) return changed;
  }
  return changed;
}

/** Remembers the form that a pass begins with. */
function keepStart(): void {
  startLength = <i32>(to - from);
  // What came in stays where it is.
  startAt = from >= IN ? from : FORM_START;
  if (from >= IN) return;
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
  expectOrdered(isOrdered);
  swap();
  return true;
}

function fire(found: i32): void {
  fired = true;
  if (wantsFetchable && (word(flags, found) & 1) === 0) fetchable = false;
}

/** Opens the form and gathers what it leads to; false when nothing can apply. */
function find(stage: i32, star: usize, changedParts: i32): bool {
  openForm(from, to, stage, star, changedParts);
  return gatherAll(star);
}

/** The next rule from `first` on and before `until` that applies, its form in the output; -1 when there is none, or none short enough. */
function next(first: i32, limit: i32, until: i32): i32 {
  seek(first);
  let done = -1;
  while (!asked) {
    const isThere = advance();
    if (hasShapes && firstByFewerParams < until && (!isThere || rule >= firstByFewerParams)) {
      gatherShapes();
      seek(max(first, firstByFewerParams));
      continue;
    }
    if (!isThere || rule >= until) return -1;
    // One rule may stand in several chains; it is tried again only while none of its variants has matched.
    if (rule === done) continue;
    if (skipsQuarantined && (word(flags, rule) & 2) !== 0) continue;
    const kind = program < 0 ? -1 : word(code, program);
    const isVariant = kind === PROGRAM.tokens;
    let applies = false;
    if (isVariant) applies = runVariant(program, choice, limit);
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

function runVariant(program: i32, choice: i32, limit: i32): bool {
  if (!checkVariant(program, choice)) return false;
  clear();
  changedParts = EVERYTHING;
  unchanged = isIdentity(program);
  if (!unchanged) emitForm(program, limit);
  return true;
}
