/** Finds the URLs that others name. */
import { TextHash } from '../text-hash.ts';
import type { Links, PageTable } from './page-table.ts';

/** Calls `found` for each link whose other end is in the table; as written, else without the fragment, which is never sent. */
export function findLinked(
  { numbers }: PageTable,
  { from, hashes }: Links,
  found: (from: number, to: number) => void,
): void {
  const hash = new TextHash();
  for (let i = 0; i < from.size; i++) {
    let to = -1;
    for (let form = 0; form < 2 && to === -1; form++) {
      hash.a = hashes.values[4 * i + 2 * form]!;
      hash.b = hashes.values[4 * i + 2 * form + 1]!;
      to = numbers.find(hash);
    }
    if (to !== -1) found(from.values[i]!, to);
  }
}
