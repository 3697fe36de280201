/** The scores of all beginnings of two sequences, kept for the rows and columns that matter. */
import type { Consensus } from './consensus.ts';
import { grown } from './grown.ts';
import type { TokenTable } from './tokens.ts';

/** Cells above which a pair is not aligned: two URLs of 2,000 tokens that do not even begin or end alike. */
export const MAX_CELLS = 2 ** 22;

/**
 * S[i][j] = max(S[i-1][j-1] + sf, S[i][j-1], S[i-1][j]) with free gaps and the Jaccard score, which is never above 1.
 * S never falls along a row or a column, therefore:
 *
 * - A last pair with score 1 is always aligned: to leave out a row or column costs 1 at most, hence S[m][n] = S[m-1][n-1] + 1.
 *   The matrix ends before the equal ends of the two sequences.
 * - If the first p pairs all have score 1, S[i][j] = min(i, j) wherever min(i, j) <= p: it cannot be more, and the diagonal
 *   gives that much. For the rest S[p+i][p+j] = p + S'[i][j], S' being the matrix of the rest, since row p and column p are constant.
 * - A row without a positive score repeats the row above it; likewise a column. They are left out.
 */
export class ScoreMatrix {
  readonly #table: TokenTable;
  #scale = 1;
  /** Length of the equal beginnings. */
  #equal = 0;
  #scores = new Float64Array(1024);
  #stride = 1;
  /** How many rows (columns) that matter there are among the first so many after the equal beginning. */
  #rowRank = new Int32Array(64);
  #columnRank = new Int32Array(64);
  /** The columns that have an element: a list of entries for each; 0 ends it. */
  #head = new Int32Array(256);
  #entryElement = new Int32Array(256);
  #entryColumn = new Int32Array(256);
  #entryNext = new Int32Array(256);
  #entries = 0;
  /** For one row: shared elements and score by rank of the column, and the columns with any. */
  #shared = new Int32Array(64);
  #weight = new Float64Array(64);
  #touched = new Int32Array(64);
  #mark = new Int32Array(256);
  #stamp = 0;

  constructor(table: TokenTable) {
    this.#table = table;
  }

  /** Length of the equal beginnings of the last pair. */
  get equal(): number {
    return this.#equal;
  }

  /** Computes the scores of a pair; returns the length of their equal ends, or -1 if the matrix is too large. */
  fill(rows: Consensus, columns: Consensus, scale: number): number {
    let m = rows.length;
    let n = columns.length;
    const { plain } = rows;
    const { plain: other } = columns;
    // Of pairs with score 1 only the plain ones are looked for; missing some costs time, not truth.
    while (m > 0 && n > 0 && plain[m - 1]! >= 0 && plain[m - 1] === other[n - 1]) {
      m--;
      n--;
    }
    const limit = Math.min(m, n);
    let p = 0;
    while (p < limit && plain[p]! >= 0 && plain[p] === other[p]) p++;
    this.#scale = scale;
    this.#equal = p;
    if (p < limit) {
      this.#listColumns(columns, p, n);
      const fits = this.#rank(rows, p, m, n);
      if (fits) this.#fillRows(rows, columns, p, m);
      for (let e = 1; e <= this.#entries; e++) this.#head[this.#entryElement[e]!] = 0;
      if (!fits) return -1;
    }
    return rows.length - m;
  }

  /** S[i][j], for all i and j before the equal ends. */
  at(i: number, j: number): number {
    const p = this.#equal;
    const least = Math.min(i, j);
    if (least <= p) return least * this.#scale;
    return p * this.#scale + this.#scores[this.#rowRank[i - p]! * this.#stride + this.#columnRank[j - p]!]!;
  }

  /** Lists the columns p .. n - 1 by element. λ is one element per type: sets of two types share nothing. */
  #listColumns(columns: Consensus, p: number, n: number): void {
    const { scored, type, size } = this.#table;
    const most = columns.first[n]! - columns.first[p]! + n - p + 1;
    this.#head = grown(this.#head, size);
    this.#mark = grown(this.#mark, size);
    this.#entryElement = grown(this.#entryElement, most);
    this.#entryColumn = grown(this.#entryColumn, most);
    this.#entryNext = grown(this.#entryNext, most);
    this.#entries = 0;
    for (let j = p; j < n; j++) {
      const element = columns.plain[j]!;
      if (element >= 0) {
        this.#enter(element, j - p);
        continue;
      }
      for (let k = columns.first[j]!; k < columns.first[j + 1]!; k++) this.#enter(scored[columns.tokens[k]!]!, j - p);
      if (columns.hasGap(j)) this.#enter(type[columns.tokens[columns.first[j]!]!]!, j - p);
    }
  }

  #enter(element: number, column: number): void {
    const head = this.#head[element]!;
    // The column may have the element already, in another spelling.
    if (head !== 0 && this.#entryColumn[head] === column) return;
    const e = ++this.#entries;
    this.#entryElement[e] = element;
    this.#entryColumn[e] = column;
    this.#entryNext[e] = head;
    this.#head[element] = e;
  }

