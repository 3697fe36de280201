/** Clusters by given labels, which are believed: nothing is judged but whether they contradict each other. Texts stay where they were read to. */
import { compareCodePoints, EngineError, type KernelMemory } from '../../base/index.ts';
import type { LabelSink } from '../../records/index.ts';
import type { ClusterNote } from '../cluster.ts';
import { smallestOf } from '../smallest.ts';
import { ByteNames, longer } from './byte-names.ts';
import { type KernelLabels, startKernelLabels } from './kernel-labels.ts';
import { membersOf, type PackedClusters } from './packed-clusters.ts';
import { BYTES_PER_UNIT, writeText } from './text-bytes.ts';
import { KERNEL_FROM, MOST_TEXT, openTextRoom, textIn } from './text-room.ts';

/** Cluster of a URL that was seen in two. */
const CONTRADICTED = -1;
/** Memory that threads share is copied a word at a time if both sides begin at the same place of one, else byte by byte. */
const WORD = 8;
/** Bytes of a line, as a guess of how many there will be. */
const LINE = 72;

export class LabelPack implements LabelSink {
  bytes: Uint8Array = new Uint8Array(1 << 16);
  #words = new DataView(this.bytes.buffer);
  /** Of the last `addLines`. */
  lines = 0;
  labels = 0;
  #kernel: KernelLabels | null = null;
  /** What the bytes lie in, once there are so many that kernels are worth while. */
  #memory: KernelMemory | null = null;
  #kernelFrom: number;
  #end = 0;
  #isWellFormed = true;
  readonly #urls = new ByteNames();
  readonly #ids = new ByteNames();
  readonly #wideIds = new ByteNames();
  #cluster: Int32Array = new Int32Array(1024);
  /** Number of the wide id, or -1. */
  #wide: Int32Array = new Int32Array(1024);
  readonly #inTwoClusters = new Set<number>();
  readonly #inTwoWideGroups = new Set<number>();

  constructor(kernelFrom = KERNEL_FROM) {
    this.#kernelFrom = kernelFrom;
  }

