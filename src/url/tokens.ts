/** The two tokenizers, the delimiters and the token order that every learner and the token rules share. */
import { compareCodePoints, isLowSurrogate } from '../base/index.ts';
import { lowerAscii } from './split.ts';

/** a = letters, n = digits, p = anything else, one character. */
export type TokenType = 'a' | 'n' | 'p';

/** The sentinels of the DustBuster tokenizer; real `^` and `$` tokens of a URL are told apart by their place. */
export const START = '^';
export const END = '$';

const DELIMITERS = '/?=&#;:.';

/** True for `/ ? = & # ; : .`, the characters a `*` never crosses. */
export function isDelimiter(token: string): boolean {
  return token.length === 1 && DELIMITERS.includes(token);
}

/** Type of a token by its first character. */
export function tokenType(token: string): TokenType {
  const c = token.charCodeAt(0);
  if (isLetter(c)) return 'a';
  return isDigit(c) ? 'n' : 'p';
}

/** Runs of letters, runs of digits, every other character alone; joined they give the URL again. */
export function tokenizeDuster(url: string): string[] {
  return tokenize(url, isLetter, isDigit);
}

/** `^`, runs of letters and digits, every other character alone, `$`. */
export function tokenizeDustBuster(url: string): string[] {
  return [START, ...tokenizeInner(url), END];
}

/** As `tokenizeDustBuster`, without the sentinels. */
export function tokenizeInner(url: string): string[] {
  return tokenize(url, isAlphanumeric, isAlphanumeric);
}

/**
 * Token order: lower-cased first; on a tie the lower-case letter comes first. The first of a set is its representative.
 */
export function compareTokens(a: string, b: string): number {
  return compareCodePoints(lowerAscii(a), lowerAscii(b)) || compareCodePoints(swapCase(a), swapCase(b));
}

function tokenize(url: string, first: (c: number) => boolean, second: (c: number) => boolean): string[] {
  const tokens: string[] = [];
  let i = 0;
  while (i < url.length) {
    const c = url.charCodeAt(i);
    const kind = first(c) ? first : second(c) ? second : null;
    let end = i + 1;
    if (kind) while (end < url.length && kind(url.charCodeAt(end))) end++;
    else if (c >= 0xd800 && c < 0xdc00 && isLowSurrogate(url.charCodeAt(end))) end++;
    tokens.push(url.slice(i, end));
    i = end;
  }
  return tokens;
}

function swapCase(s: string): string {
  let out = '';
  for (const ch of s) {
    const c = ch.charCodeAt(0);
    out += isLetter(c) ? String.fromCharCode(c ^ 32) : ch;
  }
  return out;
}

function isLetter(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90);
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

function isAlphanumeric(c: number): boolean {
  return isLetter(c) || isDigit(c);
}
