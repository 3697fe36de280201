/** Matching by stages: what rules give URLs, as counts by form. */
import { WordHash } from '../../base/index.ts';
import { packTexts } from '../../clusters/index.ts';
import { emitsUrl, type Rule } from '../../rules/index.ts';
import { pairsOf } from '../../validate/index.ts';
import { BatchMatches } from './batch-matches.ts';
import {
  ANY,
  FAILS,
  formKey,
  IS_FORM,
  labelOf,
  type OwnRow,
  pageOrder,
  placeOf,
  type SumsRow,
  sumsOrder,
} from './form-rows.ts';
import { type MemberBatch, MemberBatches, type Stretch } from './members.ts';
import type { EmitRow, Stage } from './stage.ts';

export type JudgeParams = {
  readonly rules: readonly Rule[];
  /** For each rule the halves whose clusters count for it: bit 0 the first, bit 1 the second. */
  readonly counted: readonly number[];
  /** Whether rules see URLs in their standard form. */
  readonly sun: boolean;
};

/** In: URLs by cluster, and URLs that did not answer. Out: by form, what is known of URLs that are it, and counts of those that have it. */
export const matchForms: Stage = {
  name: 'map:match',
  kind: 'map',
  open(params, emit) {
    const matching = new FormMatching(params as JudgeParams, emit);
    const batches = new MemberBatches((batch) => matching.add(batch));
    return {
      row(row) {
        if (row.k === 'f') emit(textKey(JSON.parse(row.v) as string), FAILS, 0);
        else batches.add(row);
      },
      end() {
        batches.end();
        matching.end();
      },
    };
  },
};

const hash = new WordHash();

function textKey(text: string): string {
  const { bytes, ends } = packTexts([text]);
  const { a, b } = hash.ofRange(bytes, 0, ends[0]!);
  return formKey(a, b);
}

class FormMatching {
  readonly #params: JudgeParams;
  readonly #emit: EmitRow;
  readonly #isUrl: readonly boolean[];
  /** A URL that is a form takes part where it is left alone, and where outputs are checked. */
  readonly #isOwnWanted: boolean;
  readonly #matches: BatchMatches;
  readonly #sums: FormSums;

  constructor(params: JudgeParams, emit: EmitRow) {
    const { rules, sun } = params;
    this.#params = params;
    this.#emit = emit;
    this.#isUrl = rules.map(emitsUrl);
    this.#isOwnWanted = rules.some((rule, r) => rule.directed || this.#isUrl[r]);
    this.#matches = new BatchMatches(rules, sun, this.#isOwnWanted);
    this.#sums = new FormSums(emit);
  }

  add(batch: MemberBatch): void {
    this.#matches.load(batch);
    for (const stretch of batch.stretches) {
      if (this.#isOwnWanted) this.#emitOwn(batch, stretch);
      this.#matches.eachForm(stretch, (from, to) => {
        const rule = this.#matches.rule[this.#matches.order[from]!]!;
        // A URL that a directed rule leaves alone is paired with those of its page, whichever that is.
        if (stretch.isWhole && !this.#params.rules[rule]!.directed) this.#addWhole(stretch, rule, from, to);
        else this.#emitPages(batch, stretch, rule, from, to);
      });
    }
  }

  end(): void {
    this.#sums.flush();
  }

  #emitOwn({ wides }: MemberBatch, { cluster, from, to, half, isPlural }: Stretch): void {
    const { textA, textB, first, rule } = this.#matches;
    const label = labelOf(cluster);
    for (let u = from; u < to; u++) {
      const directed: number[] = [];
      for (let i = first[u]!; i < first[u + 1]!; i++) {
        if (this.#params.rules[rule[i]!]!.directed) directed.push(rule[i]!);
      }
      const row: OwnRow = [labelOf(wides[u]!), label, half, isPlural ? 1 : 0, ...directed];
      this.#emit(formKey(textA[u]!, textB[u]!), IS_FORM, row);
    }
  }

