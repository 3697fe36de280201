/** `nmatch`: how much the rare labels of two host names have in common (cosine of weighted label sets). */

export type HostLabels = {
  /** How many hosts contain a label. */
  readonly df: ReadonlyMap<string, number>;
  /** Cosine of the weighted label sets of two hosts, by their places in the list; 0 if one has no weight. */
  match(a: number, b: number): number;
};

/** `hosts` is the whole collection: how rare a label is depends on all of it. */
export function hostLabels(hosts: readonly string[]): HostLabels {
  const sets = hosts.map((host) => [...new Set(host.split('.'))]);
  const df = new Map<string, number>();
  for (const labels of sets) for (const label of labels) df.set(label, (df.get(label) ?? 0) + 1);
  const weigh = (label: string) => Math.log(Math.max(1, label.length)) / (1 + Math.log(df.get(label)!));
  const norms = Float64Array.from(sets, (labels) => Math.sqrt(labels.reduce((sum, l) => sum + weigh(l) ** 2, 0)));
  return {
    df,
    match(a, b) {
      if (norms[a] === 0 || norms[b] === 0) return 0;
      const other = sets[b]!;
      let dot = 0;
      for (const label of sets[a]!) if (other.includes(label)) dot += weigh(label) ** 2;
      return dot / (norms[a]! * norms[b]!);
    },
  };
}
