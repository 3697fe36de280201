/** The alignment of two sequences by the whole matrix, as ROD Eq. 2.1 has it, for any kind of exact number. */
import { BOTH, LEFT, UP } from './consensus.ts';

/** Writes the path, from the end to the beginning, and returns the score and the number of steps. */
export function fullAlignment<N extends number | bigint>(
  m: number,
  n: number,
  zero: N,
  add: (a: N, b: N) => N,
  weight: (i: number, j: number) => N,
  path: Uint8Array,
): [score: N, steps: number] {
  const stride = n + 1;
  const steps = new Uint8Array((m + 1) * stride);
  steps.fill(LEFT, 0, stride);
  let above: N[] = new Array<N>(stride).fill(zero);
  for (let i = 1; i <= m; i++) {
    const row: N[] = [zero];
    steps[i * stride] = UP;
    for (let j = 1; j <= n; j++) {
      let best = add(above[j - 1]!, weight(i - 1, j - 1));
      let step = BOTH;
      // A gap replaces what is preferred to it only by a larger score.
      if (row[j - 1]! > best) [best, step] = [row[j - 1]!, LEFT];
      if (above[j]! > best) [best, step] = [above[j]!, UP];
      row.push(best);
      steps[i * stride + j] = step;
    }
    above = row;
  }
  let length = 0;
  for (let i = m, j = n; i > 0 || j > 0; ) {
    const step = steps[i * stride + j]!;
    path[length++] = step;
    if (step !== LEFT) i--;
    if (step !== UP) j--;
  }
  return [above[n]!, length];
}
