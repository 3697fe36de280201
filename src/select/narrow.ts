/** What to do with a change that is contradicted: keep it from where it is wrong, or narrow it to where it is right, at the price of having searched. */
import type { Op } from '../rules/index.ts';
import { type AcceptOptions, CONDITION_PRICE, isWhole, reasonAgainst, riskOf } from './accept.ts';
import { binomialTail } from './binomial-tail.ts';
import { type Candidate, narrowed, onHosts } from './candidate.ts';
import type { Form } from './forms.ts';
import { keptToWords, takesWords } from './kept-to-words.ts';
import type { Literal, Literals } from './literals.ts';
import { type Measured, measureChanges } from './measure.ts';
import type { Narrowed, NarrowingData } from './narrowed.ts';
import { CHANCE, type Counted, worstPlace } from './worst-place.ts';

const NARROWINGS = 2;
/** Places that a change is kept out of, one after the other. */
const EXCLUSIONS = 3;
/** Literals that are measured exactly; the others are less promising by a quick count. */
const TRIED = 12;
/** Changed forms of a merge that are looked at. */
const SAMPLE = 20;

export function narrow(
  candidate: Candidate,
  changes: ReadonlyMap<Form, string>,
  measured: Measured,
  data: NarrowingData,
): Narrowed | null {
  if (takesWords(candidate)) return keptToWords(candidate, changes, measured, data);
  const start: Step = { candidate, changes, measured, price: 0 };
  const kept = exclude(start, data);
  for (let [step, i] = [kept, 0]; step !== null && i < EXCLUSIONS; i++) {
    if (isAccepted(step, data.options)) return step;
    step = exclude(step, data);
  }
  for (const from of kept === null ? [start] : [kept, start]) {
    let step = from;
    for (let i = 0; i < NARROWINGS; i++) {
      const next = restrict(step, data);
      if (next === null) break;
      if (isAccepted(next, data.options)) return next;
      step = next;
    }
  }
  return null;
}

/** A change that is proven all the same is kept from the one place that holds what speaks against it; null if there is none. */
export function keptOut(
  candidate: Candidate,
  changes: ReadonlyMap<Form, string>,
  measured: Measured,
  data: NarrowingData,
): Narrowed | null {
  if (takesWords(candidate)) return keptToWords(candidate, changes, measured, data);
  const kept = exclude({ candidate, changes, measured, price: 0 }, data);
  return kept !== null && isAccepted(kept, data.options) ? kept : null;
}

type Step = Narrowed & { readonly changes: ReadonlyMap<Form, string> };

/** The changes of forms that have a literal, or have it not. */
function filtered(step: Step, literal: Literal, isWanted: boolean, price: number, data: NarrowingData): Step {
  const changes = new Map<Form, string>();
  for (const [form, text] of step.changes) {
    if (data.literals.of(form).includes(literal) === isWanted) changes.set(form, text);
  }
  const candidate = isWanted ? within(step.candidate, literal) : without(step.candidate, literal);
  return {
    candidate,
    changes,
    measured: measureChanges(changes, data.forms, data.sensitivity, isWhole(data.options)),
    price: step.price + price,
  };
}

function isAccepted({ candidate, measured, price }: Narrowed, options: AcceptOptions): boolean {
  return reasonAgainst(candidate, measured, options, price) === null;
}

/** Keeps the change from the one literal that holds most of what speaks against it. */
function exclude(step: Step, data: NarrowingData): Step | null {
  const { counts, total } = countLiterals(step, data.literals);
  const isOwn = ownValue(step.candidate);
  const place = worstPlace(counts, total, (literal) => !isOwn(literal));
  return place === null ? null : filtered(step, place, false, CONDITION_PRICE, data);
}

