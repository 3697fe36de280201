/** How much data learning can take within the memory it may use. */
import type { Seen } from '../clusters/index.ts';

/** Bytes of memory that learning takes for a URL of `USUAL_LENGTH`: measured on synthetic crawls of up to a million URLs, rounded up. */
const BYTES_PER_URL: Readonly<Record<string, number>> = {
  // Site by site: this much is for the text of all, and for what is there twice when clusters are put together.
  auto: 420,
  dustlin: 450,
  duster: 450,
  rewrite: 1100,
  koppula: 900,
  'pattern-tree': 900,
  dustbuster: 1200,
  families: 2000,
};
/** Of a URL of a site that is looked at: measured on single sites of 110,000 and 317,000 URLs (8.1 and 7.4 KB), which take more than many small ones of as many together. */
const AUTO_AT_ONCE = 8000;
const UNKNOWN_LEARNER = 2000;
/** Of a URL that is only kept, besides its text. */
const KEPT = 60;
/** What is kept is there as it was read, and once more where threads see it. */
const COPIES = 2;
const USUAL_LENGTH = 80;
/** The program itself, and what every run takes. */
const PROGRAM_BYTES = 100 * 2 ** 20;
/** Of the memory; the rest is for what reading left behind, which is given back late. */
const LEARNING_SHARE = 0.7;
/** Too little to learn anything from; with less memory than this needs, so much is taken all the same. */
const FEWEST_URLS = 20_000;

/** The share of so many URLs, of so many bytes together, that a learner can take without needing more than `memory` bytes. */
export function learnableShare(learner: string, { urls, bytes }: Seen, memory: number): number {
  if (urls <= FEWEST_URLS) return 1;
  const length = Math.max(USUAL_LENGTH, bytes / urls);
  const perUrl = (BYTES_PER_URL[learner] ?? UNKNOWN_LEARNER) * (length / USUAL_LENGTH);
  const most = Math.max(FEWEST_URLS, (memory * LEARNING_SHARE - PROGRAM_BYTES) / perUrl);
  // Written into the rule file: three digits say enough.
  return Math.min(1, Number((most / urls).toPrecision(3)));
}

/**
 * How many URLs of sites that belong together `auto` can look at within `memory` bytes, besides all that are kept: so many of these as
 * can be, where there are more.
 */
export function mostAtOnce({ urls, bytes }: Seen, memory: number): number {
  if (urls <= FEWEST_URLS) return Number.POSITIVE_INFINITY;
  const perUrl = AUTO_AT_ONCE * (Math.max(USUAL_LENGTH, bytes / urls) / USUAL_LENGTH);
  const kept = COPIES * (bytes + KEPT * urls) * learnableShare('auto', { urls, bytes }, memory);
  return Math.max(FEWEST_URLS, Math.floor((memory * LEARNING_SHARE - PROGRAM_BYTES - kept) / perUrl));
}

/** The share of a site of so many URLs that is looked at, if there may be `most`. */
export function siteShare(urls: number, most: number): number {
  return Math.min(1, most / urls);
}
