/** The numbers that edit rules are written in. Arguments in parentheses: a text is place and length in the pool, a name has its hash before. */

export const TEST = {
  /** (text) */
  prefix: 0,
  /** (number) */
  depth: 1,
  /** (text) */
  extension: 2,
  /** (index, text) */
  component: 3,
  /** (name) */
  param: 4,
  /** (name, text) */
  paramValue: 5,
  /** (count, names) */
  names: 6,
  /** (one of QUERY) */
  query: 7,
} as const;

/** What a query is asked. */
export const QUERY = {
  none: 0,
  some: 1,
  semicolon: 2,
  word: 3,
} as const;

export const EDIT = {
  /** (text, list) */
  host: 0,
  /** (text) */
  scheme: 1,
  dropPort: 2,
  lowerPath: 3,
  /** (index) */
  lowerComponent: 4,
  decode: 5,
  collapseSlashes: 6,
  trimSlash: 7,
  /** (text) */
  dropSuffix: 8,
  /** (text) */
  dropComponents: 9,
  /** (index) */
  dropComponentAt: 10,
  /** (index) */
  anyComponent: 11,
  /** (text) */
  dropPathParam: 12,
  /** (text, count, then per prefix: text, 1 if it begins with the text) */
  aliasPrefix: 13,
  /** (name, texts of prefix and suffix) */
  pathFromParam: 14,
  /** (name) */
  dropParam: 15,
  /** (name, text) */
  dropParamValue: 16,
  /** (text) */
  dropParamPrefix: 17,
  /** (name, text) */
  anyParam: 18,
  /** (name, text, list) */
  aliasParam: 19,
  /** (name, text) */
  renameParam: 20,
  dropQuery: 21,
  sortParams: 22,
  dropEmptyParams: 23,
  dropRepeatedParams: 24,
  separator: 25,
} as const;

/** The first operation on parameters. */
export const FIRST_PARAM_EDIT = EDIT.pathFromParam;
