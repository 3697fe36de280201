/** Rows of groups: for every group of a program what a URL must have so that a look at the group's features can pay. */
import { byteBit, filterBit, MULTI, SINGLE } from '../features.ts';
import {
  ONLY_FACTS,
  ROW_CHAIN,
  ROW_FACTS,
  ROW_HASH,
  ROW_LAST,
  ROW_NAMES,
  ROW_SECOND,
  ROW_STEP,
  URL_PART,
} from '../flat.ts';
import { FACT } from '../keys-scan.ts';
import type { FeatureLookup } from './rule-features.ts';

const PATH_FACTS =
  FACT.upperPath | FACT.percent | FACT.doubleSlash | FACT.trailingSlash | FACT.pathParam | FACT.smallInitial;
/** Facts that say nothing of parameters. */
const OTHER_FACTS = FACT.port | FACT.upperScheme | FACT.untidy | (PATH_FACTS & ~FACT.percent);
const { scheme, host, path, query, whole, fewerParams } = URL_PART;
/** By number of the feature. */
const SINGLE_PARTS: readonly number[] = [
  0,
  path,
  scheme,
  path,
  path,
  path,
  path,
  query | fewerParams,
  query | fewerParams,
  host,
  query,
  whole | fewerParams,
  whole | fewerParams,
];
const MULTI_PARTS: readonly number[] = [0, query, query, path, query, whole, whole, whole];

/** The rows of one program, gathered rule by rule. */
export class GroupRows {
  private readonly rows = new Map<number, Int32Array>();
  /** How much of the start of the path a row's group asks for, if it asks for nothing else. */
  private readonly ranks = new Map<Int32Array, number>();
  /** Groups with a rule that any parameter name, or none, may lead to. */
  private readonly nameless = new Set<number>();

  /** Adds a rule that is found so; the group stands at this place of the code. */
  add(place: number, { group, hash, hints: { second, last, name } }: FeatureLookup): void {
    let row = this.rows.get(place);
    if (row === undefined) {
      row = new Int32Array(ROW_STEP);
      row[0] = place;
      row[ROW_FACTS] = factsOf(group) | partsOf(group) | (asksOnlyForFacts(group) ? ONLY_FACTS : 0);
      row[ROW_HASH] = hash;
      if (group[1 + 2 * group[0]!] !== MULTI.none) row[ROW_CHAIN] = -1;
      this.rows.set(place, row);
      this.ranks.set(row, prefixLength(group));
    } else if (row[ROW_HASH] !== hash) row[ROW_CHAIN] = -1;
    row[ROW_SECOND]! |= second === null ? -1 : 1 << byteBit(second);
    row[ROW_LAST]! |= last === null ? -1 : 1 << byteBit(last);
    if (name === null) this.nameless.add(place);
    else row[ROW_NAMES + (filterBit(name) >> 5)]! |= 1 << (filterBit(name) & 31);
  }

  get size(): number {
    return this.rows.size;
  }

  /** All rows; those that ask for the start of the path last, by how much of it, so that its hash grows from one to the next. */
  done(): Int32Array[] {
    for (const place of this.nameless) this.rows.get(place)!.fill(0, ROW_NAMES, ROW_HASH);
    return [...this.rows.values()].sort((a, b) => this.ranks.get(a)! - this.ranks.get(b)! || a[0]! - b[0]!);
  }
}

/** A group is its number of singles, then kind and argument of each. What asks for a parameter asks for a query. */
function factsOf(group: readonly number[]): number {
  const singles = group[0]!;
  let facts = MULTI_PARTS[group[1 + 2 * singles]!] === URL_PART.query ? FACT.query : 0;
  for (let s = 0; s < singles; s++) if (group[1 + 2 * s] === SINGLE.fact) facts |= group[2 + 2 * s]!;
  return facts;
}

function asksOnlyForFacts(group: readonly number[]): boolean {
  const singles = group[0]!;
  for (let s = 0; s < singles; s++) if (group[1 + 2 * s] !== SINGLE.fact) return false;
  return group[1 + 2 * singles] === MULTI.none;
}

/** The parts of a URL that a group looks at. */
export function partsOf(group: readonly number[]): number {
  const singles = group[0]!;
  let parts = MULTI_PARTS[group[1 + 2 * singles]!]!;
  for (let s = 0; s < singles; s++) {
    const kind = group[1 + 2 * s]!;
    parts |= kind === SINGLE.fact ? factParts(group[2 + 2 * s]!) : SINGLE_PARTS[kind]!;
  }
  // A rule for every URL is looked for whatever changes.
  return parts || URL_PART.whole;
}

function factParts(facts: number): number {
  let parts = 0;
  if (facts & FACT.port) parts |= URL_PART.host;
  if (facts & FACT.upperScheme) parts |= URL_PART.scheme;
  if (facts & PATH_FACTS) parts |= URL_PART.path;
  if (facts & FACT.untidy) parts |= URL_PART.scheme | URL_PART.host | URL_PART.whole;
  if (facts & ~OTHER_FACTS) parts |= URL_PART.query;
  return parts;
}

function prefixLength([singles, kind, a]: readonly number[]): number {
  return singles === 1 && kind === SINGLE.pathPrefix ? a! : 0;
}
