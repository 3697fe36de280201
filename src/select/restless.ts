/** Places where pages do not stay the same: whatever is changed in an address there, another page comes now and then, because it says a time, a token or its own address. */
import type { Cond, Op } from '../rules/index.ts';
import { type Candidate, narrowed } from './candidate.ts';
import type { Form } from './forms.ts';
import type { Literal, Literals } from './literals.ts';
import type { Measured } from './measure.ts';
import { type Counted, worstPlace } from './worst-place.ts';

/** So many changes that have no address in common must be wrong in a place, and right without it: of one or two, the fault may be theirs. Those of hosts do not count: many a page prints its host, and stays the same. */
const LEAST_CHANGES = 3;
const OF_HOSTS: ReadonlySet<Op['op']> = new Set(['scheme', 'host', 'dropPort']);
/** Changes that are more often wrong tell nothing of places. */
const MOSTLY_RIGHT = 0.1;
const MOST_PLACES = 3;

type Tried = { readonly candidate: Candidate; readonly measured: Measured };

/** What a site says of it. One change alone meets such a page once or twice, which is too little to be kept out of its place; all of them together are asked. */
export class Restless {
  readonly #literals: Literals;
  readonly #places: Cond[] = [];

  constructor(literals: Literals) {
    this.#literals = literals;
  }

  /** The candidate as it is to be tried: kept out of such places, unless they are what it is about. */
  kept(candidate: Candidate): Candidate {
    if (!isOfOps(candidate)) return candidate;
    const places = this.#places.filter((place) => !isAbout(candidate, place) && !hasCondition(candidate, place));
    return places.length === 0 ? candidate : narrowed(candidate, [], places);
  }

  /** Looks for one more such place in what changes did; true if there is one. */
  isFoundIn(tried: Iterable<Tried>, isProven: (candidate: Candidate) => boolean): boolean {
    if (this.#places.length === MOST_PLACES) return false;
    const likely = [...tried].filter(({ candidate, measured }) => isWithinHost(candidate) && isMostlyRight(measured));
    const wrongOf = new Map<Tried, ReadonlySet<Form>>();
    const [right, wrong] = [new Set<Form>(), new Set<Form>()];
    for (const one of likely) {
      const forms = wrongForms(one);
      if (forms.size > 0) wrongOf.set(one, forms);
      for (const form of forms) wrong.add(form);
    }
    if (wrong.size < LEAST_CHANGES) return false;
    for (const one of likely) addRight(one, wrong, right);
    const literal = worstPlace(this.#counted(right, wrong), { right: right.size, wrong: wrong.size });
    if (literal === null || !('cond' in literal)) return false;
    const place = literal.cond;
    // Those with fewest addresses first, so that a change that shares addresses with many does not stand for all of them.
    const byCount = [...wrongOf].sort(
      ([a, x], [b, y]) => x.size - y.size || (a.candidate.key < b.candidate.key ? -1 : 1),
    );
    const met = new Set<Form>();
    let changes = 0;
    for (const [{ candidate }, forms] of byCount) {
      const there = [...forms].filter((form) => this.#literals.of(form).includes(literal));
      if (there.length === 0 || there.some((form) => met.has(form)) || isAbout(candidate, place)) continue;
      if (!isProven(narrowed(candidate, [], [place]))) continue;
      for (const form of there) met.add(form);
      if (++changes === LEAST_CHANGES) {
        this.#places.push(place);
        return true;
      }
    }
    return false;
  }

  /** An address is one witness, whatever number of changes tried it. */
  #counted(right: ReadonlySet<Form>, wrong: ReadonlySet<Form>): Counted[] {
    const counts = new Map<Literal, Counted>();
    for (const [forms, kind] of [
      [right, 'right'],
      [wrong, 'wrong'],
    ] as const) {
      for (const form of forms) {
        for (const literal of this.#literals.of(form)) {
          const known = counts.get(literal) ?? { literal, right: 0, wrong: 0 };
          known[kind]++;
          counts.set(literal, known);
        }
      }
    }
    return [...counts.values()].filter((counted) => counted.right + counted.wrong > 1);
  }
}

function isOfOps({ ops, bodies }: Candidate): boolean {
  return ops.length > 0 && bodies === undefined;
}

function isWithinHost(candidate: Candidate): boolean {
  return isOfOps(candidate) && !candidate.ops.some(({ op }) => OF_HOSTS.has(op));
}

function isMostlyRight({ goodMerges, badMerges }: Measured): boolean {
  return badMerges <= MOSTLY_RIGHT * goodMerges;
}

/** Changed forms that became one with a different page. */
function wrongForms({ measured }: Tried): ReadonlySet<Form> {
  const forms = new Set<Form>();
  for (const { changed, wrong } of measured.merges) if (wrong > 0) for (const form of changed) forms.add(form);
  return forms;
}

/** Adds those that became one with none but their own, but for `wrong` ones, which another change led to a different page. */
function addRight({ measured }: Tried, wrong: ReadonlySet<Form>, forms: Set<Form>): void {
  for (const { changed, right, wrong: different } of measured.merges) {
    if (different > 0 || right === 0) continue;
    for (const form of changed) if (!wrong.has(form)) forms.add(form);
  }
}

/** Whether a change is about the parameter that makes the place. */
function isAbout({ ops }: Candidate, place: Cond): boolean {
  if (!('param' in place)) return false;
  return ops.some((op) => op.op === 'dropQuery' || Object.values(op).includes(place.param));
}

function hasCondition({ match }: Candidate, place: Cond): boolean {
  return match.unless.some((cond) => JSON.stringify(cond) === JSON.stringify(place));
}
