/** The clusters of the data, host by host: pair rules are made and generalized within one (KOP 4). */
import { compareCodePoints } from '../../base/index.ts';
import type { Cluster } from '../../clusters/index.ts';
import { hostOf } from '../../url/index.ts';
import { sortDistinct } from '../alignment/index.ts';
import type { KoppulaOptions } from './options.ts';
import { selectTargets } from './targets.ts';

/** The URLs of one page on one host, in order, and what they should become. */
export type HostPage = { readonly urls: readonly string[]; readonly targets: readonly string[] };
export type HostPages = { readonly host: string; readonly pages: readonly HostPage[] };

/** In an order that depends on the URLs alone. */
export function hostPages(clusters: readonly Cluster[], options: KoppulaOptions): HostPages[] {
  const pagesOf = new Map<string, HostPage[]>();
  for (const cluster of clusters) {
    const urls = sortDistinct(cluster.urls);
    const byHost = new Map<string, string[]>();
    for (const url of urls) {
      const host = hostOf(url);
      const own = byHost.get(host);
      if (own === undefined) byHost.set(host, [url]);
      else own.push(url);
    }
    const common = options.crossHost && urls.length > 1 ? selectTargets(urls, options) : null;
    for (const [host, own] of byHost) {
      const targets = common ?? (own.length > 1 ? selectTargets(own, options) : []);
      const pages = pagesOf.get(host);
      if (pages === undefined) pagesOf.set(host, [{ urls: own, targets }]);
      else pages.push({ urls: own, targets });
    }
  }
  const hosts = [...pagesOf].map(([host, pages]) => {
    return { host, pages: pages.sort((a, b) => compareCodePoints(a.urls[0]!, b.urls[0]!)) };
  });
  return hosts.sort((a, b) => compareCodePoints(a.host, b.host));
}
