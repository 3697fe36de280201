/** What was counted for which pair, to look at it again without finding it again; of large groups it is not kept. */

import type { Likeness } from './similarity.ts';
import { enlarged } from './token-rows.ts';

/** URL u has the larger and URL v the smaller side of the pair, from this place of their texts on. */
export type VisitInstance = (pair: number, u: number, v: number, start: number, likeness: Likeness) => void;

/** 64 MB. */
const MAX_INSTANCES = 4_000_000;
const FIELDS = 4;

export class InstanceLog {
  #fields = new Int32Array(FIELDS * 1024);
  #used = 0;
  #isWhole = true;

  clear(): void {
    this.#used = 0;
    this.#isWhole = true;
  }

  add(pair: number, u: number, v: number, start: number, likeness: Likeness): void {
    if (!this.#isWhole) return;
    if (this.#used === this.#fields.length) {
      if (this.#used >= MAX_INSTANCES * FIELDS) {
        this.#isWhole = false;
        return;
      }
      this.#fields = enlarged(this.#fields, this.#used * 2);
    }
    const fields = this.#fields;
    const at = this.#used;
    fields[at] = pair;
    fields[at + 1] = u;
    fields[at + 2] = v;
    // There are fewer than eight kinds of likeness.
    fields[at + 3] = start * 8 + likeness;
    this.#used = at + FIELDS;
  }

  /** False, and nothing visited, if there were too many. */
  each(isWanted: (pair: number) => boolean, visit: VisitInstance): boolean {
    if (!this.#isWhole) return false;
    const fields = this.#fields;
    for (let at = 0; at < this.#used; at += FIELDS) {
      const pair = fields[at]!;
      if (!isWanted(pair)) continue;
      const last = fields[at + 3]!;
      visit(pair, fields[at + 1]!, fields[at + 2]!, last >>> 3, (last & 7) as Likeness);
    }
    return true;
  }
}
