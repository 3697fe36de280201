/** Goes through all pairs of likely similar URLs of one bucket and gives each the hash of its substitution (Fig. 5.1, lines 12 to 16). */
import { BucketFinder } from './buckets.ts';
import type { DustBusterOptions } from './options.ts';
import { type Likeness, likenessOf, UNLIKE } from './similarity.ts';
import { BASE_A, BASE_B, finish, powers, TokenRows } from './token-rows.ts';
import type { UrlList } from './url-list.ts';

/** URLs that are compared with each other, as rows; `fill` is called for each batch as often as the group is gone through. */
export type Group = {
  readonly batches: number;
  fill(rows: TokenRows, batch: number): void;
  /** Whether two URLs of a bucket count; all do when absent. */
  readonly counts?: (u: number, v: number) => boolean;
};

/** Gets the two hashes of a substitution, and where it is: rows r and s have the larger and the smaller side between their first and last tokens. */
export type VisitPair = (
  a: number,
  b: number,
  likeness: Likeness,
  /** The bucket is within T_low. */
  isLow: boolean,
  r: number,
  s: number,
  before: number,
  behind: number,
) => void;

export class PairWalker {
  /** Of the batch that is gone through. */
  readonly rows = new TokenRows();
  readonly #list: UrlList;
  readonly #options: DustBusterOptions;
  readonly #buckets: BucketFinder;
  readonly #powersA: Int32Array;
  readonly #powersB: Int32Array;

  constructor(list: UrlList, options: DustBusterOptions, heldEnvelopes?: number) {
    this.#list = list;
    this.#options = options;
    this.#buckets = new BucketFinder(options.maxTokens, options.tHigh, heldEnvelopes);
    this.#powersA = powers(BASE_A, options.maxTokens);
    this.#powersB = powers(BASE_B, options.maxTokens);
  }

  /** Until the end of the batch after which it is not to go on. */
  each(group: Group, visit: VisitPair, goesOn: () => boolean = () => true): void {
    const { rows } = this;
    const { known } = this.#list;
    const { minEqualShingles, tLow } = this.#options;
    const visitBucket = (members: Int32Array, size: number, before: number, behind: number) => {
      const { ids } = rows;
      for (let k = 1; k < size; k++) {
        const s = members[k]!;
        for (let m = 0; m < k; m++) {
          const r = members[m]!;
          const likeness = likenessOf(known, minEqualShingles, ids[r]!, ids[s]!);
          if (likeness === UNLIKE || (group.counts && !group.counts(ids[r]!, ids[s]!))) continue;
          this.#hash(r, s, before, behind, size <= tLow, likeness, visit);
        }
      }
    };
    for (let batch = 0; batch < group.batches && goesOn(); batch++) {
      rows.clear();
      group.fill(rows, batch);
      this.#buckets.each(rows, visitBucket);
    }
  }

  #hash(
    r: number,
    s: number,
    before: number,
    behind: number,
    isLow: boolean,
    likeness: Likeness,
    visit: VisitPair,
  ): void {
    const { base, beforeA, beforeB } = this.rows;
    const startR = base[r]! + before;
    const startS = base[s]! + before;
    const endR = base[r + 1]! - 1 - behind;
    const endS = base[s + 1]! - 1 - behind;
    const lengthR = endR - startR;
    const lengthS = endS - startS;
    const hashR = finish((beforeA[endR]! - Math.imul(beforeA[startR]!, this.#powersA[lengthR]!)) | 0);
    const hashS = finish((beforeA[endS]! - Math.imul(beforeA[startS]!, this.#powersA[lengthS]!)) | 0);
    const otherR = (beforeB[endR]! - Math.imul(beforeB[startR]!, this.#powersB[lengthR]!)) | 0;
    const otherS = (beforeB[endS]! - Math.imul(beforeB[startS]!, this.#powersB[lengthS]!)) | 0;
    // Of equally long sides any order will do that does not depend on the URLs.
    const isLarger = lengthR !== lengthS ? lengthR > lengthS : this.#isLarger(r, s, startR, endR, endS, hashR, hashS);
    if (isLarger) {
      const a = finish(Math.imul(hashR, 31) + hashS + Math.imul(lengthR, 0x61c88647));
      visit(a, finish(Math.imul(otherR, 31) + otherS), likeness, isLow, r, s, before, behind);
    } else {
      const a = finish(Math.imul(hashS, 31) + hashR + Math.imul(lengthS, 0x61c88647));
      visit(a, finish(Math.imul(otherS, 31) + otherR), likeness, isLow, s, r, before, behind);
    }
  }

  #isLarger(r: number, s: number, startR: number, endR: number, endS: number, hashR: number, hashS: number): boolean {
    const { at, ids } = this.rows;
    if (at[endR] !== at[endS]) return at[endR]! > at[endS]!;
    if (hashR !== hashS) return hashR > hashS;
    // Two URLs whose sides have one hash by chance.
    const { urls } = this.#list;
    return urls[ids[r]!]!.slice(at[startR]!, at[endR]!) > urls[ids[s]!]!.slice(at[startR]!, at[endS]!);
  }
}
