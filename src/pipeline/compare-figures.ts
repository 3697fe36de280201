/** The figures of one method on held-out pages, and their mean over the folds. */

/** In the order of tables and columns. All are of the held-out part; a figure that a method does not have, or with an empty denominator, is null. */
export const FIGURES = [
  'candidates',
  'valid',
  'rules',
  'applied',
  'urls',
  'clusters',
  'forms',
  'compressionRate',
  'coverage',
  'dustBusterCoverage',
  'normalizationPrecision',
  'precisionWithoutSingles',
  'averageReductionPerRule',
  'validRate',
  'pairs',
  'falsePairs',
  'pages',
  'pagesLost',
] as const;
export type FigureName = (typeof FIGURES)[number];

/**
 * `candidates` were proposed, `valid` of them passed the thresholds, `rules` are left after redundancy and `applied` gave two URLs one form.
 * `compressionRate` to `falsePairs` are those of `evaluate`, `dustBusterCoverage` its coverage in the sense of that thesis, which false merges make larger; `pagesLost` of `pages` would not be fetched by a crawler that takes one URL a key.
 */
export type Figures = Readonly<Record<FigureName, number | null>>;

/** Folds without a figure do not take part in its mean; null if no fold has it. */
export function meanOf(folds: readonly Figures[]): Figures {
  return Object.fromEntries(FIGURES.map((name) => [name, mean(folds.map((fold) => fold[name]))])) as Figures;
}

/** Null for an empty list, and for one of nulls. */
export function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
