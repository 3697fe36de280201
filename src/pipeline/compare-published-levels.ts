/** What Koppula et al. printed for rules of so much precision and coverage, to be shown beside our figures: from other collections. */

export type PublishedLevel = {
  readonly collection: string;
  readonly source: string;
  readonly rules: number;
  /** A share; null where it was not printed, as the average reduction. */
  readonly reductionRatio: number;
  readonly averageReductionPerRule: number | null;
};

export function publishedLevel(method: string, minPrecision: number, minCoverage: number): readonly PublishedLevel[] {
  if (method !== 'koppula') return [];
  return LEVELS.filter(([, , precision, coverage]) => precision === minPrecision && coverage === minCoverage).map(
    ([collection, source, , , rules, percent, averageReductionPerRule]) => {
      return { collection, source, rules, reductionRatio: Number((percent / 100).toFixed(6)), averageReductionPerRule };
    },
  );
}

const SMALL = '356 hosts';
const LARGE = '1 M hosts';

/** Collection, table, precision (0 is all rules), coverage; rules, reduction in percent, URLs removed per rule of the whole collection. */
const LEVELS: readonly (readonly [string, string, number, number, number, number, number | null])[] = [
  [SMALL, 'KOP 4', 1, 10, 649, 6.2, 748.17],
  [SMALL, 'KOP 4', 1, 100, 296, 5.37, 1429.94],
  [SMALL, 'KOP 4', 1, 1000, 126, 4.18, 2614.76],
  [SMALL, 'KOP 4', 0.95, 10, 1707, 26.42, 1218.78],
  [SMALL, 'KOP 4', 0.95, 100, 1105, 25.5, 1816.75],
  [SMALL, 'KOP 4', 0.95, 1000, 523, 21.88, 3292.46],
  [SMALL, 'KOP 4', 0.9, 10, 2375, 32.98, 1093.51],
  [SMALL, 'KOP 4', 0.9, 100, 1527, 31.89, 1643.91],
  [SMALL, 'KOP 4', 0.9, 1000, 662, 26.99, 3208.83],
  [SMALL, 'KOP 4', 0.8, 10, 3547, 41.53, 922.08],
  [SMALL, 'KOP 4', 0.8, 100, 2214, 40.26, 1431.22],
  [SMALL, 'KOP 4', 0.8, 1000, 894, 33.38, 2938.29],
  [SMALL, 'KOP 3', 0, 10, 38830, 69, null],
  [LARGE, 'KOP 6', 1, 10, 439919, 7.63, 515.11],
  [LARGE, 'KOP 6', 1, 100, 123417, 6.44, 1549.96],
  [LARGE, 'KOP 6', 1, 1000, 16065, 4.12, 7621.71],
  [LARGE, 'KOP 6', 0.95, 10, 810611, 29.02, 1062.91],
  [LARGE, 'KOP 6', 0.95, 100, 381894, 27.42, 2133.12],
  [LARGE, 'KOP 6', 0.95, 1000, 82406, 21.33, 7688.66],
  [LARGE, 'KOP 6', 0.9, 10, 1065641, 33.59, 935.96],
  [LARGE, 'KOP 6', 0.9, 100, 499926, 31.68, 1882.48],
  [LARGE, 'KOP 6', 0.9, 1000, 104977, 24.24, 6858.4],
  [LARGE, 'KOP 6', 0.8, 10, 1421145, 38.82, 810.88],
  [LARGE, 'KOP 6', 0.8, 100, 669454, 36.55, 1621.74],
  [LARGE, 'KOP 6', 0.8, 1000, 135210, 27.47, 6034.98],
  [LARGE, 'KOP', 0, 10, 8293763, 60.36, null],
];
