/** Parts of the data: columns that threads can share, out of which one takes the parts it works on as bytes and makes the strings itself. */
import { type Labels, type PackedClusters, readText, type UrlPack } from '../clusters/index.ts';

/** All that parts are made of, and nothing that could not lie in memory that threads share. */
export type PartColumns = Pick<PackedClusters, 'first' | 'members' | 'wide'> & {
  readonly urls: Pick<UrlPack, 'bytes' | 'starts' | 'ends' | 'isWellFormed'>;
  /** Numbers of the clusters of part p are `clusters[firstOf[p]] .. clusters[firstOf[p + 1] - 1]`. */
  readonly clusters: Int32Array;
  readonly firstOf: Int32Array;
  /** Of each part the share of its pages that is known. */
  readonly shares: Float64Array;
};

/** URLs with the numbers of their clusters and wide groups, and the share of their pages that is known. */
export type AutoPart = {
  readonly labels: Pick<Labels, 'urls' | 'cluster' | 'wide' | 'wides'>;
  readonly seenShare: number;
};

/** The same, with the URLs as bytes. */
export type BytePart = { readonly urls: UrlPack; readonly wide: Int32Array };

/** Words before a part: its share (two), URLs, wide groups, bytes of text, and whether they are well-formed. Behind them a column of lengths, one of clusters and one of wide groups, then the text. */
const HEAD = 6;
const COLUMNS = 3;

/** Some of the parts, one behind the other; `only` has a 1 for each URL that is taken of them, all if absent. */
export function writeParts(
  columns: PartColumns,
  parts: readonly number[],
  only: Uint8Array | null = null,
): Uint8Array<ArrayBuffer> {
  const sizes = parts.map((part) => sizeOf(columns, part, only));
  const block = new Uint8Array(sizes.reduce((sum, { urls, bytes }) => sum + spaceOf(urls, bytes), 0));
  let at = 0;
  for (const [i, part] of parts.entries()) {
    writePart(columns, part, only, sizes[i]!, block, at);
    at += spaceOf(sizes[i]!.urls, sizes[i]!.bytes);
  }
  return block;
}

/** Numbers of the URLs of a part, in the order in which they stand in a block. */
export function urlsOfPart({ clusters, firstOf, first, members }: PartColumns, part: number): number[] {
  const urls: number[] = [];
  for (const c of clusters.subarray(firstOf[part]!, firstOf[part + 1]!)) {
    for (let m = first[c]!; m < first[c + 1]!; m++) urls.push(members[m]!);
  }
  return urls;
}

type Size = { readonly urls: number; readonly bytes: number };

function sizeOf(columns: PartColumns, part: number, only: Uint8Array | null): Size {
  const { starts, ends } = columns.urls;
  const { first, members, clusters, firstOf } = columns;
  let [urls, bytes] = [0, 0];
  for (let k = firstOf[part]!; k < firstOf[part + 1]!; k++) {
    const c = clusters[k]!;
    for (let m = first[c]!; m < first[c + 1]!; m++) {
      const url = members[m]!;
      if (only !== null && only[url] === 0) continue;
      bytes += ends[url]! - starts[url]!;
      urls++;
    }
  }
  return { urls, bytes };
}

/** Bytes of a part, so that the next begins where a word may. */
function spaceOf(urls: number, bytes: number): number {
  return 4 * (HEAD + COLUMNS * urls) + ((bytes + 3) & ~3);
}

function writePart(
  { urls: pack, first, members, wide, clusters, firstOf, shares }: PartColumns,
  part: number,
  only: Uint8Array | null,
  { urls, bytes }: Size,
  block: Uint8Array<ArrayBuffer>,
  from: number,
): void {
  const { bytes: texts, starts, ends, isWellFormed } = pack;
  const words = new Int32Array(block.buffer, from, HEAD + COLUMNS * urls);
  const wides = new Map<number, number>();
  let end = from + 4 * words.length;
  let u = 0;
  for (let k = firstOf[part]!; k < firstOf[part + 1]!; k++) {
    const c = clusters[k]!;
    for (let m = first[c]!; m < first[c + 1]!; m++) {
      const url = members[m]!;
      if (only !== null && only[url] === 0) continue;
      const group = wide === null ? c : wide[url]!;
      const known = wides.get(group) ?? wides.size;
      if (known === wides.size) wides.set(group, known);
      words[HEAD + u] = ends[url]! - starts[url]!;
      words[HEAD + urls + u] = k - firstOf[part]!;
      words[HEAD + 2 * urls + u] = known;
      for (let at = starts[url]!; at < ends[url]!; at++) block[end++] = texts[at]!;
      u++;
    }
  }
  words.set(new Int32Array(Float64Array.of(shares[part]!).buffer));
  words.set([urls, wides.size, bytes, isWellFormed ? 1 : 0], 2);
}

/** The parts of a block, with their texts as strings. */
export function readParts(block: Uint8Array<ArrayBuffer>): AutoPart[] {
  return [...partsIn(block)].map(({ seenShare, lengths, cluster, wide, wides, text }) => ({
    seenShare,
    labels: { urls: readTexts(text, lengths), cluster, wide, wides },
  }));
}

/** The same with their texts as they are. */
export function readByteParts(block: Uint8Array<ArrayBuffer>): BytePart[] {
  return [...partsIn(block)].map(({ lengths, wide, text, isWellFormed }) => {
    const ends = new Int32Array(lengths.length);
    for (let u = 0, at = 0; u < ends.length; u++) ends[u] = at += lengths[u]!;
    const starts = ends.map((end, u) => end - lengths[u]!);
    return { urls: { count: ends.length, bytes: text, starts, ends, isWellFormed }, wide };
  });
}

function* partsIn(block: Uint8Array<ArrayBuffer>) {
  for (let at = 0; at < block.length; ) {
    const head = new Int32Array(block.buffer, block.byteOffset + at, HEAD);
    const [urls, wides, bytes] = [head[2]!, head[3]!, head[4]!];
    const columns = new Int32Array(block.buffer, block.byteOffset + at + 4 * HEAD, COLUMNS * urls);
    const text = at + 4 * (HEAD + columns.length);
    yield {
      seenShare: new Float64Array(head.slice(0, 2).buffer)[0]!,
      lengths: columns.subarray(0, urls),
      cluster: columns.subarray(urls, 2 * urls),
      wide: columns.subarray(2 * urls),
      wides,
      text: block.subarray(text, text + bytes),
      isWellFormed: head[5] === 1,
    };
    at += spaceOf(urls, bytes);
  }
}

/** Texts that lie one behind the other. ASCII is made into one string at once, of which each is a piece. */
function readTexts(bytes: Uint8Array, lengths: Int32Array): string[] {
  const whole = isAscii(bytes) ? DECODER.decode(bytes) : null;
  const texts = new Array<string>(lengths.length);
  let at = 0;
  for (let i = 0; i < lengths.length; i++) {
    const end = at + lengths[i]!;
    texts[i] = whole === null ? readText(bytes, at, end) : whole.slice(at, end);
    at = end;
  }
  return texts;
}

const DECODER = new TextDecoder();

function isAscii(bytes: Uint8Array): boolean {
  let all = 0;
  for (let i = 0; i < bytes.length; i++) all |= bytes[i]!;
  return all < 0x80;
}
