/** A stage as a process: `node stages.mjs STAGE PARAMS.json` reads rows from standard input and writes rows to standard output; what Hadoop needs besides is here too. */
import { appendFileSync, readFileSync, readSync, writeSync } from 'node:fs';
import { findStage, lineOf, parseRow, runStage } from '../pipeline/index.ts';
import { type Encoding, linesOf } from './file-lines.ts';
import { runHadoopJob } from './hadoop/index.ts';

const WRITE = 1 << 16;

/** Before the message of a failed stage, so that it can be found in what the engine says. */
const FAILURE = 'dustpan stage failed: ';

/** Ends the process: nobody waits for one that lingers. */
export async function runStageProcess(argv: readonly string[]): Promise<never> {
  try {
    const [name = '', ...words] = argv;
    const output = new LineOutput();
    if (name === 'job') await runHadoopJob(words[0] ?? '', words[1] ?? '');
    else if (name === 'lines') rowsOfLines(output, words[0] ?? '0');
    else if (name === 'text') linesOfRows(output);
    else if (name === 'only') rowsOnly(output, words);
    else if (name === 'number') numberRows(output);
    else {
      const [file] = words;
      const params: unknown = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
      await runStage(findStage(name), params, stdinLines('utf-8'), (line) => output.write(line));
    }
    output.flush();
    logTime(name);
    process.exit(0);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Whoever read our rows is gone: a task that was given up.
    if (code === 'EPIPE') process.exit(1);
    writeSync(2, `${FAILURE}${error instanceof Error ? error.message : String(error)}\n`);
    // Whoever still writes rows would see a broken pipe before our message.
    for (const _ of stdinLines('latin1'));
    process.exit(3);
  }
}

/** Where somebody wants to know what the stages cost: a line with the seconds of processor time. */
function logTime(stage: string): void {
  const { DUSTPAN_STAGE_LOG } = process.env;
  if (!DUSTPAN_STAGE_LOG) return;
  const { user, system } = process.cpuUsage();
  appendFileSync(DUSTPAN_STAGE_LOG, `${stage}\t${(user + system) / 1e6}\n`);
}

/** Digits of the number of an input. */
const INPUT_DIGITS = 6;

/** Hadoop gives a line with its place in the file, and the name of the file in the environment. */
function rowsOfLines(output: LineOutput, input: string): void {
  const { mapreduce_map_input_file: file = '' } = process.env;
  const prefix = `${input.padStart(INPUT_DIGITS, '0')}.${Buffer.from(file).toString('hex')}`;
  for (const line of stdinLines('latin1')) {
    const tab = line.indexOf('\t');
    const place = line.slice(0, Math.max(tab, 0));
    if (!/^\d+$/.test(place)) throw new Error(`a line has no place before it: ${JSON.stringify(line.slice(0, 200))}`);
    output.write(`l\t${prefix}.${place.padStart(19, '0')}\t${JSON.stringify([line.slice(tab + 1)])}\n`);
  }
}

/** Rows whose keys start with one of the texts; all if there is none. */
function rowsOnly(output: LineOutput, prefixes: readonly string[]): void {
  for (const line of stdinLines('utf-8')) {
    if (prefixes.length === 0 || prefixes.some((prefix) => line.startsWith(prefix))) output.write(`${line}\n`);
  }
}

/** Values that are texts, in order, become keys of their places. */
function numberRows(output: LineOutput): void {
  let place = 0;
  for (const line of stdinLines('utf-8')) {
    const row = parseRow(line);
    if (!row) throw new Error(`this is no row: ${JSON.stringify(line.slice(0, 200))}`);
    output.write(`${JSON.parse(row.v)}\t0\t${++place}\n`);
  }
}

/** Rows that hold a line become that line, byte by byte. */
function linesOfRows(output: LineOutput): void {
  for (const line of stdinLines('utf-8')) {
    const row = parseRow(line);
    if (!row) throw new Error(`this is no row: ${JSON.stringify(line.slice(0, 200))}`);
    output.write(`${lineOf(row.v)}\n`, 'latin1');
  }
}

/** Reading and writing wait: a stage has nothing else to do. */
function stdinLines(encoding: Encoding): Generator<string> {
  return linesOf((chunk) => waiting(() => readSync(0, chunk, 0, chunk.length, null)), encoding);
}

class LineOutput {
  #text = '';
  #encoding: 'utf8' | 'latin1' = 'utf8';

  write(line: string, encoding: 'utf8' | 'latin1' = 'utf8'): void {
    this.#encoding = encoding;
    this.#text += line;
    if (this.#text.length > WRITE) this.flush();
  }

  flush(): void {
    const bytes = Buffer.from(this.#text, this.#encoding);
    this.#text = '';
    for (let at = 0; at < bytes.length; ) at += waiting(() => writeSync(1, bytes, at));
  }
}

/** A pipe that somebody made non-blocking says "try again". */
function waiting(action: () => number): number {
  for (;;) {
    try {
      return action();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
