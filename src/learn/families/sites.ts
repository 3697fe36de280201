/** Cuts labeled URLs into sites: hosts that share pages, or of which one is the other's subdomain, are one. */
import { compareCodePoints, compareFrom } from '../../base/index.ts';
import { type Cluster, joinEquivalent, type Labels, labelUrls, Union } from '../../clusters/index.ts';
import { isHost } from '../../rules/index.ts';
import { hostOf, sun } from '../../url/index.ts';

/** URLs of a site with their labels; places in the lists are the numbers of URLs. */
export type SiteUrls = {
  /** What rules see of each. */
  readonly texts: readonly string[];
  /** Numbers of their pages. */
  readonly pages: readonly number[];
  /** Numbers of what might be one page: URLs with different ones are certainly different pages. */
  readonly wides: readonly number[];
};

/** In the order of their smallest hosts. `textOf` is what rules see of a URL. What has no host takes no part. */
export function sitesOf(clusters: readonly Cluster[], textOf: (url: string) => string): SiteUrls[] {
  return sitesOfLabels(labelUrls(clusters), textOf);
}

/** The same of URLs with the numbers of their labels. */
export function sitesOfLabels(
  labels: Pick<Labels, 'urls' | 'cluster' | 'wide' | 'wides'>,
  textOf: (url: string) => string,
): SiteUrls[] {
  const texts = labels.urls.map(textOf);
  const roots = joinEquivalent(labels, textOf === sun ? texts : undefined);
  const { hosts, hostNumbers } = numberHosts(texts);
  const union = withSubdomains(hosts);
  const firstHost = new Map<number, number>();
  const pages = new Map<number, number>();
  const pageOf = texts.map((_, u) => {
    const cluster = labels.cluster[u]!;
    const first = firstHost.get(cluster);
    if (first === undefined) firstHost.set(cluster, hostNumbers[u]!);
    else union.join(first, hostNumbers[u]!);
    // URLs of one cluster that are certainly different in the wide sense are no witnesses.
    const key = cluster * labels.wides + roots[labels.wide[u]!]!;
    const page = pages.get(key) ?? pages.size;
    if (page === pages.size) pages.set(key, page);
    return page;
  });
  const sites = new Map<number, { smallest: string; members: number[] }>();
  for (const [host, number] of hosts) {
    const root = union.root(number);
    const site = sites.get(root) ?? { smallest: host, members: [] };
    if (compareCodePoints(host, site.smallest) < 0) site.smallest = host;
    sites.set(root, site);
  }
  for (let u = 0; u < hostNumbers.length; u++) sites.get(union.root(hostNumbers[u]!))!.members.push(u);
  return [...sites.values()]
    .filter(({ smallest }) => smallest !== '')
    .sort((a, b) => compareCodePoints(a.smallest, b.smallest))
    .map(({ members }) => {
      // In the order of their texts, and labels numbered in that order, so that the order of the data leaves no trace.
      const common = commonStart(members, texts);
      members.sort(
        (u, v) => compareFrom(common, texts[u]!, texts[v]!) || compareCodePoints(labels.urls[u]!, labels.urls[v]!),
      );
      return {
        texts: members.map((u) => texts[u]!),
        pages: numbered(members.map((u) => pageOf[u]!)),
        wides: numbered(members.map((u) => roots[labels.wide[u]!]!)),
      };
    });
}

/** Hosts in the order in which they first come, and the number of each text's. Most texts are on the host of the one before. */
function numberHosts(texts: readonly string[]): {
  readonly hosts: ReadonlyMap<string, number>;
  readonly hostNumbers: readonly number[];
} {
  const hosts = new Map<string, number>();
  let head = '';
  let number = -1;
  const hostNumbers = texts.map((text) => {
    if (head !== '' && text.startsWith(head)) return number;
    const host = siteOf(text);
    number = hosts.get(host) ?? hosts.size;
    if (number === hosts.size) hosts.set(host, number);
    // The authority, what ends it, and perhaps more.
    const start = text.startsWith('http://') ? 7 : text.startsWith('https://') ? 8 : -1;
    const end = start < 0 ? -1 : text.indexOf('/', start);
    head = end < 0 ? '' : text.slice(0, end + 1);
    return number;
  });
  return { hosts, hostNumbers };
}

/** Units that all texts begin with alike. */
function commonStart(members: readonly number[], texts: readonly string[]): number {
  const first = texts[members[0]!]!;
  let common = first.length;
  for (const u of members) {
    const text = texts[u]!;
    let i = 0;
    while (i < common && text.charCodeAt(i) === first.charCodeAt(i)) i++;
    common = i;
  }
  return common;
}

/** Hosts by their numbers, each joined with the domain that it is a subdomain of, if that is among them. */
export function withSubdomains(hosts: ReadonlyMap<string, number>): Union {
  const union = new Union(hosts.size);
  for (const [host, number] of hosts) {
    const parent = hosts.get(host.slice(host.indexOf('.') + 1));
    if (parent !== undefined && host.includes('.')) union.join(number, parent);
  }
  return union;
}

/** The host, or nothing if no rule could name it. */
export function siteOf(text: string): string {
  const host = hostOf(text);
  return isHost(host) ? host : '';
}

/** Numbers from 0, in the order in which they come first. */
function numbered(keys: readonly number[]): number[] {
  const numbers = new Map<number, number>();
  return keys.map((key) => {
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
}
