/** Elimination of rules whose support another rule covers (ROD Algorithm 6), keeping one of equal ones. */
import { compareCodePoints } from '../base/index.ts';
import { type Buckets, urlOf } from './buckets.ts';

export type Supported = {
  readonly id: string;
  readonly buckets: Buckets;
  /** Size of the support. */
  readonly pairs: number;
  /** Number of hosts; Infinity for all. */
  readonly hosts: number;
  /** Length of the text of what the rule matches. */
  readonly contextLength: number;
};

/**
 * The rules that no kept rule covers. The larger support goes first, then more hosts, the shorter context, the id: of two rules with
 * equal support the first stays. Linear in the kept rules' buckets that the URLs of a rule are in.
 */
export function eliminateCovered<T extends Supported>(rules: readonly T[], urls: number): T[] {
  const ordered = [...rules].sort(byStrength);
  const kernel = rules[0]?.buckets.kernel;
  const byKernel = kernel && rules.every(({ buckets }) => buckets.kernel === kernel) ? kernel.uncovered(ordered) : null;
  if (byKernel) return byKernel;
  const kept = new KeptBuckets(urls, countMembers(rules));
  const left: T[] = [];
  for (const rule of ordered) {
    if (kept.cover(rule.buckets)) continue;
    kept.add(left.length, rule.buckets);
    left.push(rule);
  }
  return left;
}

/** The members of all buckets of some rules. */
export function countMembers(rules: readonly { readonly buckets: Buckets }[]): number {
  return rules.reduce((sum, { buckets }) => sum + buckets.members.length, 0);
}

function byStrength(a: Supported, b: Supported): number {
  if (a.pairs !== b.pairs) return b.pairs - a.pairs;
  if (a.hosts !== b.hosts) return b.hosts - a.hosts;
  return a.contextLength - b.contextLength || compareCodePoints(a.id, b.id);
}

/** For every URL the buckets of kept rules that it is in. */
export class KeptBuckets {
  readonly #first: Int32Array;
  readonly #rule: Int32Array;
  readonly #bucket: Int32Array;
  readonly #next: Int32Array;
  #size = 0;
  #buckets = 0;

  /** `members`: how many there may be in all; pages that are not used cost nothing. */
  constructor(urls: number, members: number) {
    this.#first = new Int32Array(urls).fill(-1);
    this.#rule = new Int32Array(members);
    this.#bucket = new Int32Array(members);
    this.#next = new Int32Array(members);
  }

  add(rule: number, { starts, members }: Buckets): void {
    for (let b = 0; b + 1 < starts.length; b++, this.#buckets++) {
      for (let i = starts[b]!; i < starts[b + 1]!; i++) {
        const url = urlOf(members[i]!);
        this.#rule[this.#size] = rule;
        this.#bucket[this.#size] = this.#buckets;
        this.#next[this.#size] = this.#first[url]!;
        this.#first[url] = this.#size++;
      }
    }
  }

  /** True if for one kept rule every bucket given lies inside one of its buckets. A rule without buckets is covered by nothing. */
  cover({ starts, members }: Buckets): boolean {
    let covering: Set<number> | null = null;
    for (let b = 0; b + 1 < starts.length; b++) {
      const around = this.#around(members, starts[b]!, starts[b + 1]!, covering);
      if (around.size === 0) return false;
      covering = around;
    }
    return covering !== null;
  }

  /** The rules, of those given or all, with a bucket that all these members are in. */
  #around(members: Int32Array, from: number, to: number, among: ReadonlySet<number> | null): Set<number> {
    // Rule to its bucket, with how many members were found in it.
    const found = new Map<number, { readonly bucket: number; count: number }>();
    for (let at = this.#first[urlOf(members[from]!)]!; at !== -1; at = this.#next[at]!) {
      const rule = this.#rule[at]!;
      if (among === null || among.has(rule)) found.set(rule, { bucket: this.#bucket[at]!, count: 1 });
    }
    for (let i = from + 1; i < to && found.size > 0; i++) {
      for (let at = this.#first[urlOf(members[i]!)]!; at !== -1; at = this.#next[at]!) {
        const place = found.get(this.#rule[at]!);
        if (place?.bucket === this.#bucket[at]) place!.count++;
      }
    }
    const whole = new Set<number>();
    for (const [rule, { count }] of found) if (count === to - from) whole.add(rule);
    return whole;
  }
}
