/** Pairs of sites by stages: what they share is added up, and the pages of the smaller site go where those of the larger one are (the walk over pairs in memory). */
import { keyOf } from '../../clusters/index.ts';
import {
  type ComparedPair,
  comparePartners,
  type Partner,
  type PartnerOptions,
  type SitePage,
} from '../../replicas/index.ts';
import { examplesOf } from '../replicas-examples.ts';
import type { NamedPair, SiteInfo } from './site-rows.ts';
import type { EmitRow, Row, Stage } from './stage.ts';

export type CompareParams = PartnerOptions & { readonly isShown: boolean };

/** A pair, and up to three pages that both have, if they are asked for. */
export type FoundPair = ComparedPair & { readonly examples: readonly (readonly [string, string])[] };

/** What two sites share: clusters, and their weight. */
type SharedPair = { readonly a: string; readonly b: string; readonly shared: number; readonly weight: number };
type WithFirst = SharedPair & { readonly first: SiteInfo };
/** At the smaller site: the larger one, and what is known of the two. */
type PartnerOf = SharedPair & { readonly small: SiteInfo; readonly large: SiteInfo };

const LARGE = '0~';
/** Pages that are compared at once. */
const BATCH = 100_000;

/** In: clusters of pairs (`p`), sites (`i`, `j`). Out: pairs at their first site (`i`), sites. */
export const sitePairs: Stage = {
  name: 'reduce:site-pairs',
  kind: 'reduce',
  open(_params, emit) {
    return {
      group(key, rows) {
        if (!key.startsWith('p')) return pass(key, rows, emit);
        let [a, b, shared, weight] = ['', '', 0, 0];
        // In the order of clusters, as in memory: sums of fractions depend on it.
        for (const { v } of rows) {
          const [x, y, more] = JSON.parse(v) as NamedPair;
          [a, b] = [x, y];
          if (more > 0) shared++;
          weight += more;
        }
        emit(`i${keyOf(a)}`, `1${key}`, { a, b, shared, weight } satisfies SharedPair);
      },
    };
  },
};

/** In: pairs at their first site, sites. Out: pairs at their second site, with the first (`j`). */
export const pairFirst: Stage = {
  name: 'reduce:pair-first',
  kind: 'reduce',
  open(_params, emit) {
    return {
      group(key, rows) {
        if (!key.startsWith('i')) return pass(key, rows, emit);
        let first: SiteInfo | null = null;
        for (const { s, v } of rows) {
          if (s === '0') first = JSON.parse(v) as SiteInfo;
          else {
            const pair = JSON.parse(v) as SharedPair;
            emit(`j${keyOf(pair.b)}`, s, { ...pair, first: first! } satisfies WithFirst);
          }
        }
      },
    };
  },
};

/** In: pairs at their second site. Out: pairs at the smaller site, and at the larger one that it is larger than some (`g`). */
export const pairSecond: Stage = {
  name: 'reduce:pair-second',
  kind: 'reduce',
  open(_params, emit) {
    return {
      group(_site, rows) {
        let second: SiteInfo | null = null;
        for (const { s, v } of rows) {
          if (s === '0') {
            second = JSON.parse(v) as SiteInfo;
            continue;
          }
          const { first, ...pair } = JSON.parse(v) as WithFirst;
          const isFirstLarge = first.pages >= second!.pages;
          const [large, small] = isFirstLarge ? [first, second!] : [second!, first];
          emit(`g${keyOf(small.host)}`, `0${s.slice(1)}`, { ...pair, small, large } satisfies PartnerOf);
          emit(`g${keyOf(large.host)}`, LARGE, large);
        }
      },
    };
  },
};

/** In: pages of sites and their pairs. Out: pages at the larger site of each pair: its own, then those of each smaller one (`b`). */
export const sitePartners: Stage = {
  name: 'reduce:site-partners',
  kind: 'reduce',
  open(_params, emit) {
    return {
      group(key, rows) {
        const partners: { readonly to: string; readonly s: string }[] = [];
        let isLarge = false;
        for (const { s, v } of rows) {
          if (s === LARGE) {
            if (!isLarge) emit(`b${key.slice(1)}`, '00', JSON.parse(v));
            isLarge = true;
          } else if (s.startsWith('0')) {
            const pair = JSON.parse(v) as PartnerOf;
            const partner = { to: `b${keyOf(pair.large.host)}`, s: `1${s.slice(1)}` };
            partners.push(partner);
            emit(partner.to, `${partner.s}0`, pair);
          } else {
            if (!isLarge && partners.length === 0) return;
            const page = JSON.parse(v) as SitePage;
            if (isLarge) emit(`b${key.slice(1)}`, `0${s}`, page);
            for (const partner of partners) emit(partner.to, `${partner.s}${s}`, page);
          }
        }
      },
    };
  },
};

/** In: pages of a site, then those of each smaller one it is compared with. Out: what each pair has in common (`x`). */
export const compareSitePairs: Stage = {
  name: 'reduce:compare-sites',
  kind: 'reduce',
  open(params, emit) {
    const { isShown, ...options } = params as CompareParams;
    return {
      group(_site, rows) {
        const own: SitePage[] = [];
        let info: SiteInfo | null = null;
        let partners: (Partner & { readonly pages: SitePage[] })[] = [];
        let size = 0;
        const flush = () => {
          if (partners.length === 0) return;
          const site = { host: info!.host, clusterTotal: info!.clusterTotal, pages: own };
          const { pairs, table, list } = comparePartners(site, partners, options);
          for (const [i, pair] of pairs.entries()) {
            const examples = isShown ? examplesOf(table, list.a[i]!, list.b[i]!) : [];
            emit('x', keyOf(`${pair.a} ${pair.b}`), { ...pair, examples } satisfies FoundPair);
          }
          partners = [];
          size = 0;
        };
        for (const { s, v } of rows) {
          if (s === '00') info = JSON.parse(v) as SiteInfo;
          else if (s.startsWith('0')) own.push(JSON.parse(v) as SitePage);
          else if (s.length === HEADER) {
            if (size > BATCH) flush();
            const { shared, weight, small } = JSON.parse(v) as PartnerOf;
            partners.push({ host: small.host, clusterTotal: small.clusterTotal, pages: [], shared, weight });
          } else {
            partners.at(-1)!.pages.push(JSON.parse(v) as SitePage);
            size++;
          }
        }
        flush();
      },
    };
  },
};

/** Characters of the order of a pair's first row: `1`, the key of the pair, `0`. */
const HEADER = 1 + 'p'.length + 32 + 1;

/** Rows that another stage is for. */
function pass(key: string, rows: Iterable<Row>, emit: EmitRow): void {
  for (const { s, v } of rows) emit(key, s, JSON.parse(v));
}
