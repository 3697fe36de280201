/** Matching rules that are taken, by stages: of whole pages examples are found on the spot, and only what other places may change travels by form. */
import { compareCodePoints } from '../../base/index.ts';
import { applyBody, type Example, type Rule } from '../../rules/index.ts';
import { sun } from '../../url/index.ts';
import { BatchMatches } from './batch-matches.ts';
import { formKey, IS_FORM, labelOf, pagesOrder, placeOf, sumsOrder } from './form-rows.ts';
import { type MemberBatch, MemberBatches, type Stretch } from './members.ts';
import { type Cover, type FormReach, type Low, mergeCovers, NO_REACH, smallestExamples, twoPages } from './reach.ts';
import type { EmitRow, Stage } from './stage.ts';
import { padded } from './texts.ts';

export type ReachParams = {
  readonly rules: readonly Rule[];
  /** For each rule whether anything speaks against it. */
  readonly areFalse: readonly boolean[];
  /** Whether it is asked what covers them; then no rule has a direction. */
  readonly isCovering: boolean;
  /** Whether rules see URLs in their standard form. */
  readonly sun: boolean;
};

/** A URL that is a form, with the rules that match it. */
export type OwnLow = readonly [low: Low, ...rules: number[]];

/** In: URLs by cluster. Out: by form, what is needed of the URLs that have it; by rule (`v`) what is known of it already. */
export const mapReach: Stage = {
  name: 'map:reach',
  kind: 'map',
  open(params, emit) {
    const matching = new ReachMatching(params as ReachParams, emit);
    const batches = new MemberBatches((batch) => matching.add(batch));
    return {
      row: (row) => batches.add(row),
      end() {
        batches.end();
        matching.end();
      },
    };
  },
};

export function reachKey(rule: number): string {
  return `v${padded(rule)}`;
}

/** What a rule makes of a URL that it matches. */
export function exampleOf(rule: Rule, isSun: boolean, urls: readonly [string, string], matched: string): Example {
  const text = isSun ? sun(matched) : matched;
  return { urls, form: applyBody(rule, text) ?? text };
}

/** Forms of which something is held, so that it is merged before it travels. */
const HELD = 1 << 13;

type Held = FormReach & { readonly rule: number; readonly a: number; readonly b: number };

class ReachMatching {
  readonly #params: ReachParams;
  readonly #emit: EmitRow;
  readonly #isDirected: boolean;
  readonly #matches: BatchMatches;
  readonly #examples: SmallestPairs[];
  /** Rules that nothing covers: once nothing does, nothing will. */
  readonly #isUncovered: boolean[];
  readonly #held: (Held | undefined)[] = new Array<undefined>(HELD).fill(undefined);

  constructor(params: ReachParams, emit: EmitRow) {
    const { rules, isCovering } = params;
    this.#params = params;
    this.#emit = emit;
    this.#isDirected = rules.some(({ directed }) => directed);
    this.#matches = new BatchMatches(rules, params.sun, this.#isDirected);
    this.#examples = rules.map(() => new SmallestPairs());
    this.#isUncovered = rules.map(() => !isCovering);
  }

  add(batch: MemberBatch): void {
    this.#matches.load(batch);
    for (const stretch of batch.stretches) {
      if (this.#isDirected) this.#emitOwn(batch, stretch);
      this.#matches.eachForm(stretch, (from, to) => this.#addForm(batch, stretch, from, to));
    }
  }

  end(): void {
    for (let at = 0; at < HELD; at++) this.#give(at);
    const { rules, isCovering, sun } = this.#params;
    for (const [r, rule] of rules.entries()) {
      const coveredBy = isCovering && this.#isUncovered[r] ? [] : null;
      const examples = this.#examples[r]!.pairs.map((urls) => exampleOf(rule, sun, urls, urls[0]));
      if (coveredBy || examples.length > 0) {
        this.#emit(reachKey(r), '0', { ...NO_REACH, coveredBy, examples: smallestExamples(examples) });
      }
    }
  }

  /** A URL that is a form takes part where a directed rule leaves it alone. */
  #emitOwn({ urls, wides }: MemberBatch, { cluster, from, to }: Stretch): void {
    const { textA, textB, first, rule } = this.#matches;
    for (let u = from; u < to; u++) {
      const low: Low = [urls[u]!, labelOf(wides[u]!), labelOf(cluster)];
      const row: OwnLow = [low, ...rule.subarray(first[u]!, first[u + 1]!)];
      this.#emit(formKey(textA[u]!, textB[u]!), IS_FORM, row);
    }
  }

