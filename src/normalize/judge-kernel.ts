/** All rules that apply to many URLs, in WebAssembly made from kernel/judge/; `Matcher` is its plain twin, and does what it leaves. */
import { newFixedMemory, startModule } from '../base/index.ts';
import { JUDGE_KERNEL_MODULE } from './data/judge-kernel-module.ts';
import type { Flat } from './flat.ts';
import { OWN_BYTES, putSections, type SectionPlaces, sectionBytes } from './kernel.ts';

/** URLs in a buffer; URL u is `bytes[starts[u]] .. bytes[ends[u] - 1]`. */
export type UrlRanges = {
  readonly count: number;
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
};

/** The two halves of the hash of each URL, side by side. */
export type UrlHashes = Int32Array;

/** Takes matches one by one, or many as the kernel wrote them, if it can: for each the place of its URL behind `first`, its rule, and the two halves of the hash. */
export type MatchSink = {
  add(rule: number, url: number, a: number, b: number): void;
  addMany?(records: Int32Array, first: number): void;
};

type Exports = SectionPlaces & {
  setup(): void;
  match(list: number, hashes: number, first: number, end: number, room: number, most: number): number;
  list(starts: number, ends: number, count: number, text: number, most: number, to: number): number;
  listEnd(): number;
  hashUrls(list: number, count: number, to: number): void;
  formOf(from: number, to: number, rule: number): number;
  formLength(): number;
  matchCount(): number;
  stoppedForHost(): number;
};

/** Bytes of text that are looked at in one go, URLs in it at most, and matches that there is room for. */
const TEXT_SIZE = 2 ** 18;
const MOST_URLS = 2 ** 13;
const MOST_MATCHES = 2 ** 15;
/** Bytes around a text that the kernel may read. */
const AROUND = 64;
/** Memory that threads share is copied a word at a time if both sides begin at the same place of one, else byte by byte. */
const WORD = 8;
/** What is asked for and answered; it comes behind the rules. */
const TALK_BYTES = TEXT_SIZE + 3 * AROUND + 16 * MOST_URLS + 16 * MOST_MATCHES;

export class JudgeKernel {
  readonly #calls: Exports;
  readonly #text: Uint8Array;
  readonly #list: Int32Array;
  readonly #room: Int32Array;
  /** Where the URLs begin and end for whoever asks. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** Where both were, once they are in the list: the URLs' own hashes. */
  readonly #own: Int32Array;

  constructor(calls: Exports, buffer: ArrayBuffer, at: number) {
    this.#calls = calls;
    this.#text = new Uint8Array(buffer, at + AROUND, TEXT_SIZE + WORD);
    this.#list = new Int32Array(buffer, at + TEXT_SIZE + 2 * AROUND, 2 * MOST_URLS);
    this.#room = new Int32Array(buffer, this.#list.byteOffset + 8 * MOST_URLS, 4 * MOST_MATCHES);
    this.#starts = new Int32Array(buffer, this.#room.byteOffset + 16 * MOST_MATCHES, MOST_URLS);
    this.#ends = new Int32Array(buffer, this.#starts.byteOffset + 4 * MOST_URLS, MOST_URLS);
    this.#own = new Int32Array(buffer, this.#starts.byteOffset, 2 * MOST_URLS);
  }

  /** Gives each match to `found`, in the order of URLs and rules; `host` does the URLs that the kernel leaves, `hash` those whose hash is asked for and that it leaves. */
  each(
    urls: UrlRanges,
    found: MatchSink,
    host: (url: number) => void,
    hashes: UrlHashes | null,
    hash: (url: number) => void,
  ): void {
    for (let url = 0; url < urls.count; ) {
      const count = this.#load(urls, url);
      if (count === 0) {
        if (hashes) hash(url);
        host(url++);
        continue;
      }
      if (hashes) this.#hash(url, count, hashes);
      this.#match(url, count, found, host, hashes !== null);
      url += count;
    }
  }

  /** The form that a rule gives a URL, valid until the next call; null if it gives none, or if the plain code must make it. */
  formOf({ bytes, starts, ends }: UrlRanges, url: number, rule: number): Uint8Array | null {
    const text = bytes.subarray(starts[url]!, ends[url]!);
    if (text.length > TEXT_SIZE) return null;
    this.#text.set(text);
    const from = this.#text.byteOffset;
    const at = this.#calls.formOf(from, from + text.length, rule) >>> 0;
    return at === 0 ? null : new Uint8Array(this.#text.buffer, at, this.#calls.formLength());
  }

  #hash(first: number, count: number, hashes: UrlHashes): void {
    const own = this.#own;
    this.#calls.hashUrls(this.#list.byteOffset, count, own.byteOffset);
    hashes.set(own.subarray(0, 2 * count), 2 * first);
  }

  /** Copies the URLs from this one on that lie side by side; gives how many, 0 if even one is too long. */
  #load({ bytes, starts, ends, count }: UrlRanges, first: number): number {
    const end = Math.min(count, first + MOST_URLS);
    this.#starts.set(starts.subarray(first, end));
    this.#ends.set(ends.subarray(first, end));
    const places = [this.#starts.byteOffset, this.#ends.byteOffset] as const;
    const { byteOffset } = this.#list;
    const from = starts[first]!;
    const text = this.#text.byteOffset;
    const shift = (bytes.byteOffset + from - text) & (WORD - 1);
    const listed = this.#calls.list(...places, end - first, text + shift, TEXT_SIZE, byteOffset);
    if (listed > 0) this.#text.set(bytes.subarray(from, this.#calls.listEnd()), shift);
    return listed;
  }

  #match(first: number, count: number, found: MatchSink, host: (url: number) => void, isHashed: boolean): void {
    const own = isHashed ? this.#own.byteOffset : 0;
    const room = this.#room;
    const calls = this.#calls;
    for (let done = 0; done < count; ) {
      done = calls.match(this.#list.byteOffset, own, done, count, room.byteOffset, MOST_MATCHES);
      const end = 4 * calls.matchCount();
      if (found.addMany) found.addMany(room.subarray(0, end), first);
      else
        for (let at = 0; at < end; at += 4) found.add(room[at + 1]!, first + room[at]!, room[at + 2]!, room[at + 3]!);
      if (calls.stoppedForHost() === 1) host(first + done++);
    }
  }
}

/** A kernel with these rules; null where WebAssembly, or its instructions on sixteen bytes, are not to be had. */
export function startJudgeKernel(flat: Flat): JudgeKernel | null {
  const memory = newFixedMemory(OWN_BYTES + sectionBytes(flat) + TALK_BYTES);
  const calls = memory && startModule<Exports>(JUDGE_KERNEL_MODULE, memory);
  if (calls === null) return null;
  const { end } = putSections(flat, memory!.buffer, calls);
  calls.setup();
  return new JudgeKernel(calls, memory!.buffer, end);
}
