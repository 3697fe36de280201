/** Where everything lies in the memory that the host gives: tables, scratch arrays, buffers of forms, input, output, then the rule set. */

export const CLASS: usize = 1024;
export const LOWER: usize = 1280;
export const HOST_BYTE: usize = 1536;

/** Most delimiters, path components, parameters, chains and captures; a URL with more is left to the host. */
export const MOST_DELIMITERS: i32 = 1024;
export const MOST_PARTS: i32 = 65536;
export const MOST_CHAINS: i32 = 64;
export const MOST_CAPTURES: i32 = 64;

export const DELIMITER_AT: usize = 4096;
export const CHAIN_START: usize = DELIMITER_AT + 4 * 1024;
export const CHAIN_END: usize = CHAIN_START + 4 * 64;
export const CHAIN_PLACE: usize = CHAIN_END + 4 * 64;
/** Parts of the URL that led to a chain. */
export const CHAIN_PARTS: usize = CHAIN_PLACE + 4 * 64;
export const CAPTURE_FROM: usize = CHAIN_PARTS + 4 * 64;
export const CAPTURE_TO: usize = CAPTURE_FROM + 4 * 64;
export const MARKS: usize = CAPTURE_TO + 4 * 64;

/** Most parts that a key rule names, and most that it sets; a rule with more is left to the host. */
export const MOST_KEY_PARTS: i32 = 32;
/** Per part: index of the component or parameter. Per set: what its value is, its text, its part and index. */
export const KEY_PLACE: usize = MARKS + 128;
export const KEY_STATE: usize = KEY_PLACE + 4 * 32;
export const KEY_FROM: usize = KEY_STATE + 4 * 32;
export const KEY_TO: usize = KEY_FROM + 4 * 32;
export const KEY_SET_PART: usize = KEY_TO + 4 * 32;
export const KEY_SET_PLACE: usize = KEY_SET_PART + 4 * 32;

/** The delimiters themselves; per eight segments a number whose every fourth bit says that a segment is not empty. */
export const DELIMITER_BYTE: usize = KEY_SET_PLACE + 4 * 32;
export const FILLED: usize = DELIMITER_BYTE + 1024 + 16;

/** An array of a number per part. Two of them must not begin at the same place of a page: the processor would take a write to one for a write to the other. */
const PARTS: usize = 4 * 65536 + 320;
export const COMPONENT_FROM: usize = 16384;
export const PARAM_FROM: usize = COMPONENT_FROM + PARTS;
export const NAME_TO: usize = PARAM_FROM + PARTS;
export const NAME_HASH: usize = NAME_TO + PARTS;
/** Per parameter: its hash, its place in a new order, another such place, 1 if it is to be dropped. */
export const PARAM_HASH: usize = NAME_HASH + PARTS;
export const ORDER: usize = PARAM_HASH + PARTS;
export const OTHER_ORDER: usize = ORDER + PARTS;
export const PARAM_TABLE: usize = OTHER_ORDER + PARTS;
export const DROP: usize = PARAM_TABLE + 2 * PARTS;
/** Per component and parameter: number of the set that counts, plus one; all 0 between two rules. */
export const KEY_COMPONENT: usize = DROP + PARTS;
export const KEY_PARAM: usize = KEY_COMPONENT + PARTS;

/** What the last call has to say besides its answer. */
export const RESULT: usize = 2048;
/** What a URL has of all that rows of groups ask for. */
export const HERE: usize = 2064;

/** Four forms, two that rules write in turn, the standard-normalized one and the one that a pass began with; and the texts that a key rule sets. Each has room behind it to be read and written in steps of 16 bytes. */
export const FORM_SIZE: i32 = 262144;
const FORM: usize = 262144 + 832;
export const FORM_A: usize = KEY_PARAM + PARTS;
export const FORM_B: usize = FORM_A + FORM;
export const FORM_NORMAL: usize = FORM_B + FORM;
export const FORM_START: usize = FORM_NORMAL + FORM;
export const KEY_TEXT: usize = FORM_START + FORM;

