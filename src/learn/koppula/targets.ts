/** Target selection (KOP 3.2.1): the URLs of a page that the others are turned into. */
import { compareCodePoints } from '../../base/index.ts';
import { buildUrl, urlKeys } from '../../url/index.ts';
import { compareTargets, type TargetRank, targetRank } from '../target.ts';
import type { KoppulaOptions } from './options.ts';

/** The best `targets` of the URLs: most important where that is known, then static, near the root, short. */
export function selectTargets(
  urls: readonly string[],
  { targets, importance }: Pick<KoppulaOptions, 'targets' | 'importance'>,
): string[] {
  const ranked = urls.map((url) => {
    // The text would decide between equals before their spelling does.
    const rank: TargetRank = { ...targetRank(url), url: '' };
    return { url, rank, importance: importance?.[url] ?? 0 };
  });
  ranked.sort((a, b) => b.importance - a.importance || compareTargets(a.rank, b.rank) || compareSpelling(a.url, b.url));
  return ranked.slice(0, targets).map(({ url }) => url);
}

/** One that a rule can give as it is comes first: host in lower case, no fragment, no port that goes without saying. */
function compareSpelling(a: string, b: string): number {
  const isGivenAsIs = (url: string) => buildUrl(urlKeys(url)) === url;
  return Number(isGivenAsIs(b)) - Number(isGivenAsIs(a)) || compareCodePoints(a, b);
}
