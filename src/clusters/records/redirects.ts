/** Follows redirects through chains to the page where they end. */
import { findLinked } from './linked.ts';
import { ABSENT, PAGE, type PageTable, REDIRECT } from './page-table.ts';

/** Of a redirect that ends nowhere, or in a circle. */
export const NOWHERE = -1;
export const LOOP = -2;

/** For each URL that redirects the page at the end, NOWHERE or LOOP; for all others NOWHERE. */
export function followRedirects(table: PageTable): Int32Array {
  const next = new Int32Array(table.count).fill(NOWHERE);
  findLinked(table, table.redirects, (from, to) => {
    next[from] = to;
  });
  const end = new Int32Array(table.count).fill(NOWHERE);
  const state = new Uint8Array(table.count);
  const chain: number[] = [];
  for (let start = 0; start < table.count; start++) {
    if (table.kind[start] !== REDIRECT || state[start] !== UNSEEN) continue;
    let at = start;
    while (at !== NOWHERE && table.kind[at] === REDIRECT && state[at] === UNSEEN) {
      state[at] = OPEN;
      chain.push(at);
      at = next[at]!;
    }
    const result = endOf(table, at, state, end);
    for (const url of chain) {
      state[url] = DONE;
      end[url] = result;
    }
    chain.length = 0;
  }
  return end;
}

const UNSEEN = 0;
const OPEN = 1;
const DONE = 2;

function endOf({ kind }: PageTable, at: number, state: Uint8Array, end: Int32Array): number {
  if (at === NOWHERE || kind[at] === ABSENT) return NOWHERE;
  if (kind[at] === PAGE) return at;
  if (kind[at] !== REDIRECT) return NOWHERE;
  return state[at] === OPEN ? LOOP : end[at]!;
}
