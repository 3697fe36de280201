/** What the filters did: how many URLs each kept out, and an example that a person can judge. */
import { FILTERS, type FilterName } from '../options.ts';
import type { Groups } from '../records/groups.ts';
import { urlsOf } from '../records/notes.ts';
import { NONE, PAGE, type PageTable } from '../records/page-table.ts';
import { NO_LENGTH } from '../records/row.ts';
import { reasonOf } from './page-filters.ts';

export type FilterReport = {
  readonly name: FilterName;
  /** `off`: switched off; `not-applicable`: the data lacks what it looks at (titles, lengths). */
  readonly state: 'on' | 'off' | 'not-applicable';
  /** URLs that take no part because of it. */
  readonly urls: number;
  /** Clusters they would make; 0 for filters that look at single pages. */
  readonly clusters: number;
  /** The smallest URL, of the largest cluster if there are some, and another one of that cluster. */
  readonly example?: string;
  readonly other?: string;
};

export function reportFilters(
  table: PageTable,
  reasons: Uint8Array,
  groups: Groups,
  keep: readonly FilterName[],
): FilterReport[] {
  const counts = FILTERS.map((filter) => count(table, reasons, groups, reasonOf(filter)));
  const urls = urlsOf(
    table,
    counts.flatMap(({ example, other }) => [example, other]),
  );
  const known = knownOf(table);
  return FILTERS.map((name, f) => {
    const { urls: out, clusters, example, other } = counts[f]!;
    const texts = {
      ...(example < 0 ? {} : { example: urls.get(example)! }),
      ...(other < 0 ? {} : { other: urls.get(other)! }),
    };
    return { name, state: keep.includes(name) ? 'off' : stateOf(name, known), urls: out, clusters, ...texts };
  });
}

type Count = { readonly urls: number; readonly clusters: number; readonly example: number; readonly other: number };

function count({ count }: PageTable, reasons: Uint8Array, groups: Groups, reason: number): Count {
  let urls = 0;
  let example = -1;
  for (let u = 0; u < count; u++) {
    if (reasons[u] !== reason) continue;
    if (urls++ === 0) example = u;
  }
  let clusters = 0;
  let largest = -1;
  for (let c = 0; c < groups.size; c++) {
    if (reasons[groups.roots[c]!] !== reason) continue;
    clusters++;
    if (largest === -1 || groups.sizeOf(c) > groups.sizeOf(largest)) largest = c;
  }
  if (largest === -1) return { urls, clusters, example, other: -1 };
  const members = groups.membersOf(largest);
  return { urls, clusters, example: members[0]!, other: members.at(-1)! };
}

type Known = { readonly titles: boolean; readonly lengths: boolean; readonly contents: boolean };

function knownOf({ kind, title, length, digest, sketch, count }: PageTable): Known {
  let titles = false;
  let lengths = false;
  let contents = false;
  for (let u = 0; u < count; u++) {
    if (kind[u] !== PAGE) continue;
    titles ||= title[u] !== NONE;
    lengths ||= length[u] !== NO_LENGTH;
    contents ||= digest[u] !== NONE || sketch[u] !== NONE;
  }
  return { titles, lengths, contents };
}

function stateOf(name: FilterName, { titles, lengths, contents }: Known): FilterReport['state'] {
  if (name === 'boilerplate' || name === 'soft-404') return titles ? 'on' : 'not-applicable';
  if (name === 'tiny') return lengths ? 'on' : 'not-applicable';
  return name === 'empty' && !lengths && !contents ? 'not-applicable' : 'on';
}
