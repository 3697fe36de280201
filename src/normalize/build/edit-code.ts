/** Writes edit rules as numbers: conditions, each a list of tests, then the operation. */
import { compareCodePoints } from '../../base/index.ts';
import type { Cond, EditEmit, EditMatch, Op, PathCond } from '../../rules/index.ts';
import { EDIT, QUERY, TEST } from '../edit-kinds.ts';
import { PROGRAM } from '../flat.ts';
import { listCode, nameCode, small } from './text-list.ts';
import type { Pool } from './writer.ts';

/** The program; null for a rule that is left to the interpreter. */
export function editCode({ when, unless }: EditMatch, { op }: EditEmit, pool: Pool): number[] | null {
  const operation = operationCode(op, pool);
  if (operation === null) return null;
  return [
    PROGRAM.edit,
    when.length + unless.length,
    ...when.flatMap((cond) => conditionCode(cond, 0, pool)),
    ...unless.flatMap((cond) => conditionCode(cond, 1, pool)),
    ...operation,
  ];
}

/** Whether it is negated, its length, its tests. */
function conditionCode(cond: Cond, negated: number, pool: Pool): number[] {
  const tests = testsOf(cond, pool).flatMap(([kind, ...args]) => [kind!, args.length + 2, ...args]);
  return [negated, tests.length + 2, ...tests];
}

function testsOf(cond: Cond, pool: Pool): number[][] {
  if ('path' in cond) return pathTests(cond.path, pool);
  if ('query' in cond) return [[TEST.query, QUERY[cond.query]]];
  if ('params' in cond) {
    const names = [...new Set(cond.params)];
    return [[TEST.names, names.length, ...names.flatMap((name) => nameCode(name, pool))]];
  }
  const name = nameCode(cond.param, pool);
  return [cond.value === undefined ? [TEST.param, ...name] : [TEST.paramValue, ...name, ...pool.add(cond.value)]];
}

function pathTests({ prefix, depth, ext, segment }: PathCond, pool: Pool): number[][] {
  const tests: number[][] = [];
  if (depth !== undefined) tests.push([TEST.depth, small(depth)]);
  if (prefix !== undefined) tests.push([TEST.prefix, ...pool.add(prefix)]);
  if (ext !== undefined) tests.push([TEST.extension, ...pool.add(ext)]);
  if (segment !== undefined) tests.push([TEST.component, small(segment[0]), ...pool.add(segment[1])]);
  return tests;
}

function operationCode(op: Op, pool: Pool): number[] | null {
  switch (op.op) {
    case 'host':
      return [EDIT.host, ...pool.add(op.to), ...listCode(op.from, pool)];
    case 'scheme':
      return [EDIT.scheme, ...pool.add(op.to)];
    case 'dropParam':
      if ('prefix' in op) return [EDIT.dropParamPrefix, ...pool.add(op.prefix)];
      return op.value === undefined
        ? [EDIT.dropParam, ...nameCode(op.name, pool)]
        : [EDIT.dropParamValue, ...nameCode(op.name, pool), ...pool.add(op.value)];
    case 'anyParam':
      return [EDIT.anyParam, ...nameCode(op.name, pool), ...pool.add('*')];
    case 'aliasParam':
      return [EDIT.aliasParam, ...nameCode(op.name, pool), ...pool.add(op.to), ...listCode(op.from, pool)];
    case 'renameParam':
      return [EDIT.renameParam, ...nameCode(op.from, pool), ...pool.add(op.to)];
    case 'lowerPath':
      return op.segment === undefined ? [EDIT.lowerPath] : [EDIT.lowerComponent, small(op.segment)];
    case 'dropSuffix':
      return op.suffix === '' ? null : [EDIT.dropSuffix, ...pool.add(op.suffix)];
    case 'dropSegment':
      return typeof op.segment === 'string'
        ? [EDIT.dropComponents, ...pool.add(op.segment)]
        : [EDIT.dropComponentAt, small(op.segment)];
    case 'anySegment':
      return [EDIT.anyComponent, small(op.segment)];
    case 'dropPathParam':
      // A parameter of a component holds neither of these, but a search by bytes would run on over them.
      return /[/;]/.test(op.name) ? null : [EDIT.dropPathParam, ...pool.add(op.name)];
    case 'aliasPrefix':
      return aliasPrefixCode(op.from, op.to, pool);
    case 'pathFromParam':
      return [EDIT.pathFromParam, ...nameCode(op.param, pool), ...pool.add(op.prefix), ...pool.add(op.suffix ?? '')];
    default:
      return [EDIT[op.op]];
  }
}

/** Prefixes in the order in which they are tried; one with which the target begins would lead round in circles. */
function aliasPrefixCode(from: readonly string[], to: string, pool: Pool): number[] | null {
  if (from.some((prefix) => coversFolder(prefix, to))) return null;
  const prefixes = [...from].sort((a, b) => b.length - a.length || compareCodePoints(a, b));
  return [
    EDIT.aliasPrefix,
    ...pool.add(to),
    prefixes.length,
    ...prefixes.flatMap((prefix) => [...pool.add(prefix), prefix.startsWith(to) ? 1 : 0]),
  ];
}

/** True if `path` is the folder `prefix` or lies in it. */
function coversFolder(prefix: string, path: string): boolean {
  return (
    path.startsWith(prefix) && (path.length === prefix.length || prefix.endsWith('/') || path[prefix.length] === '/')
  );
}
