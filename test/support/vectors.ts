/** The worked examples of the specification, by kind. */
import { readFileSync } from 'node:fs';

// biome-ignore lint/suspicious/noExplicitAny: every kind has a shape of its own, and the tests of the kind know it.
type Shape = any;

export type Vector = {
  readonly id: string;
  readonly kind: string;
  readonly input: Shape;
  readonly expected: Shape;
  readonly tolerance?: number;
};

const all = JSON.parse(readFileSync(new URL('../data/vectors.json', import.meta.url), 'utf8')) as {
  readonly vectors: readonly Vector[];
};

/** All vectors. */
export const vectors = all.vectors;

/** The vectors of one kind; there is at least one, so that a misspelt kind fails. */
export function vectorsOf(kind: string): Vector[] {
  const found = vectors.filter((vector) => vector.kind === kind);
  if (found.length === 0) throw new Error(`no vector of kind ${kind}`);
  return found;
}
