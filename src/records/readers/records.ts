/** Reads inputs of any known format as one stream of records; what cannot be used is counted, and fatal only if it is much. */
import { InputError } from '../../base/index.ts';
import type { Head, Reader } from '../reader.ts';
import type { CrawlRecord, Format, LabelSink, ReaderOptions, ReadProblem } from '../record.ts';
import type { Choice } from './choose.ts';
import { takeHead } from './head.ts';
import { HeldPages } from './held-pages.ts';
import { type Input, openInput } from './open.ts';
import { InputTally, Tally } from './tally.ts';
import { textChunks } from './text-chunks.ts';

/** One line in ten. */
const MAX_BAD = 0.1;
const LF = 10;
/** A line must be in memory as a whole, and somebody else says how long it is: a few megabytes of gzip may hold one of a terabyte. */
const MAX_LINE = 16 * 1024 * 1024;
/** Formats in which a line end means little. */
const WITHOUT_LINES: ReadonlySet<Format> = new Set(['warc', 'sitemap']);

export type ReadOptions = ReaderOptions & {
  /** Default: found out for each input. */
  readonly format?: Format | 'auto';
  /** The share of an input, 0..1, that may be unreadable; above it an InputError is thrown at the end of the input. Default 0.1. */
  readonly maxBad?: number;
  /** Takes the labels of inputs that hold nothing else, which are then not among the records. */
  readonly labels?: LabelSink;
  /** Called when the format of an input is settled: with why, if it was found out. */
  readonly onFormat?: (input: string, format: Format, because: string | null) => void;
};

/** Records in batches, with what was counted so far. Pages whose text was read come when all inputs have been. */
export type RecordStream = AsyncIterable<readonly CrawlRecord[]> & {
  /** Lines (rows, captures, entries) so far, without headers and blank ones. */
  lines(): number;
  problems(): ReadProblem[];
};

/** Paths (`-` is standard input) or opened inputs, read one after the other. */
export function readRecords(inputs: readonly (string | Input)[], options: ReadOptions = {}): RecordStream {
  const opened = inputs.map((input) => (typeof input === 'string' ? openInput(input) : input));
  const tally = new Tally();
  return {
    [Symbol.asyncIterator]: () => batches(opened, options, tally),
    lines: () => tally.lines,
    problems: () => tally.problems(),
  };
}

async function* batches(
  inputs: readonly Input[],
  options: ReadOptions,
  tally: Tally,
): AsyncGenerator<readonly CrawlRecord[]> {
  // Loaded when needed: commands that read no records should not wait for all the readers.
  const { chooseReader, recognize } = await import('./choose.ts');
  const held = new HeldPages();
  try {
    for (const input of inputs) {
      const found = new InputTally(input.name, tally, held, options.labels);
      const state: Damage = { wasCut: false, problem: null };
      const chunks = textChunks(untilDamage(input, state));
      const head = await takeHead(chunks);
      const choice = chooseReader(input.name, head, options);
      refuseOther(input, choice, head, recognize);
      if (choice.reader.name === 'clusters') options.labels?.expect(input.size ?? 0);
      const isTold = choice.because !== null || isAsked(options);
      if (isTold) options.onFormat?.(input.name, choice.reader.name, choice.because);
      try {
        const steps = readSteps(choice.reader, input, rejoined(head.bytes, chunks), found, options, state);
        for await (const _step of steps) {
          yield found.takeBatch();
          if (found.isHopeless()) break;
        }
      } finally {
        await chunks.return(undefined);
      }
      if (state.problem !== null) found.problem(...state.problem);
      const advice = () => adviceOn(choice, recognize(head, choice.reader));
      const failure = found.failure(options.maxBad ?? MAX_BAD, choice.reader.name, advice);
      if (failure) throw failure;
    }
    yield* held.finish();
  } finally {
    held.close();
  }
}

/** Gives the sink what the input holds, and control back after every chunk and at the end. */
async function* readSteps(
  reader: Reader,
  input: Input,
  chunks: AsyncIterable<Uint8Array>,
  sink: InputTally,
  options: ReadOptions,
  state: Damage,
): AsyncGenerator<unknown> {
  if (reader.from === 'path') {
    if (input.path !== undefined) yield* reader.read(input.path, sink, options);
    else throw needsPath(input.name, reader.name);
    return;
  }
  const opened = await reader.open(sink, options);
  let open = 0;
  for await (const chunk of chunks) {
    opened.push(chunk);
    yield;
    const last = chunk.lastIndexOf(LF);
    open = last === -1 ? open + chunk.length : chunk.length - last - 1;
    if (open <= MAX_LINE || WITHOUT_LINES.has(reader.name)) continue;
    state.wasCut = true;
    state.problem = ['line-too-long', 'the last line; neither it nor what follows is read'];
    break;
  }
  if (open > 0 && !state.wasCut && hasGrown(input) && !WITHOUT_LINES.has(reader.name)) {
    state.wasCut = true;
    state.problem = ['cut-off', 'the last line, which was being written; the lines before it are read'];
  }
  opened.end(state.wasCut);
  yield;
}

/** Somebody writes to it, so a last line without an end is half of one: the rest of a URL or of a digest may follow. */
function hasGrown({ size, position }: Input): boolean {
  return size !== undefined && position() > size;
}

type Damage = { wasCut: boolean; problem: readonly [code: string, example: string] | null };

/** A compressed stream that is cut off or damaged ends here: what came before is worth reading, if there is any. */
async function* untilDamage(input: Input, state: Damage): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of input) {
      bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    const problem = bytes > 0 && error instanceof InputError && DAMAGE.get(error.code);
    if (!problem) throw error;
    state.wasCut = true;
    state.problem = problem;
  }
}

const DAMAGE: ReadonlyMap<string, readonly [code: string, example: string]> = new Map([
  ['input-truncated', ['cut-off', 'the compressed stream ends too early; what came before is read']],
  ['input-damaged', ['damaged', 'the compressed stream makes no sense from there on; what came before is read']],
]);

async function* rejoined(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* rest;
}

function isAsked({ format = 'auto', logFormat }: ReadOptions): boolean {
  return format !== 'auto' || logFormat !== undefined;
}

/** A format that is not read from front to back cannot count what does not fit: it is, or it is not. */
function refuseOther(input: Input, { reader, because }: Choice, head: Head, recognize: Recognize): void {
  if (reader.from !== 'path' || because !== null || head.lines.length === 0 || reader.recognize(head) !== null) return;
  const other = recognize(head, reader);
  const advice = other ? lookAlike(other) : 'check whether that is its format';
  throw new InputError('wrong-format', `nothing of ${input.name} can be read as ${reader.name}; ${advice}`);
}

type Recognize = (head: Head, except?: Reader) => Choice | null;

function lookAlike({ reader, because }: Choice): string {
  return `it looks like ${reader.name}, because ${because}: give --format ${reader.name}`;
}

function adviceOn(choice: Choice, other: Choice | null): string {
  const permit = 'or allow more of that with --max-bad';
  if (other) return `${lookAlike(other)}, ${permit}`;
  return choice.because === null
    ? `check whether that is its format, ${permit}`
    : `check the input, say what it is with --format, ${permit}`;
}

function needsPath(name: string, format: Format): InputError {
  return new InputError(
    'input-needs-path',
    `${name} is ${format}, which can be read neither from a stream nor compressed; give the path of the file itself`,
  );
}
