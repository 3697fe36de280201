/** Two scores to one ranking: fronts of points that none dominates are peeled off one after the other. */

export type ParetoRanking = {
  /** Number of the front of each point, from 0. */
  readonly front: Int32Array;
  /** How many points each dominates, over all of them. */
  readonly dominated: Int32Array;
  /** Points, best first: by front, then by how many they dominate, then by the sum of the scores, then by number. */
  readonly order: Int32Array;
};

/** A point dominates another if it is at least as good in both scores and better in one. O(n log n). */
export function paretoRanking(first: Float64Array, second: Float64Array): ParetoRanking {
  const ranks = denseRanks(second);
  const descending = Int32Array.from(first, (_, i) => i).sort(
    (a, b) => first[b]! - first[a]! || second[b]! - second[a]! || a - b,
  );
  const front = frontsOf(descending, first, second);
  const dominated = countDominated(descending, first, second, ranks);
  const order = Int32Array.from(first, (_, i) => i).sort(
    (a, b) =>
      front[a]! - front[b]! ||
      dominated[b]! - dominated[a]! ||
      first[b]! + second[b]! - (first[a]! + second[a]!) ||
      a - b,
  );
  return { front, dominated, order };
}

/**
 * Points come by the first score, best first, so that a point can be dominated only by those before it. Of each front it is enough to know
 * the largest second score so far: fronts have them in descending order, and a point belongs to the first front that does not dominate it.
 */
function frontsOf(descending: Int32Array, first: Float64Array, second: Float64Array): Int32Array {
  const front = new Int32Array(descending.length);
  const best: number[] = [];
  let previous = -1;
  for (const i of descending) {
    const isEqual = previous !== -1 && first[previous] === first[i] && second[previous] === second[i];
    if (isEqual) front[i] = front[previous]!;
    else {
      let low = 0;
      let high = best.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (best[middle]! >= second[i]!) low = middle + 1;
        else high = middle;
      }
      front[i] = low;
      best[low] = second[i]!;
    }
    previous = i;
  }
  return front;
}

/** Points with no larger first and second score, less the equal ones: counted from the worst point up, in a Fenwick tree over the second score. */
function countDominated(
  descending: Int32Array,
  first: Float64Array,
  second: Float64Array,
  ranks: Int32Array,
): Int32Array {
  const size = descending.length;
  const dominated = new Int32Array(size);
  const tree = new Int32Array(size + 1);
  for (let at = size - 1; at >= 0; ) {
    // All points of one first score are counted before any of them asks.
    let from = at;
    while (from > 0 && first[descending[from - 1]!] === first[descending[at]!]) from--;
    for (let k = from; k <= at; k++) for (let r = ranks[descending[k]!]!; r <= size; r += r & -r) tree[r]!++;
    for (let k = from; k <= at; ) {
      let end = k;
      while (end < at && second[descending[end + 1]!] === second[descending[k]!]) end++;
      let sum = 0;
      for (let r = ranks[descending[k]!]!; r > 0; r -= r & -r) sum += tree[r]!;
      for (let e = k; e <= end; e++) dominated[descending[e]!] = sum - (end - k + 1);
      k = end + 1;
    }
    at = from - 1;
  }
  return dominated;
}

/** From 1; equal values have equal ranks. */
function denseRanks(values: Float64Array): Int32Array {
  const sorted = Float64Array.from(values).sort();
  let size = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[size++] = sorted[i]!;
  return Int32Array.from(values, (value) => {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  });
}
