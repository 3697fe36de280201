/** The rule file as text: read with one clear sentence when it is damaged, written so that git shows a changed rule as one changed line. */
import { ConfigError, compareCodePoints } from '../base/index.ts';
import { checkRuleSet } from './check/rule-set.ts';
import { findJsonError } from './json-error.ts';
import type { Rule, RuleSet, Stage } from './rule.ts';
import { printJson } from './text/escape.ts';

/** Where the package keeps the JSON Schema of rule files. */
export const SCHEMA = 'dustpan/rules.schema.json';

/** The order of fields inside a rule; fields that are not listed follow, in evidence sorted, in key lists as they are. */
const EVIDENCE_RANK = ranked(
  'family frequency support falsePairs fpr forms impureForms impureUpper confidence risk changed met withoutSingles fetchable fetched likely examples counterExamples',
);
const BODY_RANK = ranked(
  'view seq where pathLen query deep set path queryOrder alpha start end beta when unless op name param value params prefix depth ext segment suffix from to lit star type cap alt opt eq in any absent del ref conv of cat',
);

function ranked(names: string): ReadonlyMap<string, number> {
  return new Map(names.split(' ').map((name, i) => [name, i]));
}

/** Reads and checks the text of a rule file. */
export function parseRuleSet(json: string): RuleSet {
  // Editors on Windows may put a byte order mark first; it means nothing.
  const text = json.startsWith('\ufeff') ? json.slice(1) : json;
  if (text.trim() === '') {
    throw new ConfigError(
      'damaged-rule-file',
      'The rule file is empty; it may have been cut off while it was written, so make it again.',
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged(text, error);
  }
  return checkRuleSet(value);
}

/** The text of a rule file: one line per head field and per rule, fields in a fixed order, a line end at the end. */
export function printRuleSet(set: RuleSet): string {
  return [...ruleSetPieces(set)].join('');
}

/** The same in pieces, for those who write it somewhere: the text of a large set need not be in memory as a whole. */
export function* ruleSetPieces(set: RuleSet): Generator<string> {
  yield `{\n  "$schema": ${printJson(set.$schema ?? SCHEMA)},\n  "dustpan": ${set.dustpan},\n  `;
  const options = `"options": ${printJson(sorted(set.options))},\n  `;
  if ('stages' in set) {
    yield `${options}"stages": `;
    yield* listPieces(set.stages, '  ', stagePieces);
  } else {
    yield `${printApply(set)}${options}"rules": `;
    yield* listPieces(set.rules, '  ', rulePieces);
  }
  yield '\n}\n';
}

function* stagePieces(stage: Stage): Generator<string> {
  const indent = '      ';
  yield `{\n${indent}${printApply(stage, indent)}"rules": `;
  yield* listPieces(stage.rules, indent, rulePieces);
  yield '\n    }';
}

function printApply({ apply, sun }: Stage, indent = '  '): string {
  return `"apply": ${printJson(apply)},\n${indent}"sun": ${sun},\n${indent}`;
}

function* rulePieces(rule: Rule): Generator<string> {
  yield printJson(orderFields(rule));
}

function* listPieces<T>(
  items: readonly T[],
  indent: string,
  pieces: (item: T) => Generator<string>,
): Generator<string> {
  if (items.length === 0) {
    yield '[]';
    return;
  }
  for (let i = 0; i < items.length; i++) {
    yield `${i === 0 ? '[' : ','}\n${indent}  `;
    yield* pieces(items[i]!);
  }
  yield `\n${indent}]`;
}

function orderFields(rule: Rule): object {
  const { v, id, learner, scope, directed, match, emit, state, evidence, note } = rule;
  const body = { match: orderBody(match), emit: orderBody(emit) };
  return {
    ...{ v, id, learner, scope: { hosts: scope.hosts }, directed, ...body, state },
    ...(evidence !== undefined && { evidence: inOrder(evidence, inEvidence, compareCodePoints) }),
    ...(note !== undefined && { note }),
  };
}

/** The same with fields in the order of the documentation; keys of URLs are not among them and keep their own order. */
function orderBody(value: unknown): unknown {
  return inOrder(value, byDocumentation);
}

/** A copy with fields in code point order at every level. */
function sorted(value: unknown): unknown {
  return inOrder(value, compareCodePoints);
}

function byDocumentation(a: string, b: string): number {
  return rank(a, BODY_RANK) - rank(b, BODY_RANK);
}

function inEvidence(a: string, b: string): number {
  return rank(a, EVIDENCE_RANK) - rank(b, EVIDENCE_RANK) || compareCodePoints(a, b);
}

function rank(name: string, ranks: ReadonlyMap<string, number>): number {
  return ranks.get(name) ?? ranks.size;
}

type Compare = (a: string, b: string) => number;

/** A value with its fields in order, those of what is in it by `within`. What is in order already, as nearly all parts of rules are, is not copied: to look takes a moment, and there are a hundred parts in a rule. */
function inOrder(value: unknown, compare: Compare, within = compare): unknown {
  return isInOrder(value, compare, within) ? value : reordered(value, compare, within);
}

function isInOrder(value: unknown, compare: Compare, within: Compare): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isInOrder(value[i], within, within)) return false;
    return true;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  let before: string | null = null;
  for (const name in fields) {
    if (before !== null && compare(before, name) > 0) return false;
    if (!isInOrder(fields[name], within, within)) return false;
    before = name;
  }
  return true;
}

function reordered(value: unknown, compare: Compare, within: Compare): unknown {
  if (Array.isArray(value)) return value.map((item) => inOrder(item, within));
  const fields = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields).sort(compare);
  return Object.fromEntries(names.map((name) => [name, inOrder(fields[name], within)]));
}

function damaged(text: string, error: unknown): ConfigError {
  const { at, cut } = findJsonError(text);
  if (text.slice(0, at).trim() === '')
    return new ConfigError(
      'damaged-rule-file',
      'Not a Dustpan rule file: it does not begin as JSON does; check the path, or make it with "dustpan learn".',
      error,
    );
  const before = text.slice(0, at).split('\n');
  const where = `line ${before.length}, column ${before.at(-1)!.length + 1}`;
  const why = cut ? 'it ends there and may have been cut off while it was written' : 'it may have been edited by hand';
  return new ConfigError(
    'damaged-rule-file',
    `The rule file is not JSON at ${where}: ${why}; restore it or make it again.`,
    error,
  );
}
