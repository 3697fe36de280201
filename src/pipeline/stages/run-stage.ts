/** Runs one stage over the rows of one partition, and refuses rows that are not what the contract says. */
import { EngineError } from '../../base/index.ts';
import type { EmitRow, Row, Stage } from './stage.ts';

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
  const emit: EmitRow = (k, s, value) => {
    if (!WORD.test(k) || !WORD.test(s)) {
      throw new EngineError('bad-row', `${stage.name} made a row whose key is not plain text: ${shown(`${k} ${s}`)}`);
    }
    write(`${k}\t${s}\t${JSON.stringify(value)}\n`);
  };
  const run = stage.open(params, emit);
  const rows = parsedRows(stage, lines);
  if (run.row) {
    for (const { row, number } of rows) {
      try {
        const waiting = run.row(row);
        if (waiting) await waiting;
      } catch (error) {
        if (error instanceof EngineError) throw error;
        throw badRow(stage, number, line(row), String(error));
      }
    }
  }
  if (run.group) await runGroups(stage, run.group.bind(run), rows);
  await run.end?.();
}

/** A row of a table; null if it is not three texts. */
export function parseRow(line: string): Row | null {
  const first = line.indexOf('\t');
  const second = line.indexOf('\t', first + 1);
  if (first <= 0 || second <= first + 1 || line.indexOf('\t', second + 1) !== -1) return null;
  return { k: line.slice(0, first), s: line.slice(first + 1, second), v: line.slice(second + 1) };
}

type Numbered = { readonly row: Row; readonly number: number };

function* parsedRows(stage: Stage, lines: Iterable<string>): Generator<Numbered> {
  let number = 0;
  for (const line of lines) {
    number++;
    const row = parseRow(line);
    if (!row) throw badRow(stage, number, line, 'it does not have the three fields key, order and value');
    yield { row, number };
  }
}

async function runGroups(
  stage: Stage,
  group: (key: string, rows: Iterable<Row>) => void | Promise<void>,
  rows: Generator<Numbered>,
): Promise<void> {
  let next = rows.next();
  while (!next.done) {
    const { k } = next.value.row;
    let last = next.value;
    function* own(): Generator<Row> {
      while (!next.done && next.value.row.k === k) {
        const { row, number } = next.value;
        if (row.s < last.row.s) throw badRow(stage, number, line(row), 'the rows of a key are not in order');
        last = next.value;
        yield row;
        next = rows.next();
      }
    }
    const mine = own();
    try {
      await group(k, mine);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw badRow(stage, last.number, line(last.row), String(error));
    }
    while (!next.done && next.value.row.k === k) next = rows.next();
    if (!next.done && next.value.row.k < k) {
      throw badRow(stage, next.value.number, line(next.value.row), 'the keys are not in order');
    }
  }
}

function line({ k, s, v }: Row): string {
  return `${k}\t${s}\t${v}`;
}

function badRow(stage: Stage, number: number, text: string, reason: string): EngineError {
  return new EngineError('bad-row', `${stage.name}: row ${number} of a partition, ${shown(text)}: ${reason}`);
}

function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}
