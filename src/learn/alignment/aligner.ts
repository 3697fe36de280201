/** Pairwise alignment (ROD 4.1.2): the score and the path that the full dynamic program gives, ties included. */
import { BOTH, type Consensus, LEFT, UP } from './consensus.ts';
import { fullAlignment } from './full-alignment.ts';
import { grown } from './grown.ts';
import { fixedScale, rowScale, wideScale } from './scale.ts';
import { MAX_CELLS, ScoreMatrix } from './score-matrix.ts';
import { TIERED_SCALE, TokenSets } from './token-sets.ts';
import type { TokenTable } from './tokens.ts';

/** A multiple of the cluster's scale, so that scores of one cluster can be compared; null if the pair is too large to align. */
export type Score = number | bigint | null;

export class Aligner {
  /** The steps of the last alignment, from the end to the beginning. */
  path = new Uint8Array(256);
  pathLength = 0;
  /** True if that path begins with a gap: what stands before the sequences might be aligned with it. */
  hasGapFirst = false;
  readonly sets: TokenSets;

  readonly #table: TokenTable;
  readonly #tiered: boolean;
  readonly #matrix: ScoreMatrix;
  /** The last scale that was too large for a plain number. */
  #wide = { urls: 0, scale: 1n };

  constructor(table: TokenTable, scoring: 'jaccard' | 'tiered') {
    this.#table = table;
    this.#tiered = scoring === 'tiered';
    this.sets = new TokenSets(table, scoring);
    this.#matrix = new ScoreMatrix(table);
  }

  /** What the scores of this cluster are multiples of. */
  get scale(): number | bigint {
    const urls = this.#table.urls;
    const scale = this.#tiered ? TIERED_SCALE : fixedScale(urls);
    if (scale !== null) return scale;
    if (this.#wide.urls !== urls) this.#wide = { urls, scale: wideScale(urls) };
    return this.#wide.scale;
  }

  /** The score of the best alignment. */
  score(rows: Consensus, columns: Consensus): Score {
    const { scale } = this;
    if (this.#tiered || typeof scale === 'bigint') return this.#alignFully(rows, columns, scale);
    const tail = this.#matrix.fill(rows, columns, scale);
    return tail < 0 ? null : this.#matrix.at(rows.length - tail, columns.length - tail) + tail * scale;
  }

  /** Finds the path of the best alignment; false if the pair is too large. */
  align(rows: Consensus, columns: Consensus): boolean {
    // The path needs no scale in common with other alignments, and one in common may be a number of thousands of digits.
    const own = !this.#tiered && columns.urls === 1 && fixedScale(this.#table.urls) === null;
    const scale = own ? rowScale(rows, columns) : this.scale;
    if (this.#tiered || typeof scale === 'bigint') return this.#alignFully(rows, columns, scale) !== null;
    const tail = this.#matrix.fill(rows, columns, scale);
    if (tail < 0) return false;
    this.path = grown(this.path, rows.length + columns.length);
    for (let k = 0; k < tail; k++) this.path[k] = BOTH;
    this.#traceBack(rows, columns, scale, tail);
    return true;
  }

  /**
   * Goes back from the cell before the equal ends: diagonal before left before up (ROD Fig. 4.1). It asks for scores rather than
   * for stored steps, so that it takes the full matrix's path also through the parts that are not kept.
   */
  #traceBack(rows: Consensus, columns: Consensus, scale: number, tail: number): void {
    const path = this.path;
    const matrix = this.#matrix;
    let length = tail;
    let i = rows.length - tail;
    let j = columns.length - tail;
    let here = matrix.at(i, j);
    while (i > 0 && j > 0 && (i !== j || i > matrix.equal)) {
      const diagonal = matrix.at(i - 1, j - 1);
      if (here === diagonal + this.sets.score(rows, i - 1, columns, j - 1, scale)) {
        path[length++] = BOTH;
        i--;
        j--;
        here = diagonal;
      } else if (here === matrix.at(i, j - 1)) {
        path[length++] = LEFT;
        j--;
      } else {
        path[length++] = UP;
        i--;
      }
    }
    this.hasGapFirst = i !== j;
    const rest = i === j ? BOTH : i === 0 ? LEFT : UP;
    this.pathLength = length + Math.max(i, j);
    while (length < this.pathLength) path[length++] = rest;
  }

  /** The plain way, for scores that depend on the place, and for scales beyond exact numbers. */
  #alignFully(rows: Consensus, columns: Consensus, scale: number | bigint): Score {
    const m = rows.length;
    const n = columns.length;
    if ((m + 1) * (n + 1) > MAX_CELLS) return null;
    this.path = grown(this.path, m + n);
    const [score, length] =
      typeof scale === 'bigint'
        ? fullAlignment<bigint>(
            m,
            n,
            0n,
            (a, b) => a + b,
            (i, j) => this.sets.exactScore(rows, i, columns, j, scale),
            this.path,
          )
        : fullAlignment<number>(
            m,
            n,
            0,
            (a, b) => a + b,
            (i, j) => this.sets.score(rows, i, columns, j, scale),
            this.path,
          );
    this.pathLength = length;
    return score;
  }
}
