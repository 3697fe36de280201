/** The compiled rule set: a handful of flat arrays that are also the file format, so that loading a file is looking at it. */
import { ConfigError } from '../base/index.ts';
import { type HashTable, mix } from './hash.ts';

export type Flat = {
  /** Per stage: 0 first or 1 fixpoint, 1 for SUN, the program of rules for every host (-1: none), that program's numbers. */
  readonly stages: Int32Array;
  /** Hash of (stage, host) to the first of its `hostEntries`. */
  readonly hosts: HashTable;
  /** Per host, together because it is far from everything else: place of the next entry of the same hash (0: none), bytes of its name, program, that program's numbers, the name itself padded to whole numbers. */
  readonly hostEntries: Int32Array;
  /** Hash of (program, shape) to a list of masks in `lists`; or, for one mask only, to -2 minus its place in `code`. */
  readonly shapes: HashTable;
  /** Lists of masks, each after its length, and rows of groups, ROW_STEP numbers each. */
  readonly lists: Int32Array;
  /** Hash of (program, mask or group, literals) to a chain. */
  readonly entries: HashTable;
  /** Chains of candidates in rule order: length, then rule, program in `code` (-1: interpreted), choice of alternatives (-1: none). */
  readonly chains: Int32Array;
  /** Masks, groups, emits, and one program per rule or token variant, each beginning with its kind. */
  readonly code: Int32Array;
  /** Per rule: 1 fetchable, 2 quarantined. */
  readonly flags: Int32Array;
  /** Where each rule's JSON begins; one more at the end. */
  readonly jsonAt: Int32Array;
  /** All literal bytes. */
  readonly pool: Uint8Array;
  /** The rules as JSON, read when a rule needs more than its program. */
  readonly json: Uint8Array;
  /** `{options, stages: [{apply, sun, rules: count}]}`. */
  readonly head: Uint8Array;
};

/** What the first number of a program says about the rest: which view it runs. */
export const PROGRAM = { tokens: 0, keys: 1, text: 2, edit: 3 } as const;

/** Where in a host's entry its program stands, with its numbers, and its name begins. */
export const HOST_PROGRAM = 2;
export const HOST_NAME = 7;

/** Where in a stage's numbers the program of rules for every host stands, and how many there are. */
export const STAGE_PROGRAM = 2;
export const STAGE_STEP = 7;

/** After a program, which is what all hosts with the same rules share, stand: most delimiters of any shape, first row of its groups (without any: the chain of all its candidates, or -1 if shapes lead to them), number of rows, and a bit for each number of delimiters modulo 32 that a shape has. */
export const PROGRAM_MOST = 1;
export const PROGRAM_ROWS = 2;
export const PROGRAM_ROW_COUNT = 3;

/**
 * A row is a group and what a URL must have for a look at its features: all of these facts (with them stand the parts of the URL that
 * the features look at); as second and as last byte of the path
 * one whose lower five bits are set here; and a parameter whose name's bit is set in the next two numbers, if any is. Last come the
 * hash of the literals and the chain of a group of singles that has but one chain, which is -1 for all others. Before the first row of a program stands its first
 * rule that may come to apply when parameters go.
 */
export const ROW_STEP = 8;
/** A chain: how many candidates, whose program they are of, then the candidates. If the chain of another program and the same hash stands behind it, the count has CHAIN_GOES_ON. */
export const CHAIN_PROGRAM = 1;
export const CHAIN_HEAD = 2;
export const CHAIN_GOES_ON = 1 << 30;
export const ROW_FACTS = 1;
/** Facts are below, parts above. */
export const FACTS_MASK = 0xffff;
export const URL_PART = {
  scheme: 0x1_0000,
  host: 0x2_0000,
  path: 0x4_0000,
  query: 0x8_0000,
  whole: 0x10_0000,
  /** What parameters gone can bring about: a query of other names, none at all, or another end. */
  fewerParams: 0x20_0000,
} as const;
/** Stands with the facts of a group that asks for nothing else. */
export const ONLY_FACTS = 0x40_0000;
export const ROW_SECOND = 2;
export const ROW_LAST = 3;
export const ROW_NAMES = 4;
export const ROW_HASH = 6;
export const ROW_CHAIN = 7;

const MAGIC = 'DUSTPAN\n';
/** Changes whenever the meaning of any array changes. */
const VERSION = 10;
/** Read back as another number on a machine of the other byte order. */
const ORDER_MARK = 0x01020304;
const HEADER = 8 + 4 * 4;
/** What running the rules needs; the kernel has its table in this order. */
export const RUN_SECTIONS = [
  ...['stages', 'hosts', 'hostEntries', 'shapes', 'lists', 'entries', 'chains', 'code', 'flags'],
  'pool',
] as const satisfies readonly (keyof Flat)[];
/** The file also has the rules as they were written. */
const SECTIONS = [...RUN_SECTIONS, 'jsonAt', 'json', 'head'] as const satisfies readonly (keyof Flat)[];

