/** Places where pages do not stay the same: whatever is changed in an address there, another page comes now and then, because it says a time, a token or its own address. */
import type { Cond, Op } from '../rules/index.ts';
import { type Candidate, narrowed } from './candidate.ts';
import type { Form } from './forms.ts';
import type { Literal, Literals } from './literals.ts';
import type { Measured } from './measure.ts';
import { isToBeLeft } from './worst-place.ts';

/** So many changes that have neither their subject nor an address in common must be wrong in a place, nowhere else, and proven without it: of one or two, the fault may be theirs. */
const LEAST_CHANGES = 3;
/** And this share of all such changes that are wrong anywhere: else the site is noisy, not the place. */
const LEAST_SHARE = 0.5;
/** Changes that are more often wrong tell nothing of places. */
const MOSTLY_RIGHT = 0.1;
const MOST_PLACES = 3;
/** Changes that do not count: many a page prints its host, and stays the same; and aliases are often wrong here and there by themselves. */
const UNTOLD: ReadonlySet<Op['op']> = new Set(['scheme', 'host', 'dropPort', 'aliasParam', 'aliasPrefix']);

type Tried = { readonly candidate: Candidate; readonly measured: Measured };
/** A change that is wrong somewhere, and the addresses that it led to a different page. */
type Doubtful = Tried & { readonly wrong: ReadonlySet<Form> };
/** A place with the changes that are wrong there and nowhere else. */
type Place = { readonly literal: Literal; readonly changes: readonly Doubtful[] };

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
    const doubtful = independentOf(tried);
    if (doubtful.length < LEAST_CHANGES) return false;
    for (const { literal, changes } of this.#placesOf(doubtful)) {
      if (!('cond' in literal)) continue;
      const place = literal.cond;
      const isWitness = ({ candidate }: Doubtful) =>
        !isAbout(candidate, place) && isProven(narrowed(candidate, [], [place]));
      if (changes.filter(isWitness).length < LEAST_CHANGES) continue;
      this.#places.push(place);
      return true;
    }
    return false;
  }

  /** Places that explain enough of the changes, and not by chance: those that explain most first, and of these the narrowest. */
  #placesOf(doubtful: readonly Doubtful[]): Place[] {
    const explained = this.#explained(doubtful);
    const places: (Place & { readonly right: number })[] = [];
    for (const [literal, changes] of explained) {
      if (changes.length < LEAST_CHANGES || changes.length < LEAST_SHARE * doubtful.length) continue;
      const { wrong, right } = addressesOf(changes);
      let there = 0;
      for (const form of right) if (this.#literals.of(form).includes(literal)) there++;
      const total = { right: right.size, wrong: wrong.size };
      if (isToBeLeft({ right: there, wrong: wrong.size }, total, explained.size))
        places.push({ literal, changes, right: there });
    }
    return places.sort(
      (a, b) => b.changes.length - a.changes.length || a.right - b.right || (a.literal.key < b.literal.key ? -1 : 1),
    );
  }

  /** Places with the changes that are wrong there and nowhere else. */
  #explained(doubtful: readonly Doubtful[]): Map<Literal, Doubtful[]> {
    const found = new Map<Literal, Doubtful[]>();
    for (const one of doubtful) {
      const [first, ...others] = [...one.wrong].map((form) => this.#literals.of(form));
      for (const literal of first!) {
        if (!others.every((literals) => literals.includes(literal))) continue;
        const known = found.get(literal);
        if (known === undefined) found.set(literal, [one]);
        else known.push(one);
      }
    }
    return found;
  }
}

/** Addresses that changes led to a different page, and those that they led to none but their own: each is one witness, whatever number of changes tried it. */
function addressesOf(changes: readonly Doubtful[]): { wrong: ReadonlySet<Form>; right: ReadonlySet<Form> } {
  const wrong = new Set(changes.flatMap((one) => [...one.wrong]));
  const right = new Set<Form>();
  for (const { measured } of changes) {
    for (const merge of measured.merges) {
      if (merge.wrong > 0 || merge.right === 0) continue;
      for (const form of merge.changed) if (!wrong.has(form)) right.add(form);
    }
  }
  return { wrong, right };
}

/**
 * Changes that are wrong somewhere, of which no two are about the same (two values of a parameter that matters are wrong in the same places), and no two led the same address to a different page;
 * those with fewest such addresses first, so that one that shares them with many does not stand for all.
 */
function independentOf(tried: Iterable<Tried>): Doubtful[] {
  const all: Doubtful[] = [];
  for (const { candidate, measured } of tried) {
    if (measured.badMerges === 0 || measured.badMerges > MOSTLY_RIGHT * measured.goodMerges) continue;
    if (!isOfOps(candidate) || candidate.ops.some(({ op }) => UNTOLD.has(op))) continue;
    const wrong = new Set(measured.merges.flatMap((merge) => (merge.wrong > 0 ? merge.changed : [])));
    all.push({ candidate, measured, wrong });
  }
  all.sort((a, b) => a.wrong.size - b.wrong.size || (a.candidate.key < b.candidate.key ? -1 : 1));
  const met = new Set<Form>();
  const subjects: Subject[] = [];
  return all.filter(({ candidate, wrong }) => {
    const own = candidate.ops.map(subjectOf);
    if (own.some((subject) => subjects.some((other) => areOne(subject, other)))) return false;
    for (const form of wrong) if (met.has(form)) return false;
    for (const form of wrong) met.add(form);
    subjects.push(...own);
    return true;
  });
}

/** What an operation is about: a parameter, all whose names begin so, or what it does to all addresses. */
type Subject = { readonly kind: Op['op'] | 'param' | 'prefix'; readonly name: string };

function subjectOf(op: Op): Subject {
  if (op.op === 'dropParam' && 'prefix' in op) return { kind: 'prefix', name: op.prefix };
  if (op.op === 'renameParam') return { kind: 'param', name: op.from };
  if (op.op === 'pathFromParam') return { kind: 'param', name: op.param };
  return 'name' in op ? { kind: 'param', name: op.name } : { kind: op.op, name: '' };
}

function areOne(a: Subject, b: Subject): boolean {
  if (a.kind === 'prefix' && (b.kind === 'prefix' || b.kind === 'param')) return b.name.startsWith(a.name);
  if (b.kind === 'prefix') return areOne(b, a);
  return a.kind === b.kind && a.name === b.name;
}

function isOfOps({ ops, bodies }: Candidate): boolean {
  return ops.length > 0 && bodies === undefined;
}

/** Whether a change is about the parameter that makes the place. */
function isAbout({ ops }: Candidate, place: Cond): boolean {
  if (!('param' in place)) return false;
  return ops.some((op) => op.op === 'dropQuery' || Object.values(op).includes(place.param));
}

function hasCondition({ match }: Candidate, place: Cond): boolean {
  return match.unless.some((cond) => JSON.stringify(cond) === JSON.stringify(place));
}
