/** Drops likely substitutions that another one says in more context with hardly less support (Fig. 5.2). */
import type { DustBusterOptions } from './options.ts';
import { compareSides, type Outline, outline, outlineRefines, type Sides } from './sides.ts';

export type SizedPair = Sides & { readonly size: number; readonly alphaTokens: number; readonly betaTokens: number };

type Limits = Pick<DustBusterOptions, 'maxRelativeDeficiency' | 'maxAbsoluteDeficiency' | 'maxWindow'>;

/** Largest first, then α, then β in the order of sides. */
export function comparePairs(a: SizedPair, b: SizedPair): number {
  return (
    b.size - a.size ||
    compareSides(a.alpha, b.alpha, a.alphaTokens, b.alphaTokens) ||
    compareSides(a.beta, b.beta, a.betaTokens, b.betaTokens) ||
    Number(a.start) - Number(b.start) ||
    Number(a.end) - Number(b.end)
  );
}

/**
 * Those that stay, of a list in the order of `comparePairs`. The window counts pairs that say the same in other contexts,
 * not all of the list: in long lists thousands of pairs have the same small support, and would fill it.
 */
export function eliminate<T extends SizedPair>(pairs: readonly T[], limits: Limits): T[] {
  const outlines = pairs.map(outline);
  const isDropped = new Uint8Array(pairs.length);
  for (const places of byCores(outlines)) {
    for (const [p, i] of places.entries()) {
      if (isDropped[i] === 1) continue;
      const { size } = pairs[i]!;
      const deficiency = Math.max(limits.maxRelativeDeficiency * size, limits.maxAbsoluteDeficiency);
      for (let q = p + 1; q < places.length; q++) {
        const j = places[q]!;
        if (q - p > limits.maxWindow || size - pairs[j]!.size > deficiency) break;
        if (isDropped[j] === 1) continue;
        if (outlineRefines(outlines[i]!, outlines[j]!)) isDropped[j] = 1;
        else if (outlineRefines(outlines[j]!, outlines[i]!)) {
          isDropped[i] = 1;
          break;
        }
      }
    }
  }
  return pairs.filter((_, i) => isDropped[i] === 0);
}

function byCores(outlines: readonly Outline[]): Iterable<number[]> {
  const groups = new Map<number, number[]>();
  for (const [i, { core }] of outlines.entries()) {
    const known = groups.get(core);
    if (known) known.push(i);
    else groups.set(core, [i]);
  }
  return groups.values();
}
