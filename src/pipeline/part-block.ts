/** Parts of the data as one block of bytes: a thread is given it as it is, and makes the strings itself. */
import { type Labels, type PackedClusters, readText } from '../clusters/index.ts';

/** URLs with the numbers of their clusters and wide groups, and the share of their pages that is known. */
export type AutoPart = {
  readonly labels: Pick<Labels, 'urls' | 'cluster' | 'wide' | 'wides'>;
  readonly seenShare: number;
};

/** Numbers of clusters, and the share of the pages that they are. */
export type TakenClusters = {
  readonly clusters: Int32Array;
  readonly seenShare: number;
  /** 1 for each URL that is taken of them; all if absent. */
  readonly only?: Uint8Array;
};

/** Words before a part: its share (two), URLs, wide groups and bytes of text. Behind them a column of lengths, one of clusters and one of wide groups, then the text. */
const HEAD = 5;
const COLUMNS = 3;

export function writeParts(packed: PackedClusters, parts: readonly TakenClusters[]): Uint8Array<ArrayBuffer> {
  const sizes = parts.map((part) => sizeOf(packed, part));
  const block = new Uint8Array(sizes.reduce((sum, { urls, bytes }) => sum + spaceOf(urls, bytes), 0));
  let at = 0;
  for (const [i, part] of parts.entries()) {
    writePart(packed, part, sizes[i]!, block, at);
    at += spaceOf(sizes[i]!.urls, sizes[i]!.bytes);
  }
  return block;
}

type Size = { readonly urls: number; readonly bytes: number };

function sizeOf({ urls: { starts, ends }, first, members }: PackedClusters, { clusters, only }: TakenClusters): Size {
  let [urls, bytes] = [0, 0];
  for (const c of clusters) {
    for (let m = first[c]!; m < first[c + 1]!; m++) {
      const url = members[m]!;
      if (only !== undefined && only[url] === 0) continue;
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
  { urls: { bytes: texts, starts, ends }, first, members, wide }: PackedClusters,
  { clusters, seenShare, only }: TakenClusters,
  { urls, bytes }: Size,
  block: Uint8Array<ArrayBuffer>,
  from: number,
): void {
  const words = new Int32Array(block.buffer, from, HEAD + COLUMNS * urls);
  const wides = new Map<number, number>();
  let end = from + 4 * words.length;
  let u = 0;
  for (let k = 0; k < clusters.length; k++) {
    const c = clusters[k]!;
    for (let m = first[c]!; m < first[c + 1]!; m++) {
      const url = members[m]!;
      if (only !== undefined && only[url] === 0) continue;
      const group = wide === null ? c : wide[url]!;
      const known = wides.get(group) ?? wides.size;
      if (known === wides.size) wides.set(group, known);
      words[HEAD + u] = ends[url]! - starts[url]!;
      words[HEAD + urls + u] = k;
      words[HEAD + 2 * urls + u] = known;
      block.set(texts.subarray(starts[url]!, ends[url]!), end);
      end += ends[url]! - starts[url]!;
      u++;
    }
  }
  words.set(new Int32Array(Float64Array.of(seenShare).buffer));
  words.set([urls, wides.size, bytes], 2);
}

export function readParts(block: Uint8Array<ArrayBuffer>): AutoPart[] {
  const parts: AutoPart[] = [];
  for (let at = 0; at < block.length; ) {
    const head = new Int32Array(block.buffer, block.byteOffset + at, HEAD);
    const [urls, wides, bytes] = [head[2]!, head[3]!, head[4]!];
    const columns = new Int32Array(block.buffer, block.byteOffset + at + 4 * HEAD, COLUMNS * urls);
    const text = at + 4 * (HEAD + columns.length);
    parts.push({
      seenShare: new Float64Array(head.slice(0, 2).buffer)[0]!,
      labels: {
        urls: readTexts(block.subarray(text, text + bytes), columns.subarray(0, urls)),
        cluster: columns.subarray(urls, 2 * urls),
        wide: columns.subarray(2 * urls),
        wides,
      },
    });
    at += spaceOf(urls, bytes);
  }
  return parts;
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
