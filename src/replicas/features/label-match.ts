/** `nmatch`: how much the rare labels of two host names have in common (cosine of weighted label sets). */

export type HostLabels = {
  /** How many hosts contain a label. */
  readonly df: ReadonlyMap<string, number>;
  /** Cosine of the weighted label sets of two hosts, by their places in the list; 0 if one has no weight. */
  match(a: number, b: number): number;
};

/** `hosts` is the whole collection: how rare a label is depends on all of it. */
export function hostLabels(hosts: readonly string[]): HostLabels {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const sets = hosts.map((host) => {
    const own = new Set<number>();
    for (const label of host.split('.')) {
      const number = numbers.get(label) ?? numbers.size;
      numbers.set(label, number);
      own.add(number);
    }
    for (const number of own) counts[number] = (counts[number] ?? 0) + 1;
    return Int32Array.from(own);
  });
  const squares = Float64Array.from(numbers.keys(), (label) => weightOf(label, counts[numbers.get(label)!]!) ** 2);
  const norms = Float64Array.from(sets, (labels) => Math.sqrt(labels.reduce((sum, label) => sum + squares[label]!, 0)));
  return {
    df: new Map([...numbers].map(([label, number]) => [label, counts[number]!])),
    match(a, b) {
      if (norms[a] === 0 || norms[b] === 0) return 0;
      const other = sets[b]!;
      let dot = 0;
      for (const label of sets[a]!) if (other.includes(label)) dot += squares[label]!;
      return dot / (norms[a]! * norms[b]!);
    },
  };
}

/** Labels of one character weigh nothing. */
function weightOf(label: string, df: number): number {
  return Math.log(Math.max(1, label.length)) / (1 + Math.log(df));
}
