/** All URLs a proposal looks at, each once, host by host and in order, with what is known of them. */
import { compareCodePoints } from '../../base/index.ts';
import { type ListedUrl, labelUrls } from '../../clusters/index.ts';
import { hostOf, splitUrl } from '../../url/index.ts';
import type { LearnInput } from '../learner.ts';
import type { Knowledge } from './similarity.ts';

export type UrlList = {
  /** By host, then by code point. */
  readonly urls: readonly string[];
  /** Sorted. */
  readonly hosts: readonly string[];
  /** The URLs of host h are those from `starts[h]` to `starts[h + 1]`. */
  readonly starts: Int32Array;
  /** Number of each URL's host. */
  readonly host: Int32Array;
  /** Where scheme and host of each URL end. */
  readonly headEnd: Int32Array;
  readonly known: Knowledge;
};

/** The order of the input does not matter; what is said twice of a URL is united. */
export function listUrls({ clusters, urls: listed = [] }: LearnInput): UrlList {
  const labels = labelUrls(clusters);
  const labeled = labels.urls.length;
  const texts = [...labels.urls];
  for (const { url } of listed) texts.push(url);
  const { hosts, sources, ends } = byHost(texts);
  const urls: string[] = [];
  const starts = new Int32Array(hosts.length + 1);
  const first: number[] = [];
  for (let h = 0; h < hosts.length; h++) {
    const own = sources.subarray(h === 0 ? 0 : ends[h - 1]!, ends[h]!);
    own.sort((a, b) => compareCodePoints(texts[a]!, texts[b]!) || a - b);
    for (let i = 0; i < own.length; i++) {
      const text = texts[own[i]!]!;
      if (i > 0 && text === urls.at(-1)) continue;
      urls.push(text);
      first.push(own.byteOffset / 4 + i);
    }
    starts[h + 1] = urls.length;
  }
  const host = new Int32Array(urls.length);
  for (let h = 0; h < hosts.length; h++) host.fill(h, starts[h], starts[h + 1]);
  const headEnd = Int32Array.from(urls, endOfHead);
  const page = new Int32Array(urls.length).fill(-1);
  const wide = new Int32Array(urls.length).fill(-1);
  const answers = new Answers(urls.length, widthOf(listed));
  for (let u = 0; u < urls.length; u++) {
    let isTorn = false;
    for (let at = first[u]!; at < (first[u + 1] ?? sources.length); at++) {
      const source = sources[at]!;
      if (source >= labeled) answers.add(u, listed[source - labeled]!);
      else if (page[u] === -1) [page[u], wide[u]] = [labels.page[source]!, labels.wide[source]!];
      else isTorn ||= page[u] !== labels.page[source];
    }
    // Labels that contradict each other say nothing.
    if (isTorn) page[u] = -1;
  }
  return { urls, hosts, starts, host, headEnd, known: { page, wide, ...answers.columns() } };
}

/** Where the path begins, or what follows the host instead. */
export function endOfHead(url: string): number {
  const { scheme, authority } = splitUrl(url);
  return (scheme === null ? 0 : scheme.length + 3) + authority.length;
}

/** Numbers of the texts in the order of their hosts, and where those of each host end. */
function byHost(texts: readonly string[]) {
  const count = texts.length;
  const numbers = new Map<string, number>();
  const hostOfSource = new Int32Array(count);
  for (let source = 0; source < count; source++) {
    const host = hostOf(texts[source]!);
    let number = numbers.get(host);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(host, number);
    }
    hostOfSource[source] = number;
  }
  const hosts = [...numbers.keys()].sort(compareCodePoints);
  const place = new Int32Array(hosts.length);
  for (const [h, host] of hosts.entries()) place[numbers.get(host)!] = h;
  const ends = new Int32Array(hosts.length + 1);
  for (const number of hostOfSource) ends[place[number]! + 1]!++;
  for (let h = 0; h < hosts.length; h++) ends[h + 1]! += ends[h]!;
  const sources = new Int32Array(count);
  for (let source = 0; source < count; source++) sources[ends[place[hostOfSource[source]!]!]!++] = source;
  return { hosts, sources, ends };
}

function widthOf(listed: readonly ListedUrl[]): number {
  let width = 0;
  for (const { sketch } of listed) if (sketch && sketch.length > width) width = sketch.length;
  return width;
}

/** Sizes and sketches, in columns. */
class Answers {
  readonly #smallest: Float64Array;
  readonly #largest: Float64Array;
  readonly #sketches: Int32Array;
  readonly #texts: (string | undefined)[] = [];
  readonly #width: number;
  readonly #numbers = new Map<string, number>();

  constructor(count: number, width: number) {
    this.#smallest = new Float64Array(count).fill(-1);
    this.#largest = new Float64Array(count).fill(-1);
    this.#sketches = new Int32Array(count * width).fill(-1);
    this.#width = width;
  }

  add(u: number, { sizes, sketch }: ListedUrl): void {
    if (sizes) {
      const known = this.#smallest[u]! >= 0;
      this.#smallest[u] = known ? Math.min(this.#smallest[u]!, sizes[0]) : sizes[0];
      this.#largest[u] = Math.max(this.#largest[u]!, sizes[1]);
    }
    if (!sketch || sketch.length === 0) return;
    // Of several sketches the greatest counts, because "the last" would depend on the order of the input.
    const text = sketch.join('\n');
    const known = this.#texts[u];
    if (known !== undefined && compareCodePoints(known, text) >= 0) return;
    this.#texts[u] = text;
    const row = this.#sketches.subarray(u * this.#width, (u + 1) * this.#width).fill(-1);
    for (const [k, value] of sketch.entries()) row[k] = this.#numberOf(value);
  }

  columns(): Pick<Knowledge, 'smallest' | 'largest' | 'sketches' | 'width'> {
    return { smallest: this.#smallest, largest: this.#largest, sketches: this.#sketches, width: this.#width };
  }

  #numberOf(value: string): number {
    const number = this.#numbers.get(value) ?? this.#numbers.size;
    this.#numbers.set(value, number);
    return number;
  }
}
