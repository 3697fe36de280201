/** Where everything lies that aligning one cluster needs, counted from a base that the host gives: threads that share the memory have a base each. */

export let base: usize = 0;

export function setBase(address: usize): void {
  base = address;
}

/** Most URLs of a cluster, and bytes of them that are looked at; a cluster with more is left to the host. */
export const MOST_URLS: i32 = 10;
export const MOST_BYTES: i32 = 16384;
/** Most bytes that all URLs begin or end with. */
export const MOST_SHARED: i32 = 16384;
/** Most cells of a matrix of scores. */
export const MOST_CELLS: i32 = 1 << 20;

/** Written by the host: what kind of token a byte begins, and whether it is a delimiter. */
export const KIND: usize = 0;
export const DELIMITER: usize = 256;
/** Where the URLs of the cluster begin and end, and where their tokens begin; the tokens of URL u end where those of the next begin. */
export const FROM: usize = 512;
export const TO: usize = FROM + 64;
export const FIRST: usize = TO + 64;
/** The number of each URL. */
export const NUMBER: usize = FIRST + 64;
/** Delimiters by halves of their bytes: for each lower half a bit for each upper half that there is, and for each upper half its bit. */
export const LOW_HALVES: usize = NUMBER + 64;
export const HIGH_HALVES: usize = LOW_HALVES + 16;
/** Of the 128 ASCII characters: the cluster that the token was made for, and the token. */
export const ASCII: usize = 1024;
/** Tokens of all URLs, and what they count as when sets are compared. */
export const IDS: usize = 2048;
export const ELEMENTS: usize = IDS + 4 * 16384;
/** Hash table of tokens: cluster and token. */
export const SLOTS: usize = ELEMENTS + 4 * 16384;
/** Tokens, 32 bytes each. */
export const TOKENS: usize = SLOTS + 8 * 32768;
/** Two sequences, 64 bytes a position: one is read while the other is written. */
export const SEQUENCE: usize = TOKENS + 32 * 16388;
export const SEQUENCE_SIZE: usize = 64 * 16384;
/** Of an alignment: the elements of a row, ranks of rows and columns, the columns that matter, scores and a few behind them, steps. */
export const ROW: usize = SEQUENCE + 2 * SEQUENCE_SIZE;
export const ROW_RANK: usize = ROW + 64;
export const COLUMN_RANK: usize = ROW_RANK + 4 * 16388;
export const COLUMNS: usize = COLUMN_RANK + 4 * 16388;
export const SCORES: usize = COLUMNS + 4 * 16388;
export const PATH: usize = SCORES + 4 * (1 << 20) + 64;
/** Of a plan: beginning, end and presence of groups, beginning and end of runs. */
export const GROUP_START: usize = PATH + 32768;
export const GROUP_END: usize = GROUP_START + 4 * 16384;
export const GROUP_PRESENCE: usize = GROUP_END + 4 * 16384;
export const RUN_START: usize = GROUP_PRESENCE + 4 * 16384;
export const RUN_END: usize = RUN_START + 4 * 16384;
/** What a token is to an alignment, two bytes each, and two more; and the rule with its tokens by number, which takes two bytes for a token, four for a position and four for a group at most. */
export const PATTERN: usize = RUN_END + 4 * 16384;
export const TEMPLATE: usize = PATTERN + 2 * 16384 + 64;
/** Rules that were written. */
export const CODE: usize = TEMPLATE + 10 * 16384 + 64;
export const CODE_SIZE: i32 = 262144;
/** The clusters that are looked at together: each one's number, how many URLs it has, and of each its beginning, its end and its number. */
export const QUESTION: usize = CODE + 262144 + 64;
export const QUESTION_SIZE: i32 = 65536;
/** What the host is told. */
export const ANSWER: usize = QUESTION + 65536;
export const ANSWER_SIZE: i32 = 65536;
/** Rules that wait to be counted. */
export const WAITING: usize = ANSWER + 65536;
/** The tables of rules and of the beginnings of URLs. */
export const RULES: usize = WAITING + 8192;
export const BEGINNINGS: usize = RULES + 32;
/** All of it. */
export const SIZE: usize = BEGINNINGS + 32;

/** A token's fields; `MET` belongs to one alignment. */
export const TYPE: usize = 0;
export const SCORED: usize = 4;
export const OFFSET: usize = 8;
export const LENGTH: usize = 12;
export const VARIANT: usize = 16;
export const HASH: usize = 20;
export const MET: usize = 24;

/** Types, and ids below the first token, which stand for "no token" next to tokens of that type. */
export const LETTERS: i32 = 0;
export const DIGITS: i32 = 1;
export const OTHER: i32 = 2;
export const FIRST_TOKEN: i32 = 3;

/** The type of a delimiter is OTHER with this bit. */
export const IS_DELIMITER: i32 = 4;

/** Fields of a position: its only element if all URLs have it, else -1; which URLs have a token; elements; tokens, and these. */
export const PLAIN: usize = 0;
export const PRESENCE: usize = 4;
export const DISTINCT: usize = 8;
export const COUNT: usize = 12;
export const SET: usize = 16;

export function word(at: usize, i: i32): i32 {
  return load<i32>(at + ((<usize>i) << 2));
}

export function setWord(at: usize, i: i32, value: i32): void {
  store<i32>(at + ((<usize>i) << 2), value);
}

export function token(id: i32): usize {
  return base + TOKENS + ((<usize>id) << 5);
}

export function typeOf(id: i32): i32 {
  return load<i32>(token(id), TYPE) & 3;
}

export function isDelimiterToken(id: i32): bool {
  return load<i32>(token(id), TYPE) > 3;
}
