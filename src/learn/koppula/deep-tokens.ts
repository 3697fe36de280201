/** Deep tokenization (KOP Algorithms 1 and 2): the values of one key of a host are split where the host's own patterns split them. */
import { type Unit, unitsOf } from './deep-units.ts';
import { type DeepOptions, MAX_UNITS } from './options.ts';

export type DeepToken = {
  /** The fixed parts of the pattern, `null` where anything stands: a glob as in key rules. */
  readonly glob: readonly (string | null)[];
  /** Equal for equal globs. */
  readonly pattern: string;
  /** The value, cut where the glob is. */
  readonly pieces: readonly string[];
};

/** A value in the making: which of its units are fixed, and the place of each of the others in the current round. */
type Value = {
  readonly units: readonly Unit[];
  readonly fixed: boolean[];
  readonly place: string[];
  readonly at: number;
};

/** What stands at one place of a group of values. */
type Place = { count: number; readonly texts: Map<string, number> };

/** The pattern of each of the distinct values, in their order; null for one that has none. */
export function deepTokenize(values: readonly string[], options: DeepOptions): (DeepToken | null)[] {
  const found = values.map((): DeepToken | null => null);
  const groups: (readonly Value[])[] = [];
  const all: Value[] = [];
  for (const [at, value] of values.entries()) {
    const units = unitsOf(value);
    if (units.length > 1 && units.length <= MAX_UNITS) all.push({ units, fixed: [], place: [], at });
  }
  groups.push(all);
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
    // The pattern of one value alone would be the value.
    if (group.length < 2) continue;
    const anchors = selectAnchors(group, options);
    if (anchors.size === 0) for (const value of group) found[value.at] = deepToken(value);
    else for (const part of fixAnchors(group, anchors)) groups.push(part);
  }
  return found;
}

/** The places with the fewest different texts among those that most values have and whose texts are few and equally frequent. */
function selectAnchors(group: readonly Value[], options: DeepOptions): Set<string> {
  const limit = Math.max(1, Math.floor(options.maxUniqueShare * group.length));
  const places = new Map<string, Place>();
  for (const value of group) {
    findPlaces(value);
    for (const [i, { text }] of value.units.entries()) {
      const name = value.place[i]!;
      if (name === '') continue;
      const place = places.get(name);
      if (place === undefined) {
        places.set(name, { count: 1, texts: new Map([[text, 1]]) });
        continue;
      }
      place.count++;
      // Once there are too many texts it does not matter how many more.
      if (place.texts.size <= limit) place.texts.set(text, (place.texts.get(text) ?? 0) + 1);
    }
  }
  let fewest = Number.POSITIVE_INFINITY;
  let selected = new Set<string>();
  for (const [name, { count, texts }] of places) {
    if (count / group.length < options.minCoverageShare || texts.size > Math.min(limit, fewest)) continue;
    if (variation(texts) > options.maxVariation) continue;
    if (texts.size < fewest) selected = new Set();
    fewest = texts.size;
    selected.add(name);
  }
  return selected;
}

/** Names the place of each anchor that is not fixed: gap between fixed ones, what is before and after it, type, which of several alike. */
function findPlaces({ units, fixed, place }: Value): void {
  let gap = 0;
  const seen: string[] = [];
  for (let i = 0; i < units.length; i++) {
    const { type } = units[i]!;
    place[i] = '';
    if (fixed[i]) gap++;
    if (fixed[i] || type === null) continue;
    const alike = `${gap}${type}${delimiter(units[i - 1])}${delimiter(units[i + 1])}`;
    let ordinal = 0;
    for (const other of seen) if (other === alike) ordinal++;
    seen.push(alike);
    place[i] = `${alike} ${ordinal}`;
  }
}

/** The separating character; letters never are one, so `u` stands for a change of unit and `e` for the ends of the value. */
function delimiter(neighbor: Unit | undefined): string {
  if (neighbor === undefined) return 'e';
  return neighbor.type === null ? neighbor.text : 'u';
}

/** Standard deviation / mean of the frequencies. */
function variation(texts: ReadonlyMap<string, number>): number {
  let sum = 0;
  let squares = 0;
  for (const count of texts.values()) {
    sum += count;
    squares += count * count;
  }
  const mean = sum / texts.size;
  return Math.sqrt(Math.max(0, squares / texts.size - mean * mean)) / mean;
}

/** Fixes the anchors, and splits the group by their texts; a value that has none at a place is apart from those that have. */
function fixAnchors(group: readonly Value[], anchors: ReadonlySet<string>): Value[][] {
  const parts = new Map<string, Value[]>();
  for (const value of group) {
    let texts = '';
    for (const [i, place] of value.place.entries()) {
      if (!anchors.has(place)) continue;
      value.fixed[i] = true;
      texts += `${place}\n${value.units[i]!.text}\n`;
    }
    const part = parts.get(texts);
    if (part === undefined) parts.set(texts, [value]);
    else part.push(value);
  }
  return [...parts.values()];
}

/** Fixed anchors and the separators that touch them are literals, everything between is a wildcard; null if that is all or nothing. */
function deepToken({ units, fixed }: Value): DeepToken | null {
  const glob: (string | null)[] = [];
  const pieces: string[] = [];
  let wasAnchor = false;
  for (const [i, { text, type }] of units.entries()) {
    const isAnchor = fixed[i] === true;
    const isLiteral = isAnchor || (type === null && (fixed[i - 1] === true || fixed[i + 1] === true));
    const last = glob.length - 1;
    const joins = isLiteral ? isAnchor && wasAnchor : glob[last] === null;
    if (joins) {
      pieces[last] += text;
      if (isLiteral) glob[last] = pieces[last]!;
    } else {
      glob.push(isLiteral ? text : null);
      pieces.push(text);
    }
    wasAnchor = isAnchor;
  }
  if (glob.length < 2 || !glob.includes(null) || !isFirstFit(glob, pieces)) return null;
  return { glob, pattern: glob.map((piece) => piece ?? '\u0000').join('\u0001'), pieces };
}

/** Whether a rule, which ends a wildcard at the first place where the next piece fits, cuts the value at the same places. */
function isFirstFit(glob: readonly (string | null)[], pieces: readonly string[]): boolean {
  return glob.every((piece, i) => {
    const next = glob[i + 1];
    if (piece !== null || typeof next !== 'string' || i + 2 === glob.length) return true;
    return (pieces[i]! + next).indexOf(next, 1) === pieces[i]!.length;
  });
}
