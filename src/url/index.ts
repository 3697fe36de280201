/**
 * The alphabet of everything below: splitting, tokenizing, keys, order, standard normalization. Takes any string, gives plain data.
 * Invariant: never throws, never uses a WHATWG parser, and joining what it split restores the string.
 */
export {
  buildUrl,
  keysOfParts,
  koppulaKeys,
  occurrences,
  type Param,
  printParams,
  splitParams,
  splitPath,
  type UrlKeys,
  urlKeys,
} from './keys.ts';
export { declaredForm, type NoVarySearch, parseNoVarySearch } from './no-vary-search.ts';
export { isUnreserved, normalizePercent, percentDecode, percentEncode, triplet } from './percent.ts';
export { hostOf, hostRange, joinUrl, lowerAscii, splitUrl, type UrlParts, upperAscii } from './split.ts';
export { lowerPath, removeDotSegments, sun, sunAuthority, sunLee } from './sun.ts';
export {
  compareTokens,
  END,
  isDelimiter,
  START,
  type TokenType,
  tokenizeDustBuster,
  tokenizeDuster,
  tokenizeInner,
  tokenType,
} from './tokens.ts';
