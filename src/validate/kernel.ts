/** Counting in WebAssembly, made from kernel/count/: what rules join, which of them cover others, their examples and forms, once their matches are known. Plain twins do it where there is no kernel. */
import { allocate, type KernelMemory, release, startModule } from '../base/index.ts';
import type { LabelColumns, UrlPack } from '../clusters/index.ts';
import type { MatchSink } from '../normalize/index.ts';
import { KERNEL_MODULE } from './data/kernel-module.ts';

type Exports = {
  setColumns(urls: number, hashes: number, cluster: number, page: number, wide: number, part: number): void;
  setPool(matches: number, rules: number): void;
  addMatch(rule: number, url: number, a: number, b: number): number;
  addMatches(records: number, count: number, first: number): number;
  setIndex(slots: number, size: number, bits: number): void;
  indexTexts(from: number, to: number): number;
  setScratch(at: number, most: number): void;
  setSeen(page: number, wide: number): void;
  judge(rule: number, isUrl: number, counted: number, to: number, answer: number): number;
  setKept(first: number, entries: number, ruleOf: number, rules: number, count: number): void;
  keepBuckets(rule: number, starts: number, buckets: number, members: number): void;
  areCovered(starts: number, buckets: number, members: number): number;
  setTexts(text: number, starts: number, ends: number, pairs: number): void;
  smallestPairs(starts: number, buckets: number, members: number, most: number): number;
  setForms(formOf: number, slots: number, size: number, hashes: number): void;
  takeForms(rule: number): void;
  findForms(from: number, to: number): void;
  forgetHashes(): void;
  countForms(from: number, to: number): void;
  formCounts(answer: number): void;
};

/** Beside the part of a cluster, 0 to 7: it has two URLs or more. */
const PLURAL = 8;
/** Matches that there may be: 16 bytes each; more are counted in parts, by the plain code. */
const MOST_MATCHES = 6_000_000;
/** Matches of a URL that there may be. */
const EXPECTED = 8;
/** Words of a match, and of what is known of a rule. */
const MATCH = 4;
const RULE = 3;
/** Room for matches on their way, and for answers. */
const RECORDS = 4 * 2 ** 15;
const ANSWERS = 32;
/** URLs that are gone through in one call. */
const BLOCK = 16384;

/** Buckets, and those in the kernel's memory. */
type Buckets = { readonly starts: Int32Array; readonly members: Int32Array };
type KernelBuckets = Buckets & { readonly kernel: CountKernel };

/** What is known of a rule: pairs and forms as `PairCounts` has them, and its outputs. */
export type KernelCounts = {
  readonly counts: Readonly<
    Record<'pairs' | 'truePairs' | 'falsePairs' | 'forms' | 'impureForms' | 'falseWithoutSingles', number>
  >;
  readonly fetchable: { readonly checked: number; readonly ok: number };
  readonly buckets: KernelBuckets;
};

export class CountKernel implements MatchSink {
  /** The two halves of each URL's hash; whoever finds the matches writes them. */
  readonly hashes: Int32Array;
  /** False once a match found no room: then nothing can be said. */
  isWhole = true;
  /** True if one page is one wide group, so that what joins no different pages joins URLs of one page only. */
  readonly #isOnePage: boolean;
  readonly #calls: Exports;
  readonly #memory: KernelMemory;
  readonly #urls: number;
  readonly #records: Int32Array;
  readonly #answer: Float64Array;
  /** Where each rule's matches begin and how many there are, and all memory, seen from each of a match's words. */
  readonly #rules: Int32Array;
  #matches: readonly Int32Array[] = [];
  readonly #ruleCount: number;
  readonly #slots: Int32Array;
  /** A number for each URL. */
  readonly #column: Int32Array;
  /** What judging needs, and the buckets behind it. */
  #judging = { at: 0, bytes: 0 };
  /** Where the next buckets go, and where those of the rule judged last end. */
  #bucketsAt = 0;
  #bucketsEnd = 0;