  /** So many bytes of text are likely to come. */
  expect(bytes: number): void {
    const most = Math.min(bytes, MOST_TEXT - this.#end);
    if (this.#end + most > this.bytes.length) this.#resize(this.#end + most);
    this.#urls.reserve(this.#urls.size + Math.floor(most / LINE));
  }

  append(text: Uint8Array, place?: number): number {
    this.#reserve(text.length + WORD);
    if (place !== undefined && this.#memory !== null)
      this.#end += (place - this.bytes.byteOffset - this.#end) & (WORD - 1);
    const from = this.#end;
    this.bytes.set(text, from);
    this.#end += text.length;
    return from;
  }

  add(urlFrom: number, urlTo: number, idFrom: number, idTo: number, wideFrom: number, wideTo: number): void {
    const cluster = this.#ids.add(this.bytes, this.#words, idFrom, idTo);
    const wide = wideFrom < 0 ? -1 : this.#wideIds.add(this.bytes, this.#words, wideFrom, wideTo);
    const before = this.#urls.size;
    const url = this.#urls.add(this.bytes, this.#words, urlFrom, urlTo);
    if (url < before) {
      this.#addAgain(url, cluster, wide);
      return;
    }
    if (url >= this.#cluster.length) this.#widen();
    this.#cluster[url] = cluster;
    this.#wide[url] = wide;
  }

  /** Takes labels out of whole lines, up to the first that needs a closer look, whose place is returned; `lines` and `labels` say how many. */
  addLines(from: number, to: number): number {
    const kernel = this.#kernel;
    if (kernel === null) return from;
    const names = [this.#urls, this.#ids, this.#wideIds];
    this.lines = 0;
    this.labels = 0;
    let end = from;
    let hasGrown = true;
    while (hasGrown && end < to) {
      if (this.#cluster.length < this.#urls.starts.length) this.#widen();
      end = kernel.add(names, [this.#cluster, this.#wide], this.bytes.byteOffset, end, to);
      this.lines += kernel.lines;
      this.labels += kernel.labels;
      // Else lines would be read one by one, and not here, until something must grow.
      hasGrown = false;
      for (let n = 0; n < names.length; n++) if (names[n]!.makeRoom(kernel.batch)) hasGrown = true;
    }
    return end;
  }

  /** The same for a label that was read as strings. */
  addText(url: string, id: string, wideId: string | undefined): void {
    this.#reserve((url.length + id.length + (wideId?.length ?? 0)) * BYTES_PER_UNIT);
    this.#isWellFormed &&= url.isWellFormed() && id.isWellFormed() && (wideId?.isWellFormed() ?? true);
    const { bytes } = this;
    const start = this.#end;
    const urlTo = writeText(url, bytes, start);
    const idTo = writeText(id, bytes, urlTo);
    this.#end = wideId === undefined ? idTo : writeText(wideId, bytes, idTo);
    this.add(start, urlTo, urlTo, idTo, wideId === undefined ? -1 : idTo, this.#end);
  }

  has(url: string): boolean {
    this.#reserve(url.length * BYTES_PER_UNIT);
    const end = writeText(url, this.bytes, this.#end);
    return this.#urls.find(this.bytes, this.#words, this.#end, end) >= 0;
  }

  /** Clusters in the order their ids came, URLs in the order they came; nothing can be added after. */
  finish(): { packed: PackedClusters; notes: ClusterNote[] } {
    const { bytes } = this;
    const ids = this.#ids;
    const notes = [
      ...this.#noteOf('url-in-two-clusters', this.#inTwoClusters),
      ...this.#noteOf('url-in-two-wide-groups', this.#inTwoWideGroups),
    ];
    this.#leaveOut();
    this.#urls.release();
    ids.release();
    const count = this.#urls.size;
    const { starts, ends } = this.#urls;
    const cluster = this.#cluster.subarray(0, count);
    // Every id came with a URL; only if one was left out may there be an id without any.
    const numbers = this.#inTwoClusters.size === 0 ? null : renumber(cluster, ids.size);
    const size = numbers?.length ?? ids.size;
    const idOf = (c: number) => ids.text(bytes, numbers ? numbers[c]! : c);
    const wideNames = this.#wideIds;
    const hasWide = wideNames.size > 0;
    if (!hasWide) this.#kernel?.give(this.#wide);
    const byCluster = this.#kernel?.membersOf(cluster, size) ?? membersOf(cluster, size);
    if (hasWide) this.#completeWide(byCluster, numbers);
    this.#kernel?.end();
    return {
      packed: {
        urls: {
          count,
          bytes,
          starts,
          ends,
          isWellFormed: this.#isWellFormed,
          ...(this.#memory && { memory: this.#memory }),
        },
        size,
        cluster,
        ...byCluster,
        wide: hasWide ? this.#wide.subarray(0, count) : null,
        wides: hasWide ? wideNames.size : size,
        idOf,
        wideIdOf: (w) => (hasWide ? wideNames.text(bytes, w) : idOf(w)),
      },
      notes,
    };
  }

  #addAgain(url: number, cluster: number, wide: number): void {
    if (this.#cluster[url] !== cluster) {
      this.#inTwoClusters.add(url);
      this.#cluster[url] = CONTRADICTED;
      return;
    }
    const before = this.#wide[url]!;
    if (wide === -1 || wide === before) return;
    if (before !== -1) this.#inTwoWideGroups.add(url);
    // The smaller number would depend on the order of the lines.
    if (before === -1 || this.#compareWide(wide, before) < 0) this.#wide[url] = wide;
  }

  #compareWide(a: number, b: number): number {
    const names = this.#wideIds;
    if (this.#isWellFormed) return names.compare(this.bytes, a, b);
    return compareCodePoints(names.text(this.bytes, a), names.text(this.bytes, b));
  }

  /** URLs in two clusters are in none: those behind them move up. */
  #leaveOut(): void {
    if (this.#inTwoClusters.size === 0) return;
    const { starts, ends, size } = this.#urls;
    let to = 0;
    for (let u = 0; u < size; u++) {
      if (this.#cluster[u] === CONTRADICTED) continue;
      starts[to] = starts[u]!;
      ends[to] = ends[u]!;
      this.#cluster[to] = this.#cluster[u]!;
      this.#wide[to++] = this.#wide[u]!;
    }
    this.#urls.size = to;
  }

  /** URLs without a wide id have the smallest of their cluster, or the cluster's own id. */
  #completeWide({ first, members }: Pick<PackedClusters, 'first' | 'members'>, numbers: Int32Array | null): void {
    const wide = this.#wide;
    for (let c = 0; c + 1 < first.length; c++) {
      let least = -1;
      let isComplete = true;
      for (let i = first[c]!; i < first[c + 1]!; i++) {
        const its = wide[members[i]!]!;
        if (its === -1) isComplete = false;
        else if (least === -1 || this.#compareWide(its, least) < 0) least = its;
      }
      if (isComplete) continue;
      const id = numbers ? numbers[c]! : c;
      if (least === -1) least = this.#wideIds.add(this.bytes, this.#words, this.#ids.starts[id]!, this.#ids.ends[id]!);
      for (let i = first[c]!; i < first[c + 1]!; i++) if (wide[members[i]!] === -1) wide[members[i]!] = least;
    }
  }

  #widen(): void {
    this.#cluster = longer(this.#cluster, this.#urls.starts.length, this.#kernel);
    this.#wide = longer(this.#wide, this.#urls.starts.length, this.#kernel);
  }

  #noteOf(code: string, urls: ReadonlySet<number>): ClusterNote[] {
    if (urls.size === 0) return [];
    const texts = [...urls].map((url) => this.#urls.text(this.bytes, url));
    return [{ code, count: urls.size, example: smallestOf(texts) }];
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.bytes.length) return;
    if (this.#end + more > MOST_TEXT) {
      throw new EngineError(
        'too-much-text',
        'more than 2 GB of labeled URLs do not fit into memory; learn from a part of them, such as some of the hosts',
      );
    }
    const { length } = this.bytes;
    this.#resize(Math.min(MOST_TEXT, Math.max(this.#end + more, 2 * length)));
  }

  #resize(length: number): void {
    const larger = this.#kernelBytes(length) ?? new Uint8Array(length);
    if (larger.byteOffset === 0 || this.bytes.byteOffset === 0) larger.set(this.bytes.subarray(0, this.#end));
    this.bytes = larger;
    this.#words = new DataView(larger.buffer, larger.byteOffset);
  }

  /** So many bytes where kernels can work, which begin with those that are there already; null if there are none. */
  #kernelBytes(length: number): Uint8Array | null {
    if (this.#memory === null) {
      if (length < this.#kernelFrom) return null;
      this.#kernelFrom = Number.POSITIVE_INFINITY;
      this.#memory = openTextRoom();
      if (this.#memory === null) return null;
      this.#kernel = startKernelLabels(this.#memory);
      if (this.#kernel !== null) {
        for (const names of [this.#urls, this.#ids, this.#wideIds]) names.move(this.#kernel);
        this.#widen();
      }
    }
    return textIn(this.#memory, length);
  }
}

/** Numbers the clusters that have URLs left, in the order of their ids; gives the number of each one's id. */
function renumber(cluster: Int32Array, ids: number): Int32Array {
  const isUsed = new Uint8Array(ids);
  for (let u = 0; u < cluster.length; u++) isUsed[cluster[u]!] = 1;
  const numbers: number[] = [];
  const numberOf = new Int32Array(ids);
  for (let id = 0; id < ids; id++) {
    if (isUsed[id] === 0) continue;
    numberOf[id] = numbers.length;
    numbers.push(id);
  }
  if (numbers.length < ids) for (let u = 0; u < cluster.length; u++) cluster[u] = numberOf[cluster[u]!]!;
  return Int32Array.from(numbers);
}
