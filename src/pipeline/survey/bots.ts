/** What robots ask for, counted while a log is read, and what of it rules would have saved. */
import { compareCodePoints } from '../../base/index.ts';
import type { Normalizer } from '../../normalize/index.ts';

export type BotUse = {
  readonly name: string;
  readonly hits: number;
  readonly bytes: number;
  readonly urls: number;
  /** Different keys of these URLs. */
  readonly pages: number;
  /** Requests, and bytes, for URLs of a page other than the one that was asked for most often. */
  readonly savedHits: number;
  readonly savedBytes: number;
};

/** One request of a log. */
export type Hit = { readonly url: string; readonly agent?: string; readonly length?: number };

/** Everything that does not say that it is a robot. */
export const PEOPLE = 'browsers and others';
/** A part of a name that only robots have. */
const ROBOT = /[\w.!-]*(?:bot|spider|crawler|crawl|slurp|archiver|fetcher|externalhit)[\w.-]*/i;
/** Robots that are told apart; the rest is one line. */
const MOST_NAMES = 200;
const OTHERS = 'other robots';

export class HitCounter {
  readonly #byName = new Map<string, Map<string, { hits: number; bytes: number }>>();

  add({ url, agent, length }: Hit): void {
    if (agent === undefined) return;
    const robot = ROBOT.exec(agent)?.[0].toLowerCase();
    let name = robot ?? PEOPLE;
    if (!this.#byName.has(name) && this.#byName.size >= MOST_NAMES) name = OTHERS;
    const urls = this.#byName.get(name) ?? new Map<string, { hits: number; bytes: number }>();
    if (urls.size === 0) this.#byName.set(name, urls);
    const count = urls.get(url);
    if (count === undefined) urls.set(url, { hits: 1, bytes: length ?? 0 });
    else {
      count.hits++;
      count.bytes += length ?? 0;
    }
  }

  /** Null if no request told its agent. Robots first, those with the most to save first. */
  uses(normalizer: Pick<Normalizer, 'key'>): BotUse[] | null {
    if (this.#byName.size === 0) return null;
    return [...this.#byName]
      .map(([name, urls]) => useOf(name, urls, normalizer))
      .sort(
        (a, b) =>
          Number(a.name === PEOPLE) - Number(b.name === PEOPLE) ||
          b.savedHits - a.savedHits ||
          b.hits - a.hits ||
          compareCodePoints(a.name, b.name),
      );
  }
}

function useOf(
  name: string,
  urls: ReadonlyMap<string, { readonly hits: number; readonly bytes: number }>,
  normalizer: Pick<Normalizer, 'key'>,
): BotUse {
  const best = new Map<string, { hits: number; bytes: number }>();
  let [hits, bytes] = [0, 0];
  for (const [url, count] of urls) {
    hits += count.hits;
    bytes += count.bytes;
    const key = normalizer.key(url);
    const kept = best.get(key);
    if (kept === undefined || count.hits > kept.hits) best.set(key, count);
  }
  let [keptHits, keptBytes] = [0, 0];
  for (const kept of best.values()) {
    keptHits += kept.hits;
    keptBytes += kept.bytes;
  }
  return {
    ...{ name, hits, bytes, urls: urls.size, pages: best.size },
    ...{ savedHits: hits - keptHits, savedBytes: bytes - keptBytes },
  };
}
