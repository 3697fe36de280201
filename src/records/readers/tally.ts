/** Counts what was read and what was not, and says when too much was not. */
import { InputError } from '../../base/index.ts';
import { describeProblem } from '../problems.ts';
import type { CrawlRecord, LabelSink, PageSink, ReadProblem } from '../reader.ts';
import type { HeldPages } from './held-pages.ts';

/** Lines of which none could be used: what follows will hardly be better. */
const HOPELESS = 10_000;
/** Characters of an example that are shown: some are URLs of strangers, of any length. */
const SHOWN = 300;

/** Of all inputs. */
export class Tally {
  lines = 0;
  readonly #problems = new Map<string, { count: number; example: string }>();

  add(code: string, example: string): void {
    const known = this.#problems.get(code);
    if (known) known.count++;
    else this.#problems.set(code, { count: 1, example });
  }

  /** By code, so that the order of problems does not matter. */
  problems(): ReadProblem[] {
    const all = [...this.#problems].map(([code, found]) => ({ code, ...found }));
    return all.sort((a, b) => (a.code < b.code ? -1 : 1));
  }
}

/** Of one input: takes what its reader finds. */
export class InputTally implements PageSink {
  readonly name: string;
  readonly labels: LabelSink | undefined;
  readonly #tally: Tally;
  readonly #held: HeldPages;
  #batch: CrawlRecord[] = [];
  #records = 0;
  #unused = 0;
  #bad = 0;
  #firstBad = { code: '', example: '' };

  constructor(name: string, tally: Tally, held: HeldPages, labels?: LabelSink) {
    this.name = name;
    this.labels = labels;
    this.#tally = tally;
    this.#held = held;
  }

  record(record: CrawlRecord): void {
    this.#tally.lines++;
    this.#records++;
    this.#batch.push(record);
  }

  labeled(count: number): void {
    this.#tally.lines += count;
    this.#records += count;
  }

  page(record: CrawlRecord, sample: Uint32Array): void {
    this.#tally.lines++;
    this.#records++;
    this.#held.add(record, sample);
  }

  problem(code: string, found: string): void {
    const example = found.length > SHOWN ? `${found.slice(0, SHOWN)}…` : found;
    const { kind } = describeProblem(code);
    if (kind !== 'noted') this.#tally.lines++;
    if (kind === 'unused') this.#unused++;
    if (kind === 'bad' && this.#bad++ === 0) this.#firstBad = { code, example };
    this.#tally.add(code, `${this.name}, ${example}`);
  }

  /** The records since the last time. */
  takeBatch(): CrawlRecord[] {
    const batch = this.#batch;
    this.#batch = [];
    return batch;
  }

  isHopeless(): boolean {
    return this.#records === 0 && this.#bad >= HOPELESS;
  }

  /** Null if the share of what could not be read is bearable. `format` is what it was read as, `advice` what to do about it. */
  failure(maxBad: number, format: string, advice: () => string): InputError | null {
    const all = this.#records + this.#unused + this.#bad;
    if (this.#bad <= maxBad * all) return null;
    const { code, example } = this.#firstBad;
    if (code === 'no-host') return noHost(this.name);
    const share = this.#bad === all ? 'nothing' : `only ${all - this.#bad} of ${all} lines`;
    return new InputError(
      'too-many-bad-lines',
      `${share} of ${this.name} can be read as ${format} (${describeProblem(code).text}, as in ${example}); ${advice()}`,
    );
  }
}

function noHost(name: string): InputError {
  return new InputError(
    'no-host',
    `${name} is a log without host names; say whose it is with --host, such as --host www.example.com`,
  );
}
