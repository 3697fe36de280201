/** What clustering can be told: what makes two URLs one page, which filters are off, how much memory there is. */
import { ConfigError } from '../base/index.ts';

export const EVIDENCE = ['digest', 'sketch', 'redirect', 'canonical'] as const;
export type EvidenceKind = (typeof EVIDENCE)[number];

/** Filters, in the order they look at a URL; the first that objects is named. */
export const FILTERS = ['status', 'empty', 'tiny', 'assets', 'giant', 'boilerplate', 'soft-404'] as const;
export type FilterName = (typeof FILTERS)[number];

export type ClusterOptions = {
  /** What makes two URLs one page. The wide groups use all evidence in any case. */
  readonly by: readonly EvidenceKind[];
  /** Values of four that sketches of other tools must have in common. */
  readonly shingles: number;
  /** Filters that are not applied. */
  readonly keep: readonly FilterName[];
  /** Bytes of memory; what needs more is sorted on disk. */
  readonly memory: number;
};

export const CLUSTER_DEFAULTS: ClusterOptions = {
  by: ['digest', 'sketch', 'redirect'],
  shingles: 4,
  keep: [],
  memory: 2 * 1024 ** 3,
};

/** Options as asked for, the others as by default; a value that makes no sense is refused. */
export function completeClusterOptions(asked: Partial<ClusterOptions>): ClusterOptions {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const options: ClusterOptions = { ...CLUSTER_DEFAULTS, ...Object.fromEntries(given) };
  if (options.by.length === 0)
    throw new ConfigError('bad-by', `name what makes two URLs one page: ${EVIDENCE.join(', ')}`);
  for (const kind of options.by) oneOf(kind, EVIDENCE, 'bad-by', 'evidence');
  for (const name of options.keep) oneOf(name, FILTERS, 'bad-filter', 'filter');
  if (!Number.isInteger(options.shingles) || options.shingles < 1 || options.shingles > 4) {
    throw new ConfigError(
      'bad-shingles',
      `the values that sketches must have in common are 1 to 4 of 4, not ${options.shingles}`,
    );
  }
  if (!(options.memory > 0)) throw new ConfigError('bad-memory', 'the memory must be a number of bytes above 0');
  return options;
}

/** Reads `digest,sketch`. */
export function parseBy(text: string): EvidenceKind[] {
  return listOf(text).map((word) => oneOf(word, EVIDENCE, 'bad-by', 'evidence'));
}

/** Reads `tiny,assets`. */
export function parseFilters(text: string): FilterName[] {
  return listOf(text).map((word) => oneOf(word, FILTERS, 'bad-filter', 'filter'));
}

/** Reads `2g`, `500m`, `64k` or a number of bytes. */
export function parseMemory(text: string): number {
  const [, number, unit = ''] = /^(\d{1,12}(?:\.\d+)?)([kmgt]?)b?$/i.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(number) * 1024 ** ' kmgt'.indexOf(unit.toLowerCase() || ' '));
  if (bytes > 0) return bytes;
  throw new ConfigError(
    'bad-memory',
    `an amount of memory is a number with k, m or g, such as 2g or 500m, not "${text}"`,
  );
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function oneOf<T extends string>(word: string, known: readonly T[], code: string, noun: string): T {
  const found = known.find((name) => name === word);
  if (found !== undefined) return found;
  throw new ConfigError(code, `there is no ${noun} "${word}"; there are ${known.join(', ')}`);
}
