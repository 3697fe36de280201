/** Which URL of a page the others should become (Koppula et al., section on target selection): static, near the root, short. */
import { compareCodePoints } from '../base/index.ts';
import { urlKeys } from '../url/index.ts';

/** What is compared, in turn: has a query, parameters, components that are not empty, length; the text breaks ties. */
export type TargetRank = { readonly url: string; readonly rank: readonly [number, number, number, number] };

export function targetRank(url: string): TargetRank {
  const { path, params } = urlKeys(url);
  const components = path.filter((component) => component !== '').length;
  return { url, rank: [params.length > 0 ? 1 : 0, params.length, components, url.length] };
}

/** The preferred one first. */
export function compareTargets(a: TargetRank, b: TargetRank): number {
  for (const [i, value] of a.rank.entries()) if (value !== b.rank[i]) return value - b.rank[i]!;
  return compareCodePoints(a.url, b.url);
}
