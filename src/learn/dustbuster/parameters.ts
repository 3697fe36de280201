/** Parameters that seem to have no meaning: URLs of a host that differ in the value of one only are likely similar (`spec` 3, section 3). */
import { compareCodePoints, createRandom, seedFrom } from '../../base/index.ts';
import type { DustBusterOptions } from './options.ts';
import { likenessOf, UNLIKE } from './similarity.ts';
import { Tally } from './tally.ts';
import type { UrlList } from './url-list.ts';

export type LikelyParameter = {
  readonly name: string;
  /** The value that most URLs have; of several the first by code point. */
  readonly value: string;
  readonly tally: Tally;
};

/** Where the value of a parameter stands in a URL. */
type Place = { readonly u: number; readonly start: number; readonly end: number };

/** In the order of names. */
export function findParameters(list: UrlList, host: number, options: DustBusterOptions): LikelyParameter[] {
  const found: LikelyParameter[] = [];
  for (const [name, places] of placesByName(list, host)) {
    if (places.length < options.minPairs) continue;
    const values = countValues(list, places);
    if (values.size < 2) continue;
    const { tally, unlike } = compareValues(list, name, places, options);
    const share = tally.pairs / (tally.pairs + unlike);
    if (tally.pairs < options.minPairs || share < options.minSimilarShare) continue;
    found.push({ name, value: mostFrequent(values), tally });
  }
  return found.sort((a, b) => compareCodePoints(a.name, b.name));
}

/** The first of each name that has a value. */
function placesByName({ urls, starts }: UrlList, host: number): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (let u = starts[host]!; u < starts[host + 1]!; u++) {
    const url = urls[u]!;
    const hash = url.indexOf('#');
    const end = hash < 0 ? url.length : hash;
    const query = url.indexOf('?') + 1;
    if (query === 0 || query > end) continue;
    const seen = new Set<string>();
    for (let from = query; from <= end; ) {
      let to = from;
      while (to < end && url[to] !== '&' && url[to] !== ';') to++;
      const equals = url.indexOf('=', from);
      const name = url.slice(from, equals >= 0 && equals < to ? equals : to);
      if (!seen.has(name)) {
        seen.add(name);
        if (equals >= 0 && equals < to) add(places, name, { u, start: equals + 1, end: to });
      }
      from = to + 1;
    }
  }
  return places;
}

function countValues({ urls }: UrlList, places: readonly Place[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { u, start, end } of places) {
    const value = urls[u]!.slice(start, end);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  let best = '';
  let most = 0;
  for (const [value, count] of counts) {
    if (count < most || (count === most && compareCodePoints(value, best) >= 0)) continue;
    best = value;
    most = count;
  }
  return best;
}

/** Pairs of URLs that are equal but for the value; of large groups a sample. */
function compareValues(
  { urls, known }: UrlList,
  name: string,
  places: readonly Place[],
  { tLow, seed, minEqualShingles }: DustBusterOptions,
): { tally: Tally; unlike: number } {
  const groups = new Map<string, number[]>();
  // A line feed cannot stand for a value: none of a URL's characters is one where logs and lists are read.
  for (const { u, start, end } of places) add(groups, `${urls[u]!.slice(0, start)}\n${urls[u]!.slice(end)}`, u);
  const tally = new Tally();
  let unlike = 0;
  for (const [key, group] of groups) {
    const sample = group.length > tLow ? draw(group, tLow, seedFrom(seed, `parameter ${name}`, key)) : group;
    for (const [i, v] of sample.entries()) {
      for (const u of sample.slice(0, i)) {
        const likeness = likenessOf(known, minEqualShingles, u, v);
        if (likeness === UNLIKE) unlike++;
        else tally.add(u, v, likeness);
      }
    }
  }
  return { tally, unlike };
}

/** `count` of them, in their order. */
function draw(all: readonly number[], count: number, seed: number): number[] {
  const random = createRandom(seed);
  const left = [...all];
  for (let k = 0; k < count; k++) {
    const other = k + random.below(left.length - k);
    [left[k], left[other]] = [left[other]!, left[k]!];
  }
  return left.slice(0, count).sort((a, b) => a - b);
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
