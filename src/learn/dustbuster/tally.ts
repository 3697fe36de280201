/** Pairs of URLs that show a substitution: how many, what is known of their similarity, and the first of them. */
import { BY_LABEL, BY_SIZE, BY_SKETCH, type Likeness, UNKNOWN } from './similarity.ts';

/** Pairs kept as possible examples. */
const KEPT = 20;

export class Tally {
  readonly #counts = [0, 0, 0, 0, 0];
  /** Of each pair the URL that is changed, then the other one. */
  readonly first: (readonly [number, number])[] = [];

  add(u: number, v: number, likeness: Likeness): void {
    this.#counts[likeness]!++;
    if (this.first.length < KEPT) this.first.push([u, v]);
  }

  get pairs(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** Pairs by what speaks for their similarity. */
  counts(): { readonly label: number; readonly sketch: number; readonly size: number; readonly unknown: number } {
    const [label, sketch, size, unknown] = [BY_LABEL, BY_SKETCH, BY_SIZE, UNKNOWN].map((kind) => this.#counts[kind]!);
    return { label: label!, sketch: sketch!, size: size!, unknown: unknown! };
  }
}
