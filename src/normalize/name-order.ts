/** The order of texts in bytes: exactly that of the strings they stand for under `compareCodePoints`, ill-formed ones included. */
import { type ByteMode, sequenceLength } from './bytes.ts';

/** Negative if [a, aTo) comes before [b, bTo), 0 if they are equal. */
export function compareTexts(
  bytes: Uint8Array,
  a: number,
  aTo: number,
  b: number,
  bTo: number,
  mode: ByteMode,
): number {
  const shorter = Math.min(aTo - a, bTo - b);
  let i = 0;
  while (i < shorter && bytes[a + i] === bytes[b + i]) i++;
  const x = a + i < aTo ? bytes[a + i]! : -1;
  const y = b + i < bTo ? bytes[b + i]! : -1;
  if (x < 0x80 && y < 0x80) return x - y;
  const at = i - sharedStart(bytes, a, aTo, b, bTo, i, mode);
  return rankAt(bytes, a + at, aTo, mode) - rankAt(bytes, b + at, bTo, mode);
}

/** How many bytes before the first difference the character begins that it falls into, be it in one of the two texts only. */
function sharedStart(
  bytes: Uint8Array,
  a: number,
  aTo: number,
  b: number,
  bTo: number,
  i: number,
  mode: ByteMode,
): number {
  for (let back = 1; back <= 3 && back <= i; back++) {
    const lead = bytes[a + i - back]!;
    if (lead < 0x80) return 0;
    if (lead < 0xc0) continue;
    const reaches =
      sequenceLength(bytes, a + i - back, aTo, mode) > back || sequenceLength(bytes, b + i - back, bTo, mode) > back;
    return reaches ? back : 0;
  }
  return 0;
}

/** Place in the order of strings of the character at `i`: by UTF-16 units, surrogates above all others; -1 past the end. */
function rankAt(bytes: Uint8Array, i: number, to: number, mode: ByteMode): number {
  if (i >= to) return -1;
  const first = bytes[i]!;
  const length = sequenceLength(bytes, i, to, mode);
  let point = length === 0 ? 0xdc00 + first : length === 1 ? first : first & (0x7f >> length);
  for (let k = 1; k < length; k++) point = (point << 6) | (bytes[i + k]! & 63);
  if (point < 0xd800) return point * 0x800;
  if (point < 0xe000) return (point + 0x2000) * 0x800;
  if (point < 0x10000) return (point - 0x800) * 0x800;
  // A pair comes right after its first half standing alone, and before the next first half.
  const high = 0xd800 + ((point - 0x10000) >> 10);
  return (high + 0x2000) * 0x800 + 1 + ((point - 0x10000) & 0x3ff);
}
