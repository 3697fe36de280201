/** Triplets of a percent sign and two hex digits. */
import { bitsOf, firstBits } from './bytes';
import { byte } from './memory';

/** Place of the next `%`, or the end. */
export function nextPercent(start: usize, end: usize): usize {
  for (let block = start; block < end; block += 16) {
    const bits = bitsOf(v128.load(block), 37) & firstBits(end - block);
    if (bits !== 0) return block + ctz(bits);
  }
  return end;
}

/** Value of the triplet at `i`, or -1. */
export function triplet(i: usize): i32 {
  const high = hexDigit(byte(i + 1));
  const low = hexDigit(byte(i + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

export function hexDigit(b: i32): i32 {
  if (b >= 48 && b <= 57) return b - 48;
  const lower = b | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

export function hexChar(value: i32): i32 {
  return value < 10 ? 48 + value : 55 + value;
}

export function isUnreserved(b: i32): bool {
  const lower = b | 32;
  return (
    (b < 0x80 && lower >= 97 && lower <= 122) || (b >= 48 && b <= 57) || b === 45 || b === 46 || b === 95 || b === 126
  );
}

/** False only if standard normalization leaves every `%` of the range as it is. */
export function hasOddTriplets(start: usize, end: usize): bool {
  for (let i = nextPercent(start, end); i < end; i = nextPercent(i + 3, end)) {
    const value = i + 2 < end ? triplet(i) : -1;
    if (value < 0 || isUnreserved(value) || isSmall(byte(i + 1)) || isSmall(byte(i + 2))) return true;
  }
  return false;
}

function isSmall(hex: i32): bool {
  return hex >= 97;
}
