/** Judges any function from URLs to keys on labeled URLs, whatever it is made of. */
import { type Cluster, type Fold, foldsOf, joinEquivalent, type Labels, labelUrls } from '../clusters/index.ts';
import { formsOf } from './forms.ts';
import { type Measures, measure } from './measure.ts';

export type KeyFunction = { key(url: string): string };

export type NormalizerEvaluation = Measures & {
  /** The same without clusters of one URL. */
  readonly withoutSingles: Measures;
};

/** Of a part of the data if `fold` is given; see `foldsOf` for what falls into it. */
export function evaluateNormalizer(
  normalizer: KeyFunction,
  clusters: readonly Cluster[],
  fold?: Fold,
): NormalizerEvaluation {
  const { measured, withoutSingles } = measureForms(normalizer, clusters, fold);
  return { ...measured, withoutSingles };
}

export type MeasuredForms = {
  /** Numbers of the URLs that take part, and of the form of each. */
  readonly chosen: Int32Array;
  readonly forms: Int32Array;
  readonly urls: readonly string[];
  readonly measured: Measures;
  readonly withoutSingles: Measures;
};

export function measureForms(
  normalizer: KeyFunction,
  clusters: readonly Cluster[],
  fold: Fold | undefined,
): MeasuredForms {
  const labels = labelUrls(clusters);
  // Joined before the fold is taken, so that a fold says of its pages what the whole data says.
  const roots = joinEquivalent(labels);
  const same = labels.wide.map((wide) => roots[wide]!);
  const chosen = choose(labels, clusters, fold);
  const forms = formsOf(chosen, labels.urls, normalizer);
  const isPlural = (url: number) => labels.clusterSize[labels.cluster[url]!]! > 1;
  const plural = forms.filter((_, i) => isPlural(chosen[i]!));
  return {
    chosen,
    forms,
    urls: labels.urls,
    measured: measure(forms, chosen, labels, same),
    withoutSingles: measure(plural, chosen.filter(isPlural), labels, same),
  };
}

/** Numbers of the URLs that take part. */
function choose({ urls, cluster }: Labels, clusters: readonly Cluster[], fold: Fold | undefined): Int32Array {
  const all = Int32Array.from(urls, (_, u) => u);
  if (!fold) return all;
  const folds = foldsOf(clusters, fold.of);
  return all.filter((u) => folds[cluster[u]!] === fold.part);
}
