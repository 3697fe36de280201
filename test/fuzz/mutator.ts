/** Changes bytes as a fuzzer does: small damage, words of the format, pieces of other inputs, long repetitions. Seeded, so that a run can be had again. */
import type { Random } from '../../src/base/index.ts';

/** Longest input; long enough that quadratic work shows. */
export const MAX_BYTES = 64 * 1024;
/** Most inputs stay this short, so that many are tried. */
const USUAL_BYTES = 4 * 1024;

const ODD_NUMBERS = ['0', '-1', '1e999', '99999999999999999999', '2147483648', '-0', '0x10', 'NaN', '1.5', '007'];
const ODD_WORDS = [
  ...[
    '\0',
    '\n',
    '\r\n',
    '\t',
    '\ufeff',
    '\u2028',
    '\u0130',
    'ß',
    '😀',
    '%',
    '%00',
    '%2',
    '%ff',
    '%25',
    '..',
    '//',
    '\\',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '{{',
    `$${'{1}'}`,
    '"',
    "'",
    '[[[[',
    '{"":',
  ],
];
/** Not UTF-8: a lone continuation, overlong forms, surrogates, beyond Unicode, cut sequences. */
const BAD_UTF8 = [
  [0x80],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0xe2, 0x82],
  [0xf0, 0x9f],
  [0xff],
];

type Change = (bytes: Uint8Array, random: Random, context: Context) => Uint8Array;
type Context = { readonly words: readonly Uint8Array[]; readonly others: readonly Uint8Array[] };

export type Mutator = (input: Uint8Array, others: readonly Uint8Array[]) => Uint8Array;

export function createMutator(random: Random, words: readonly string[]): Mutator {
  const known = [...words, ...ODD_WORDS].map((word) => new TextEncoder().encode(word));
  const all = [...known, ...BAD_UTF8.map((bytes) => Uint8Array.from(bytes))];
  return (input, others) => {
    const context: Context = { words: all, others };
    let bytes: Uint8Array = input.slice(0, USUAL_BYTES);
    // Mostly one or two changes: what is wrong everywhere is refused at its first byte.
    for (let left = 1 + random.below(1 << random.below(4)); left > 0; left--)
      bytes = CHANGES[random.below(CHANGES.length)]!(bytes, random, context);
    return bytes.subarray(0, MAX_BYTES);
  };
}

const CHANGES: readonly Change[] = [
  flipBit,
  setByte,
  insertWord,
  insertWord,
  overwriteWord,
  remove,
  remove,
  copyWithin,
  repeat,
  splice,
  splice,
  cut,
  oddNumber,
  changeCase,
  swap,
];

function flipBit(bytes: Uint8Array, random: Random): Uint8Array {
  const out = bytes.slice();
  if (out.length > 0) out[random.below(out.length)]! ^= 1 << random.below(8);
  return out;
}

function setByte(bytes: Uint8Array, random: Random): Uint8Array {
  const out = bytes.slice();
  if (out.length > 0) out[random.below(out.length)] = random.below(256);
  return out;
}

function insertWord(bytes: Uint8Array, random: Random, { words }: Context): Uint8Array {
  return replaced(bytes, random.below(bytes.length + 1), 0, words[random.below(words.length)]!);
}

function overwriteWord(bytes: Uint8Array, random: Random, { words }: Context): Uint8Array {
  const word = words[random.below(words.length)]!;
  return replaced(bytes, random.below(bytes.length + 1), word.length, word);
}

function remove(bytes: Uint8Array, random: Random): Uint8Array {
  const [at, length] = range(bytes, random);
  return replaced(bytes, at, length, new Uint8Array(0));
}

function copyWithin(bytes: Uint8Array, random: Random): Uint8Array {
  const [at, length] = range(bytes, random);
  return replaced(bytes, random.below(bytes.length + 1), 0, bytes.slice(at, at + length));
}

/** A few times mostly, sometimes as often as fits. */
function repeat(bytes: Uint8Array, random: Random): Uint8Array {
  const [at, length] = range(bytes, random);
  if (length === 0) return bytes;
  const most = random.below(40) === 0 ? MAX_BYTES : USUAL_BYTES;
  const times = Math.min(1 + random.below(1 << random.below(17)), Math.floor(most / length));
  const piece = new Uint8Array(times * length);
  for (let i = 0; i < times; i++) piece.set(bytes.subarray(at, at + length), i * length);
  return replaced(bytes, at, length, piece);
}

function splice(bytes: Uint8Array, random: Random, { others }: Context): Uint8Array {
  const other = others[random.below(others.length)] ?? bytes;
  const [from, length] = range(other, random);
  const [at, gone] = range(bytes, random);
  return replaced(bytes, at, random.below(2) * gone, other.slice(from, from + length));
}

function cut(bytes: Uint8Array, random: Random): Uint8Array {
  return bytes.slice(0, random.below(bytes.length + 1));
}

function oddNumber(bytes: Uint8Array, random: Random): Uint8Array {
  const from = random.below(bytes.length + 1);
  const at = bytes.findIndex((byte, i) => i >= from && byte >= 48 && byte <= 57);
  if (at < 0) return bytes;
  let end = at;
  while (end < bytes.length && bytes[end]! >= 48 && bytes[end]! <= 57) end++;
  return replaced(bytes, at, end - at, new TextEncoder().encode(ODD_NUMBERS[random.below(ODD_NUMBERS.length)]!));
}

function changeCase(bytes: Uint8Array, random: Random): Uint8Array {
  const out = bytes.slice();
  const [at, length] = range(bytes, random);
  for (let i = at; i < at + length; i++) if (/[a-z]/i.test(String.fromCharCode(out[i]!))) out[i]! ^= 32;
  return out;
}

function swap(bytes: Uint8Array, random: Random): Uint8Array {
  const [at, length] = range(bytes, random);
  const to = random.below(bytes.length + 1);
  const piece = bytes.slice(at, at + length);
  const rest = replaced(bytes, at, length, new Uint8Array(0));
  return replaced(rest, Math.min(to, rest.length), 0, piece);
}

/** Mostly a few bytes, sometimes many. */
function range(bytes: Uint8Array, random: Random): [at: number, length: number] {
  const at = random.below(bytes.length + 1);
  return [at, Math.min(bytes.length - at, 1 + random.below(1 << random.below(11)))];
}

function replaced(bytes: Uint8Array, at: number, gone: number, piece: Uint8Array): Uint8Array {
  const rest = bytes.subarray(Math.min(bytes.length, at + gone));
  const out = new Uint8Array(at + piece.length + rest.length);
  out.set(bytes.subarray(0, at));
  out.set(piece, at);
  out.set(rest, at + piece.length);
  return out;
}
