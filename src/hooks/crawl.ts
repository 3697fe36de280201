/** A crawl that merges by rules, learns new ones from the pages it loads, tries them, and takes back what they did when they are wrong. */
import { createRandom, seedFrom } from '../base/index.ts';
import { type CrawlRecord, type LearnOptions, learnRules } from '../index.ts';
import { compileRules, type Normalizer } from '../normalize/index.ts';
import { loadPageTools } from '../records/index.ts';
import { isApplied, printRule, type Rule, type RuleSet, rulesOf, stagesOf } from '../rules/index.ts';
import { Blame, type Pair, rulesBehind, withoutContradictions, withoutRules } from './blame.ts';
import { type Entry, Frontier } from './frontier.ts';
import { areTwoTitles, type LoadedPage, PageLog } from './page-log.ts';

export type CrawlOptions = {
  /** Rules to begin with, as in a rule file; only active ones are used. */
  readonly rules?: RuleSet;
  /** Learn from the pages of the crawl while it runs. */
  readonly learn?: {
    /** Pages between one learning and the next; later it is a quarter of all pages. 500 unless given. */
    readonly every?: number;
    /** Options of learning, such as `maxRisk`. */
    readonly options?: Partial<LearnOptions>;
  };
  /** URLs that are fetched although rules merge them, to see whether the rules are right. None unless `learn` is given. */
  readonly trials?: {
    /**
     * Share of the pages that may be lost, by expectation: a rule that merges on n pages, and was right on all c where it was tried,
     * is tried on the next page unless (n - c) / (c + 2) is below half a page or this share of all pages. 0.001 unless given.
     */
    readonly loss?: number;
    /** Of all other URLs that rules merge, this share is fetched too; 0.01 unless given. */
    readonly share?: number;
  };
  /** Pages that are kept to learn from, some 3 KB each; 100,000 unless given. */
  readonly maxPages?: number;
};

export type CrawlReport = {
  /** Different URLs that were met. */
  readonly urls: number;
  /** Pages that were loaded. */
  readonly pages: number;
  /** URLs that are not fetched, because another URL with the same key is. */
  readonly merged: number;
  /** URLs that were fetched all the same, and what that showed. */
  readonly trials: { readonly made: number; readonly same: number; readonly different: number };
  /** How often rules were learned. */
  readonly learned: number;
  /** Rules in use, in one line each. */
  readonly rules: readonly string[];
  /** Rules that a trial showed to be wrong. */
  readonly refuted: readonly string[];
  /** URLs that had been merged and were fetched after all: the rule was refuted, or the other URL gave no page. */
  readonly released: number;
  /** Pages beyond `maxPages`, which nothing is learned from. */
  readonly pagesNotKept: number;
};

/** What is known of a rule: pages on which it was right, trials under way, and the keys of pages on which it merges something. */
type Standing = { same: number; pending: number; readonly pages: Set<string> };

const NO_RULES: RuleSet = { dustpan: 1, apply: 'fixpoint', sun: true, options: {}, rules: [] };

export async function openCrawl(options: CrawlOptions): Promise<Crawl> {
  return new Crawl(options, new PageLog(await loadPageTools(), options.maxPages ?? 100_000));
}

export class Crawl {
  readonly #given: RuleSet;
  readonly #learn: CrawlOptions['learn'];
  readonly #every: number;
  readonly #isTried: boolean;
  readonly #loss: number;
  readonly #share: number;
  readonly #log: PageLog;
  readonly #frontier: Frontier;
  #ruleSet: RuleSet;
  #normalizer: Normalizer;
  /** What trials said of rules, by id. */
  readonly #standing = new Map<string, Standing>();
  readonly #refuted = new Map<string, string>();
  /** Trials whose pages are not both there, by either URL. */
  readonly #open = new Map<string, Pair[]>();
  readonly #counts = { made: 0, same: 0, different: 0, learned: 0, released: 0, pages: 0 };
  #nextLearning: number;
  #learnedFrom = 0;
  #isLearning = false;

