/** The parts of the data that a comparison holds out in turn, and what is learned from while they are. */
import { type Cluster, type Fold, thirdsOf } from '../clusters/index.ts';
import { sampleSorted, sortDistinct } from '../learn/index.ts';
import type { CompareOptions } from './compare-options.ts';
import type { LearnOptions } from './options.ts';

export type Part = {
  /** What is learned from, with the options that hold the test back. */
  readonly data: readonly Cluster[];
  readonly asked: Pick<LearnOptions, 'fold' | 'rotation'>;
  /** What is judged on: all of it, or a fold. */
  readonly test: readonly Cluster[];
  readonly fold?: Fold;
};

/** With `cross`, learning has all but a fold; with `thirds`, the protocol of the thesis, one third proposes, one judges and one tests, in rotation. */
export function partsOf(clusters: readonly Cluster[], sample: number, { folds, split, seed }: CompareOptions): Part[] {
  if (split === 'thirds') {
    const data = clusters.map((cluster) => sampleCluster(cluster, sample, seed));
    return ([0, 1, 2] as const).map((rotation) => {
      return { data, asked: { rotation, fold: null }, test: thirdsOf(data, seed, rotation)[2] };
    });
  }
  return Array.from({ length: folds }, (_, i) => {
    const fold = { part: i + 1, of: folds };
    return { data: clusters, asked: { fold }, test: clusters, fold };
  });
}

/** In the comparisons of the thesis no method sees more than K URLs of a cluster, and none is tested on more. */
function sampleCluster(cluster: Cluster, size: number, seed: number): Cluster {
  if (cluster.urls.length <= size) return cluster;
  const urls = sortDistinct(sampleSorted(sortDistinct(cluster.urls), size, seed));
  if (!cluster.wide) return { ...cluster, urls };
  const wide = new Map(cluster.urls.map((url, i) => [url, cluster.wide![i]!]));
  return { ...cluster, urls, wide: urls.map((url) => wide.get(url)!) };
}
