/** Texts side by side: tokens of URLs in columns, so that one sees what differs. */

/** One column of texts that were aligned, a cell per text in the order of the texts; null is a gap. Joining a text's cells gives the text. */
export type AlignedColumn = {
  readonly cells: readonly (string | null)[];
  /** `delimiter`: the same punctuation in all; `same`: the same token in all; `differs`: anything else. */
  readonly kind: 'delimiter' | 'same' | 'differs';
};

/** Runs of letters, digits and what is not ASCII or is percent-encoded are tokens; every other character stands alone. */
const TOKEN = /(?:[A-Za-z0-9\u0080-\uffff]|%[0-9A-Fa-f]{2})+|[\s\S]/g;
const DELIMITER = /^[^A-Za-z0-9\u0080-\uffff%]$/;
/** Beyond this many cells of the table the rest of the texts is one column: a page has no use for more. */
const MOST_CELLS = 250_000;

/** A cell per text in each column. The first two are aligned with each other, every other with the columns there are then. */
export function alignTexts(texts: readonly string[]): AlignedColumn[] {
  let columns: (string | null)[][] = [];
  for (const [row, text] of texts.entries()) {
    const tokens = text.match(TOKEN) ?? [];
    columns = row === 0 ? tokens.map((token) => [token]) : addRow(columns, tokens, row);
  }
  return columns.map((cells) => ({ cells, kind: kindOf(cells) }));
}

function kindOf(cells: readonly (string | null)[]): AlignedColumn['kind'] {
  const [first] = cells;
  if (first === null || first === undefined || cells.some((cell) => cell !== first)) return 'differs';
  return DELIMITER.test(first) ? 'delimiter' : 'same';
}

function addRow(columns: readonly (string | null)[][], tokens: readonly string[], row: number): (string | null)[][] {
  const gap = () => new Array<string | null>(row).fill(null);
  // What the texts have in common at both ends needs no table.
  let head = 0;
  while (head < columns.length && head < tokens.length && columns[head]!.includes(tokens[head]!)) head++;
  let tail = 0;
  while (
    tail < columns.length - head &&
    tail < tokens.length - head &&
    columns.at(-1 - tail)!.includes(tokens.at(-1 - tail)!)
  ) {
    tail++;
  }
  const middle = columns.slice(head, columns.length - tail);
  const inner = tokens.slice(head, tokens.length - tail);
  const out = columns.slice(0, head).map((cells, i) => [...cells, tokens[i]!]);
  for (const [column, token] of pairUp(middle, inner)) {
    out.push([...(column === -1 ? gap() : middle[column]!), token === -1 ? null : inner[token]!]);
  }
  for (let i = tail; i > 0; i--) out.push([...columns[columns.length - i]!, tokens[tokens.length - i]!]);
  return out;
}

/** Pairs of places, -1 for a gap: the alignment with the highest score, of equal ones the first token of a pair as early as possible. */
function pairUp(columns: readonly (string | null)[][], tokens: readonly string[]): (readonly [number, number])[] {
  const [n, m] = [columns.length, tokens.length];
  if ((n + 1) * (m + 1) > MOST_CELLS) {
    return [...columns.map((_, i) => [i, -1] as const), ...tokens.map((_, j) => [-1, j] as const)];
  }
  const width = m + 1;
  const best = new Int32Array((n + 1) * width);
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      const together = best[(i + 1) * width + j + 1]! + scoreOf(columns[i]!, tokens[j]!);
      best[i * width + j] = Math.max(together, best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let i = 0;
  let j = 0;
  while (i < n && j < m) {
    const here = best[i * width + j]!;
    const score = scoreOf(columns[i]!, tokens[j]!);
    if (score > 0 && here === best[(i + 1) * width + j + 1]! + score) pairs.push([i++, j++]);
    else if (here === best[(i + 1) * width + j]!) pairs.push([i++, -1]);
    else pairs.push([-1, j++]);
  }
  while (i < n) pairs.push([i++, -1]);
  while (j < m) pairs.push([-1, j++]);
  return pairs;
}

/** Equal tokens count most; two values may stand in one column, a value and a delimiter may not. */
function scoreOf(column: readonly (string | null)[], token: string): number {
  if (column.includes(token)) return DELIMITER.test(token) ? 5 : 6;
  if (DELIMITER.test(token)) return 0;
  return column.some((cell) => cell !== null && !DELIMITER.test(cell)) ? 1 : 0;
}
