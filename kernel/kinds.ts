/** The numbers that compiled rules are written in, as `src/normalize` has them; the tests that compare kernel and twin fail when one is wrong. */

export enum PROGRAM {
  tokens,
  keys,
  text,
  edit,
}
export enum MASK {
  whole,
  tokens,
}
export enum SEGMENT {
  empty,
  star,
  lit,
  mixed,
  letters,
  digits,
  chosen,
  alt,
}
export enum EMIT {
  lit,
  copy,
  capture,
}
export enum CONVERSION {
  none,
  lower,
  upper,
  decode,
  encode,
  capital,
  space,
  underscore,
  number,
}

export enum FACT {
  port = 1,
  upperScheme = 2,
  upperPath = 4,
  percent = 8,
  doubleSlash = 16,
  trailingSlash = 32,
  pathParam = 64,
  query = 128,
  emptyParam = 256,
  manyParams = 512,
  semicolon = 1024,
  smallInitial = 2048,
  untidy = 4096,
}

/** Parts of a URL, as a row of a group names those that its features look at. */
export enum URL_PART {
  scheme = 0x10000,
  host = 0x20000,
  path = 0x40000,
  query = 0x80000,
  whole = 0x100000,
  fewerParams = 0x200000,
}
export const EVERYTHING: i32 = 0x3f0000;
/** Scheme and authority. */
export const HEAD: i32 = URL_PART.scheme | URL_PART.host;
/** Stands with the facts of a group that asks for nothing else. */
export const ONLY_FACTS: i32 = 0x400000;

export enum SINGLE {
  fact,
  component,
  scheme,
  pathPrefix,
  pathSuffix,
  extension,
  depth,
  names,
  hasQuery,
  host,
  unsorted,
  head,
  tail,
}
export enum MULTI {
  none,
  paramName,
  paramNameValue,
  component,
  namePrefix,
  textWord,
  tokenWord,
  mark,
}

export enum TEST {
  prefix,
  depth,
  extension,
  component,
  param,
  paramValue,
  names,
  query,
}

/** What a query is asked. */
export enum QUERY {
  none,
  some,
  semicolon,
  word,
}

export enum EDIT {
  host,
  scheme,
  dropPort,
  lowerPath,
  lowerComponent,
  decode,
  collapseSlashes,
  trimSlash,
  dropSuffix,
  dropComponents,
  dropComponentAt,
  anyComponent,
  dropPathParam,
  aliasPrefix,
  pathFromParam,
  dropParam,
  dropParamValue,
  dropParamPrefix,
  anyParam,
  aliasParam,
  renameParam,
  dropQuery,
  sortParams,
  dropEmptyParams,
  dropRepeatedParams,
  separator,
}

export enum ANCHOR {
  none,
  start,
  end,
  both,
}

export enum PART {
  scheme,
  host,
  path,
  query,
}
export enum PATTERN {
  equals,
  isNull,
  oneOf,
  any,
  ofClass,
  absent,
}
export enum EXPR {
  del,
  isNull,
  value,
  cat,
  missing,
}
export enum PARAM_ORDER {
  keep,
  sort,
  listed,
}
/** What a value is. */
export enum VALUE {
  absent,
  isNull,
  text,
  missing,
}
