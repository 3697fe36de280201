/** Checks key rules: shapes, key names, deep pieces, and what may be set or deleted. */
import { type KeyParts, parseKey, wholeKey } from '../key.ts';
import { CONVERSIONS, type Key, type KeyEmit, type KeyMatch, type ValueExpr, type ValuePattern } from '../rule.ts';
import {
  anyObject,
  array,
  at,
  fail,
  fields,
  integer,
  kindOf,
  mark,
  oneOf,
  show,
  someStrings,
  string,
} from './place.ts';

const MAX_CAT_NESTING = 16;

type Deep = NonNullable<KeyMatch['deep']>;

export function checkKeyMatch(value: unknown, place: string): KeyMatch {
  const match = fields(value, place, ['view', 'where', 'pathLen', 'query'], ['deep']);
  const deep = 'deep' in match ? checkDeep(match.deep, at(place, 'deep')) : {};
  const where: [Key, ValuePattern][] = [];
  for (const [key, pattern] of Object.entries(anyObject(match.where, at(place, 'where')))) {
    const here = inKey(at(place, 'where'), key);
    where.push([key, checkPattern(pattern, here, checkKey(key, here, deep))]);
  }
  const pathLen = match.pathLen === null ? null : integer(match.pathLen, at(place, 'pathLen'), 0);
  const query = oneOf(match.query, at(place, 'query'), ['exact', 'open']);
  const checked = { view: 'keys' as const, where: Object.fromEntries(where), pathLen, query };
  return 'deep' in match ? { ...checked, deep } : checked;
}

export function checkKeyEmit(value: unknown, place: string, match: KeyMatch): KeyEmit {
  const emit = fields(value, place, ['view', 'set', 'queryOrder'], ['path']);
  const deep = match.deep ?? {};
  const set: [Key, ValueExpr][] = [];
  for (const [key, expr] of Object.entries(anyObject(emit.set, at(place, 'set')))) {
    const here = inKey(at(place, 'set'), key);
    const parts = checkKey(key, here, deep);
    const checked = checkExpr(expr, here, deep, 0);
    if ('path' in emit && parts.part === 'path')
      fail(here, 'cannot be set together with "path", which replaces the whole path; keep one');
    if ('del' in checked && (parts.part === 'scheme' || parts.part === 'host'))
      fail(here, `cannot be deleted; a URL needs its ${parts.part}`);
    if ('lit' in checked && checked.lit === null && !takesNull(parts))
      fail(here, 'can be null only for a parameter; write ""');
    set.push([key, checked]);
  }
  const queryOrder = checkOrder(emit.queryOrder, at(place, 'queryOrder'));
  const checked = { view: 'keys' as const, set: Object.fromEntries(set), queryOrder };
  return 'path' in emit ? { ...checked, path: checkParts(emit.path, at(place, 'path'), deep, 0) } : checked;
}

function inKey(place: string, key: string): string {
  return `${place}[${show(key)}]`;
}

function checkKey(key: string, place: string, deep: Deep): KeyParts {
  const parts = parseKey(key);
  if (parts === null)
    fail(
      place,
      `is named by ${show(key)}, which is no key; write scheme, host, path[1], path[-1], query[name] or query[name#2]`,
    );
  if ('piece' in parts && parts.piece !== null) {
    const whole = wholeKey(parts);
    const pieces = Object.hasOwn(deep, whole) ? deep[whole]!.length : 0;
    if (parts.piece > pieces) {
      fail(
        place,
        `names piece ${parts.piece} of ${whole}, but match.deep gives it ${pieces}; add the glob that defines it`,
      );
    }
  }
  return parts;
}

