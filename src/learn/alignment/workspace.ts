/** What aligning one cluster after another needs: tokens, an aligner and sequences, all reused, because allocation would dominate. */
import type { UrlPack } from '../../clusters/index.ts';
import { Aligner } from './aligner.ts';
import { Consensus } from './consensus.ts';
import type { AlignmentOptions } from './options.ts';
import { TokenTable } from './tokens.ts';

/** A multiple alignment: all URLs loaded, to one consensus; null if some pair is too large to align. */
export type MultipleAlignment = (work: Workspace) => Consensus | null;

export class Workspace {
  readonly table: TokenTable;
  readonly aligner: Aligner;
  /** True if what was left out of the URLs might have been aligned otherwise than with itself. */
  isUnsure = false;
  /** Pairs aligned in the cluster, as ROD 4.1.3 counts them. */
  alignments = 0;
  readonly #free: Consensus[] = [];
  readonly #all: Consensus[] = [];

  constructor(options: Pick<AlignmentOptions, 'scoring' | 'caseFoldScore'>) {
    this.table = new TokenTable(options.caseFoldScore);
    this.aligner = new Aligner(this.table, options.scoring);
  }

  /** Forgets the last cluster and takes the URLs of the next, by number; see `TokenTable.take`. */
  take(pack: UrlPack, numbers: Int32Array, count: number, isTrimmed: boolean): void {
    this.#forget();
    this.table.take(pack, numbers, count, isTrimmed);
  }

  /** Begins again, with all of the URLs. */
  restore(): void {
    this.#forget();
    this.table.restore();
  }

  /** Forgets the last cluster and takes the URLs of the next, in the order given. */
  load(urls: readonly string[]): void {
    this.#forget();
    this.table.load(urls);
  }

  /** As `load`, each URL once and in the order of code points. */
  loadSorted(urls: readonly string[]): void {
    this.#forget();
    this.table.loadSorted(urls);
  }

  /** The sequence of URL u. */
  sequence(u: number): Consensus {
    const sequence = this.#take();
    sequence.setUrl(this.table, u);
    return sequence;
  }

  /** The consensus of two sequences; null if they are too large to align. */
  merge(rows: Consensus, columns: Consensus): Consensus | null {
    if (!this.aligner.align(rows, columns)) return null;
    if (this.aligner.hasGapFirst && this.table.source.left > 0) this.isUnsure = true;
    const merged = this.#take();
    merged.setMerged(this.table, rows, columns, this.aligner.path, this.aligner.pathLength);
    return merged;
  }

  /** Gives back a sequence that is not needed any more. */
  release(sequence: Consensus): void {
    this.#free.push(sequence);
  }

  #forget(): void {
    this.alignments = 0;
    this.isUnsure = false;
    this.#free.length = 0;
    for (const sequence of this.#all) this.#free.push(sequence);
  }

  #take(): Consensus {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const sequence = new Consensus();
    this.#all.push(sequence);
    return sequence;
  }
}
