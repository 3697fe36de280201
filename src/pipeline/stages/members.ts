/** URLs of clusters as rows, and rows as stretches of one cluster, many of them at a time. */
import type { EmitRow, Row } from './stage.ts';
import { alone, sortable } from './texts.ts';

/**
 * A URL of a cluster, as it travels: with the key of its wide group (empty if that is the cluster, all of it and nothing else), the half of its cluster,
 * and how many URLs that has. `lead`: of a cluster whose URLs are of several wide groups, the one that decides on its part in a sample.
 */
export type Member = readonly [url: string, wide: string, half: number, size: number, lead?: string];

/** By cluster, which has the key. */
export function emitMember(emit: EmitRow, cluster: string, member: Member): void {
  emit(`c${cluster}`, sortable(member[0]), member);
}

/** The key of the cluster that a row of members is of. */
export function clusterOf({ k }: Row): string {
  return k.slice(1);
}

/** The key of the wide group of a URL of this cluster. */
export function wideOf([, wide]: Member, cluster: string): string {
  return wide === '' ? cluster : wide;
}

/** URLs of one cluster that came one after the other. */
export type Stretch = {
  readonly cluster: string;
  /** Where its URLs stand among those of the batch. */
  readonly from: number;
  readonly to: number;
  readonly half: number;
  readonly isPlural: boolean;
  /** Whether these are all URLs of the cluster, and of its wide group: what is counted of them needs nothing that is elsewhere. */
  readonly isWhole: boolean;
};

/** `urls[i]` is of the wide group `wides[i]`. */
export type MemberBatch = {
  readonly urls: readonly string[];
  readonly wides: readonly string[];
  readonly stretches: readonly Stretch[];
};

/** URLs that are looked at together; a stretch that is longer is cut. */
const BATCH = 20_000;

/** Collects rows of members, in any order; those of a cluster mostly come together, because they were written together. */
export class MemberBatches {
  readonly #visit: (batch: MemberBatch) => void;
  #urls: string[] = [];
  #wides: string[] = [];
  #stretches: Stretch[] = [];
  #cluster = '';
  #last: Member | null = null;
  #from = 0;

  constructor(visit: (batch: MemberBatch) => void) {
    this.#visit = visit;
  }

  add(row: Row): void {
    const cluster = clusterOf(row);
    if (cluster !== this.#cluster) {
      this.#endStretch();
      this.#cluster = alone(cluster);
    }
    const member = JSON.parse(row.v) as Member;
    this.#last = member;
    this.#wides.push(wideOf(member, this.#cluster));
    if (this.#urls.push(member[0]) < BATCH) return;
    // The last stretch may go on: it is kept for the next batch, unless it is all there is.
    if (this.#from > 0) this.#flush(this.#from);
    else this.end();
  }

  /** All that is left. */
  end(): void {
    this.#endStretch();
    this.#flush(this.#urls.length);
  }

  #endStretch(): void {
    const [from, to] = [this.#from, this.#urls.length];
    if (from === to || this.#last === null) return;
    const [, wide, half, size] = this.#last;
    const isWhole = wide === '' && to - from === size;
    this.#stretches.push({ cluster: this.#cluster, from, to, half, isPlural: size > 1, isWhole });
    this.#from = to;
  }

  #flush(end: number): void {
    if (end === 0) return;
    const [urls, wides] = [this.#urls, this.#wides];
    this.#visit({ urls: urls.slice(0, end), wides: wides.slice(0, end), stretches: this.#stretches });
    this.#urls = urls.slice(end);
    this.#wides = wides.slice(end);
    this.#stretches = [];
    this.#from = 0;
  }
}
