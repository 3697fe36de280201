/** Helpers of the tests of detection: whole lists as one group, and pairs as the vectors write them. */
import { BucketFinder } from './buckets.ts';
import { Detector, type LikelyPair } from './detect.ts';
import { DUSTBUSTER_DEFAULTS, type DustBusterOptions } from './options.ts';
import type { Group } from './pair-walker.ts';
import type { Sides } from './sides.ts';
import { TokenRows } from './token-rows.ts';
import { listUrls, type UrlList } from './url-list.ts';

/** All URLs of a list together, whatever their hosts: what the specification calls the list. */
export function wholeGroup({ urls }: UrlList): Group {
  return {
    batches: 1,
    fill(rows) {
      for (const [u, url] of urls.entries()) rows.add(u, url);
    },
  };
}

export function listOf(urls: readonly string[]): UrlList {
  return listUrls({ clusters: [], urls: urls.map((url) => ({ url })) });
}

export function detectAll(
  urls: readonly string[],
  options: Partial<DustBusterOptions>,
  held?: { envelopes?: number; pairs?: number },
): LikelyPair[] {
  const list = listOf(urls);
  return new Detector(list, { ...DUSTBUSTER_DEFAULTS, ...options }, held).detect(wholeGroup(list));
}

/** As the vectors write it: `^` and `$` for the sentinels. */
export function shown({ alpha, beta, start, end }: Sides, first = '^', last = '$'): [string, string] {
  const show = (side: string) => `${start ? first : ''}${side}${end ? last : ''}`;
  return [show(alpha), show(beta)];
}

export type ShownBucket = { readonly prefix: string; readonly suffix: string; readonly substrings: readonly string[] };

/** Every bucket as texts, sentinels written. */
export function bucketsOf(urls: readonly string[], maxTokens = 35, maxSize = 100): ShownBucket[] {
  const rows = new TokenRows();
  for (const [u, url] of urls.entries()) rows.add(u, url);
  const found: ShownBucket[] = [];
  new BucketFinder(maxTokens, maxSize).each(rows, (members, size, before, behind) => {
    const parts = [...members.subarray(0, size)].map((r) => {
      const tokens = rows.lengthOf(r);
      const text = (from: number, to: number) =>
        from >= to
          ? ''
          : `${from === 0 ? '^' : ''}${urls[r]!.slice(rows.at[rows.base[r]! + from], rows.at[rows.base[r]! + to])}${to === tokens ? '$' : ''}`;
      return [text(0, before), text(before, tokens - behind), text(tokens - behind, tokens)] as const;
    });
    found.push({ prefix: parts[0]![0], suffix: parts[0]![2], substrings: parts.map(([, substring]) => substring) });
  });
  return found;
}