  /** Numbers the rows and columns that share an element with the other side; false if their matrix is too large. */
  #rank(rows: Consensus, p: number, m: number, n: number): boolean {
    const { scored, type } = this.#table;
    this.#rowRank = grown(this.#rowRank, m - p + 1);
    this.#columnRank = grown(this.#columnRank, n - p + 1);
    const rowRank = this.#rowRank;
    const columnRank = this.#columnRank;
    // Here and below loops, because a call of fill() costs more than the few places it fills.
    for (let j = 0; j <= n - p; j++) columnRank[j] = 0;
    rowRank[0] = 0;
    this.#stamp++;
    for (let i = p; i < m; i++) {
      let matters = 0;
      const element = rows.plain[i]!;
      if (element >= 0) matters = this.#markColumns(element);
      else {
        for (let k = rows.first[i]!; k < rows.first[i + 1]!; k++)
          matters |= this.#markColumns(scored[rows.tokens[k]!]!);
        if (rows.hasGap(i)) matters |= this.#markColumns(type[rows.tokens[rows.first[i]!]!]!);
      }
      rowRank[i - p + 1] = rowRank[i - p]! + matters;
    }
    for (let j = 1; j <= n - p; j++) columnRank[j]! += columnRank[j - 1]!;
    this.#stride = columnRank[n - p]! + 1;
    const cells = (rowRank[m - p]! + 1) * this.#stride;
    if (cells > MAX_CELLS) return false;
    this.#scores = grown(this.#scores, cells);
    return true;
  }

  /** Marks the columns that have the element; 1 if there are any. */
  #markColumns(element: number): number {
    const head = this.#head[element]!;
    if (head === 0) return 0;
    // Once per element, or thousands of equal tokens on both sides would be quadratic.
    if (this.#mark[element] === this.#stamp) return 1;
    this.#mark[element] = this.#stamp;
    for (let e = head; e !== 0; e = this.#entryNext[e]!) this.#columnRank[this.#entryColumn[e]! + 1] = 1;
    return 1;
  }

  #fillRows(rows: Consensus, columns: Consensus, p: number, m: number): void {
    const stride = this.#stride;
    this.#shared = grown(this.#shared, stride);
    this.#weight = grown(this.#weight, stride);
    this.#touched = grown(this.#touched, stride);
    const scores = this.#scores;
    const weight = this.#weight;
    for (let c = 0; c < stride; c++) scores[c] = 0;
    let above = 0;
    for (let i = p; i < m; i++) {
      if (this.#rowRank[i - p + 1] === this.#rowRank[i - p]) continue;
      const touched = this.#weighRow(rows, i, columns, p);
      const row = above + stride;
      let left = 0;
      scores[row] = 0;
      for (let c = 1; c < stride; c++) {
        // A pair of two types weighs 0 here, not -1: either way it is no better than a gap.
        let best = scores[above + c - 1]! + weight[c]!;
        const up = scores[above + c]!;
        if (up > best) best = up;
        if (left > best) best = left;
        scores[row + c] = best;
        left = best;
      }
      for (let t = 0; t < touched; t++) weight[this.#touched[t]!] = 0;
      above = row;
    }
  }

  /** Writes the positive scores of a row to #weight and the ranks of their columns to #touched; returns how many there are. */
  #weighRow(rows: Consensus, i: number, columns: Consensus, p: number): number {
    const { scored, type } = this.#table;
    let touched = 0;
    if (rows.plain[i]! >= 0) touched = this.#share(this.#head[rows.plain[i]!]!, 0);
    else {
      const stamp = ++this.#stamp;
      for (let k = rows.first[i]!; k < rows.first[i + 1]!; k++) {
        const element = scored[rows.tokens[k]!]!;
        // Another spelling of the same element is not another element.
        if (this.#mark[element] === stamp) continue;
        this.#mark[element] = stamp;
        touched = this.#share(this.#head[element]!, touched);
      }
    }
    if (rows.hasGap(i)) touched = this.#share(this.#head[type[rows.tokens[rows.first[i]!]!]!]!, touched);
    const size = rows.scoredSize(i);
    for (let t = 0; t < touched; t++) {
      const column = this.#touched[t]!;
      const c = this.#columnRank[column + 1]!;
      const shared = this.#shared[c]!;
      this.#shared[c] = 0;
      this.#weight[c] = (this.#scale * shared) / (size + columns.scoredSize(p + column) - shared);
      this.#touched[t] = c;
    }
    return touched;
  }

  #share(head: number, touched: number): number {
    for (let e = head; e !== 0; e = this.#entryNext[e]!) {
      const column = this.#entryColumn[e]!;
      if (this.#shared[this.#columnRank[column + 1]!]!++ === 0) this.#touched[touched++] = column;
    }
    return touched;
  }
}
