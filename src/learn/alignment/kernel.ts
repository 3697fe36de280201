/** Linear alignment in WebAssembly, made from kernel/align/: the rules of most clusters, found and counted there. `ClusterRules` is its plain twin, and does what it leaves. */
import { allocate, EngineError, type KernelMemory, release, startModule, type Wanted } from '../../base/index.ts';
import type { PackedClusters } from '../../clusters/index.ts';
import { KERNEL_MODULE } from './data/kernel-module.ts';
import type { AlignmentOptions } from './options.ts';
import { KIND } from './tokens.ts';
import { DELIMITER } from './url-bytes.ts';

/** What the kernel says of a cluster. */
export const RULE = 1;
export const NOTHING_IN_COMMON = 2;
export const FOR_HOST = 3;

/** A cluster that the kernel has not counted: its number, what became of it, its half (-1 if it is to be found out), and its smallest URL, if that is known. */
export type Told = (cluster: number, outcome: number, half: number, smallest: number) => void;

type Exports = {
  readonly [address in
    | 'ANSWER'
    | 'ANSWER_SIZE'
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
  setClusters(
    first: number,
    members: number,
    starts: number,
    ends: number,
    text: number,
    halves: number,
    taken: number,
    most: number,
  ): void;
  setSample(urls: number, seedLow: number, seedHigh: number): void;
  proposeAll(from: number, end: number): number;
  toldCount(): number;
  proposeOrdered(urls: number, half: number): number;
  sort(records: number, urls: number): number;
  addCode(from: number, to: number, half: number): number;
  addBeginning(from: number, to: number, url: number, half: number): void;
  codeOf(rule: number): number;
  codeLength(rule: number): number;
  frequentRule(from: number, half: number, least: number): number;
  frequencyOf(rule: number, half: number): number;
  openSeen(rule: number, half: number): void;
  nextSeen(): number;
  urlWith(beginning: number): number;
};

/** Words before the URLs of a cluster, and of a URL; words of what is told of a cluster. */
const HEAD = 2;
const URL = 3;
const TOLD = 4;
/** Clusters that are gone through in one call: a loop that the engine has begun in quick code stays in that. */
const BLOCK = 4096;

/** What was taken of a memory, to be given back. */
class Taken {
  readonly memory: KernelMemory;
  readonly #stretches: { readonly at: number; readonly bytes: number }[] = [];

  constructor(memory: KernelMemory) {
    this.memory = memory;
  }

  /** The address of so many bytes; throws if there are none. */
  take(bytes: number, wanted: Wanted): number {
    const at = allocate(this.memory, bytes, wanted);
    if (at < 0) throw new EngineError('no-memory', 'there is no memory left to align; learn from a part of the data');
    this.#stretches.push({ at, bytes });
    return at;
  }

  /** The address of a column; it is copied if it is where a kernel cannot reach it. */
  address(column: Int32Array): number {
    if (!(column.buffer instanceof ArrayBuffer)) return column.byteOffset;
    const at = this.take(column.byteLength, 'room');
    new Int32Array(this.memory.buffer, at, column.length).set(column);
    return at;
  }

  giveBack(): void {
    for (const { at, bytes } of this.#stretches.splice(0)) release(this.memory, at, bytes);
  }
}

export class AlignKernel {
  /** Clusters of more URLs are sampled first. */
  readonly most: number;
  readonly #calls: Exports;
  readonly #clusters: PackedClusters;
  readonly #taken: Taken;
  readonly #text: number;
  readonly #code: Uint8Array;
  readonly #question: Int32Array;
  readonly #answer: Int32Array;
  #records: Int32Array = new Int32Array(0);

  constructor(calls: Exports, clusters: PackedClusters, options: AlignmentOptions, taken: Taken) {
    const at = taken.take(calls.SIZE.value, 'sparse');
    const { buffer } = taken.memory;
    this.#calls = calls;
    this.#clusters = clusters;
    this.#taken = taken;
    this.#text = clusters.urls.bytes.byteOffset;
    this.most = Math.min(options.sample, calls.MOST_URLS.value);
    this.#code = new Uint8Array(buffer, at + calls.CODE.value, calls.CODE_SIZE.value);
    this.#question = new Int32Array(buffer, at + calls.QUESTION.value, calls.QUESTION_SIZE.value / 4);
    this.#answer = new Int32Array(buffer, at + calls.ANSWER.value, calls.ANSWER_SIZE.value / 4);
    const kinds = new Uint8Array(buffer, at + calls.KIND.value, 512);
    kinds.set(KIND);
    kinds.set(DELIMITER, 256);
    calls.start(at, options.caseFoldScore ? 1 : 0, options.cardinality, options.canonicalMode === 'delete' ? 1 : 0);
    const { sample, seed } = options;
    calls.setSample(sample === this.most ? sample : 0, seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0);
  }

  /** Counts the rules of all clusters, each for its half, which is written down; or, for the half 0, those of the clusters that have a 1. Whatever it cannot count it tells. */
  proposeAll(bytes: Uint8Array, what: 'halves' | 'taken', tell: Told): void {
    const { first, members, urls, size } = this.#clusters;
    const taken = this.#taken;
    const at = taken.take(bytes.length, 'room');
    const column = new Uint8Array(taken.memory.buffer, at, bytes.length);
    column.set(bytes);
    const isHalves = what === 'halves';
    this.#calls.setClusters(
      taken.address(first),
      taken.address(members),
      taken.address(urls.starts),
      taken.address(urls.ends),
      this.#text,
      isHalves ? at : 0,
      isHalves ? 0 : at,
      this.most,
    );
    const answer = this.#answer;
    for (let c = 0; c < size; ) {
      c = this.#calls.proposeAll(c, Math.min(size, c + BLOCK));
      const end = TOLD * this.#calls.toldCount();
      for (let i = 0; i < end; i += TOLD) tell(answer[i]!, answer[i + 1]!, answer[i + 2]!, answer[i + 3]!);
    }
    if (isHalves) bytes.set(column);
  }

  /** Counts the rule of some URLs, `most` at most, which stay in their order; gives what became of them. */
  propose(urls: Int32Array, count: number, half: number): number {
    const { starts, ends } = this.#clusters.urls;
    for (let i = 0, to = HEAD; i < count; i++, to += URL) {
      const url = urls[i]!;
      this.#question[to] = this.#text + starts[url]!;
      this.#question[to + 1] = this.#text + ends[url]!;
      this.#question[to + 2] = url;
    }
    return this.#calls.proposeOrdered(count, half);
  }

  /** Sorts the first `count` numbers of URLs by their text, those of equal texts once; returns how many are left. */
  sort(numbers: Int32Array, count: number): number {
    const { urls } = this.#clusters;
    // Twice as much as the records take; what is outgrown stays unused.
    if (8 * count > this.#records.length) {
      const length = 16 * count;
      const at = this.#taken.take(4 * length, 'room');
      this.#records = new Int32Array(this.#taken.memory.buffer, at, length);
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

  /** Counts a rule whose code was written by `RuleCode`, as seen on the hosts of some URLs; gives its number. */
  count(code: Uint8Array, length: number, half: number, urls: Int32Array, count: number): number {
    const room = length <= this.#code.length ? this.#code : this.#room(length);
    room.set(code.subarray(0, length));
    const rule = this.#calls.addCode(room.byteOffset, room.byteOffset + length, half);
    const { starts, ends } = this.#clusters.urls;
    for (let i = 0; i < count; i++) {
      const url = urls[i]!;
      this.#calls.addBeginning(this.#text + starts[url]!, this.#text + ends[url]!, url, half);
    }
    return rule;
  }

  /** The first rule from this one on that a half has so often, or -1. */
  frequentRule(from: number, half: number, least: number): number {
    return this.#calls.frequentRule(from, half, least);
  }

  frequencyOf(rule: number, half: number): number {
    return this.#calls.frequencyOf(rule, half);
  }

  /** Numbers of the beginnings, scheme and host, of the URLs that a rule was seen on. */
  seenOn(rule: number, half: number): number[] {
    const seen: number[] = [];
    this.#calls.openSeen(rule, half);
    for (let found = this.#calls.nextSeen(); found > 0; found = this.#calls.nextSeen())
      for (let i = 0; i < found; i++) seen.push(this.#answer[i]!);
    return seen;
  }

  /** A URL with this beginning. */
  urlWith(beginning: number): number {
    return this.#calls.urlWith(beginning);
  }

  /** The code of a rule, until the kernel's end. */
  codeOf(rule: number): Uint8Array {
    const { buffer } = this.#taken.memory;
    return new Uint8Array(buffer, this.#calls.codeOf(rule) >>> 0, this.#calls.codeLength(rule));
  }

  /** Nothing more will be asked: its memory is there for other kernels. */
  end(): void {
    this.#taken.giveBack();
  }

  #room(length: number): Uint8Array {
    const at = this.#taken.take(length + 64, 'room');
    return new Uint8Array(this.#taken.memory.buffer, at, length);
  }
}

/** Null where there is no kernel, or no memory for it, or where it does not know what is asked for. */
export function startAlignKernel(clusters: PackedClusters, options: AlignmentOptions): AlignKernel | null {
  const { memory, isWellFormed } = clusters.urls;
  if (memory === undefined || !isWellFormed || options.scoring !== 'jaccard' || options.scopeFrom !== 'sample')
    return null;
  const taken = new Taken(memory);
  const calls = startModule<Exports>(KERNEL_MODULE, memory, {
    more: (bytes) => taken.take(bytes, 'zeros'),
    room: (bytes) => taken.take(bytes, 'room'),
  });
  try {
    return calls && new AlignKernel(calls, clusters, options, taken);
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}
