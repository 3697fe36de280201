/** What a crawl has seen so far: records of its pages, ready to be clustered. */
import { createHash } from 'node:crypto';
import { type Clustering, type CrawlRecord, clusterRecords } from '../index.ts';
import type { PageTools } from '../records/index.ts';
import { hostOf } from '../url/index.ts';

/** A page as a crawler has it. */
export type LoadedPage = {
  /** Asked for. */
  readonly url: string;
  /** Where redirects led to; `url` if there were none. */
  readonly loadedUrl: string;
  readonly status: number;
  /** The header as sent. */
  readonly contentType?: string;
  readonly noVarySearch?: string;
  readonly body: Uint8Array;
};

type Kept = { readonly record: CrawlRecord; readonly sample: Uint32Array | null };

/** `auto` takes the pages that these filters would leave out as evidence against rules. */
const KEPT_BY_AUTO = ['assets', 'giant', 'boilerplate', 'soft-404'] as const;

export class PageLog {
  readonly #tools: PageTools;
  /** By the URL that was asked for. */
  readonly #pages = new Map<string, Kept>();
  readonly #redirects = new Map<string, string>();
  /** The URL that was asked for, by the one that was loaded. */
  readonly #arrivals = new Map<string, string>();
  readonly #most: number;
  #frames = new Map<string, ReadonlySet<number>>();
  #left = 0;

  /** Of more than `most` pages none is kept: they are neither learned from nor compared. */
  constructor(tools: PageTools, most: number) {
    this.#tools = tools;
    this.#most = most;
  }

  get size(): number {
    return this.#pages.size;
  }

  /** Pages that were not kept. */
  get left(): number {
    return this.#left;
  }

  add(page: LoadedPage): void {
    if (this.#pages.size >= this.#most && !this.#pages.has(page.url)) {
      this.#left++;
      return;
    }
    this.#pages.set(page.url, keep(page, this.#tools));
    if (page.loadedUrl === page.url) return;
    this.#redirects.set(page.url, page.loadedUrl);
    this.#arrivals.set(page.loadedUrl, page.url);
  }

  has(url: string): boolean {
    return this.#pageOf(url) !== undefined;
  }

  titleOf(url: string): string | undefined {
    return this.#pageOf(url)?.record.title;
  }

  /** Records as `dustpan learn` reads them; a page that was reached by a redirect gives two. */
  *records(): Generator<CrawlRecord> {
    for (const [url, kept] of this.#pages) {
      const target = this.#redirects.get(url);
      if (target === undefined) yield this.#recordOf(kept);
      else {
        // The crawler does not tell which of the redirects it was.
        yield { url, status: 302, redirect: target };
        yield { ...this.#recordOf(kept), url: target };
      }
    }
  }

  /** Which of the pages are one, with the frames of their sites as they are known now. */
  async cluster(): Promise<Clustering> {
    this.#findFrames();
    return clusterRecords([[...this.records()]], { keep: KEPT_BY_AUTO });
  }

  /** Whether two pages are the same; null if that is not sure, or one of them is not kept. */
  async areSame(a: string, b: string): Promise<boolean | null> {
    const [one, two] = [this.#pageOf(a), this.#pageOf(b)];
    if (!one || !two) return null;
    if (areTwoTitles(one.record.title, two.record.title)) return false;
    const pair = [
      { ...this.#recordOf(one), url: a },
      { ...this.#recordOf(two), url: b },
    ];
    const { clusters } = await clusterRecords([pair], { keep: KEPT_BY_AUTO });
    if (clusters.some(({ urls }) => urls.length === 2)) return true;
    const wide = clusters.flatMap((cluster) => cluster.wide ?? []);
    return wide.length === 2 && wide[0] !== wide[1] ? false : null;
  }

  #pageOf(url: string): Kept | undefined {
    return this.#pages.get(url) ?? this.#pages.get(this.#arrivals.get(url) ?? '');
  }

  #recordOf({ record, sample }: Kept): CrawlRecord {
    if (sample === null) return record;
    const sketch = this.#tools.sketchSample(sample, undefined, this.#frames.get(hostOf(record.url)));
    return sketch === '-' ? record : { ...record, sketch };
  }

  #findFrames(): void {
    const { SiteSample } = this.#tools;
    const sites = new Map<string, InstanceType<typeof SiteSample>>();
    for (const { record, sample } of this.#pages.values()) {
      if (sample === null) continue;
      const host = hostOf(record.url);
      const site = sites.get(host) ?? new SiteSample();
      sites.set(host, site);
      site.add(sample);
    }
    this.#frames = new Map([...sites].map(([host, site]) => [host, site.frame()]));
  }
}

/** Two pages under different titles are two, however much they have in common. */
export function areTwoTitles(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

function keep({ url, loadedUrl, status, contentType, noVarySearch, body }: LoadedPage, tools: PageTools): Kept {
  const [type = ''] = (contentType ?? '').split(/[;,]/, 1).map((text) => text.trim().toLowerCase());
  const facts = {
    url,
    status,
    length: body.length,
    digest: createHash('sha1').update(body).digest('hex'),
    ...(type !== '' && { type }),
    ...(noVarySearch !== undefined && { noVarySearch }),
  };
  const kind = tools.kindOfType(type);
  if (kind === null) return { record: facts, sample: null };
  const charset = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1];
  const { title, canonicals, text } = tools.readPage(body, kind, loadedUrl, charset);
  const canonical = tools.believedCanonical(canonicals);
  const words = tools.cleanText(text, { url: loadedUrl });
  const record = {
    ...facts,
    words: words.length,
    ...(title !== undefined && { title }),
    ...(canonical !== undefined && { canonical }),
  };
  const sample = tools.sampleOf(words);
  return { record, sample: sample.length === 0 ? null : sample };
}
