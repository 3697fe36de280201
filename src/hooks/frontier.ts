/** Which URLs of a crawl are fetched, and which wait behind another that the rules hold to be the same page. */
import type { Normalizer } from '../normalize/index.ts';

/** `merged`: not fetched, because another of its group is. `failed`: asked for, and no page came. */
export type EntryState = 'waiting' | 'started' | 'done' | 'failed' | 'merged';

export type Entry = {
  readonly url: string;
  /** Under which it stands in the crawler's queue. */
  name: string;
  state: EntryState;
  /** Fetched although the rules merge it, to see whether they are right. */
  isTrial: boolean;
  /** What the crawler needs to ask for it later; only of merged ones. */
  request?: unknown;
};

/** Whether to fetch a URL that would be merged with another. */
export type Chooser = (entry: Entry, other: Entry) => boolean;

export class Frontier {
  readonly #entries = new Map<string, Entry>();
  #groups = new Map<string, Entry[]>();
  readonly #names = new Set<string>();
  #normalizer: Normalizer;
  readonly #choose: Chooser;
  /** A page's key is its name in the queue, so that several crawlers may share one; not if rules change as they go. */
  readonly #areKeysNames: boolean;

  constructor(normalizer: Normalizer, choose: Chooser, areKeysNames: boolean) {
    this.#normalizer = normalizer;
    this.#choose = choose;
    this.#areKeysNames = areKeysNames;
  }

  get size(): number {
    return this.#entries.size;
  }

  entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  get(url: string): Entry | undefined {
    return this.#entries.get(url);
  }

  /** True if a request of this name asks for the URL on our behalf: others are none of our business. */
  isOwn(url: string, name: string): boolean {
    return this.#entries.get(url)?.name === name;
  }

  /** All that have the key of this one, in the order they were met. */
  groupOf(url: string): readonly Entry[] {
    return this.#groups.get(this.#normalizer.key(url)) ?? [];
  }

  groups(): Iterable<readonly Entry[]> {
    return this.#groups.values();
  }

  /** A URL was found. The entry says whether it is to be fetched, `isNew` whether it had been met before. */
  meet(url: string, request: unknown): { readonly entry: Entry; readonly isNew: boolean } {
    const known = this.#entries.get(url);
    if (known) return { entry: known, isNew: false };
    const key = this.#normalizer.key(url);
    const entry: Entry = { url, name: '', state: 'waiting', isTrial: false };
    const other = liveOf(this.#groups.get(key));
    this.#entries.set(url, entry);
    this.#put(key, entry);
    if (other) this.#mergeOrTry(entry, other, request);
    if (entry.state !== 'merged') entry.name = this.#nameFor(url, key, other !== undefined);
    return { entry, isNew: true };
  }

  /** Where a merged URL would be found in the queue. */
  carrierOf(entry: Entry): Entry {
    return entry.state === 'merged' ? (liveOf(this.groupOf(entry.url)) ?? entry) : entry;
  }

  /** The queue gives a URL out: true if it is to be fetched. */
  start(url: string, request: unknown): boolean {
    const { entry } = this.meet(url, request);
    // What failed and is given out again is tried again.
    if (entry.state === 'started') return true;
    if (entry.state === 'done' || entry.state === 'merged') return false;
    if (!entry.isTrial) {
      const other = this.groupOf(url).find(
        (one) => one !== entry && !one.isTrial && (one.state === 'started' || one.state === 'done'),
      );
      if (other) this.#mergeOrTry(entry, other, request);
    }
    if ((entry.state as EntryState) === 'merged') return false;
    entry.state = 'started';
    return true;
  }

  /** A page came, or none. What waited behind one that failed is returned: it must be enqueued. */
  finish(url: string, hasPage: boolean): Entry[] {
    const entry = this.#entries.get(url);
    if (!entry) return [];
    entry.state = hasPage ? 'done' : 'failed';
    return hasPage ? [] : this.#release(this.groupOf(url));
  }

  /** The page that `by` led to was loaded under this URL: it need not be fetched again. */
  arrive(url: string, by: Entry): void {
    const { entry, isNew } = this.meet(url, undefined);
    if (entry.state === 'started' || entry.state === 'done') return;
    if (isNew || entry.state === 'merged') entry.name = by.name;
    entry.state = 'done';
    delete entry.request;
  }

  /** Other rules. What waits behind nothing any more is returned: it must be enqueued. */
  rekey(normalizer: Normalizer): Entry[] {
    this.#normalizer = normalizer;
    this.#groups = new Map();
    for (const entry of this.#entries.values()) {
      if (entry.state === 'done' || entry.state === 'failed') entry.isTrial = false;
      this.#put(normalizer.key(entry.url), entry);
    }
    const released: Entry[] = [];
    for (const group of this.#groups.values()) released.push(...this.#release(group));
    return released;
  }

  #mergeOrTry(entry: Entry, other: Entry, request: unknown): void {
    if (this.#choose(entry, other)) entry.isTrial = true;
    else {
      entry.state = 'merged';
      entry.request = request;
    }
  }

  /** The first that was merged, if nothing of its group is fetched or will be. */
  #release(group: readonly Entry[]): Entry[] {
    if (liveOf(group)) return [];
    const next = group.find((one) => one.state === 'merged');
    if (!next) return [];
    next.state = 'waiting';
    next.name = this.#nameFor(next.url, '', true);
    return [next];
  }

  #put(key: string, entry: Entry): void {
    const group = this.#groups.get(key);
    if (group) group.push(entry);
    else this.#groups.set(key, [entry]);
  }

  /** Names are never used twice: the queue would take the second for the first. */
  #nameFor(url: string, key: string, isSecond: boolean): string {
    let name = this.#areKeysNames && !isSecond ? key : url;
    for (let again = 2; this.#names.has(name); again++) name = `${url} (${again})`;
    this.#names.add(name);
    return name;
  }
}

/** What others wait behind; a trial only if there is nothing else, or it would be compared with nothing. */
function liveOf(group: readonly Entry[] | undefined): Entry | undefined {
  let best: Entry | undefined;
  for (const one of group ?? []) {
    if (one.state === 'failed' || one.state === 'merged') continue;
    if (!one.isTrial && one.state !== 'waiting') return one;
    if (!best || (best.isTrial && !one.isTrial)) best = one;
  }
  return best;
}
