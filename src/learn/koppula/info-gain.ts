/** How much a key tells about the class of a row (KOP Algorithm 5, lines 3 and 4), from the rows that have the key alone. */

/** The values of one key: rows that have it, and their values; a row that is missing has the value "absent". */
export type Column = { readonly rows: readonly number[]; readonly values: readonly number[] };

/** Digits of a gain that count: the rest is rounding, and must not decide the order of keys. */
const PRECISION = 1e9;

/** H(R) - Σ p(v)·H(R|v) in bits, for each column; `classOf` has the class of every row. */
export function infoGains(columns: readonly Column[], classOf: Int32Array): number[] {
  const rows = classOf.length;
  const sizes: number[] = [];
  for (const c of classOf) sizes[c] = (sizes[c] ?? 0) + 1;
  const spread = sizes.reduce((sum, size) => sum + weight(size), 0);
  return columns.map((column) => {
    if (rows === 0 || sizes.length < 2) return 0;
    const gain = (weight(rows) - spread - conditional(column, classOf, sizes, spread)) / rows;
    return Math.round(gain * PRECISION) / PRECISION;
  });
}

/** Rows times the entropy of their class within each value: Σ_v (n_v log n_v - Σ_c n_vc log n_vc). */
function conditional(column: Column, classOf: Int32Array, sizes: readonly number[], spread: number): number {
  const byValue = new Map<number, number>();
  const byBoth = new Map<number, number>();
  const byClass = new Map<number, number>();
  for (const [i, row] of column.rows.entries()) {
    const value = column.values[i]!;
    const c = classOf[row]!;
    const both = value * sizes.length + c;
    byValue.set(value, (byValue.get(value) ?? 0) + 1);
    byBoth.set(both, (byBoth.get(both) ?? 0) + 1);
    byClass.set(c, (byClass.get(c) ?? 0) + 1);
  }
  let sum = 0;
  for (const count of byValue.values()) sum += weight(count);
  for (const count of byBoth.values()) sum -= weight(count);
  // Rows without the key, by subtraction, so that a rare key costs little.
  sum += weight(classOf.length - column.rows.length) - spread;
  for (const [c, count] of byClass) sum += weight(sizes[c]!) - weight(sizes[c]! - count);
  return sum;
}

function weight(count: number): number {
  return count === 0 ? 0 : count * Math.log2(count);
}
