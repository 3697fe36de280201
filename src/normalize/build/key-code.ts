/** Writes key rules as numbers: the parts they name, globs, conditions, sets, path and order of parameters. */
import {
  CONVERSIONS,
  type Key,
  type KeyEmit,
  type KeyMatch,
  type KeyParts,
  parseKey,
  type ValueExpr,
  type ValuePattern,
  wholeKey,
} from '../../rules/index.ts';
import { DIGIT, LETTER } from '../bytes.ts';
import { PROGRAM } from '../flat.ts';
import { EXPR, ORDER, PART, PATTERN } from '../key-kinds.ts';
import { listCode, nameCode, small } from './text-list.ts';
import type { Pool } from './writer.ts';

const CLASSES = { a: LETTER, n: DIGIT, alnum: LETTER | DIGIT } as const;

/** The program; null for a rule with a key that is none, which is left to the interpreter. */
export function keyCode(match: KeyMatch, emit: KeyEmit, pool: Pool): number[] | null {
  const deep = Object.entries(match.deep ?? {});
  const isUsual =
    [...keysOf(match, emit)].every((key) => parseKey(key) !== null) && deep.every(([key]) => isWhole(key));
  if (!isUsual) return null;
  const parts = new Parts(pool);
  const where = Object.entries(match.where);
  for (const key of [...where.map(([name]) => name), ...deep.map(([name]) => name)]) parts.name(key);
  const globs = deep.flatMap(([key, glob]) => [
    parts.of(key)[0]!,
    glob.length,
    ...glob.flatMap((piece) => (piece === null ? [0, -1] : pool.add(piece))),
  ]);
  const conditions = where.flatMap(([key, pattern]) => {
    const [kind, ...args] = patternCode(pattern, pool);
    return [...parts.of(key), kind!, args.length + 4, ...args];
  });
  const set = Object.entries(emit.set);
  const sets = set.flatMap(([key, expr]) => [...parts.of(key), ...expressionCode(expr, parts, pool)]);
  const path = emit.path?.flatMap((expr) => expressionCode(expr, parts, pool));
  return [
    PROGRAM.keys,
    match.pathLen === null ? -1 : small(match.pathLen),
    match.query === 'exact' ? 1 : 0,
    ...parts.code(),
    deep.length,
    ...globs,
    where.length,
    ...conditions,
    set.length,
    ...sets,
    ...(path === undefined ? [-1] : [emit.path!.length, ...path]),
    ...orderCode(emit.queryOrder, pool),
  ];
}

/** The parts of a program, each once, in the order in which they were first named. */
class Parts {
  private readonly pool: Pool;
  private readonly numbers = new Map<Key, number>();
  private readonly parts: KeyParts[] = [];
  private readonly named = new Set<number>();

  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** Part and deep piece (0: the whole) of a key. */
  of(key: Key): readonly [part: number, piece: number] {
    const parts = parseKey(key)!;
    const whole = wholeKey(parts);
    let number = this.numbers.get(whole);
    if (number === undefined) {
      number = this.parts.push(parts) - 1;
      this.numbers.set(whole, number);
    }
    return [number, 'piece' in parts ? (parts.piece ?? 0) : 0];
  }

  /** Counts a key among those that an exact query may have. */
  name(key: Key): void {
    this.named.add(this.of(key)[0]);
  }

  code(): number[] {
    return [
      this.parts.length,
      ...this.parts.flatMap((parts, i) => {
        const named = this.named.has(i) ? 1 : 0;
        if (parts.part === 'query') return [PART.query, named, ...nameCode(parts.name, this.pool), parts.occurrence];
        return [PART[parts.part], named, parts.part === 'path' ? parts.index : 0, 0, 0, 0];
      }),
    ];
  }
}

function* keysOf(match: KeyMatch, emit: KeyEmit): Generator<Key> {
  yield* Object.keys(match.where);
  yield* Object.keys(match.deep ?? {});
  yield* Object.keys(emit.set);
  for (const expr of [...Object.values(emit.set), ...(emit.path ?? [])]) yield* keysRead(expr);
}

function* keysRead(expr: ValueExpr): Generator<Key> {
  if ('ref' in expr) yield expr.ref;
  else if ('conv' in expr) yield expr.of;
  else if ('cat' in expr) for (const part of expr.cat) yield* keysRead(part);
}

function isWhole(key: Key): boolean {
  const parts = parseKey(key);
  return parts !== null && 'piece' in parts && parts.piece === null;
}

function patternCode(pattern: ValuePattern, pool: Pool): number[] {
  if ('absent' in pattern) return [PATTERN.absent];
  if ('any' in pattern) return [PATTERN.any];
  if ('eq' in pattern) return pattern.eq === null ? [PATTERN.isNull] : [PATTERN.equals, ...pool.add(pattern.eq)];
  return 'in' in pattern ? [PATTERN.oneOf, ...listCode(pattern.in, pool)] : [PATTERN.ofClass, CLASSES[pattern.type]];
}

function expressionCode(expr: ValueExpr, parts: Parts, pool: Pool): number[] {
  if ('del' in expr) return [EXPR.del];
  if ('lit' in expr && expr.lit === null) return [EXPR.isNull];
  const pieces = piecesOf(expr, parts, pool);
  if (pieces === null) return [EXPR.missing];
  return 'cat' in expr ? [EXPR.cat, pieces.length, ...pieces.flat()] : [EXPR.value, ...pieces.flat()];
}

/** The pieces of a text, nested ones in a row; null when one of them can never be there. */
function piecesOf(expr: ValueExpr, parts: Parts, pool: Pool): number[][] | null {
  if ('del' in expr) return null;
  if ('lit' in expr) return expr.lit === null ? [] : [[0, ...pool.add(expr.lit), 0]];
  if ('any' in expr) return [[0, ...pool.add('*'), 0]];
  if ('ref' in expr) return [[1, ...parts.of(expr.ref), 0]];
  if ('conv' in expr) return [[1, ...parts.of(expr.of), 1 + CONVERSIONS.indexOf(expr.conv)]];
  const all: number[][] = [];
  for (const part of expr.cat) {
    const pieces = piecesOf(part, parts, pool);
    if (pieces === null) return null;
    for (const piece of pieces) all.push(piece);
  }
  return all;
}

function orderCode(order: KeyEmit['queryOrder'], pool: Pool): number[] {
  if (order === 'keep') return [ORDER.keep];
  return order === 'sort' ? [ORDER.sort] : [ORDER.listed, order.length, ...listCode(order, pool)];
}
