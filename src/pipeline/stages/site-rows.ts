/** Sites by stages: from records and lines of clusters to the pages of each site, with what all sites together say of them. */
import { compareCodePoints } from '../../base/index.ts';
import { keyOf, smallestOf } from '../../clusters/index.ts';
import type { CrawlRecord } from '../../records/index.ts';
import {
  compareSketches,
  eachNearPair,
  type HostNote,
  isTelling,
  pairedSites,
  RecordNotes,
  ROOT,
  readSketch,
  type SitePage,
  sketchOf,
  splitSite,
} from '../../replicas/index.ts';
import { hostOf } from '../../url/index.ts';
import type { EmitRow, RawLine, Stage } from './stage.ts';
import { bytesOfText, padded, sortable } from './texts.ts';

export type SitesParams = { readonly seed: number; readonly maxSites: number };

/** What is known of a host's rows. */
export type SiteInfo = {
  readonly host: string;
  readonly urls: number;
  readonly clusters: number;
  readonly pages: number;
  /** What its clusters weigh. */
  readonly clusterTotal: number;
};

/** Clusters of some of the data: the largest number, those of several sites, those of too many. */
export type SiteCounts = { readonly clusters: number; readonly shared: number; readonly sampled: number };

export type NotedHost = { readonly host: string } & Omit<HostNote, 'address'> & { readonly address?: string };

type Sketch = readonly number[] | null;
/** A row of a cluster; of a site, with how many sites its cluster has. */
type ClusterRow = readonly [url: string, sketch: Sketch];
type SiteRow = readonly [url: string, sketch: Sketch, cluster: number, sites: number];
/** With its place, and the share of the sites of its cluster that it belongs to. */
type OwnRow = readonly [...row: SiteRow, place: string, own: number];

/** In: records (`r`) and lines of clusters (`l`). Out: sketches and rows by URL (`u`), and what is noted of hosts (`h`). */
export const siteRows: Stage = {
  name: 'map:site-rows',
  kind: 'map',
  open(_params, emit) {
    const notes = new RecordNotes();
    return {
      row({ k, v }) {
        if (k.startsWith('r')) {
          const record = JSON.parse(v) as CrawlRecord;
          notes.addHost(record);
          const sketch = sketchOf(record);
          const values = sketch === null ? null : readSketch(sketch);
          if (values !== null) emit(`u${keyOf(record.url)}`, '0', values);
          return;
        }
        const { cluster, url } = readLine(v);
        emit(`u${keyOf(url)}`, '1', [cluster - 1, url]);
      },
      end: () => emitNotes(notes, emit),
    };
  },
};

/** In: the same. Out: rows by cluster, with their sketches (`c`); what is noted of hosts, added up. */
export const siteSketches: Stage = {
  name: 'reduce:site-sketches',
  kind: 'reduce',
  open(_params, emit) {
    const notes = new RecordNotes();
    return {
      group(key, rows) {
        let least: Sketch = null;
        for (const { s, v } of rows) {
          if (key.startsWith('h')) {
            const { host, ...note } = JSON.parse(v) as NotedHost;
            notes.addNote(host, { address: undefined, ...note });
          } else if (s === '0') {
            const sketch = JSON.parse(v) as readonly number[];
            if (least === null || compareSketches(sketch, least) < 0) least = sketch;
          } else {
            const [cluster, url] = JSON.parse(v) as [number, string];
            emit(`c${padded(cluster)}`, sortable(url), [url, least] satisfies ClusterRow);
          }
        }
      },
      end: () => emitNotes(notes, emit),
    };
  },
};

/** In: rows by cluster. Out: rows by site, in order (`s`), pairs of sites that share the cluster (`p`), and counts. */
export const siteClusters: Stage = {
  name: 'reduce:site-clusters',
  kind: 'reduce',
  open(params, emit) {
    const { seed, maxSites } = params as SitesParams;
    let [clusters, shared, sampled] = [0, 0, 0];
    return {
      group(key, rows) {
        const cluster = Number(key.slice(1));
        const urls: { url: string; host: string; sketch: Sketch }[] = [];
        for (const { v } of rows) {
          const [url, sketch] = JSON.parse(v) as ClusterRow;
          const host = hostOf(url);
          if (host !== '') urls.push({ url, host, sketch });
        }
        if (urls.length === 0) return;
        const hosts = [...new Set(urls.map(({ host }) => host))];
        clusters = Math.max(clusters, cluster + 1);
        if (hosts.length > 1) shared++;
        if (hosts.length > maxSites) sampled++;
        // A row without a sketch, such as a redirect, shows the page of its cluster.
        const lent = urls.find(({ sketch }) => sketch !== null)?.sketch ?? null;
        for (const [i, { url, host, sketch }] of urls.entries()) {
          const row: SiteRow = [url, sketch ?? lent, cluster, hosts.length];
          emit(`s${keyOf(host)}`, `${padded(cluster)}${padded(i, 9)}`, row);
        }
        const paired = pairedSites(hosts, () => smallestOf(hosts), cluster, seed, maxSites);
        for (const [i, a] of paired.entries()) {
          for (const b of paired.slice(i + 1)) emitPair(emit, a, b, padded(cluster), 1 / hosts.length);
        }
      },
      end: () => emit('!sites', '0', { clusters, shared, sampled } satisfies SiteCounts),
    };
  },
};