/** A longer line is left to the host. */
export const MOST_LINE: i32 = 131072;
export const IN: usize = KEY_TEXT + FORM;
export const IN_SIZE: i32 = 131072 + 64;
/** The output has room for a form more than it takes before it is emptied. */
export const OUT: usize = IN + 131072 + 128;
export const OUT_SIZE: i32 = 196608;
/** Hosts that were seen, each after its length, hash and number, a stage plus one, and its entry there. */
export const MOST_HOST: i32 = 240;
export const KNOWN_HOSTS: usize = 6291456;
export const KNOWN_HOST_HEAD: usize = 32;
export const KNOWN_HOST_STEP: usize = 272;
/** Sixteen times each byte. */
export const SIXTEENS: usize = KNOWN_HOSTS + 64 * KNOWN_HOST_STEP;
/** For each byte from 32 and from 48 on, sixteen each: the upper bit if it is a delimiter. */
export const DELIMITER_TABLES: usize = SIXTEENS + 16 * 256;
/** A bit for each byte of the URL that is one. */
export const DELIMITER_BITS: usize = DELIMITER_TABLES + 32;
/** The rule set begins here. */
export const RULES: usize = 8388608;

export let stages: usize = 0;
export let stagesEnd: usize = 0;
export let hosts: usize = 0;
export let hostsSize: i32 = 0;
export let hostEntries: usize = 0;
export let shapes: usize = 0;
export let shapesSize: i32 = 0;
export let lists: usize = 0;
export let entries: usize = 0;
export let entriesSize: i32 = 0;
export let chains: usize = 0;
export let code: usize = 0;
export let flags: usize = 0;
export let pool: usize = 0;
/** True if there are quarantined rules that must not be applied. */
export let skipsQuarantined: bool = false;

/** True once a URL needs what only the host can do; whatever was worked out about it is then void. */
export let asked: bool = false;

export function ask(): void {
  asked = true;
}

export function forget(): void {
  asked = false;
}

/** Numbers of sections as the host lays them out: address and length in bytes, from RULES on. */
export function setSections(table: usize, quarantined: bool): void {
  stages = word(table, 0);
  stagesEnd = stages + word(table, 1);
  hosts = word(table, 2);
  hostsSize = word(table, 3) >> 3;
  hostEntries = word(table, 4);
  shapes = word(table, 6);
  shapesSize = word(table, 7) >> 3;
  lists = word(table, 8);
  entries = word(table, 10);
  entriesSize = word(table, 11) >> 3;
  chains = word(table, 12);
  code = word(table, 14);
  flags = word(table, 16);
  pool = word(table, 18);
  skipsQuarantined = false;
  const rules = word(table, 17) >> 2;
  for (let r = 0; r < rules; r++) if (!quarantined && (word(flags, r) & 2) !== 0) skipsQuarantined = true;
  for (let b: i32 = 0; b < 256; b++) {
    const upper = b >= 65 && b <= 90;
    const letter = upper || (b >= 97 && b <= 122);
    const lower = upper ? b + 32 : b;
    v128.store(SIXTEENS + (b << 4), i8x16.splat(<i8>b));
    if (b >= 32 && b < 64) store<u8>(DELIMITER_TABLES + b - 32, isDelimiter(b) ? 128 : 0);
    store<u8>(LOWER + b, <u8>lower);
    store<u8>(CLASS + b, letter ? 2 : b >= 48 && b <= 57 ? 4 : isDelimiter(b) ? 1 : 0);
    store<u8>(HOST_BYTE + b, b === 47 || b === 63 || b === 35 || b === 58 || b === 64 ? 0 : <u8>lower);
  }
}

function isDelimiter(b: i32): bool {
  return b === 47 || b === 63 || b === 61 || b === 38 || b === 35 || b === 59 || b === 58 || b === 46;
}

export function word(table: usize, i: i32): i32 {
  return load<i32>(table + ((<usize>i) << 2));
}

export function setWord(table: usize, i: i32, value: i32): void {
  store<i32>(table + ((<usize>i) << 2), value);
}

export function byte(at: usize): i32 {
  return load<u8>(at);
}