  #addForm(batch: MemberBatch, stretch: Stretch, from: number, to: number): void {
    const { order, rule: rules, a, b } = this.#matches;
    const match = order[from]!;
    const rule = rules[match]!;
    const cover = this.#isUncovered[rule] ? null : this.#coverOf(rule, from, to);
    if (cover?.isSeveral && cover.others.length === 0) this.#isUncovered[rule] = true;
    if (!stretch.isWhole || this.#params.rules[rule]!.directed) {
      const lows = this.#lowsOf(batch, stretch, from, to);
      this.#emit(formKey(a[match]!, b[match]!), pagesOrder(rule), { lows, cover } satisfies FormReach);
      return;
    }
    const areFalse = this.#params.areFalse[rule]!;
    const isCovering = cover !== null && !this.#isUncovered[rule];
    if (to - from < 2 && !areFalse && !isCovering) return;
    const [least, second] = this.#twoSmallest(batch, from, to);
    if (second !== null) this.#examples[rule]!.add([least, second], a[match]!, b[match]!);
    if (!areFalse && !isCovering) return;
    const label = labelOf(stretch.cluster);
    const lows: Low[] = areFalse ? [[least, label, label]] : [];
    this.#hold({ rule, a: a[match]!, b: b[match]!, lows, cover: isCovering ? cover : null });
  }

  /** Rules that give all these URLs one form. */
  #coverOf(rule: number, from: number, to: number): Cover {
    const { order, url } = this.#matches;
    let cover: Cover | null = null;
    for (let i = from; i < to && (cover === null || cover.others.length > 0); i++) {
      cover = mergeCovers(cover, { isSeveral: false, others: this.#othersOf(url[order[i]!]!, rule) });
    }
    return { isSeveral: to - from > 1, others: cover!.others };
  }

  #othersOf(url: number, but: number): [number, string][] {
    const { first, rule, a, b } = this.#matches;
    const others: [number, string][] = [];
    for (let i = first[url]!; i < first[url + 1]!; i++) {
      if (rule[i] !== but) others.push([rule[i]!, formKey(a[i]!, b[i]!)]);
    }
    return others;
  }

  #twoSmallest({ urls }: MemberBatch, from: number, to: number): [string, string | null] {
    const { order, url } = this.#matches;
    let least = urls[url[order[from]!]!]!;
    let second: string | null = null;
    for (let i = from + 1; i < to; i++) {
      const next = urls[url[order[i]!]!]!;
      if (compareCodePoints(next, least) < 0) {
        second = least;
        least = next;
      } else if (second === null || compareCodePoints(next, second) < 0) second = next;
    }
    return [least, second];
  }

  /** The two smallest of each page; nearly always there is one. */
  #lowsOf({ urls, wides }: MemberBatch, { cluster }: Stretch, from: number, to: number): Low[] {
    const { order, url } = this.#matches;
    const pages = new Map<string, Low[]>();
    for (let i = from; i < to; i++) {
      const u = url[order[i]!]!;
      addLow(pages, [urls[u]!, labelOf(wides[u]!), labelOf(cluster)]);
    }
    return [...pages.values()].flat();
  }

  #hold(reach: Held): void {
    const at = placeOf(reach.a, reach.rule, HELD);
    const known = this.#held[at];
    if (known?.rule === reach.rule && known.a === reach.a && known.b === reach.b) {
      const cover = mergeCovers(known.cover, reach.cover);
      if (cover?.others.length === 0) this.#isUncovered[reach.rule] = true;
      this.#held[at] = { ...known, lows: twoPages([...known.lows, ...reach.lows]), cover };
      return;
    }
    this.#give(at);
    this.#held[at] = reach;
  }

  #give(at: number): void {
    const held = this.#held[at];
    if (!held) return;
    this.#held[at] = undefined;
    const { rule, a, b, lows } = held;
    const cover = this.#isUncovered[rule] ? null : held.cover;
    if (lows.length > 0 || cover) this.#emit(formKey(a, b), sumsOrder(rule), { lows, cover } satisfies FormReach);
  }
}

/** Adds a URL to the two smallest of its page. */
export function addLow(pages: Map<string, Low[]>, low: Low): void {
  const name = low[1] + low[2];
  const known = pages.get(name);
  if (!known) {
    pages.set(name, [low]);
    return;
  }
  known.push(low);
  known.sort((x, y) => compareCodePoints(x[0], y[0]));
  known.length = Math.min(known.length, 2);
}

type Pair = readonly [string, string];

/** The smallest pairs, one a form. */
class SmallestPairs {
  #found: { readonly pair: Pair; readonly a: number; readonly b: number }[] = [];

  get pairs(): Pair[] {
    return this.#found.map(({ pair }) => pair);
  }

  add(pair: Pair, a: number, b: number): void {
    const last = this.#found[MOST - 1];
    if (last && compareCodePoints(pair[0], last.pair[0]) > 0) return;
    const same = this.#found.findIndex((known) => known.a === a && known.b === b);
    if (same !== -1) {
      if (comparePairs(pair, this.#found[same]!.pair) >= 0) return;
      this.#found.splice(same, 1);
    }
    this.#found.push({ pair, a, b });
    this.#found.sort((x, y) => comparePairs(x.pair, y.pair));
    this.#found.length = Math.min(this.#found.length, MOST);
  }
}

/** Examples that a rule has. */
const MOST = 5;

function comparePairs(x: Pair, y: Pair): number {
  return compareCodePoints(x[0], y[0]) || compareCodePoints(x[1], y[1]);
}
