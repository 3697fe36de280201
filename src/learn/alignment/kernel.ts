/** Linear alignment in WebAssembly, made from kernel/align/: the rules of most clusters, many clusters a call. `ClusterRules` is its plain twin, and does what it leaves. */
import { allocate, EngineError, startModule } from '../../base/index.ts';
import type { PackedClusters } from '../../clusters/index.ts';
import { KERNEL_MODULE } from './data/kernel-module.ts';
import type { AlignmentOptions } from './options.ts';
import { KIND } from './tokens.ts';
import { DELIMITER } from './url-bytes.ts';

/** What the kernel says of a cluster. */
export const RULE = 1;
export const NOTHING_IN_COMMON = 2;
export const FOR_HOST = 3;

type Exports = {
  readonly [address in
    | 'ANSWER'
    | 'CODE'
    | 'CODE_SIZE'
    | 'KIND'
    | 'MOST_URLS'
    | 'QUESTION'
    | 'QUESTION_SIZE'
    | 'SIZE']: {
    readonly value: number;
  };
} & {
  start(address: number, foldsCase: number, cardinality: number, deletesOptional: number): void;
  propose(clusters: number): void;
  sort(records: number, urls: number): number;
  addCode(from: number, to: number): number;
  codeOf(rule: number): number;
  codeLength(rule: number): number;
  addBeginning(from: number, to: number): number;
};

/** Words of an answer before its pairs. */
const ANSWER_HEAD = 5;
/** Clusters asked about at once: their URLs are brought into the cache together. */
const BATCH = 128;

export class AlignKernel {
  /** The answer that is being given: a cluster, what became of it, its half (-1 if it is to be found out), its smallest URL, and its rule. */
  cluster = 0;
  outcome = 0;
  half = 0;
  smallest = 0;
  rule = 0;
  /** How many beginnings of URLs, scheme and host, the cluster has. */
  beginnings = 0;

  /** Clusters of more URLs are sampled first. */
  readonly most: number;
  readonly #calls: Exports;
  readonly #clusters: PackedClusters;
  readonly #text: number;
  readonly #code: Uint8Array;
  readonly #question: Int32Array;
  readonly #answer: Int32Array;
  #records: Int32Array = new Int32Array(0);
  /** Of each cluster asked about: its number, its smallest URL if that is known, and where its URLs begin among all asked about. */
  readonly #asked = new Int32Array(BATCH);
  readonly #known = new Int32Array(BATCH);
  readonly #first = new Int32Array(BATCH);
  readonly #urls: Int32Array;
  #count = 0;
  #end = 0;
  #urlsEnd = 0;
  #at = 0;

  constructor(calls: Exports, clusters: PackedClusters, options: AlignmentOptions, at: number) {
    const { bytes, memory } = clusters.urls;
    const { buffer } = memory!;
    this.#calls = calls;
    this.#clusters = clusters;
    this.#text = bytes.byteOffset;
    this.most = Math.min(options.sample, calls.MOST_URLS.value);
    this.#code = new Uint8Array(buffer, at + calls.CODE.value, calls.CODE_SIZE.value);
    this.#question = new Int32Array(buffer, at + calls.QUESTION.value, calls.QUESTION_SIZE.value / 4);
    this.#answer = new Int32Array(buffer, at + calls.ANSWER.value, BATCH * (ANSWER_HEAD + 2 * this.most));
    this.#urls = new Int32Array(BATCH * this.most);
    const kinds = new Uint8Array(buffer, at + calls.KIND.value, 512);
    kinds.set(KIND);
    kinds.set(DELIMITER, 256);
    calls.start(at, options.caseFoldScore ? 1 : 0, options.cardinality, options.canonicalMode === 'delete' ? 1 : 0);
  }

