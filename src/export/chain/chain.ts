/** The rules of a group of hosts as one chain of substitutions: each is tried once, in order, on the whole text. */
import type { Op, Rule, Stage } from '../../rules/index.ts';
import { type Conjunction, conditionPatterns, hostPattern, TOO_MANY_PARAMS } from './conditions.ts';
import { conversionActions, conversionConditions } from './conversions.ts';
import { type Action, type Change, operationActions } from './operations.ts';
import { repeatedRules } from './order.ts';
import {
  BOTH,
  ENCODED_PLAIN,
  HEAD,
  literal,
  MARKS,
  PLAIN_HOST,
  PLAIN_REST,
  PORT,
  QUERY,
  type Substitution,
} from './pattern.ts';
import { textChange } from './text.ts';

/** Hosts that the same substitutions serve; `"*"` are all hosts that no other chain names. */
export type HostGroup = { readonly hosts: readonly string[] | '*'; readonly stages: readonly Stage[] };

/** Not in standard form (RFC 3986): dot segments, percent-encoding that is not the usual one, default ports. */
const UNUSUAL = [
  `${HEAD}(?:/[^? ]*)?/\\.\\.?(?:/[^? ]*)?${QUERY}`,
  `[^ ]*${ENCODED_PLAIN}[^ ]*`,
  '(?:http://[^/ ]*:80|https://[^/ ]*:443)/[^ ]*',
];

/** Passes of a fixpoint stage that are written out; a URL that needs more is given up. */
const PASSES = 2;

/** A plain URL of these hosts becomes an open text. */
export function opening({ hosts }: HostGroup): Substitution {
  const host = hosts === '*' ? PLAIN_HOST : `(?:${hosts.map(literal).join('|')})`;
  return { pattern: `^(https?://${host}${PORT}${PLAIN_REST})$`, to: [MARKS.open, 1, ' ', 1] };
}

/** A text of this mark becomes a URL again. */
export function closing(mark: string): Substitution {
  return { pattern: `^\\${mark}([^ ]*) https?:[^ ]*$`, to: [1] };
}

/**
 * From an open text to an open text, or to a closed one of the URL as it came if it was given up; as are those that a rule
 * would change which may not.
 */
export function chainOf(group: HostGroup, mayChange: (rule: Rule) => boolean = () => true): Substitution[] {
  const isSun = group.stages.some(({ sun }) => sun);
  const chain: Substitution[] = [];
  const open = markPattern(MARKS.open);
  const giveUpUnusual = () => {
    for (const pattern of UNUSUAL) chain.push(giveUp(open, pattern, 0));
  };
  if (isSun) giveUpUnusual();
  if (group.stages.some(({ rules }) => rules.some(countsParams))) chain.push(giveUp(open, TOO_MANY_PARAMS, 0));
  for (const [i, { apply, rules }] of group.stages.entries()) {
    const hosts = hostsWithin(group, rules);
    if (apply === 'first') {
      for (const rule of rules) chain.push(...firstRule(rule, hosts, mayChange(rule) ? 'first' : 'giveUp'));
      chain.push({ pattern: `^${MARKS.done}${BOTH}$`, to: [MARKS.open, 1] });
    } else {
      const again = repeatedRules(rules);
      for (let pass = 0; pass < (again.length > 0 ? PASSES : 1); pass++) {
        const some = pass === 0 ? rules : again.map((i) => rules[i]!);
        for (const rule of some) chain.push(...fixpointRule(rule, hosts, mayChange(rule) ? 'change' : 'giveUp'));
        if (isSun && some.some(mayLeaveForm)) giveUpUnusual();
      }
      for (const at of again) chain.push(...fixpointRule(rules[at]!, hosts, 'giveUp'));
    }
    // What the first rule gives is not normalized again, but by a stage that follows.
    if (isSun && apply === 'first' && i + 1 < group.stages.length && rules.some(mayLeaveForm)) giveUpUnusual();
  }
  return chain;
}

const KEEPS_FORM: readonly Op['op'][] = [
  'host',
  'dropPort',
  'dropParam',
  'anyParam',
  'dropQuery',
  'dropEmptyParams',
  'separator',
];

/** True if a rule may leave a URL in another than the standard form. */
function mayLeaveForm({ emit }: Rule): boolean {
  return emit.view !== 'edit' || !KEEPS_FORM.includes(emit.op.op);
}

/** True for a condition on the whole set of parameters. */
function countsParams({ match }: Rule): boolean {
  return match.view === 'edit' && [...match.when, ...match.unless].some((cond) => 'params' in cond);
}

/** Hosts that a text of this chain may have. */
function hostsWithin(group: HostGroup, rules: readonly Rule[]): ReadonlySet<string> | null {
  if (group.hosts === '*') return null;
  const hosts = new Set(group.hosts);
  for (const { emit } of rules) if (emit.view === 'edit' && emit.op.op === 'host') hosts.add(emit.op.to);
  // A text rule may make any host of one.
  return rules.some(({ match }) => match.view === 'text') ? null : hosts;
}