function checkDeep(value: unknown, place: string): Deep {
  const globs: [Key, (string | null)[]][] = [];
  for (const [key, glob] of Object.entries(anyObject(value, place))) {
    const here = inKey(place, key);
    if (!('piece' in checkKey(key, here, {}))) fail(here, 'must be a path component or a parameter');
    const pieces = array(glob, here).map((piece, i) => (piece === null ? null : string(piece, `${here}[${i}]`)));
    if (pieces.length === 0) fail(here, 'is empty; give at least one piece');
    for (const [i, piece] of pieces.entries()) {
      if (piece === '') fail(`${here}[${i}]`, 'is empty; remove it');
      if (piece === null && pieces[i - 1] === null)
        fail(`${here}[${i}]`, 'is a wildcard right after another; remove it');
    }
    globs.push([key, pieces]);
  }
  return Object.fromEntries(globs);
}

function checkPattern(value: unknown, place: string, parts: KeyParts): ValuePattern {
  switch (kindOf(value, place, ['eq', 'in', 'any', 'type', 'absent'])) {
    case 'eq': {
      const { eq } = fields(value, place, ['eq']);
      if (eq === null && !takesNull(parts))
        fail(at(place, 'eq'), 'can be null only for a parameter; write "" or {"absent":true}');
      return { eq: eq === null ? null : string(eq, at(place, 'eq')) };
    }
    case 'in':
      return { in: someStrings(fields(value, place, ['in']).in, at(place, 'in')) };
    case 'any':
      return { any: mark(fields(value, place, ['any']).any, at(place, 'any')) };
    case 'type':
      return { type: oneOf(fields(value, place, ['type']).type, at(place, 'type'), ['a', 'n', 'alnum']) };
    case 'absent':
      return { absent: mark(fields(value, place, ['absent']).absent, at(place, 'absent')) };
  }
}

/** Only a parameter can be there without a value. */
function takesNull(parts: KeyParts): boolean {
  return parts.part === 'query' && parts.piece === null;
}

function checkExpr(value: unknown, place: string, deep: Deep, nesting: number): ValueExpr {
  switch (kindOf(value, place, ['del', 'lit', 'ref', 'conv', 'any', 'cat'])) {
    case 'del':
      return { del: mark(fields(value, place, ['del']).del, at(place, 'del')) };
    case 'lit': {
      const { lit } = fields(value, place, ['lit']);
      return { lit: lit === null ? null : string(lit, at(place, 'lit')) };
    }
    case 'any':
      return { any: mark(fields(value, place, ['any']).any, at(place, 'any')) };
    case 'ref':
      return { ref: checkRef(fields(value, place, ['ref']).ref, at(place, 'ref'), deep) };
    case 'conv': {
      const expr = fields(value, place, ['conv', 'of']);
      const conv = oneOf(expr.conv, at(place, 'conv'), CONVERSIONS);
      return { conv, of: checkRef(expr.of, at(place, 'of'), deep) };
    }
    case 'cat': {
      if (nesting >= MAX_CAT_NESTING) fail(place, `is the cat inside more than ${MAX_CAT_NESTING} others; flatten it`);
      const cat = checkParts(fields(value, place, ['cat']).cat, at(place, 'cat'), deep, nesting + 1);
      return cat.length > 0 ? { cat } : fail(at(place, 'cat'), 'is empty; write {"lit":""}');
    }
  }
}

function checkRef(value: unknown, place: string, deep: Deep): Key {
  const key = string(value, place);
  checkKey(key, place, deep);
  return key;
}

/** The parts of a path or of a `cat`: each must give a text. */
function checkParts(value: unknown, place: string, deep: Deep, nesting: number): ValueExpr[] {
  return array(value, place).map((item, i) => {
    const here = `${place}[${i}]`;
    const expr = checkExpr(item, here, deep, nesting);
    if ('del' in expr) fail(here, 'deletes a part of a text; leave the part out instead');
    if ('lit' in expr && expr.lit === null) fail(here, 'can be null only for a parameter; write ""');
    return expr;
  });
}

function checkOrder(value: unknown, place: string): KeyEmit['queryOrder'] {
  if (!Array.isArray(value)) return oneOf<'keep' | 'sort'>(value, place, ['keep', 'sort']);
  const names = someStrings(value, place);
  if (new Set(names).size < names.length) fail(place, 'names a parameter twice; keep one');
  return names;
}
