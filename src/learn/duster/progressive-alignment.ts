/** Progressive multiple alignment (ROD Algorithm 1): the two most similar sequences are aligned first, again and again. */
import type { Consensus, Workspace } from '../alignment/index.ts';

/** A pair of sequences by number: the URLs from 0 on, then each consensus as it is made. */
type Pair = {
  readonly rows: number;
  readonly columns: number;
  readonly score: number | bigint;
  readonly order: number;
};

/**
 * Exactly (n - 1)² pairs of n URLs are scored. Only the score is computed at first: of all pairs n - 1 are merged,
 * and finding their path then costs less than keeping every consensus.
 */
export function alignProgressively(work: Workspace): Consensus | null {
  const sequences: Consensus[] = [];
  const pairs: Pair[] = [];
  const consumed = new Set<number>();
  const add = (rows: number, columns: number): boolean => {
    work.alignments++;
    // The last two are merged whatever their score.
    const score =
      sequences.length - consumed.size === 2 ? 0 : work.aligner.score(sequences[rows]!, sequences[columns]!);
    if (score === null) return false;
    push(pairs, { rows, columns, score, order: work.alignments });
    return true;
  };

  for (let u = 0; u < work.table.urls; u++) sequences.push(work.sequence(u));
  const urls = sequences.length;
  for (let i = 0; i < urls; i++) for (let j = i + 1; j < urls; j++) if (!add(i, j)) return null;

  while (pairs.length > 0) {
    const { rows, columns } = pop(pairs);
    if (consumed.has(rows) || consumed.has(columns)) continue;
    consumed.add(rows).add(columns);
    const merged = work.merge(sequences[rows]!, sequences[columns]!);
    if (merged === null) return null;
    sequences.push(merged);
    const last = sequences.length - 1;
    for (let s = 0; s < last; s++) if (!consumed.has(s) && !add(last, s)) return null;
  }
  return sequences[sequences.length - 1]!;
}

/** Higher scores first; of equal ones the pair that was scored first. */
function isBefore(a: Pair, b: Pair): boolean {
  return a.score > b.score || (a.score === b.score && a.order < b.order);
}

/** Adds to a binary heap. */
function push(heap: Pair[], pair: Pair): void {
  let i = heap.length;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (!isBefore(pair, heap[parent]!)) break;
    heap[i] = heap[parent]!;
    i = parent;
  }
  heap[i] = pair;
}

/** Takes the first pair from a binary heap. */
function pop(heap: Pair[]): Pair {
  const first = heap[0]!;
  const moved = heap.pop()!;
  if (heap.length === 0) return first;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
    if (!isBefore(heap[child]!, moved)) break;
    heap[i] = heap[child]!;
    i = child;
  }
  heap[i] = moved;
  return first;
}
