/** The score of two token sets: Jaccard (ROD Eq. 4.1) or tiered, as a multiple of a scale. */
import type { Consensus } from './consensus.ts';
import { grown } from './grown.ts';
import type { TokenTable } from './tokens.ts';

/** Scores of `tiered` as multiples of a tenth; Sarode and Chordia give their order, the values are ours. */
export const TIERED_SCALE = 10;
const SAME_PLACE = 10;
const OTHER_PLACE = 5;
const SAME_TYPE = 1;

export class TokenSets {
  readonly #table: TokenTable;
  readonly #tiered: boolean;
  /** Elements marked for one comparison. */
  #mark = new Int32Array(256);
  #stamp = 0;

  constructor(table: TokenTable, scoring: 'jaccard' | 'tiered') {
    this.#table = table;
    this.#tiered = scoring === 'tiered';
  }

  /** sf of position i of one sequence and j of another; `scale` must be a multiple of the size of every union of sets that overlap. */
  score(rows: Consensus, i: number, columns: Consensus, j: number, scale: number): number {
    const element = rows.plain[i]!;
    // Plain positions, which most are, need no look into sets.
    if (element >= 0 && !this.#tiered) {
      const other = columns.plain[j]!;
      if (other === element) return scale;
      if (other >= 0) return this.#table.type[other] === this.#table.type[element] ? 0 : -scale;
    }
    if (!this.#isOneType(rows, i, columns, j)) return -scale;
    if (this.#tiered) {
      if (this.#countTokens(rows, i, columns, j) === 0) return SAME_TYPE;
      return i === j ? SAME_PLACE : OTHER_PLACE;
    }
    const shared = this.#countShared(rows, i, columns, j);
    return shared === 0 ? 0 : (scale * shared) / (rows.scoredSize(i) + columns.scoredSize(j) - shared);
  }

  /** As `score`, Jaccard only, for scales beyond exact numbers. */
  exactScore(rows: Consensus, i: number, columns: Consensus, j: number, scale: bigint): bigint {
    if (!this.#isOneType(rows, i, columns, j)) return -scale;
    const shared = this.#countShared(rows, i, columns, j);
    return (scale * BigInt(shared)) / BigInt(rows.scoredSize(i) + columns.scoredSize(j) - shared);
  }

  /** All tokens of a set are of one type, as positions of two types are never aligned. */
  #isOneType(rows: Consensus, i: number, columns: Consensus, j: number): boolean {
    const { type } = this.#table;
    return type[rows.tokens[rows.first[i]!]!] === type[columns.tokens[columns.first[j]!]!];
  }

  #countShared(rows: Consensus, i: number, columns: Consensus, j: number): number {
    const tokens = this.#countTokens(rows, i, columns, j);
    return rows.hasGap(i) && columns.hasGap(j) ? tokens + 1 : tokens;
  }

  /** Number of tokens two sets share, by what they count as. */
  #countTokens(rows: Consensus, i: number, columns: Consensus, j: number): number {
    const { scored } = this.#table;
    this.#mark = grown(this.#mark, this.#table.size);
    const mark = this.#mark;
    const stamp = ++this.#stamp;
    for (let k = rows.first[i]!; k < rows.first[i + 1]!; k++) mark[scored[rows.tokens[k]!]!] = stamp;
    let shared = 0;
    for (let k = columns.first[j]!; k < columns.first[j + 1]!; k++) {
      const element = scored[columns.tokens[k]!]!;
      if (mark[element] !== stamp) continue;
      // Another spelling of the same element is not another element.
      mark[element] = 0;
      shared++;
    }
    return shared;
  }
}
