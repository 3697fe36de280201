/** Numbers to intervals, cut where the classes change (Fayyad and Irani 1993, with the minimum description length criterion). */

/** What was tried, in order: for the worked examples. */
export type CutTrial = {
  readonly cut: number;
  readonly gain: number;
  readonly threshold: number;
  readonly accepted: boolean;
};

/** Cuts, ascending. `isPositive` has 1 for examples of the positive class. */
export function findCuts(values: Float64Array, isPositive: Uint8Array, trace?: CutTrial[]): number[] {
  const groups = groupValues(values, isPositive);
  const cuts: number[] = [];
  split(groups, 0, groups.length, cuts, trace);
  return cuts.sort((a, b) => a - b);
}

/** The number of cuts strictly less than the value: a value equal to a cut belongs to its left. */
export function intervalOf(value: number, cuts: readonly number[]): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cuts[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Examples of one value. */
type Group = { readonly value: number; positive: number; all: number };

function groupValues(values: Float64Array, isPositive: Uint8Array): Group[] {
  const order = Uint32Array.from(values, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const groups: Group[] = [];
  for (const i of order) {
    let last = groups.at(-1);
    if (last === undefined || last.value !== values[i]) {
      last = { value: values[i]!, positive: 0, all: 0 };
      groups.push(last);
    }
    last.positive += isPositive[i]!;
    last.all++;
  }
  return groups;
}

function split(groups: readonly Group[], from: number, to: number, cuts: number[], trace?: CutTrial[]): void {
  if (to - from < 2) return;
  let positive = 0;
  let all = 0;
  for (let g = from; g < to; g++) {
    positive += groups[g]!.positive;
    all += groups[g]!.all;
  }
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  let bestLeft = { positive: 0, all: 0 };
  const left = { positive: 0, all: 0 };
  for (let g = from; g + 1 < to; g++) {
    left.positive += groups[g]!.positive;
    left.all += groups[g]!.all;
    const weighted =
      (left.all / all) * entropy(left.positive, left.all) +
      ((all - left.all) / all) * entropy(positive - left.positive, all - left.all);
    if (weighted >= least) continue;
    least = weighted;
    best = g;
    bestLeft = { ...left };
  }
  const cut = (groups[best]!.value + groups[best + 1]!.value) / 2;
  const right = { positive: positive - bestLeft.positive, all: all - bestLeft.all };
  const [e, e1, e2] = [
    entropy(positive, all),
    entropy(bestLeft.positive, bestLeft.all),
    entropy(right.positive, right.all),
  ];
  const gain = e - least;
  const k = classes(positive, all);
  const delta =
    Math.log2(3 ** k - 2) -
    (k * e - classes(bestLeft.positive, bestLeft.all) * e1 - classes(right.positive, right.all) * e2);
  const threshold = (Math.log2(all - 1) + delta) / all;
  const accepted = gain > threshold;
  trace?.push({ cut, gain, threshold, accepted });
  if (!accepted) return;
  cuts.push(cut);
  split(groups, from, best + 1, cuts, trace);
  split(groups, best + 1, to, cuts, trace);
}

/** In bits. */
function entropy(positive: number, all: number): number {
  if (positive === 0 || positive === all) return 0;
  const p = positive / all;
  return -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
}

function classes(positive: number, all: number): number {
  return positive === 0 || positive === all ? 1 : 2;
}