/** Narrows to the literal that is accepted with the largest gain, or else to that with the smallest risk. */
function restrict(step: Step, data: NarrowingData): Step | null {
  const { counts, total } = countLiterals(step, data.literals);
  const { good, bad } = step.measured;
  const rate = total.wrong / (total.right + total.wrong);
  const promising = counts
    .filter(({ right, wrong }) => right >= 4 && wrong / (right + wrong) < rate / 2)
    .sort((a, b) => b.right - 10 * b.wrong - (a.right - 10 * a.wrong) || (a.literal.key < b.literal.key ? -1 : 1))
    .slice(0, TRIED);
  let best: Step | null = null;
  for (const { literal } of promising) {
    const next = filtered(step, literal, true, CONDITION_PRICE, data);
    const [n, k] = [Math.round(next.measured.good + next.measured.bad), Math.round(next.measured.bad)];
    if (binomialTail(k, n, bad / (good + bad)) * counts.length > CHANCE) continue;
    if (best === null || isBetter(next, best, data.options)) best = next;
  }
  return best;
}

function isBetter(a: Narrowed, b: Narrowed, options: AcceptOptions): boolean {
  const [x, y] = [isAccepted(a, options), isAccepted(b, options)];
  if (x !== y) return x;
  if (x) return a.measured.gain > b.measured.gain;
  return risk(a, options) < risk(b, options);
}

function risk({ candidate, measured, price }: Narrowed, options: AcceptOptions): number {
  return riskOf(candidate, measured, options, price);
}

/** Merges for and against, of those in which a changed form has the literal. */
function countLiterals({ candidate, measured }: Step, literals: Literals) {
  const counts = new Map<Literal, Counted>();
  const total = { right: 0, wrong: 0 };
  const isUsable = usable(candidate);
  for (const { changed, right, wrong } of measured.merges) {
    total.right += right;
    total.wrong += wrong;
    const seen = new Set<Literal>();
    const looked = Math.min(SAMPLE, changed.length);
    for (let f = 0; f < looked; f++) {
      const own = literals.of(changed[f]!);
      for (let i = 0; i < own.length; i++) seen.add(own[i]!);
    }
    for (const literal of seen) {
      const known = counts.get(literal);
      if (known === undefined) counts.set(literal, { literal, right, wrong });
      else {
        known.right += right;
        known.wrong += wrong;
      }
    }
  }
  return { counts: [...counts.values()].filter((c) => c.right + c.wrong > 1 && isUsable(c.literal)), total };
}

/** Whether a literal is one that the operation itself does not name or remove. */
export function usable({ ops, match }: Candidate): (literal: Literal) => boolean {
  const isQuery = ops.some(({ op }) => op === 'dropQuery');
  const isHost = ops.some(({ op }) => op === 'host');
  const known = new Set([...match.when, ...match.unless].map((cond) => JSON.stringify(cond)));
  const own = new Set(ops.flatMap(namesOf));
  return (literal) => {
    if (known.has(literal.key)) return false;
    if ('host' in literal) return !isHost && !isQuery;
    if (isQuery) return 'path' in literal.cond;
    return !('param' in literal.cond && own.has(literal.cond.param) && literal.cond.value === undefined);
  };
}

/** Whether a literal is a value of a parameter that the operation is about: a parameter that matters with one value matters with others that were not seen. */
function ownValue({ ops }: Candidate): (literal: Literal) => boolean {
  const own = new Set(ops.flatMap(namesOf));
  return (literal) => 'cond' in literal && 'param' in literal.cond && own.has(literal.cond.param);
}

function namesOf(op: Op): string[] {
  return 'name' in op ? [op.name] : 'param' in op ? [op.param] : op.op === 'renameParam' ? [op.from] : [];
}

function within(candidate: Candidate, literal: Literal): Candidate {
  if ('cond' in literal) return narrowed(candidate, [literal.cond], []);
  return onHosts(candidate, (host) => host === literal.host);
}

function without(candidate: Candidate, literal: Literal): Candidate {
  if ('cond' in literal) return narrowed(candidate, [], [literal.cond]);
  return onHosts(candidate, (host) => host !== literal.host);
}
