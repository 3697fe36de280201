/** Expectation maximization over labels: unlabeled examples start on one side and move, once each, to where the rules put them (CAR, Algorithm 2). */
import { bestCut, type Mode, TIE } from './best-cut.ts';
import { CountTable, type Label, NEGATIVE, POSITIVE } from './count-table.ts';
import { Likelihood } from './likelihood.ts';

export type EmInput = {
  readonly mode: Mode;
  /** Number of features; rows hold so many items each, one row after the other. */
  readonly features: number;
  readonly items: Uint8Array | Int32Array;
  /** 1 for examples whose label is known: the positive ones in PU, the negative ones in NU. */
  readonly isKnown: Uint8Array;
  readonly minSupport?: number;
};

export type EmResult = {
  readonly labels: Uint8Array;
  /** Pass and example of every move, in order. */
  readonly moves: readonly (readonly [pass: number, example: number])[];
  readonly passes: number;
  /** Rows that were looked at: the others had not changed since. */
  readonly evaluations: number;
  /** The chance that a row is negative, after all moves. */
  alphaOf(row: ArrayLike<number>): number;
};

const MOST_PASSES = 50;

/** Counts are whole numbers, so that moving a label leaves exactly the table that counting anew would give. */
export function runEm({ mode, features, items, isKnown, minSupport = 1 }: EmInput): EmResult {
  const size = isKnown.length;
  const start: Label = mode === 'PU' ? NEGATIVE : POSITIVE;
  const known: Label = mode === 'PU' ? POSITIVE : NEGATIVE;
  const table = new CountTable(features);
  const kinds = new Int32Array(size);
  const labels = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    kinds[i] = table.kindOf(items.subarray(i * features, (i + 1) * features));
    labels[i] = isKnown[i] === 1 ? known : start;
    table.add(kinds[i]!, labels[i] as Label);
  }
  const likelihood = new Likelihood(table, minSupport);
  /** The version of the table at which a kind was last found to stay. */
  const stays = new Float64Array(table.kinds).fill(-1);
  const moves: [number, number][] = [];
  let evaluations = 0;
  let passes = 0;
  for (let isChanged = true; isChanged && passes < MOST_PASSES; passes++) {
    isChanged = false;
    for (let i = 0; i < size; i++) {
      const kind = kinds[i]!;
      if (isKnown[i] === 1 || labels[i] !== start || stays[kind] === table.version) continue;
      evaluations++;
      if (!moveIsDue(likelihood, kind, table.masks, mode)) {
        stays[kind] = table.version;
        continue;
      }
      table.move(kind, start);
      labels[i] = known;
      moves.push([passes, i]);
      isChanged = true;
    }
  }
  const final = new Float64Array(table.kinds).fill(-1);
  return {
    labels,
    moves,
    passes,
    evaluations,
    alphaOf(row) {
      const kind = table.kindOf(row);
      if (kind >= final.length) return likelihood.alphaOf(kind);
      if (final[kind] === -1) final[kind] = likelihood.alphaOf(kind);
      return final[kind]!;
    },
  };
}

function moveIsDue(likelihood: Likelihood, kind: number, masks: number, mode: Mode): boolean {
  const { alpha, negative, positive } = likelihood.view(kind);
  const own = alpha[masks - 1]!;
  // Examples that share nothing with the row are not among its neighbors.
  const cut = bestCut(alpha.subarray(1), negative.subarray(1), positive.subarray(1), mode);
  if (cut === null) return false;
  return mode === 'PU' ? own <= cut.alpha + TIE : own > cut.alpha + TIE;
}
