/** Compares two rule sets, rule by rule. */
import { isDeepStrictEqual } from 'node:util';
import { type Rule, type RuleSet, type Stage, stagesOf } from '../index.ts';

/** `a` and `b` are undefined where one side does not have the field. */
export type Change = { readonly field: string; readonly a?: unknown; readonly b?: unknown };
export type ChangedRule = { readonly rule: Rule; readonly changes: readonly Change[] };

export type RuleSetDiff = {
  readonly same: boolean;
  /** Of the set: `apply`, `sun`, `options.…`, `stages`. */
  readonly settings: readonly Change[];
  readonly added: readonly Rule[];
  readonly removed: readonly Rule[];
  /** Rules of both sets (as in the second) that differ in hosts, state, place or evidence. */
  readonly changed: readonly ChangedRule[];
};

type Placed = {
  readonly rule: Rule;
  readonly stage: number /** Among all rules of the set, from 1. */;
  readonly place: number;
};
type Pair = { readonly a: Placed; readonly b: Placed };

export function diffRuleSets(a: RuleSet, b: RuleSet): RuleSetDiff {
  const settings = [...stageChanges(stagesOf(a), stagesOf(b)), ...fieldChanges('options', a.options, b.options)];
  const { pairs, onlyA, onlyB } = pairUp(placed(a), placed(b));
  const moved = movedPairs(pairs);
  const changed = pairs
    .map((pair) => ({ rule: pair.b.rule, changes: ruleChanges(pair, moved.has(pair)) }))
    .filter(({ changes }) => changes.length > 0);
  const added = onlyB.map(({ rule }) => rule);
  const removed = onlyA.map(({ rule }) => rule);
  const same = settings.length + added.length + removed.length + changed.length === 0;
  return { same, settings, added, removed, changed };
}

function stageChanges(a: readonly Stage[], b: readonly Stage[]): Change[] {
  const changes: Change[] = a.length === b.length ? [] : [{ field: 'stages', a: a.length, b: b.length }];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const prefix = Math.max(a.length, b.length) === 1 ? '' : `stages[${i}].`;
    for (const field of ['apply', 'sun'] as const) {
      if (a[i]![field] !== b[i]![field]) changes.push({ field: prefix + field, a: a[i]![field], b: b[i]![field] });
    }
  }
  return changes;
}

function fieldChanges(prefix: string, a: object = {}, b: object = {}): Change[] {
  const before: Readonly<Record<string, unknown>> = { ...a };
  const after: Readonly<Record<string, unknown>> = { ...b };
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => ({ field: `${prefix}.${name}`, a: before[name], b: after[name] }));
}

function placed(set: RuleSet): Placed[] {
  let place = 0;
  return stagesOf(set).flatMap((stage, i) => stage.rules.map((rule) => ({ rule, stage: i, place: ++place })));
}

/** The n-th rule with an id on one side belongs to the n-th with that id on the other. Pairs come in the order of `b`. */
function pairUp(a: readonly Placed[], b: readonly Placed[]): { pairs: Pair[]; onlyA: Placed[]; onlyB: Placed[] } {
  const byId = new Map<string, Placed[]>();
  for (const item of a) byId.set(item.rule.id, [...(byId.get(item.rule.id) ?? []), item]);
  const pairs: Pair[] = [];
  const onlyB: Placed[] = [];
  for (const item of b) {
    const partner = byId.get(item.rule.id)?.shift();
    if (partner) pairs.push({ a: partner, b: item });
    else onlyB.push(item);
  }
  const paired = new Set(pairs.map((pair) => pair.a));
  return { pairs, onlyA: a.filter((item) => !paired.has(item)), onlyB };
}

/** The fewest rules that must be moved to turn one order into the other: all that are not on a longest rising run. */
function movedPairs(pairs: readonly Pair[]): Set<Pair> {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [i, pair] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]!.a.place < pair.a.place) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? ends[low - 1]! : -1);
    ends[low] = i;
  }
  const moved = new Set(pairs);
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i]!) moved.delete(pairs[i]!);
  return moved;
}

function ruleChanges({ a, b }: Pair, isMoved: boolean): Change[] {
  const changes: Change[] = [];
  const compare = (field: string, before: unknown, after: unknown) => {
    if (!isDeepStrictEqual(before, after)) changes.push({ field, a: before, b: after });
  };
  compare('hosts', a.rule.scope.hosts, b.rule.scope.hosts);
  for (const field of ['state', 'learner', 'directed', 'note'] as const) compare(field, a.rule[field], b.rule[field]);
  compare('stage', a.stage, b.stage);
  if (isMoved) changes.push({ field: 'order', a: a.place, b: b.place });
  return [...changes, ...fieldChanges('evidence', a.rule.evidence, b.rule.evidence)];
}
