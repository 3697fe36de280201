/** Filters that look at one page: answers that are none, and bodies with next to nothing in them. */
import { FILTERS, type FilterName } from '../options.ts';
import { ERROR, IS_EMPTY, IS_TINY, NONE, PAGE, type PageTable } from '../records/page-table.ts';

/** No filter objects. */
export const IN = 0;

/** As it is written into a column: IN, or one more than the place of the filter in FILTERS. */
export function reasonOf(filter: FilterName): number {
  return FILTERS.indexOf(filter) + 1;
}

/**
 * The reason why each URL takes no part, or IN. Equal tiny bodies say nothing about their pages, so all that share one are
 * out; a tiny body that nobody else has is a page that differs from all others.
 */
export function filterPages(
  { kind, flags, digest, digests, count }: PageTable,
  keep: readonly FilterName[],
): Uint8Array {
  const seen = new Uint8Array(digests);
  for (let u = 0; u < count; u++) {
    if (kind[u] === PAGE && digest[u] !== NONE && seen[digest[u]!]! < 2) seen[digest[u]!]!++;
  }
  const reasons = new Uint8Array(count);
  const isOn = (filter: FilterName) => !keep.includes(filter);
  for (let u = 0; u < count; u++) {
    if (kind[u] === ERROR) reasons[u] = reasonOf('status');
    else if (isOn('empty') && (flags[u]! & IS_EMPTY) !== 0) reasons[u] = reasonOf('empty');
    else if (isOn('tiny') && (flags[u]! & IS_TINY) !== 0 && digest[u] !== NONE && seen[digest[u]!] === 2) {
      reasons[u] = reasonOf('tiny');
    }
  }
  return reasons;
}
