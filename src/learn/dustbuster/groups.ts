/** What is compared with what: the URLs of one host with each other, and those of different hosts that are equal behind the host. */
import { TextHash, TextNumbers } from '../../clusters/index.ts';
import type { Group } from './pair-walker.ts';
import type { TokenRows } from './token-rows.ts';
import type { UrlList } from './url-list.ts';

/** The URLs of a host: the list that DustBuster is made for. Scheme and host are one token, because parts of them say nothing here. */
export function hostGroup({ urls, starts, headEnd }: UrlList, host: number): Group {
  return {
    batches: 1,
    fill(rows: TokenRows) {
      for (let u = starts[host]!; u < starts[host + 1]!; u++) rows.addWithHead(u, urls[u]!, headEnd[u]!);
    },
  };
}

/** Rows of one batch of the group of all hosts. */
const BATCH = 20_000;

/** Substitutions of the scheme and the host alone, between different hosts. What follows them is one token, the same in both URLs. */
export function crossHostGroup(list: UrlList, batch = BATCH): Group {
  const { order, rest } = sharedAcrossHosts(list);
  const { urls, host, headEnd } = list;
  const starts = [0];
  for (let i = 1; i < order.length; i++) {
    // URLs with the same rest stay together.
    const isFirst = rest[order[i]!] !== rest[order[i - 1]!];
    if (isFirst && i - starts.at(-1)! >= batch) starts.push(i);
  }
  starts.push(order.length);
  return {
    batches: starts.length - 1,
    fill(rows: TokenRows, part: number) {
      for (let i = starts[part]!; i < starts[part + 1]!; i++) {
        const u = order[i]!;
        rows.addHead(u, urls[u]!, headEnd[u]!);
      }
    },
    counts: (u, v) => host[u] !== host[v],
  };
}

/** The URLs whose rest some other host has too, those with the same rest together; and the number of each URL's rest. */
function sharedAcrossHosts({ urls, host, hosts, headEnd }: UrlList): { order: Int32Array; rest: Int32Array } {
  if (hosts.length < 2) return { order: new Int32Array(0), rest: new Int32Array(0) };
  const numbers = new TextNumbers();
  const hash = new TextHash();
  const rest = Int32Array.from(urls, (url, u) => numbers.add(hash.ofText(url.slice(headEnd[u]!))));
  const firstHost = new Int32Array(numbers.size).fill(-1);
  const ends = new Int32Array(numbers.size + 1);
  const isShared = new Uint8Array(numbers.size);
  for (let u = 0; u < urls.length; u++) {
    const number = rest[u]!;
    if (firstHost[number] === -1) firstHost[number] = host[u]!;
    else if (firstHost[number] !== host[u]) isShared[number] = 1;
    ends[number + 1]!++;
  }
  for (let number = 0; number < numbers.size; number++) {
    if (isShared[number] === 0) ends[number + 1] = 0;
    ends[number + 1]! += ends[number]!;
  }
  const order = new Int32Array(ends[numbers.size]!);
  for (let u = 0; u < urls.length; u++) if (isShared[rest[u]!] === 1) order[ends[rest[u]!]!++] = u;
  return { order, rest };
}
