/** The numbers that key rules are written in. Arguments in parentheses: a text is place and length in the pool, a name has its hash before. */

/** Parts that a rule names, without their deep pieces; each stands once in the program, and is looked up once per URL. */
export const PART = {
  scheme: 0,
  host: 1,
  /** (index) */
  path: 2,
  /** (name, occurrence) */
  query: 3,
} as const;
/** Numbers per part: kind, 1 if match names it, then the arguments. */
export const PART_STEP = 6;

export const PATTERN = {
  /** (text) */
  equals: 0,
  isNull: 1,
  /** (list) */
  oneOf: 2,
  any: 3,
  /** (classes of bytes) */
  ofClass: 4,
  absent: 5,
} as const;

/** Expressions: `value` and `cat` are made of pieces, literal or read from the source, of PIECE_STEP numbers each. */
export const EXPR = {
  del: 0,
  isNull: 1,
  /** (piece) */
  value: 2,
  /** (count, pieces) */
  cat: 3,
  missing: 4,
} as const;
/** Per piece: 0, place and length in the pool, 0; or 1, part, deep piece (0: whole), conversion (0: none). */
export const PIECE_STEP = 4;

export const ORDER = {
  keep: 0,
  sort: 1,
  /** (number of names, list) */
  listed: 2,
} as const;

/** What a value is: not there, a parameter without `=`, or a text. */
export const ABSENT = 0;
export const NULL = 1;
export const TEXT = 2;
/** Not there although it is needed. */
export const MISSING = 3;
