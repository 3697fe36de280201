/** The rule of one cluster, from its URLs to its code: trim, tokenize, align, plan, check, write. What lies between depends on the pattern of the tokens alone. */
import { isIntendedMatch } from './check';
import { writeCode } from './code';
import { doesJoin } from './joins';
import { recall, remember, template, templateEnd, UNKNOWN } from './memo';
import { base, MOST_BYTES, MOST_SHARED, TEMPLATE } from './memory';
import { align, hasGapFirst, steps } from './pair';
import { isAllOptional, isAtEnd, makePlan } from './plan';
import { begin, merge } from './sequence';
import { writeTemplate } from './template';
import { patternBytes, tokenizeAll } from './tokens';
import { count, left, lookedAt, restore, right, trim } from './urls';

/** What became of a cluster. */
export const NONE: i32 = 0;
export const RULE: i32 = 1;
export const NOTHING_IN_COMMON: i32 = 2;
export const FOR_HOST: i32 = 3;
const UNSURE: i32 = 4;

let cardinality: i32 = 0;
let deletes: bool = false;

export function setRules(asked: i32, deletesOptional: bool): void {
  cardinality = asked;
  deletes = deletesOptional;
}

/** Writes the code of the rule to `to`, if there is one. */
export function generate(to: usize): i32 {
  if (count < 2) return NONE;
  trim();
  const outcome = attempt(to);
  if (outcome !== UNSURE) return outcome;
  restore();
  return attempt(to);
}

/** `UNSURE` if what was left out of the URLs may matter. */
function attempt(to: usize): i32 {
  if (lookedAt() > MOST_BYTES || left + right > MOST_SHARED) return FOR_HOST;
  tokenizeAll();
  let outcome = recall(patternBytes);
  if (outcome === UNKNOWN) {
    outcome = conclude();
    const from = base + TEMPLATE;
    remember(outcome, from, outcome === RULE ? writeTemplate(cardinality) : from);
  }
  if (outcome === RULE) writeCode(template, templateEnd, to);
  return outcome;
}

function conclude(): i32 {
  begin();
  let isUnsure = false;
  for (let u = 1; u < count; u++) {
    if (!align(u)) return FOR_HOST;
    isUnsure = isUnsure || (hasGapFirst && left > 0);
    merge(u, steps);
  }
  if (isUnsure) return UNSURE;
  makePlan();
  if (isAtEnd && right > 0) return UNSURE;
  if (deletes && isAllOptional()) return NOTHING_IN_COMMON;
  if (isIntendedMatch(cardinality)) return RULE;
  if (left > 0 || right > 0) return UNSURE;
  return doesJoin(cardinality) ? RULE : FOR_HOST;
}