  #addWhole({ cluster, half, isPlural }: Stretch, rule: number, from: number, to: number): void {
    const { order, a, b } = this.#matches;
    const match = order[from]!;
    const isCounted = ((this.#params.counted[rule]! >> half) & 1) === 1;
    let source = '';
    if (this.#isUrl[rule]) {
      for (let i = from; i < to && source === ''; i++) if (!this.#isSelf(order[i]!)) source = labelOf(cluster);
    }
    this.#sums.add(a[match]!, b[match]!, rule, to - from, isCounted, isPlural, source);
  }

  /** A row for each page; nearly always there is one. */
  #emitPages({ wides }: MemberBatch, stretch: Stretch, rule: number, from: number, to: number): void {
    const { order, a, b, url } = this.#matches;
    const cluster = labelOf(stretch.cluster);
    const counts = new Map<string, number>();
    for (let i = from; i < to; i++) {
      const page = { ...stretch, cluster, wide: labelOf(wides[url[order[i]!]!]!) };
      const s = pageOrder(rule, page, this.#isOwnWanted && this.#isSelf(order[i]!));
      counts.set(s, (counts.get(s) ?? 0) + 1);
    }
    const key = formKey(a[order[from]!]!, b[order[from]!]!);
    for (const [s, count] of counts) this.#emit(key, s, count);
  }

  /** Whether the URL of a match is its form: that proves nothing of the rule's outputs. */
  #isSelf(match: number): boolean {
    const { a, b, url, textA, textB } = this.#matches;
    const u = url[match]!;
    return a[match] === textA[u] && b[match] === textB[u];
  }
}

/** Forms whose sums are held. */
const HELD = 1 << 14;

/**
 * Sums of forms that come again: one place for each of some thousand, which the next form of the same place takes over. So of a form that very many URLs
 * have, few rows travel, and of others as many as without it.
 */
class FormSums {
  readonly #emit: EmitRow;
  readonly #a = new Int32Array(HELD);
  readonly #b = new Int32Array(HELD);
  readonly #rule = new Int32Array(HELD).fill(-1);
  readonly #urls = new Float64Array(HELD);
  readonly #same = new Float64Array(HELD);
  readonly #counted = new Float64Array(HELD);
  readonly #plural = new Float64Array(HELD);
  readonly #samePlural = new Float64Array(HELD);
  readonly #source: string[] = new Array<string>(HELD).fill('');

  constructor(emit: EmitRow) {
    this.#emit = emit;
  }

  /** So many URLs of one page that is whole. `source`: the page, if its URLs are not all the form themselves. */
  add(a: number, b: number, rule: number, urls: number, isCounted: boolean, isPlural: boolean, source: string): void {
    const at = placeOf(a, rule, HELD);
    if (this.#rule[at] !== rule || this.#a[at] !== a || this.#b[at] !== b) {
      this.#give(at);
      this.#a[at] = a;
      this.#b[at] = b;
      this.#rule[at] = rule;
    }
    const pairs = pairsOf(urls);
    this.#urls[at]! += urls;
    this.#same[at]! += pairs;
    if (isCounted) this.#counted[at]! += pairs;
    if (isPlural) {
      this.#plural[at]! += urls;
      this.#samePlural[at]! += pairs;
    }
    if (source !== '') this.#source[at] = this.#source[at] === '' ? source : ANY;
  }

  flush(): void {
    for (let at = 0; at < HELD; at++) this.#give(at);
  }

  #give(at: number): void {
    const rule = this.#rule[at]!;
    if (rule === -1) return;
    const source = this.#source[at]!;
    const [urls, same, counted] = [this.#urls[at]!, this.#same[at]!, this.#counted[at]!];
    const sums = [urls, same, counted, this.#plural[at]!, this.#samePlural[at]!] as const;
    const row: SumsRow = source === '' ? sums : [...sums, source];
    this.#emit(formKey(this.#a[at]!, this.#b[at]!), sumsOrder(rule), row);
    this.#rule[at] = -1;
    for (const column of [this.#urls, this.#same, this.#counted, this.#plural, this.#samePlural]) column[at] = 0;
    this.#source[at] = '';
  }
}
