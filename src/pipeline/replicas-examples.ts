/** Pages that two sites have in common, to be shown. */
import { compareCodePoints } from '../base/index.ts';
import type { SiteTable } from '../replicas/index.ts';

const EXAMPLES = 3;

/** Pages of both sites, those of the fewest sites first, then by URL. */
export function examplesOf(
  { starts, pages, cluster, sites, urlOf }: SiteTable,
  a: number,
  b: number,
): (readonly [string, string])[] {
  const rowOf = new Map<number, number>();
  for (let k = starts[b]!; k < starts[b + 1]!; k++) {
    const row = pages[k]!;
    if (!rowOf.has(cluster[row]!)) rowOf.set(cluster[row]!, row);
  }
  const found: { row: number; other: number }[] = [];
  for (let k = starts[a]!; k < starts[a + 1]!; k++) {
    const other = rowOf.get(cluster[pages[k]!]!);
    if (other !== undefined) found.push({ row: pages[k]!, other });
  }
  const rarity = ({ row }: { row: number }) => sites[cluster[row]!]!;
  const best = found.sort((x, y) => rarity(x) - rarity(y) || x.row - y.row).slice(0, EXAMPLES);
  return best.map(({ row, other }) => [urlOf(row), urlOf(other)] as const).sort(([x], [y]) => compareCodePoints(x, y));
}