  /** Asks about a cluster of 2 to `most` URLs; answers come when there are many, or at `flush`. */
  ask(cluster: number, answer: (kernel: this) => void): void {
    const { first, members } = this.#clusters;
    const from = first[cluster]!;
    const count = first[cluster + 1]! - from;
    this.#begin(cluster, -1, count);
    for (let i = from; i < from + count; i++) this.#addUrl(members[i]!);
    if (this.#count === BATCH) this.flush(answer);
  }

  /** Asks about some URLs of a cluster, which stay in their order. */
  askOrdered(cluster: number, smallest: number, urls: Int32Array, count: number, answer: (kernel: this) => void): void {
    this.#begin(cluster, smallest, -count);
    for (let i = 0; i < count; i++) this.#addUrl(urls[i]!);
    if (this.#count === BATCH) this.flush(answer);
  }

  flush(answer: (kernel: this) => void): void {
    if (this.#count === 0) return;
    this.#calls.propose(this.#count);
    const answers = this.#answer;
    let at = 0;
    for (let i = 0; i < this.#count; i++) {
      const known = this.#known[i]!;
      this.cluster = this.#asked[i]!;
      this.outcome = answers[at]!;
      this.half = known < 0 ? answers[at + 1]! : -1;
      this.smallest = known < 0 ? this.#urls[this.#first[i]! + answers[at + 2]!]! : known;
      this.rule = answers[at + 3]!;
      this.beginnings = answers[at + 4]!;
      this.#at = at + ANSWER_HEAD;
      this.#urlsEnd = this.#first[i]!;
      at += ANSWER_HEAD + 2 * this.beginnings;
      answer(this);
    }
    this.#count = 0;
    this.#end = 0;
    this.#urlsEnd = 0;
  }

  /** The number of the k-th beginning, and a URL that has it. */
  beginning(k: number): number {
    return this.#answer[this.#at + 2 * k]!;
  }

  urlWith(k: number): number {
    return this.#urls[this.#urlsEnd + this.#answer[this.#at + 2 * k + 1]!]!;
  }

  /** Sorts the first `count` numbers of URLs by their text, those of equal texts once; returns how many are left. */
  sort(numbers: Int32Array, count: number): number {
    const { urls } = this.#clusters;
    // Twice as much as the records take; what is outgrown stays unused.
    if (8 * count > this.#records.length) {
      const { memory } = urls;
      const length = 16 * count;
      const at = allocate(memory!, 4 * length);
      if (at < 0)
        throw new EngineError('no-memory', 'there is no memory left to sort a cluster; learn from a part of the data');
      this.#records = new Int32Array(memory!.buffer, at, length);
    }
    const records = this.#records;
    for (let i = 0, to = 0; i < count; i++, to += 4) {
      const url = numbers[i]!;
      records[to] = this.#text + urls.starts[url]!;
      records[to + 1] = this.#text + urls.ends[url]!;
      records[to + 2] = url;
    }
    const left = this.#calls.sort(records.byteOffset, count);
    for (let i = 0; i < left; i++) numbers[i] = records[4 * i + 2]!;
    return left;
  }

  /** The number of a rule whose code was written by `RuleCode`. */
  ruleOf(code: Uint8Array, length: number): number {
    let room = this.#code;
    if (length > room.length) {
      const { memory } = this.#clusters.urls;
      room = new Uint8Array(memory!.buffer, allocate(memory!, length + 64), length);
    }
    room.set(code.subarray(0, length));
    return this.#calls.addCode(room.byteOffset, room.byteOffset + length);
  }

  /** The code of a rule, which stays. */
  codeOf(rule: number): Uint8Array {
    const { buffer } = this.#clusters.urls.memory!;
    return new Uint8Array(buffer, this.#calls.codeOf(rule) >>> 0, this.#calls.codeLength(rule));
  }

  /** The number of the beginning, scheme and host, of a URL. */
  beginningOf(url: number): number {
    const { starts, ends } = this.#clusters.urls;
    return this.#calls.addBeginning(this.#text + starts[url]!, this.#text + ends[url]!);
  }

  #begin(cluster: number, smallest: number, count: number): void {
    this.#asked[this.#count] = cluster;
    this.#known[this.#count] = smallest;
    this.#first[this.#count++] = this.#urlsEnd;
    this.#question[this.#end++] = count;
  }

  #addUrl(url: number): void {
    const { starts, ends } = this.#clusters.urls;
    this.#urls[this.#urlsEnd++] = url;
    this.#question[this.#end++] = this.#text + starts[url]!;
    this.#question[this.#end++] = this.#text + ends[url]!;
  }
}

/** Null where there is no kernel, or where it does not know what is asked for. */
export function startAlignKernel(clusters: PackedClusters, options: AlignmentOptions): AlignKernel | null {
  const { memory, isWellFormed } = clusters.urls;
  if (memory === undefined || !isWellFormed || options.scoring !== 'jaccard' || options.scopeFrom !== 'sample')
    return null;
  const calls = startModule<Exports>(KERNEL_MODULE, memory);
  if (calls === null) return null;
  const at = allocate(memory, calls.SIZE.value);
  return at < 0 ? null : new AlignKernel(calls, clusters, options, at);
}
