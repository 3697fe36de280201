/** The string order used everywhere: by code point, as UTF-8 bytes sort in `LC_ALL=C sort`, DuckDB and Spark. */

/** Compares by code point; JavaScript's own `<` compares UTF-16 units and differs above U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  return compareFrom(0, a, b);
}

/** The same of strings that have so many units in common at their beginning. */
export function compareFrom(common: number, a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  for (let i = common; i < n; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return lift(x) - lift(y);
  }
  return a.length - b.length;
}

/** Moves the surrogates above U+E000..U+FFFF, where the code points they encode belong. */
function lift(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Length in bytes of the string as UTF-8, a lone surrogate counting three bytes. */
export function byteLength(s: string): number {
  let n = s.length;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    if (c < 0x80) continue;
    if (c < 0x800) n += 1;
    else if (c >= 0xd800 && c < 0xdc00 && isLowSurrogate(s.charCodeAt(i + 1))) {
      n += 2;
      i++;
    } else n += 2;
  }
  return n;
}

/** True for the second half of a surrogate pair; NaN (past the end) is false. */
export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
