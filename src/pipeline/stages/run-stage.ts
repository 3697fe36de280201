/** Runs one stage over the rows of one partition, and refuses rows that are not what the contract says. */
import { EngineError } from '../../base/index.ts';
import type { EmitRow, PassRow, Row, Stage } from './stage.ts';

/** Printable ASCII without blanks. */
const WORD = /^[!-~]+$/;
/** Characters of a bad row that are shown. */
const SHOWN = 200;

/** `write` gets finished lines, each with its end. */
export async function runStage(
  stage: Stage,
  params: unknown,
  lines: Iterable<string>,
  write: (line: string) => void,
): Promise<void> {
  const pass: PassRow = (k, s, v) => {
    if (!WORD.test(k) || !WORD.test(s)) {
      throw new EngineError('bad-row', `${stage.name} made a row whose key is not plain text: ${shown(`${k} ${s}`)}`);
    }
    write(`${k}\t${s}\t${v}\n`);
  };
  const emit: EmitRow = (k, s, value) => pass(k, s, JSON.stringify(value));
  const run = stage.open(params, emit, pass);
  const reader = new RowReader(stage, lines);
  if (run.row) {
    for (; reader.row !== null; reader.advance()) {
      try {
        const waiting = run.row(reader.row);
        if (waiting) await waiting;
      } catch (error) {
        if (error instanceof EngineError) throw error;
        throw reader.badRow(String(error));
      }
    }
  }
  if (run.group) await runGroups(run.group.bind(run), reader);
  await run.end?.();
}

/** A row of a table; null if it is not three texts. */
export function parseRow(line: string): Row | null {
  const first = line.indexOf('\t');
  const second = line.indexOf('\t', first + 1);
  if (first <= 0 || second <= first + 1 || line.indexOf('\t', second + 1) !== -1) return null;
  return { k: line.slice(0, first), s: line.slice(first + 1, second), v: line.slice(second + 1) };
}

/** Rows one after the other; plain steps instead of generators, because there are very many. */
class RowReader {
  /** The row that is looked at; null after the last. */
  row: Row | null = null;
  readonly #stage: Stage;
  readonly #lines: Iterator<string>;
  #number = 0;

  constructor(stage: Stage, lines: Iterable<string>) {
    this.#stage = stage;
    this.#lines = lines[Symbol.iterator]();
    this.advance();
  }

  advance(): void {
    const { done, value } = this.#lines.next();
    if (done) {
      this.row = null;
      return;
    }
    this.#number++;
    this.row = parseRow(value);
    if (!this.row) throw this.#refused(value, 'it does not have the three fields key, order and value');
  }

  /** About the row that is looked at. */
  badRow(reason: string): EngineError {
    return this.#refused(this.row ? line(this.row) : '', reason);
  }

  #refused(text: string, reason: string): EngineError {
    const { name } = this.#stage;
    return new EngineError('bad-row', `${name}: row ${this.#number} of a partition, ${shown(text)}: ${reason}`);
  }
}

async function runGroups(
  group: (key: string, rows: Iterable<Row>) => void | Promise<void>,
  reader: RowReader,
): Promise<void> {
  while (reader.row !== null) {
    const { k } = reader.row;
    try {
      const waiting = group(k, new GroupRows(reader, k));
      if (waiting) await waiting;
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw reader.badRow(String(error));
    }
    while (reader.row?.k === k) reader.advance();
    if (reader.row !== null && reader.row.k < k) throw reader.badRow('the keys are not in order');
  }
}

/** Rows of one key. The row that was given last is still the reader's, so that a complaint about it names it. */
class GroupRows implements IterableIterator<Row> {
  readonly #reader: RowReader;
  readonly #key: string;
  #last: Row | null = null;

  constructor(reader: RowReader, key: string) {
    this.#reader = reader;
    this.#key = key;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<Row, undefined> {
    const reader = this.#reader;
    if (this.#last !== null && reader.row === this.#last) reader.advance();
    const { row } = reader;
    if (row === null || row.k !== this.#key) return { done: true, value: undefined };
    if (this.#last !== null && row.s < this.#last.s) throw reader.badRow('the rows of a key are not in order');
    this.#last = row;
    return { done: false, value: row };
  }
}

function line({ k, s, v }: Row): string {
  return `${k}\t${s}\t${v}`;
}

function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}