function fixpointRule(rule: Rule, hosts: ReadonlySet<string> | null, mode: 'change' | 'giveUp'): Substitution[] {
  const { when, unless } = conditionsOf(rule, hosts);
  if (when === null) return [];
  const actions = actionsOf(rule);
  const needsMark = when.length > 0 || unless.length > 0 || actions.some((action) => 'skip' in action);
  const after = rule.match.view === 'text' && mode === 'change' ? giveUpUnlessPlain() : [];
  if (!needsMark) return [...actions.flatMap((action) => perform(action, MARKS.open, mode)), ...after];
  return [
    ...mark(when, unless),
    ...actions.flatMap((action) => perform(action, MARKS.ready, mode)),
    { pattern: `^[${MARKS.ready}${MARKS.skipped}]${BOTH}$`, to: [MARKS.open, 1] },
    ...after,
  ];
}

/** A text rule may make anything of a URL; the patterns of the rules after it are for plain URLs. */
function giveUpUnlessPlain(): Substitution[] {
  const plain = `https?://${PLAIN_HOST}${PORT}${PLAIN_REST}`;
  return [
    { pattern: `^\\${MARKS.open}(${plain} [^ ]*)$`, to: [MARKS.ready, 1] },
    giveUp(markPattern(MARKS.open), '[^ ]*', 0),
    { pattern: `^\\${MARKS.ready}${BOTH}$`, to: [MARKS.open, 1] },
  ];
}

/** As `fixpointRule`, for the first rule that changes a URL: that closes it for the others. */
function firstRule(rule: Rule, hosts: ReadonlySet<string> | null, mode: 'first' | 'giveUp'): Substitution[] {
  const { when, unless } = conditionsOf(rule, hosts);
  if (when === null) return [];
  return [
    ...mark(when, unless),
    ...actionsOf(rule).flatMap((action) => perform(action, MARKS.ready, mode)),
    { pattern: `^${MARKS.changed}${BOTH}$`, to: [MARKS.done, 1] },
    { pattern: `^[${MARKS.ready}${MARKS.skipped}]${BOTH}$`, to: [MARKS.open, 1] },
  ];
}

function actionsOf({ match, emit }: Rule): readonly Action[] {
  if (emit.view === 'edit') return operationActions(emit.op);
  if (emit.view === 'keys') return conversionActions({ match, emit }) ?? [];
  return match.view === 'text' && emit.view === 'text' ? textChange(match, emit) : [];
}

type Conditions = { readonly when: Conjunction; readonly unless: readonly (readonly string[])[] };

function conditionsOf({ match, scope }: Rule, hosts: ReadonlySet<string> | null): Conditions {
  const when: string[] = [];
  if (scope.hosts !== '*' && (hosts === null || [...hosts].some((host) => !scope.hosts.includes(host))))
    when.push(hostPattern(hosts === null ? scope.hosts : scope.hosts.filter((host) => hosts.has(host))));
  if (match.view !== 'edit' && match.view !== 'keys') return { when, unless: [] };
  const conditions = match.view === 'keys' ? conversionConditions(match) : match.when;
  for (const cond of conditions ?? []) {
    const patterns = conditionPatterns(cond);
    if (patterns === null) return { when: null, unless: [] };
    when.push(...patterns);
  }
  const unless = match.view === 'edit' ? match.unless : [];
  return { when, unless: unless.map(conditionPatterns).filter((patterns) => patterns !== null) };
}

/** Open texts for which no `unless` and all of `when` hold become ready. */
function mark(when: readonly string[], unless: readonly (readonly string[])[]): Substitution[] {
  return [...unless.flatMap((patterns) => markIf(patterns, MARKS.skipped)), ...markIf(when, MARKS.ready)];
}

/** Texts climb from condition to condition, counted by the mark; those that do not reach the top come back. */
function markIf(patterns: readonly string[], to: string): Substitution[] {
  if (patterns.length === 0) return [{ pattern: `^\\${MARKS.open}${BOTH}$`, to: [to, 1] }];
  const steps = patterns.map((pattern, i) => ({
    pattern: `^${i === 0 ? `\\${MARKS.open}` : i}(${pattern} [^ ]*)$`,
    to: [i + 1 === patterns.length ? to : String(i + 1), 1],
  }));
  return patterns.length === 1 ? steps : [...steps, { pattern: `^[1-9]${BOTH}$`, to: [MARKS.open, 1] }];
}

function perform(action: Action, from: string, mode: 'change' | 'giveUp' | 'first'): Substitution[] {
  const isFirst = mode === 'first';
  const start = isFirst ? `[${MARKS.ready}${MARKS.changed}]` : markPattern(from);
  if ('giveUp' in action) return mode === 'giveUp' ? [] : [giveUp(start, action.giveUp, 0)];
  if ('skip' in action) return [{ pattern: `^${start}(${action.skip} [^ ]*)$`, to: [MARKS.skipped, 1] }];
  if (mode === 'giveUp') return [giveUp(start, action.pattern, action.groups)];
  return [substitution(start, action, isFirst ? MARKS.changed : from)];
}

function substitution(start: string, { pattern, groups, to }: Change, mark: string): Substitution {
  return { pattern: `^${start}${pattern}( [^ ]*)$`, to: [mark, ...to, groups + 1] };
}

function giveUp(start: string, pattern: string, groups: number): Substitution {
  return { pattern: `^${start}${pattern} ([^ ]*)$`, to: [MARKS.closed, groups + 1, ' ', groups + 1] };
}

function markPattern(mark: string): string {
  return `\\${mark}`;
}
