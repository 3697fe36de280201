/** The list of rules as asked for: filtered, sorted, a page of it, and how many rules each further choice would leave. */
import { compareCodePoints } from '../base/index.ts';
import type { Rule } from '../index.ts';
import type { Facet, FacetsAnswer, RuleFilter, RuleRow, RuleSort, RulesAnswer, RulesQuery } from './api.ts';
import { type Entry, type Snapshot, versionOf } from './snapshot.ts';

const SHOWN_HOSTS = 3;
const FACET_HOSTS = 200;
/** Results that are kept while somebody scrolls; the oldest goes first. */
const KEPT_RESULTS = 16;

export function listRules(snapshot: Snapshot, query: RulesQuery): RulesAnswer {
  const { offset = 0, limit = 100, sort = 'order', direction = 'asc', ...filter } = query;
  const found = findPlaces(snapshot, filter, sort, direction === 'desc');
  const rows = Array.from(found.subarray(offset, offset + limit), (place) => rowOf(snapshot.entries[place]!));
  return { revision: snapshot.revision, total: snapshot.entries.length, matched: found.length, offset, rows };
}

export function rowOf({ rule, ref, place, stage, text }: Entry): RuleRow {
  const { hosts } = rule.scope;
  return {
    ref,
    id: rule.id,
    order: place + 1,
    stage,
    text,
    learner: rule.learner,
    family: rule.evidence?.family ?? null,
    state: rule.state,
    view: rule.match.view,
    hosts: hosts === '*' ? '*' : hosts.slice(0, SHOWN_HOSTS),
    hostCount: hosts === '*' ? 0 : hosts.length,
    support: rule.evidence?.support ?? null,
    falsePairs: rule.evidence?.falsePairs ?? null,
    risk: riskOf(rule),
    note: rule.note ?? null,
    version: versionOf(rule),
  };
}

/** What is to be expected of wrong merges, or else their upper bound; null if neither is known. */
export function riskOf({ evidence }: Rule): number | null {
  return evidence?.risk ?? evidence?.impureUpper ?? null;
}

/** In each list a filter of the same kind is left out, so that one sees the other choices. */
export function facetsOf(snapshot: Snapshot, filter: RuleFilter): FacetsAnswer {
  const { host: _host, ...anyHost } = filter;
  const { learner: _learner, ...anyLearner } = filter;
  const { family: _family, ...anyFamily } = filter;
  const { state: _state, ...anyState } = filter;
  const count = (by: RuleFilter, values: (entry: Entry) => readonly string[]) =>
    countValues(snapshot.entries.filter(matcherOf(by)), values);
  const hosts = count(anyHost, ({ rule }) => (rule.scope.hosts === '*' ? ['*'] : rule.scope.hosts));
  return {
    revision: snapshot.revision,
    hosts: hosts.slice(0, FACET_HOSTS),
    hostCount: hosts.length,
    learners: count(anyLearner, ({ rule }) => [rule.learner]),
    families: count(anyFamily, ({ rule }) => (rule.evidence?.family === undefined ? [] : [rule.evidence.family])),
    states: count(anyState, ({ rule }) => [rule.state]),
  };
}

export function countValues<T>(items: readonly T[], values: (item: T) => readonly string[]): Facet[] {
  const counts = new Map<string, number>();
  for (const item of items) for (const value of values(item)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareCodePoints(a.value, b.value));
}

function findPlaces(snapshot: Snapshot, filter: RuleFilter, sort: RuleSort, isDescending: boolean): Uint32Array {
  const name = JSON.stringify([filter, sort, isDescending]);
  const known = snapshot.found.get(name);
  if (known) return known;
  const entries = snapshot.entries.filter(matcherOf(filter));
  const sorted =
    sort === 'order' ? (isDescending ? entries.reverse() : entries) : sortEntries(entries, sort, isDescending);
  const places = Uint32Array.from(sorted, ({ place }) => place);
  snapshot.found.set(name, places);
  const [oldest] = snapshot.found.keys();
  if (snapshot.found.size > KEPT_RESULTS && oldest !== undefined) snapshot.found.delete(oldest);
  return places;
}

function matcherOf({ q = '', host, learner, family, state, minRisk, maxRisk }: RuleFilter): (entry: Entry) => boolean {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const wanted = host?.toLowerCase();
  return ({ rule, searched }) => {
    if (learner && !learner.includes(rule.learner)) return false;
    if (state && !state.includes(rule.state)) return false;
    if (family && !family.includes(rule.evidence?.family ?? '')) return false;
    const { hosts } = rule.scope;
    if (wanted !== undefined && hosts !== '*' && !hosts.includes(wanted)) return false;
    if (minRisk !== undefined || maxRisk !== undefined) {
      const risk = riskOf(rule);
      if (risk === null || risk < (minRisk ?? 0) || risk > (maxRisk ?? 1)) return false;
    }
    return words.every((word) => searched.includes(word));
  };
}

type Value = string | number | null;

const VALUES: Readonly<Record<Exclude<RuleSort, 'order'>, (entry: Entry) => Value>> = {
  text: ({ text }) => text,
  host: ({ rule: { scope } }) => (scope.hosts === '*' ? '*' : (scope.hosts[0] ?? '')),
  learner: ({ rule }) => rule.learner,
  family: ({ rule }) => rule.evidence?.family ?? null,
  state: ({ rule }) => rule.state,
  support: ({ rule }) => rule.evidence?.support ?? null,
  risk: ({ rule }) => riskOf(rule),
  falsePairs: ({ rule }) => rule.evidence?.falsePairs ?? null,
};

/** What is not known comes last in either direction; ties stay in file order. */
function sortEntries(entries: readonly Entry[], sort: Exclude<RuleSort, 'order'>, isDescending: boolean): Entry[] {
  const keyed = entries.map((entry) => ({ entry, value: VALUES[sort](entry) }));
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null)
      return Number(a.value === null) - Number(b.value === null) || a.entry.place - b.entry.place;
    const order = compareValues(a.value, b.value);
    return (isDescending ? -order : order) || a.entry.place - b.entry.place;
  });
  return keyed.map(({ entry }) => entry);
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareCodePoints(String(a), String(b));
}