/** True if the bytes begin like a compiled rule file. */
export function isCompiled(bytes: Uint8Array): boolean {
  for (let i = 0; i < MAGIC.length; i++) if (bytes[i] !== MAGIC.charCodeAt(i)) return false;
  return true;
}

/** The file: magic, version, byte order, checksum (two words), section lengths, sections each padded to four bytes. */
export function writeFlat(flat: Flat): Uint8Array {
  const sections = SECTIONS.map((name) => flat[name]);
  const size = sections.reduce((sum, section) => sum + padded(section.byteLength), HEADER + 4 * SECTIONS.length);
  const out = new Uint8Array(size);
  const words = new DataView(out.buffer);
  for (let i = 0; i < MAGIC.length; i++) out[i] = MAGIC.charCodeAt(i);
  let at = HEADER + 4 * SECTIONS.length;
  for (const [i, section] of sections.entries()) {
    words.setInt32(HEADER + 4 * i, section.byteLength, true);
    out.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), at);
    at += padded(section.byteLength);
  }
  new Int32Array(out.buffer, 8, 2).set([VERSION, ORDER_MARK]);
  return sign(out);
}

/** Writes the checksum into a file that has all the rest; the bytes must have a buffer of their own. */
export function sign(file: Uint8Array): Uint8Array {
  new Int32Array(file.buffer, 16, 2).set(checksum(file));
  return file;
}

/** The arrays of a file, as views of it; refuses what is damaged, cut off, newer or of another machine. */
export function readFlat(file: Uint8Array): Flat {
  // Typed arrays need an aligned start; a Buffer from a pool may not have one.
  const bytes = file.byteOffset % 4 === 0 ? file : file.slice();
  if (!isCompiled(bytes)) throw refuse('it does not begin like one');
  if (bytes.length < HEADER + 4 * SECTIONS.length) throw refuse('it is cut off');
  const [version, order, sumA, sumB] = new Int32Array(bytes.buffer, bytes.byteOffset + 8, 4);
  if (order !== ORDER_MARK) throw refuse('it was made on a machine of the other byte order');
  if (version !== VERSION) throw refuse(`it has format ${version} and this dustpan reads format ${VERSION}`);
  const lengths = new Int32Array(bytes.buffer, bytes.byteOffset + HEADER, SECTIONS.length);
  const size = lengths.reduce(
    (sum, length) => sum + (length >= 0 ? padded(length) : Number.NaN),
    HEADER + 4 * SECTIONS.length,
  );
  if (size !== bytes.length) throw refuse('its size is not what it says: it is damaged or cut off');
  const [a, b] = checksum(bytes);
  if (a !== sumA || b !== sumB) throw refuse('its checksum is wrong: it is damaged');
  return viewFlat(bytes);
}

/** The same for a file that is known to be whole, and begins at a multiple of four bytes. */
export function viewFlat(bytes: Uint8Array): Flat {
  const lengths = new Int32Array(bytes.buffer, bytes.byteOffset + HEADER, SECTIONS.length);
  const sections: Partial<Record<keyof Flat, Int32Array | Uint8Array>> = {};
  let at = bytes.byteOffset + HEADER + 4 * SECTIONS.length;
  for (const [i, name] of SECTIONS.entries()) {
    const isBytes = name === 'pool' || name === 'json' || name === 'head';
    sections[name] = isBytes
      ? new Uint8Array(bytes.buffer, at, lengths[i])
      : new Int32Array(bytes.buffer, at, lengths[i]! >> 2);
    at += padded(lengths[i]!);
  }
  return sections as Flat;
}

/** The refusal of a file. */
export function refuse(why: string): ConfigError {
  return new ConfigError(
    'compiled-rules',
    `this compiled rule file cannot be used, ${why}; make it again with: dustpan compile -r rules.json -o rules.bin`,
  );
}

function padded(length: number): number {
  return (length + 3) & ~3;
}

/**
 * Two words over everything after the checksum: enough to notice damage, quick enough for a file of 100,000 rules. Four sums side by
 * side, because each step of one waits for the step before.
 */
function checksum(bytes: Uint8Array): [number, number] {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  let a = 1;
  let b = 2;
  let c = 3;
  let d = 4;
  let i = HEADER >> 2;
  for (const end = words.length - 3; i < end; i += 4) {
    a = Math.imul(a ^ words[i]!, 0x85ebca6b);
    a ^= a >>> 13;
    b = Math.imul(b ^ words[i + 1]!, 0x85ebca6b);
    b ^= b >>> 13;
    c = Math.imul(c ^ words[i + 2]!, 0x85ebca6b);
    c ^= c >>> 13;
    d = Math.imul(d ^ words[i + 3]!, 0x85ebca6b);
    d ^= d >>> 13;
  }
  for (; i < words.length; i++) a = mix(a, words[i]!);
  return [mix(mix(a, b), mix(c, d)), mix(mix(mix(d, c), mix(b, a)), words.length)];
}