  /** Throws if there is not enough memory. */
  constructor(
    calls: Exports,
    memory: KernelMemory,
    labels: LabelColumns & { readonly urls: UrlPack },
    rules: number,
    parts?: Uint8Array,
  ) {
    const { urls } = labels;
    this.#calls = calls;
    this.#memory = memory;
    this.#urls = urls.count;
    this.#ruleCount = rules;
    this.#isOnePage = labels.page === labels.wide;
    this.hashes = this.#ints(2 * urls.count);
    const cluster = this.#address(labels.cluster);
    const wide = labels.wide === labels.cluster ? cluster : this.#address(labels.wide);
    const page = labels.page === labels.cluster ? cluster : this.#address(labels.page);
    const part = this.#allocate(labels.clusters);
    const flags = new Uint8Array(memory.buffer, part, labels.clusters);
    if (parts) flags.set(parts);
    for (let c = 0; c < labels.clusters; c++) if (labels.clusterSize[c]! > 1) flags[c]! |= PLURAL;
    calls.setColumns(urls.count, this.hashes.byteOffset, cluster, page, wide, part);
    this.#rules = this.#ints(RULE * rules);
    calls.setPool(Math.min(MOST_MATCHES, EXPECTED * urls.count + 16 * rules), this.#rules.byteOffset);
    const seenWide = this.#ints(labels.wides).byteOffset;
    calls.setSeen(this.#isOnePage ? seenWide : this.#ints(labels.pages).byteOffset, seenWide);
    this.#records = this.#ints(RECORDS);
    const answer = this.#allocate(8 * ANSWERS);
    this.#answer = new Float64Array(memory.buffer, answer, ANSWERS);
    let size = 1024;
    while (size < 1.5 * urls.count) size *= 2;
    this.#slots = this.#ints(size);
    this.#column = this.#ints(urls.count);
    const { byteOffset } = urls.bytes;
    calls.setTexts(byteOffset, this.#address(urls.starts), this.#address(urls.ends), this.#answer.byteOffset);
  }

  add(rule: number, url: number, a: number, b: number): void {
    this.isWhole &&= this.#calls.addMatch(rule, url, a, b) === 1;
  }

  addMany(records: Int32Array, first: number): void {
    if (!this.isWhole) return;
    this.#records.set(records);
    this.isWhole = this.#calls.addMatches(this.#records.byteOffset, records.length / MATCH, first) === 1;
  }

  /** All matches are there; false if two URLs have one text, or a match found no room. */
  start(): boolean {
    if (!this.isWhole) return false;
    const bits = this.#ints(this.#slots.length >> 3);
    this.#calls.setIndex(this.#slots.byteOffset, this.#slots.length, bits.byteOffset);
    let isEachAnother = true;
    this.#eachBlock((from, to) => {
      isEachAnother &&= this.#calls.indexTexts(from, to) === 1;
    });
    if (!isEachAnother) return false;
    const words = new Int32Array(this.#memory.buffer);
    this.#matches = [0, 1, 2, 3].map((word) => words.subarray(word));
    let all = 0;
    let most = 8;
    for (let rule = 0; rule < this.#ruleCount; rule++) {
      const { count } = this.matchesOf(rule);
      all += count;
      most = Math.max(most, count);
    }
    const scratch = 40 * most;
    this.#judging = { at: 0, bytes: scratch + 6 * all + 8 * this.#ruleCount };
    this.#judging.at = this.#allocate(this.#judging.bytes);
    this.#calls.setScratch(this.#judging.at, most);
    this.#bucketsAt = this.#judging.at + scratch;
    return true;
  }

  /** The matches of a rule, as `RuleMatches` has them. */
  matchesOf(rule: number) {
    const count = this.#rules[RULE * rule + 2]!;
    const first = count === 0 ? -1 : this.#rules[RULE * rule]!;
    const [url, formA, formB, next] = this.#matches;
    return { count, first, url: url!, formA: formA!, formB: formB!, next: next! };
  }

  /** Judges a rule. Its buckets are gone when the next is judged, unless they are kept. `parts`: a bit for each part of the data whose true pairs count. */
  judge(rule: number, isUrl: boolean, parts: number): KernelCounts {
    const answer = this.#answer;
    const from = this.#bucketsAt;
    this.#bucketsEnd = this.#calls.judge(rule, isUrl ? 1 : 0, parts, from, answer.byteOffset) >>> 0;
    const [pairs, truePairs, falsePairs, forms, impureForms, falseWithoutSingles, checked, ok, buckets] = answer;
    const { buffer } = this.#memory;
    const members = from + 4 * (buckets! + 1);
    return {
      counts: {
        pairs: pairs!,
        truePairs: truePairs!,
        falsePairs: falsePairs!,
        forms: forms!,
        impureForms: impureForms!,
        falseWithoutSingles: falseWithoutSingles!,
      },
      fetchable: { checked: checked!, ok: ok! },
      buckets: {
        starts: new Int32Array(buffer, from, buckets! + 1),
        members: new Int32Array(buffer, members, (this.#bucketsEnd - members) / 4),
        kernel: this,
      },
    };
  }

  /** The buckets of the rule judged last stay. */
  keep(): void {
    this.#bucketsAt = this.#bucketsEnd;
  }

  /** Of rules in order, those that no rule kept before covers. */
  uncovered<T extends { readonly buckets: Buckets }>(rules: readonly T[]): T[] | null {
    const members = rules.reduce((sum, { buckets }) => sum + buckets.members.length, 0);
    // All rules are judged: no text is looked for any more.
    const fits = 8 * members <= this.#slots.byteLength;
    const entries = fits ? this.#slots.byteOffset : this.#tryAllocate(8 * members);
    const ruleOf = this.#tryAllocate(2 * members);
    const ofRules = this.#tryAllocate(20 * rules.length);
    if (entries < 0 || ruleOf < 0 || ofRules < 0) return null;
    const first = this.#column.fill(0).byteOffset;
    this.#calls.setKept(first, entries, ruleOf, ofRules, rules.length);
    const left: T[] = [];
    for (const rule of rules) {
      const { starts, members: own } = rule.buckets;
      const place = [starts.byteOffset, starts.length - 1, own.byteOffset] as const;
      if (this.#calls.areCovered(...place) === 1) continue;
      this.#calls.keepBuckets(left.length, ...place);
      left.push(rule);
    }
    if (!fits) release(this.#memory, entries, 8 * members);
    release(this.#memory, ruleOf, 2 * members);
    return left;
  }

  /** The smallest pairs of URLs, one a bucket, of a rule that joins no different pages; null if these may be of different clusters. */
  smallestPairs({ starts, members }: Buckets, most: number): (readonly [number, number])[] | null {
    if (!this.#isOnePage) return null;
    const count = this.#calls.smallestPairs(starts.byteOffset, starts.length - 1, members.byteOffset, most);
    const pairs = new Int32Array(this.#memory.buffer, this.#answer.byteOffset, 2 * count);
    return Array.from({ length: count }, (_, i) => [pairs[2 * i]!, pairs[2 * i + 1]!] as const);
  }

  /** What becomes of all URLs when the first of these rules is applied that matches. Nothing can be judged any more, and buckets are gone. */
  countForms(rules: readonly number[]) {
    if (this.#judging.at > 0) release(this.#memory, this.#judging.at, this.#judging.bytes);
    this.#judging = { at: 0, bytes: 0 };
    const matches = rules.reduce((sum, rule) => sum + this.matchesOf(rule).count, 0);
    const hashes = this.#tryAllocate(8 * Math.min(matches, this.#urls));
    if (hashes < 0) return null;
    const { byteOffset, length } = this.#slots.fill(0);
    this.#calls.setForms(this.#column.fill(0).byteOffset, byteOffset, length, hashes);
    for (const rule of rules) this.#calls.takeForms(rule);
    this.#eachBlock((from, to) => this.#calls.findForms(from, to));
    this.#calls.forgetHashes();
    this.#eachBlock((from, to) => this.#calls.countForms(from, to));
    this.#calls.formCounts(this.#answer.byteOffset);
    const [forms, sharedForms, impureForms] = this.#answer;
    return { urls: this.#urls, forms: forms!, sharedForms: sharedForms!, impureForms: impureForms! };
  }

  /** Some URLs at a time: a loop that the engine has begun in quick code stays in that, however long it is. */
  #eachBlock(visit: (from: number, to: number) => void): void {
    for (let from = 0; from < this.#urls; from += BLOCK) visit(from, Math.min(from + BLOCK, this.#urls));
  }

  /** So many zeros. */
  #ints(length: number): Int32Array {
    const at = this.#allocate(4 * length);
    return new Int32Array(this.#memory.buffer, at, length);
  }

  /** Where a column lies in the kernel's memory; it is copied there if it is not. */
  #address(column: Int32Array): number {
    // Each time the memory grows its buffer is another object; columns of a pack lie there, or in none that is shared.
    if (!(column.buffer instanceof ArrayBuffer)) return column.byteOffset;
    const copy = this.#ints(column.length);
    copy.set(column);
    return copy.byteOffset;
  }

  #tryAllocate(bytes: number): number {
    return allocate(this.#memory, bytes + 64);
  }

  #allocate(bytes: number): number {
    const at = this.#tryAllocate(bytes);
    if (at < 0) throw new RangeError('no memory left for the kernel');
    return at;
  }
}

/** A kernel for so many rules; null where there is none, or not enough memory, or where texts are not those of the labels. `parts`: that of each cluster. */
export function startCountKernel(
  labels: LabelColumns & { readonly urls: UrlPack },
  rules: number,
  parts?: Uint8Array,
): CountKernel | null {
  const { memory, isWellFormed } = labels.urls;
  const room = (bytes: number) => Math.max(0, allocate(memory!, bytes, 'room'));
  const calls = memory && isWellFormed ? startModule<Exports>(KERNEL_MODULE, memory, { room }) : null;
  if (calls === null) return null;
  try {
    return new CountKernel(calls, memory!, labels, rules, parts);
  } catch {
    return null;
  }
}
