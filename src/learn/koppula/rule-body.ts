/** Writes a generalized pair rule as a key rule. */
import type { Key, KeyEmit, KeyMatch, ValueExpr, ValuePattern } from '../../rules/index.ts';
import { ABSENT } from '../key-rows.ts';
import type { Draft } from './generalize.ts';
import type { Table } from './table.ts';
import { ANY } from './tree.ts';

export type RuleBody = { readonly match: KeyMatch; readonly emit: KeyEmit };

/** Parameters that the context does not name are not allowed. */
export function ruleBody(table: Table, { context, pathLength, transformation }: Draft): RuleBody {
  const where: [Key, ValuePattern][] = [];
  const deep: [Key, readonly (string | null)[]][] = [...transformation.deep];
  for (const { column, value } of context) {
    const { key, whole, pattern } = table.columns[column]!;
    if (pattern !== null) deep.push([whole, table.globs.get(pattern)!]);
    if (value === ABSENT) where.push([key, { absent: true }]);
    else if (value !== ANY) where.push([key, { eq: table.values[value]! }]);
    // The glob already says that there is a piece.
    else if (pattern === null) where.push([key, { any: true }]);
  }
  const set = transformation.changes.map(({ key, value }): [Key, ValueExpr] => [key, value]);
  const { path, queryOrder } = transformation;
  return {
    match: {
      view: 'keys',
      where: Object.fromEntries(where),
      pathLen: pathLength,
      query: 'exact',
      ...(deep.length > 0 && { deep: Object.fromEntries(deep) }),
    },
    emit: { view: 'keys', set: Object.fromEntries(set), ...(path && { path }), queryOrder },
  };
}