/** In: rows by site. Out: its pages, one a term, and whether it speaks for its clusters, both by cluster (`o`); what it has in all (`i`, `j`). */
export const sitePages: Stage = {
  name: 'reduce:site-pages',
  kind: 'reduce',
  open(_params, emit) {
    return {
      group(key, rows) {
        const node = key.slice(1);
        const terms = new Set<string>();
        const counts: number[] = [];
        const speaking: (readonly [cluster: number, sites: number])[] = [];
        let [host, urls, clusters, clusterTotal, last] = ['', 0, 0, 0, -1];
        for (const { s, v } of rows) {
          const row = JSON.parse(v) as SiteRow;
          const [url, , cluster, sites] = row;
          urls++;
          if (cluster !== last) {
            last = cluster;
            clusters++;
            clusterTotal += 1 / sites;
            if (sites > 1) speaking.push([cluster, sites]);
          }
          const parts = splitSite(url);
          host = parts.host;
          if (terms.has(parts.term)) continue;
          terms.add(parts.term);
          counts.push(sites);
          emit(`o${padded(cluster)}`, `1${s}`, row);
        }
        const usual = counts.sort((x, y) => x - y)[counts.length >> 1]!;
        for (const [cluster, sites] of speaking) emit(`o${padded(cluster)}`, `0${node}`, 2 * usual >= sites ? 1 : 0);
        const info: SiteInfo = { host, urls, clusters, pages: counts.length, clusterTotal };
        for (const kind of ['i', 'j']) emit(`${kind}${node}`, '0', info);
      },
    };
  },
};

/** In: pages by cluster, and which sites speak for it. Out: pages by term, in order (`t`). */
export const siteBelonging: Stage = {
  name: 'reduce:site-belonging',
  kind: 'reduce',
  open(_params, emit) {
    return {
      group(_cluster, rows) {
        let belongs = 0;
        for (const { s, v } of rows) {
          if (s.startsWith('0')) {
            belongs += JSON.parse(v) as number;
            continue;
          }
          const row = JSON.parse(v) as SiteRow;
          const [url, , , sites] = row;
          const place = s.slice(1);
          const own = sites === 1 ? 1 : belongs / sites;
          emit(`t${keyOf(splitSite(url).term)}`, place, [...row, place, own] satisfies OwnRow);
        }
      },
    };
  },
};

/** In: pages by term. Out: pages by site, in the order of their terms (`g`), pairs of sites with nearly the same page there (`p`), the most sites of a term. */
export const siteTerms: Stage = {
  name: 'reduce:site-terms',
  kind: 'reduce',
  open(params, emit) {
    const { maxSites } = params as SitesParams;
    let most = 0;
    return {
      group(_term, rows) {
        const pages = Array.from(rows, ({ v }) => {
          const [url, sketch, cluster, sites, place, own] = JSON.parse(v) as OwnRow;
          return { url, sketch, cluster, sites, place, own, ...splitSite(url) };
        });
        const df = pages.length;
        most = Math.max(most, df);
        const first = pages[0]!;
        const tuples = new Map<number, number>();
        for (const { cluster } of pages) tuples.set(cluster, (tuples.get(cluster) ?? 0) + 1);
        for (const { url, sketch, cluster, sites, place, own, host } of pages) {
          const page: SitePage = { url, place, cluster, sites, own, df, tuple: tuples.get(cluster)!, sketch };
          emit(`g${keyOf(host)}`, `1${first.place}`, page);
        }
        if (!isTelling(first.term === ROOT, df, maxSites)) return;
        const found = new Map<string, readonly [string, string]>();
        eachNearPair(
          pages.filter(({ sketch }) => sketch !== null),
          ({ sketch }, place) => sketch![place]!,
          (x, y) => found.set(`${x.host} ${y.host}`, [x.host, y.host]),
        );
        for (const [a, b] of found.values()) emitPair(emit, a, b, NEAR, 0);
      },
      end: () => emit('!df', '0', most),
    };
  },
};

/** In: lines of clusters. Out: those of some hosts. */
export const siteUrls: Stage = {
  name: 'map:site-urls',
  kind: 'map',
  open(params, emit) {
    const wanted = new Set((params as { hosts: readonly string[] }).hosts);
    return {
      row({ k, s, v }) {
        if (wanted.has(hostOf(readLine(v).url))) emit(k, s, JSON.parse(v));
      },
    };
  },
};

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** `cluster⇥url⇥wide`, with numbers from 1. */
export function readLine(v: string): { readonly cluster: number; readonly url: string; readonly wide: number } {
  const line = decoder.decode(bytesOfText((JSON.parse(v) as RawLine)[0]));
  const [first, last] = [line.indexOf('\t'), line.lastIndexOf('\t')];
  return {
    cluster: Number(line.slice(0, first)),
    url: line.slice(first + 1, last),
    wide: Number(line.slice(last + 1)),
  };
}

/** After all clusters. */
const NEAR = '~';

/** A pair of sites by its names, with the smaller one first. */
export type NamedPair = readonly [a: string, b: string, weight: number];

function emitPair(emit: EmitRow, x: string, y: string, s: string, weight: number): void {
  const [a, b] = compareCodePoints(x, y) < 0 ? [x, y] : [y, x];
  emit(`p${keyOf(`${a} ${b}`)}`, s, [a, b, weight] satisfies NamedPair);
}

function emitNotes(notes: RecordNotes, emit: EmitRow): void {
  for (const [host, { address, pages, redirects }] of notes.notes()) {
    const note: NotedHost = { host, pages, redirects, ...(address !== undefined && { address }) };
    emit(`h${keyOf(host)}`, '0', note);
  }
}
