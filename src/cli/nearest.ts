/** Finds the name that was probably meant. */

/** The name that takes fewest typing errors to become `word`, or starts with it; undefined if none is near. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  if (word === '') return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const name of names) {
    const errors = name.startsWith(word) ? 1 : typingErrors(word, name);
    if (errors < least) [best, least] = [name, errors];
  }
  return best;
}

/** Letters added, left out, mistaken, or swapped with their neighbor. */
function typingErrors(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const mistaken = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(
        Math.min(row[j]! + 1, next[j - 1]! + 1, mistaken, isSwap ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY),
      );
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
