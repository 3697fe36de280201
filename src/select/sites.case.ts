/** Small sites for tests of choosing, and the rules that are chosen for them, in words. */
import type { Cluster } from '../clusters/index.ts';
import { printRule } from '../rules/index.ts';
import { selectTogether } from './compose.ts';

export const OPTIONS = { maxRisk: 0.04, seenShare: 1, confidence: 0.95 };

/** Pages with the addresses that `addresses` gives them, each a cluster. */
export function pages(count: number, addresses: (name: string, page: number) => readonly string[]): Cluster[] {
  return Array.from({ length: count }, (_, page) => ({
    id: `p${page}`,
    urls: addresses(`${'abcdefghij'[page % 10]}${'klmnopqrst'[Math.floor(page / 10) % 10]}x`, page),
  }));
}

export function textsOf(clusters: readonly Cluster[], options = OPTIONS): string[] {
  return selectTogether(clusters, options).rules.map(printRule);
}
