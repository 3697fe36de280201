/** Which rules match enough URLs (`spec` 5, section 5, step 6), found by the values they ask for and not by trying all on all. */
import { applyBody, type Key, parseKey, wholeKey } from '../../rules/index.ts';
import type { KeyRows, Shape } from '../key-rows.ts';
import type { RuleBody } from './rule-body.ts';

/** URLs that a rule is tried on for each it must match: one that hardly ever matches what looks like it is given up. */
const TRIES = 20;

/** Rules that ask for values of the same keys of URLs with the same keys, by those values. */
type Group = { readonly keys: readonly Key[]; readonly byValues: Map<string, number[]> };

/** True for each rule that matches so many of the URLs. */
export function isCovering(bodies: readonly RuleBody[], rows: KeyRows, wanted: number): boolean[] {
  const matched = new Int32Array(bodies.length);
  const tried = new Int32Array(bodies.length);
  if (bodies.length === 0) return [];
  const groups = groupRules(bodies);
  const groupsOf = rows.shapes.map((shape) => shapeNames(shape, rows).flatMap((name) => [...(groups.get(name) ?? [])]));
  for (let row = 0; row < rows.urls.length; row++) {
    for (const [, { keys, byValues }] of groupsOf[rows.shapeOf[row]!]!) {
      for (const rule of byValues.get(valuesText(keys.map((key) => valueAt(rows, row, key)))) ?? []) {
        if (matched[rule]! >= wanted || tried[rule]! >= TRIES * wanted) continue;
        tried[rule]!++;
        if (applyBody(bodies[rule]!, rows.urls[row]!) !== null) matched[rule]!++;
      }
    }
  }
  return Array.from(matched, (count) => count >= wanted);
}

function groupRules(bodies: readonly RuleBody[]): Map<string, Map<string, Group>> {
  const groups = new Map<string, Map<string, Group>>();
  for (const [rule, { match }] of bodies.entries()) {
    const whole = Object.keys({ ...match.where, ...match.deep }).map((key) => wholeKey(parseKey(key)!));
    const params = new Set(whole.filter((key) => key.startsWith('query[')));
    const name = shapeName(match.pathLen, [...params]);
    const asked = Object.entries(match.where).flatMap(([key, pattern]) =>
      'eq' in pattern && wholeKey(parseKey(key)!) === key ? [{ key, value: pattern.eq }] : [],
    );
    const keys = asked.map(({ key }) => key);
    const known = groups.get(name) ?? new Map<string, Group>();
    groups.set(name, known);
    const group = known.get(keys.join('\n')) ?? { keys, byValues: new Map() };
    known.set(keys.join('\n'), group);
    const values = valuesText(asked.map(({ value }) => value));
    const alike = group.byValues.get(values);
    if (alike === undefined) group.byValues.set(values, [rule]);
    else alike.push(rule);
  }
  return groups;
}

/** Names of the groups that a URL's rules can be in: those for its path length, and those for any. */
function shapeNames({ keys, pathLength }: Shape, rows: KeyRows): string[] {
  const params = keys.map((key) => rows.keys[key]!).filter((key) => key.startsWith('query['));
  return [shapeName(pathLength, params), shapeName(null, params)];
}

function shapeName(pathLength: number | null, params: readonly Key[]): string {
  return `${pathLength}\n${[...params].sort().join('\n')}`;
}

/** The value of a key that may count from the end; undefined if there is none. */
function valueAt(rows: KeyRows, row: number, key: Key): string | null | undefined {
  const { keys, pathLength } = rows.shapes[rows.shapeOf[row]!]!;
  const parts = parseKey(key);
  const name = parts?.part === 'path' && parts.index < 0 ? `path[${pathLength + 1 + parts.index}]` : key;
  const at = keys.findIndex((k) => rows.keys[k] === name);
  return at < 0 ? undefined : rows.values[rows.cells[rows.start[row]! + at]!];
}

function valuesText(values: readonly (string | null | undefined)[]): string {
  return values.map((value) => (typeof value === 'string' ? `${value.length} ${value}` : String(value))).join('\n');
}
