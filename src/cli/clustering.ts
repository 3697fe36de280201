/** How records become clusters: the options of the commands that do it, and what is told of it. */
import {
  CLUSTER_DEFAULTS,
  type ClusterNote,
  type ClusterOptions,
  EVIDENCE,
  FILTERS,
  type FilterName,
  type FilterReport,
  parseBy,
  parseFilters,
  parseMemory,
} from '../index.ts';
import type { OptionTable } from './command.ts';
import { counted, printable, say } from './terminal.ts';

/** Of `--memory`. Not a default of the option: an engine must know whether it was given. */
export const USUAL_MEMORY = '2g';

export const CLUSTERING = [
  {
    name: 'by',
    value: 'LIST',
    default: CLUSTER_DEFAULTS.by.join(','),
    help: `what makes two URLs of records one page: any of ${EVIDENCE.join(', ')}; wide ids use all of them in any case`,
  },
  {
    name: 'shingles',
    value: 'N',
    kind: 'integer',
    min: 1,
    max: 4,
    default: CLUSTER_DEFAULTS.shingles,
    help: 'values of four that the sketches of one page must have in common',
  },
  {
    name: 'keep',
    value: 'LIST',
    repeats: true,
    help: `filters of records that are switched off: any of ${FILTERS.join(', ')}; can be given several times`,
  },
  {
    name: 'memory',
    value: 'SIZE',
    help: `memory that may be used, such as 500m (${USUAL_MEMORY} if not given); records that do not fit are sorted on disk, in TMPDIR, and learn takes a part of the pages where all of them do not fit; with an engine every process may use so much, and learn takes all pages, or, if this is given, as many as one machine would`,
  },
] as const satisfies readonly OptionTable[];

export type ClusteringValues = {
  readonly by: string;
  readonly shingles: number;
  readonly keep: string | undefined;
  readonly memory: string | undefined;
};

export function clusteringOptions({ by, shingles, keep, memory = USUAL_MEMORY }: ClusteringValues): ClusterOptions {
  return { by: parseBy(by), shingles, keep: parseFilters(keep ?? ''), memory: parseMemory(memory) };
}

/** As they are written into a rule file: what decides which URLs are one page. */
export function recordedClustering({ by, shingles, keep }: ClusterOptions): Record<string, unknown> {
  return { by: by.join(','), shingles, ...(keep.length === 0 ? {} : { keep: keep.join(',') }) };
}

const NOTES: Readonly<Record<string, (count: string) => string>> = {
  'url-in-two-clusters': (count) => `${count} in two clusters, left out of both`,
  'url-in-two-wide-groups': (count) => `${count} with two wide ids, the smallest counts`,
  'redirect-to-nowhere': (count) => `${count} left out, because they redirect to nothing that was fetched`,
  'redirect-in-circle': (count) => `${count} left out, because they redirect in a circle`,
  'redirect-not-followed': (count) => `${count} left out, because --by does not name redirect`,
  'page-unknown': (count) =>
    `${count} in no cluster, because nothing is known of their pages (no label, no digest, no sketch)`,
};

const FILTER_TEXTS: Readonly<Record<FilterName, string>> = {
  status: 'because they did not answer with a page (status 200)',
  empty: 'because the answer is empty',
  tiny: 'because several have one body of less than 100 bytes',
  assets: 'pictures, styles or scripts that stand in many folders',
  giant: 'of a cluster of 100 URLs or more that have nothing in common',
  'soft-404': 'of pages with the title of an error or a login',
  boilerplate: 'with nearly the same text under different titles',
};

/** Why a filter that looks at titles or lengths did nothing. */
const LIMITS: Readonly<Partial<Record<FilterName, string>>> = {
  boilerplate: 'does not apply: the records have no titles',
  'soft-404': 'does not apply: the records have no titles',
  tiny: 'does not apply: the records have no lengths',
  empty: 'does not apply: the records have neither lengths nor digests',
};

export type Told = { readonly notes: readonly ClusterNote[]; readonly hygiene: readonly FilterReport[] };

/** `hasClusters`: without them it is not worth telling which filters had nothing to look at. */
export function tellClustering({ notes, hygiene }: Told, hasClusters: boolean): void {
  for (const { code, count, example } of notes) {
    const text = NOTES[code]?.(counted(count, 'URL')) ?? `${counted(count, 'URL')}: ${code}`;
    say(`dustpan: ${text}; the first is ${printable(example)}\n`);
  }
  for (const report of hygiene) {
    const text = hasClusters || report.urls > 0 ? filterText(report) : null;
    if (text !== null) say(`dustpan: filter ${report.name}: ${text}\n`);
  }
  const off = hygiene.filter(({ state }) => state === 'off').map(({ name }) => name);
  if (hasClusters && off.length > 0)
    say(
      `dustpan: ${off.length === 1 ? 'filter' : 'filters'} off: ${off.join(', ')}; such pages take part as all others\n`,
    );
}

function filterText({ name, state, urls, clusters, example, other }: FilterReport): string | null {
  if (state === 'off') return null;
  if (urls === 0) return state === 'on' ? null : LIMITS[name]!;
  const size = clusters === 0 ? '' : ` in ${counted(clusters, 'cluster')}`;
  const shown = other === undefined || other === example ? 'the first is' : 'such as';
  const examples = [example, other === example ? undefined : other].filter((url) => url !== undefined);
  return `${counted(urls, 'URL')}${size} left out, ${FILTER_TEXTS[name]}; ${shown} ${examples.map(printable).join(' = ')}`;
}

/** Filters of whole clusters that `auto` does without: error pages and the like are evidence against its rules, and a page counts once however many addresses it has. */
export const KEPT_BY_AUTO = ['assets', 'giant', 'boilerplate', 'soft-404'] as const;