  constructor({ rules = NO_RULES, learn, trials }: CrawlOptions, log: PageLog) {
    const isTried = learn !== undefined || trials !== undefined;
    this.#given = onlyActive(rules);
    this.#learn = learn;
    this.#every = learn?.every ?? 500;
    this.#isTried = isTried;
    this.#loss = trials?.loss ?? 0.001;
    this.#share = trials?.share ?? 0.01;
    this.#log = log;
    this.#ruleSet = this.#given;
    this.#normalizer = compileRules(this.#given);
    this.#frontier = new Frontier(this.#normalizer, (entry, other) => this.#isToTry(entry, other), !isTried);
    this.#nextLearning = this.#every;
  }

  /** A URL was found: under which name it belongs into the queue. */
  find(url: string, request: unknown): string {
    return this.#frontier.carrierOf(this.#frontier.meet(url, request).entry).name;
  }

  /** True if a request that stands in the queue under this name asks for the URL on our behalf: others are none of our business. */
  isOwn(url: string, name: string): boolean {
    return this.#frontier.isOwn(url, name);
  }

  /** The queue gives a URL out: true if it is to be fetched. */
  start(url: string, request: unknown): boolean {
    return this.#frontier.start(url, request);
  }

  /** The page of a URL, and what is to be enqueued now. */
  async load(page: LoadedPage): Promise<Entry[]> {
    if (page.status >= 400) return this.fail(page.url);
    this.#counts.pages++;
    this.#log.add(page);
    const released = this.#frontier.finish(page.url, true);
    const entry = this.#frontier.get(page.url);
    if (entry && page.loadedUrl !== page.url) this.#frontier.arrive(page.loadedUrl, entry);
    released.push(...(await this.#judge(page.url)));
    return this.#release(released);
  }

  /** No page came; what waited behind it is to be enqueued. Nothing happens if its page is there. */
  fail(url: string): Entry[] {
    if (this.#frontier.get(url)?.state !== 'started') return [];
    for (const pair of this.#open.get(url) ?? []) this.#close(pair);
    return this.#release(this.#frontier.finish(url, false));
  }

  /** Learns if it is time, or at the end of the crawl if anything came since; what is to be enqueued then. */
  async learn(isEnd: boolean): Promise<Entry[]> {
    const isDue = isEnd ? this.#log.size > this.#learnedFrom : this.#log.size >= this.#nextLearning;
    if (this.#learn === undefined || this.#isLearning || !isDue) return [];
    this.#isLearning = true;
    try {
      return this.#release(await this.#learnNow());
    } finally {
      this.#isLearning = false;
    }
  }

  /** The rules in use. */
  get ruleSet(): RuleSet {
    return this.#ruleSet;
  }

  records(): Iterable<CrawlRecord> {
    return this.#log.records();
  }

  report(): CrawlReport {
    const { made, same, different, learned, released, pages } = this.#counts;
    let merged = 0;
    for (const { state } of this.#frontier.entries()) if (state === 'merged') merged++;
    return {
      urls: this.#frontier.size,
      pages,
      merged,
      trials: { made, same, different },
      learned,
      rules: rulesOf(this.#ruleSet).map(printRule),
      refuted: [...this.#refuted.values()],
      released,
      pagesNotKept: this.#log.left,
    };
  }

  /** A rule that is right on many pages may be wrong on the next, so trials are spread over all pages. */
  #isToTry({ url }: Entry, other: Entry): boolean {
    if (!this.#isTried) return false;
    const pair: Pair = [url, other.url];
    const behind = rulesBehind(this.#normalizer, pair).map((id) => this.#standingOf(id));
    // Nothing but standard normalization: there is no rule to try.
    if (behind.length === 0) return false;
    const key = this.#normalizer.key(url);
    const most = Math.max(0.5, this.#loss * this.#counts.pages);
    let isToTry = createRandom(seedFrom(1, 'trial', url)).next() < this.#share * 2 ** 32;
    for (const { pages, same, pending } of behind) {
      if (pages.has(key)) continue;
      pages.add(key);
      if (pages.size - same - pending >= most * (same + pending + 2)) isToTry = true;
    }
    if (!isToTry) return false;
    for (const standing of behind) standing.pending++;
    for (const one of pair) this.#open.set(one, [...(this.#open.get(one) ?? []), pair]);
    this.#counts.made++;
    return true;
  }

  /** Compares what trials are waiting for this page. */
  async #judge(url: string): Promise<Entry[]> {
    const released: Entry[] = [];
    for (const pair of this.#open.get(url) ?? []) {
      if (!pair.every((one) => this.#log.has(one))) continue;
      const standings = this.#close(pair);
      const areSame = await this.#log.areSame(...pair);
      // Rules may have changed since.
      const areJoined = this.#normalizer.key(pair[0]) === this.#normalizer.key(pair[1]);
      if (areSame === true && areJoined) for (const standing of standings) standing.same++;
      if (areSame === true) this.#counts.same++;
      if (areSame === false) this.#counts.different++;
      if (areSame === false && areJoined) released.push(...this.#refute(pair));
    }
    return released;
  }

  /** A trial is over. */
  #close(pair: Pair): Standing[] {
    for (const url of pair) {
      const rest = this.#open.get(url)?.filter((other) => other !== pair) ?? [];
      if (rest.length > 0) this.#open.set(url, rest);
      else this.#open.delete(url);
    }
    const standings = rulesBehind(this.#normalizer, pair).map((id) => this.#standingOf(id));
    for (const standing of standings) standing.pending = Math.max(0, standing.pending - 1);
    return standings;
  }

  /**
   * Any one of the rules that are to blame is enough to keep the two apart: the one that trials say least for goes. It goes for
   * good if it is the only one; otherwise it may be learned again, and is tried again.
   */
  #refute(pair: Pair): Entry[] {
    const blamed = new Blame(this.#ruleSet, this.#normalizer).of(pair);
    const least = Math.min(...blamed.map((id) => this.#standingOf(id).same));
    const culprits = blamed.filter((id) => this.#standingOf(id).same === least);
    if (culprits.length === 0) return [];
    for (const rule of rulesOf(this.#ruleSet)) {
      if (!culprits.includes(rule.id)) continue;
      this.#standing.delete(rule.id);
      if (blamed.length === 1) this.#refuted.set(rule.id, printRule(rule));
    }
    const ruleSet = withoutRules(this.#ruleSet, culprits);
    return this.#adopt(ruleSet, compileRules(ruleSet));
  }

  async #learnNow(): Promise<Entry[]> {
    this.#learnedFrom = this.#log.size;
    this.#nextLearning = this.#log.size + Math.max(this.#every, Math.ceil(this.#log.size / 4));
    const { clusters, failing } = await this.#log.cluster();
    const { ruleSet: learned } = learnRules(clusters, { ...this.#learn?.options, failing });
    this.#counts.learned++;
    const pages = new Map<string, string>();
    for (const { id, urls, wide } of clusters) {
      for (const [i, url] of urls.entries()) pages.set(url, wide?.[i] ?? id);
    }
    const stages = [...stagesOf(this.#given), ...stagesOf(onlyActive(learned))];
    const all = withoutRules({ dustpan: 1, options: learned.options, stages }, [...this.#refuted.keys()]);
    const differ = (a: string, b: string) =>
      pages.get(a) !== pages.get(b) || areTwoTitles(this.#log.titleOf(a), this.#log.titleOf(b));
    // What the pages at hand contradict is not used, however seldom it is wrong.
    const { ruleSet, normalizer } = withoutContradictions(all, [...pages.keys()].sort(), differ);
    for (const { id, evidence } of rulesOf(ruleSet)) {
      const standing = this.#standingOf(id);
      // Pages that were loaded under several URLs before the rule was known are trials too.
      standing.same = Math.max(standing.same, (evidence?.forms ?? 0) - (evidence?.impureForms ?? 0));
    }
    return this.#adopt(ruleSet, normalizer);
  }

  #adopt(ruleSet: RuleSet, normalizer: Normalizer): Entry[] {
    this.#ruleSet = ruleSet;
    this.#normalizer = normalizer;
    return this.#frontier.rekey(normalizer);
  }

  #release(entries: Entry[]): Entry[] {
    this.#counts.released += entries.length;
    return entries;
  }

  #standingOf(id: string): Standing {
    const standing = this.#standing.get(id) ?? { same: 0, pending: 0, pages: new Set<string>() };
    this.#standing.set(id, standing);
    return standing;
  }
}

function onlyActive(ruleSet: RuleSet): RuleSet {
  const stages = stagesOf(ruleSet).map(({ apply, sun, rules }) => ({
    apply,
    sun,
    rules: rules.filter((rule: Rule) => isApplied(rule, {})),
  }));
  return { dustpan: 1, options: ruleSet.options, stages };
}
