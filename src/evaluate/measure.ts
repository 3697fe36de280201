/** The metrics that need only forms and labels. */
import { compareCodePoints } from '../base/index.ts';
import { type Labels, Union } from '../clusters/index.ts';
import { formSizes } from './forms.ts';

export type Measures = {
  /** N_orig: different URLs. */
  readonly urls: number;
  /** C_orig: clusters. */
  readonly clusters: number;
  /** N_norm: different forms. */
  readonly forms: number;
  /** C_norm: clusters, those that share a form counted as one. */
  readonly clustersJoined: number;
  /** Share of URLs removed: (urls - forms) / urls. */
  readonly compressionRate: number | null;
  /** Share of duplicates removed: 1 - (forms - clustersJoined) / (urls - clusters). */
  readonly coverage: number | null;
  /** Share of pairs with one form that may be one page: equal wide groups, RFC 3986 equal URLs joined. */
  readonly normalizationPrecision: number | null;
  /** Pairs with one form: all, those of one cluster, and those certainly of different pages. */
  readonly pairs: number;
  readonly truePairs: number;
  readonly falsePairs: number;
  /** Forms that two URLs or more have, and those of them that join certainly different pages. */
  readonly sharedForms: number;
  readonly impureForms: number;
  /** Pages that are certainly different from each other: wide groups, RFC 3986 equal URLs joined. */
  readonly pages: number;
  /** Pages fewer than before, when those that share a form are one. */
  readonly pagesJoined: number;
  /** Pages of which a crawler that fetches the first URL of each form, by code point, would fetch none. */
  readonly pagesLost: number;
};

/** `forms` are of the `chosen` URLs, in their order; `same` is the page of every URL. */
export function measure(forms: Int32Array, chosen: Int32Array, labels: Labels, same: Int32Array): Measures {
  const cluster = chosen.map((url) => labels.cluster[url]!);
  const page = chosen.map((url) => same[url]!);
  const sizes = formSizes(forms);
  const urls = chosen.length;
  const formCount = sizes.reduce((sum, size) => sum + (size > 0 ? 1 : 0), 0);
  const clusters = countDistinct(cluster, labels.clusters);
  const clustersJoined = countJoined(forms, sizes, cluster, labels.clusters, clusters);
  const pages = countDistinct(page, labels.wides);
  const pairs = sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
  const { together, impure } = pairsTogether(forms, sizes, page, labels.wides);
  return withRates({
    urls,
    clusters,
    forms: formCount,
    clustersJoined,
    pairs,
    truePairs: pairsTogether(forms, sizes, cluster, labels.clusters).together,
    falsePairs: pairs - together,
    sharedForms: sizes.reduce((sum, size) => sum + (size > 1 ? 1 : 0), 0),
    impureForms: impure,
    pages,
    pagesJoined: pages - countJoined(forms, sizes, page, labels.wides, pages),
    pagesLost: pages - countFetched(forms, sizes, page, chosen, labels),
  });
}

/** Of data that share neither clusters nor pages nor forms: the measures of all of it. */
export function addMeasures(all: readonly Measures[]): Measures {
  const sum = (count: (measures: Measures) => number) => all.reduce((total, measures) => total + count(measures), 0);
  return withRates({
    urls: sum(({ urls }) => urls),
    clusters: sum(({ clusters }) => clusters),
    forms: sum(({ forms }) => forms),
    clustersJoined: sum(({ clustersJoined }) => clustersJoined),
    pairs: sum(({ pairs }) => pairs),
    truePairs: sum(({ truePairs }) => truePairs),
    falsePairs: sum(({ falsePairs }) => falsePairs),
    sharedForms: sum(({ sharedForms }) => sharedForms),
    impureForms: sum(({ impureForms }) => impureForms),
    pages: sum(({ pages }) => pages),
    pagesJoined: sum(({ pagesJoined }) => pagesJoined),
    pagesLost: sum(({ pagesLost }) => pagesLost),
  });
}

function withRates(counts: Omit<Measures, 'compressionRate' | 'coverage' | 'normalizationPrecision'>): Measures {
  const { urls, clusters, forms, clustersJoined, pairs, falsePairs, ...rest } = counts;
  return {
    urls,
    clusters,
    forms,
    clustersJoined,
    compressionRate: rate(urls - forms, urls),
    coverage: urls === clusters ? null : 1 - (forms - clustersJoined) / (urls - clusters),
    normalizationPrecision: rate(pairs - falsePairs, pairs),
    pairs,
    truePairs: rest.truePairs,
    falsePairs,
    sharedForms: rest.sharedForms,
    impureForms: rest.impureForms,
    pages: rest.pages,
    pagesJoined: rest.pagesJoined,
    pagesLost: rest.pagesLost,
  };
}

function rate(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function countDistinct(numbers: Int32Array, limit: number): number {
  const seen = new Uint8Array(limit);
  let count = 0;
  for (const number of numbers) {
    if (seen[number] === 0) count++;
    seen[number] = 1;
  }
  return count;
}

/** Groups, those that share a form counted as one. */
function countJoined(forms: Int32Array, sizes: Int32Array, group: Int32Array, limit: number, groups: number): number {
  const union = new Union(limit);
  const first = new Int32Array(sizes.length).fill(-1);
  for (let i = 0; i < forms.length; i++) {
    const known = first[forms[i]!]!;
    if (known < 0) first[forms[i]!] = group[i]!;
    else union.join(known, group[i]!);
  }
  // Numbers that do not occur stand alone in the union, and were not among the groups.
  return union.count() - (limit - groups);
}

/** Pairs of one form that are of one group, and forms that hold several groups. */
function pairsTogether(
  forms: Int32Array,
  sizes: Int32Array,
  group: Int32Array,
  limit: number,
): { together: number; impure: number } {
  const seen = new Int32Array(limit);
  let together = 0;
  let impure = 0;
  for (const members of membersOf(forms, sizes)) {
    for (const i of members) together += seen[group[i]!]!++;
    if (members.some((i) => group[i] !== group[members[0]!])) impure++;
    for (const i of members) seen[group[i]!] = 0;
  }
  return { together, impure };
}

/** Pages of the first URL of each form. */
function countFetched(
  forms: Int32Array,
  sizes: Int32Array,
  page: Int32Array,
  chosen: Int32Array,
  labels: Labels,
): number {
  const first = new Int32Array(sizes.length).fill(-1);
  for (let i = 0; i < forms.length; i++) {
    const known = first[forms[i]!]!;
    const isFirst = known < 0 || compareCodePoints(labels.urls[chosen[i]!]!, labels.urls[chosen[known]!]!) < 0;
    if (isFirst) first[forms[i]!] = i;
  }
  const fetched = first.filter((i) => i >= 0).map((i) => page[i]!);
  return countDistinct(fetched, labels.wides);
}

/** The places of the URLs of each form that two or more have. */
function* membersOf(forms: Int32Array, sizes: Int32Array): Generator<Int32Array> {
  const ends = new Int32Array(sizes.length);
  let at = 0;
  for (let form = 0; form < sizes.length; form++) {
    ends[form] = at;
    at += sizes[form]!;
  }
  const places = new Int32Array(forms.length);
  for (let i = 0; i < forms.length; i++) places[ends[forms[i]!]!++] = i;
  for (let form = 0; form < sizes.length; form++) {
    if (sizes[form]! > 1) yield places.subarray(ends[form]! - sizes[form]!, ends[form]!);
  }
}
