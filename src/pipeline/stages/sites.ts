/** Rules that work together by stages: hosts that share pages are one site, and each site is judged by the function that works in memory. */
import { type Cluster, isSampled, keyOf } from '../../clusters/index.ts';
import { type SiteUrls, siteOf, sitesOf } from '../../learn/index.ts';
import {
  type ComposeOptions,
  composeSites,
  fallenBy,
  type HoldQuestion,
  type SiteComposition,
} from '../../select/index.ts';
import { sun } from '../../url/index.ts';
import { LEARNER_PROPOSERS } from '../auto-proposals.ts';
import { addEdge } from './components.ts';
import { type Member, wideOf } from './members.ts';
import type { Row, Stage } from './stage.ts';
import { sortable } from './texts.ts';

export type SelectParams = Pick<ComposeOptions, 'maxRisk' | 'confidence'> & {
  readonly seenShare: number;
  readonly giants: Giants;
};

/** Sites that are too large to be looked at whole, by root, with the share of their pages that is. */
export type Giants = readonly (readonly [root: string, share: number])[];

/** Whether rules for every host hold on every site: each of them, or all together. */
export type HoldParams = HoldQuestion;

/** A URL with its cluster, as among `Member`s; a text is a URL that did not answer. */
type SiteRow = readonly [cluster: string, url: string, wide: string, lead?: string] | string;

/** Links that are remembered so as not to be written again and again. */
const REMEMBERED = 100_000;
const OWN = '1';
const PARENT = '2';

/** In: URLs by cluster, and URLs that did not answer. Out: both by host (`r`), and hosts by what joins them (`k`). */
export const linkHosts: Stage = {
  name: 'map:host-links',
  kind: 'map',
  open(_params, emit) {
    let written = new Set<string>();
    const link = (key: string, kind: string, node: string) => {
      const text = `${key} ${kind} ${node}`;
      if (written.has(text)) return;
      if (written.size === REMEMBERED) written = new Set();
      written.add(text);
      emit(`k${key}`, kind + node, 0);
    };
    return {
      row({ k, v }) {
        if (k === 'f') {
          const url = JSON.parse(v) as string;
          emit(`r${keyOf(siteOf(sun(url)))}`, '3', url satisfies SiteRow);
          return;
        }
        const cluster = k.slice(1);
        const member = JSON.parse(v) as Member;
        const [url, , , , ...lead] = member;
        const wide = wideOf(member, cluster);
        const host = siteOf(sun(url));
        const node = keyOf(host);
        emit(`r${node}`, '2', [cluster, url, wide, ...lead] satisfies SiteRow);
        // A wide group has the key of one of its clusters.
        link(`c${cluster}`, OWN, node);
        if (wide !== cluster) link(`c${wide}`, OWN, node);
        link(`h${node}`, OWN, node);
        if (host.includes('.')) link(`h${keyOf(host.slice(host.indexOf('.') + 1))}`, PARENT, node);
      },
    };
  },
};

/** In: hosts by what joins them. Out: edges (`e`), and how many there are. Subdomains are joined by a domain that is in the data itself. */
export const joinHosts: Stage = {
  name: 'reduce:link-hosts',
  kind: 'reduce',
  open(_params, emit) {
    let edges = 0;
    return {
      group(_key, rows) {
        let first: string | null = null;
        let last = '';
        for (const { s } of rows) {
          if (first === null && s[0] === PARENT) return;
          const node = s.slice(1);
          first ??= node;
          if (node === first || node === last) continue;
          last = node;
          addEdge(emit, first, node);
          edges++;
        }
      },
      end: () => emit('!edges', '0', edges),
    };
  },
};

/** In: URLs by what hangs together. Out: how many there are of each site that has more than may be looked at (`z`). */
export const findGiants: Stage = {
  name: 'reduce:find-giants',
  kind: 'reduce',
  open(params, emit) {
    const { most } = params as GiantsParams;
    return {
      group(root, rows) {
        let urls = 0;
        for (const { v } of rows) if (v.startsWith('[')) urls++;
        if (urls > most) emit('z', root, urls);
      },
    };
  },
};

export type GiantsParams = { readonly most: number };

/** In: URLs by what hangs together. Out: the same, of giants only a sample, drawn as in memory. */
export const sampleSites: Stage = {
  name: 'map:sample-sites',
  kind: 'map',
  open(params, _emit, pass) {
    const shares = new Map((params as SampleParams).giants);
    return {
      row({ k, s, v }) {
        const share = shares.get(k) ?? 1;
        if (share < 1) {
          const row = JSON.parse(v) as SiteRow;
          if (typeof row !== 'string' && !isSampled(row[3] ?? row[2], share)) return;
        }
        pass(k, s, v);
      },
    };
  },
};

export type SampleParams = { readonly giants: Giants };

/** In: URLs by what hangs together. Out: what was chosen for each site, at its smallest host (`t`). */
export const selectSites: Stage = {
  name: 'reduce:select-sites',
  kind: 'reduce',
  open(params, emit) {
    const { giants, seenShare, ...asked } = params as SelectParams;
    const shares = new Map(giants);
    return {
      group(root, rows) {
        const { sites, failing } = readSites(rows);
        const options = { ...asked, seenShare: seenShare * (shares.get(root) ?? 1), proposers: LEARNER_PROPOSERS };
        for (const { host, site } of composeSites(sites, options, failing))
          emit('t', sortable(host), site satisfies SiteComposition);
      },
    };
  },
};

/** In: URLs by what hangs together. Out: names of rules that do not hold there (`x`); together all of them or none. */
export const holdOnSites: Stage = {
  name: 'reduce:hold-on-sites',
  kind: 'reduce',
  open(params, emit) {
    const fallenOn = fallenBy(params as HoldParams);
    return {
      group(_root, rows) {
        for (const site of readSites(rows).sites) for (const name of fallenOn(site)) emit('x', '0', name);
      },
    };
  },
};

function readSites(rows: Iterable<Row>): { sites: SiteUrls[]; failing: Set<string> } {
  const clusters = new Map<string, { urls: string[]; wide: string[] }>();
  const failing = new Set<string>();
  for (const { v } of rows) {
    const row = JSON.parse(v) as SiteRow;
    if (typeof row === 'string') failing.add(sun(row));
    else {
      const [cluster, url, wide] = row;
      const known = clusters.get(cluster) ?? { urls: [], wide: [] };
      known.urls.push(url);
      known.wide.push(wide);
      clusters.set(cluster, known);
    }
  }
  return {
    sites: sitesOf(
      Array.from(clusters, ([id, own]): Cluster => ({ id, ...own })),
      sun,
    ),
    failing,
  };
}
