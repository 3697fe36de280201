/** Source selection (KOP 3.2.1): of a page with many URLs a stratified sample, so that rare kinds of URL and important ones are in it. */
import { compareCodePoints, createRandom, seedFrom } from '../../base/index.ts';
import { tokenizeDuster } from '../../url/index.ts';
import { type KoppulaOptions, STRATA } from './options.ts';

export type SourceOptions = Pick<KoppulaOptions, 'sources' | 'sample' | 'importance' | 'seed'>;

/** At most so many of the sorted URLs, in their order. */
export function selectSources(sorted: readonly string[], options: SourceOptions): readonly string[] {
  const size = Math.min(options.sources, options.sample);
  if (sorted.length <= size) return sorted;
  const random = createRandom(seedFrom(options.seed, 'sources', sorted[0]!));
  const strata = stratify(sorted, options.importance);
  const chosen = new Set<string>();
  for (const [i, count] of shares(strata, size).entries()) {
    const { urls } = strata[i]!;
    // The first places of a full shuffle.
    for (let k = 0; k < count; k++) {
      const other = k + random.below(urls.length - k);
      [urls[k], urls[other]] = [urls[other]!, urls[k]!];
      chosen.add(urls[k]!);
    }
  }
  return sorted.filter((url) => chosen.has(url));
}

type Stratum = { readonly urls: string[]; readonly weight: number };

/** Equal parts by importance, with its sum as weight; where it is not known, by the number of different tokens, with equal weights. */
function stratify(sorted: readonly string[], importance: KoppulaOptions['importance']): Stratum[] {
  const measured = sorted.map((url) => ({
    url,
    measure: importance ? (importance[url] ?? 0) : new Set(tokenizeDuster(url)).size,
  }));
  measured.sort((a, b) => b.measure - a.measure || compareCodePoints(a.url, b.url));
  const total = measured.reduce((sum, { measure }) => sum + measure, 0);
  return Array.from({ length: STRATA }, (_, i) => {
    const from = Math.floor((i * measured.length) / STRATA);
    const part = measured.slice(from, Math.floor(((i + 1) * measured.length) / STRATA));
    const sum = part.reduce((before, { measure }) => before + measure, 0);
    return { urls: part.map(({ url }) => url), weight: importance && total > 0 ? sum / total : 1 / STRATA };
  });
}

/** How many of each stratum: proportional by largest remainder, no more than it has; what is left goes to the first with room. */
function shares(strata: readonly Stratum[], size: number): number[] {
  const exact = strata.map(({ weight }) => weight * size);
  const counts = exact.map((share, i) => Math.min(Math.floor(share), strata[i]!.urls.length));
  const remainder = (i: number) => exact[i]! - Math.floor(exact[i]!);
  const byRemainder = strata.map((_, i) => i).sort((a, b) => remainder(b) - remainder(a) || a - b);
  let left = size - counts.reduce((sum, count) => sum + count, 0);
  while (left > 0) {
    for (const i of byRemainder) {
      if (left === 0 || counts[i] === strata[i]!.urls.length) continue;
      counts[i]!++;
      left--;
    }
  }
  return counts;
}
