/** A generalized rule as match and emit of the key view. */
import type { KeyEmit, KeyMatch, ValueExpr, ValuePattern } from '../../rules/index.ts';
import type { KeyRows } from '../key-rows.ts';
import type { FanOutRule } from './fan-out.ts';
import type { Change } from './pair-rule.ts';

/** The context names every key that its URLs have, and they may have no others. */
export function ruleBody(rows: KeyRows, { row, stars, changes }: FanOutRule): { match: KeyMatch; emit: KeyEmit } {
  const { keys, hasScheme, pathLength } = rows.shapes[rows.shapeOf[row]!]!;
  const where: Record<string, ValuePattern> = hasScheme ? {} : { scheme: { absent: true } };
  for (const [at, key] of keys.entries()) {
    where[rows.keys[key]!] =
      (stars & (1 << at)) === 0 ? { eq: rows.values[rows.cells[rows.start[row]! + at]!]! } : { any: true };
  }
  const set = Object.fromEntries(changes.map((change) => [rows.keys[change.key]!, expressionOf(rows, change)]));
  return {
    match: { view: 'keys', where, pathLen: pathLength, query: 'exact' },
    emit: { view: 'keys', set, queryOrder: 'keep' },
  };
}

/** True if the rule gives all URLs that it matches one form: it speaks of one page, and no other page could prove it. */
export function isOfOnePage(rows: KeyRows, { row, stars, changes }: FanOutRule): boolean {
  const { keys } = rows.shapes[rows.shapeOf[row]!]!;
  const read = changes.flatMap((change) => (change.to === 'ref' ? [change.number] : []));
  return keys.every(
    (key, at) => (stars & (1 << at)) === 0 || (changes.some((change) => change.key === key) && !read.includes(key)),
  );
}

function expressionOf(rows: KeyRows, change: Change): ValueExpr {
  switch (change.to) {
    case 'absent':
      return { del: true };
    case 'any':
      return { any: true };
    case 'ref':
      return { ref: rows.keys[change.number]! };
    case 'value':
      return { lit: rows.values[change.number]! };
  }
}
