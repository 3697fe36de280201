/** The five features of a pair of sites (CAR, section 3.1), as rows of numbers. */
import type { Comparisons } from '../compare-sites.ts';
import type { PairList } from '../pair-set.ts';
import { addressGroups } from './addresses.ts';
import { hostLabels } from './label-match.ts';
import { nameDistance } from './name-distance.ts';

export const FEATURES = ['ndist', 'nmatch', 'ip4', 'ip3', 'fullpath'] as const;
export type FeatureName = (typeof FEATURES)[number];
const WITHOUT_ADDRESSES: readonly FeatureName[] = ['ndist', 'nmatch', 'fullpath'];

export type FeatureTable = {
  readonly names: readonly FeatureName[];
  /** A row a pair, one after the other. */
  readonly values: Float64Array;
};

/** Without a single known address the two features of addresses are left out. */
export function featuresOf(
  hosts: readonly string[],
  addresses: readonly (string | undefined)[],
  pairs: PairList,
  { fullpath }: Pick<Comparisons, 'fullpath'>,
): FeatureTable {
  const labels = hostLabels(hosts);
  const groups = addressGroups(addresses);
  const names = groups.known === 0 ? WITHOUT_ADDRESSES : FEATURES;
  const compute: Readonly<Record<FeatureName, (a: number, b: number, pair: number) => number>> = {
    ndist: (a, b) => nameDistance(hosts[a]!, hosts[b]!),
    nmatch: labels.match,
    ip4: groups.ip4,
    ip3: groups.ip3,
    fullpath: (_a, _b, pair) => fullpath[pair]!,
  };
  const columns = names.map((name) => compute[name]);
  const values = new Float64Array(pairs.size * names.length);
  for (let pair = 0, at = 0; pair < pairs.size; pair++) {
    for (const column of columns) values[at++] = column(pairs.a[pair]!, pairs.b[pair]!, pair);
  }
  return { names, values };
}
