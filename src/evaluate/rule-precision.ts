/** Precision rule by rule (Koppula et al., section 5), and what is left when rules must be so precise and match so many URLs. */
import { byteLength } from '../base/index.ts';
import { type Cluster, joinEquivalent, labelUrls, TextHash, TextNumbers } from '../clusters/index.ts';
import { compileRules, matchAllRules } from '../normalize/index.ts';
import { formLimit, type Rule } from '../rules/index.ts';
import { formSizes, formsOf } from './forms.ts';

export type RulePrecision = {
  readonly id: string;
  /** URLs that the rule matches. */
  readonly coverage: number;
  /** Those of them whose form is a known URL of a different page, or the form of one. */
  readonly falseUrls: number;
  /** (coverage - falseUrls) / coverage; null if it matches nothing. */
  readonly precision: number | null;
};

/** The rules of at least this precision and coverage, used alone. */
export type PrecisionLevel = {
  /** 0 is all rules. */
  readonly minPrecision: number;
  readonly minCoverage: number;
  readonly rules: number;
  /** Of the rules with this coverage, whatever their precision. */
  readonly ruleShare: number | null;
  /** Share of URLs removed: the compression rate, by its name in the paper. */
  readonly reductionRatio: number | null;
  /** URLs removed per rule. */
  readonly averageReductionPerRule: number | null;
};

export type PrecisionTable = {
  /** In the order of the rules given. */
  readonly rules: readonly RulePrecision[];
  /** Most precise first, and for each precision the smallest coverage first. */
  readonly levels: readonly PrecisionLevel[];
};

/** The thresholds of Tables 3 to 6 of the paper. */
export const MIN_PRECISIONS = [1, 0.95, 0.9, 0.8, 0] as const;
export const MIN_COVERAGES = [10, 100, 1000] as const;

/** Counts all rules given, whatever their state; they are used as `first` sets are, in their order. */
export function rulePrecision(rules: readonly Rule[], clusters: readonly Cluster[]): PrecisionTable {
  const labels = labelUrls(clusters);
  const roots = joinEquivalent(labels);
  const pages = labels.wide.map((wide) => roots[wide]!);
  const counted = countRules(rules, labels.urls, pages);
  const chosen = Int32Array.from(labels.urls, (_, u) => u);
  const levels: PrecisionLevel[] = [];
  const known = new Map([['', 0]]);
  const removedBy = (used: readonly Rule[]): number => {
    const name = used.map(({ id }) => id).join(' ');
    const removed = known.get(name) ?? labels.urls.length - countUsed(used, labels.urls, chosen);
    known.set(name, removed);
    return removed;
  };
  for (const minPrecision of MIN_PRECISIONS) {
    for (const minCoverage of MIN_COVERAGES) {
      const covering = counted.filter(({ coverage }) => coverage >= minCoverage).length;
      const used = rules.filter((_, r) => {
        const { coverage, precision } = counted[r]!;
        return coverage >= minCoverage && precision! >= minPrecision;
      });
      const removed = removedBy(used);
      levels.push({
        minPrecision,
        minCoverage,
        rules: used.length,
        ruleShare: covering === 0 ? null : used.length / covering,
        reductionRatio: labels.urls.length === 0 ? null : removed / labels.urls.length,
        averageReductionPerRule: used.length === 0 ? null : removed / used.length,
      });
    }
  }
  return { rules: counted, levels };
}

/** Each false URL is counted once, however many it is joined with; else a precision could be negative. */
export function precisionOf(coverage: number, falseUrls: number): number | null {
  return coverage === 0 ? null : (coverage - falseUrls) / coverage;
}

function countRules(rules: readonly Rule[], urls: readonly string[], pages: Int32Array): RulePrecision[] {
  const coverage = new Int32Array(rules.length);
  const falseUrls = new Int32Array(rules.length);
  const forms = new RuleForms(urls, pages);
  const all = matchAllRules(rules);
  for (const [u, url] of urls.entries()) {
    all.each(url, (rule, form, length) => {
      if (length > formLimit(byteLength(url))) return;
      coverage[rule]!++;
      forms.add(rule, form, length, pages[u]!);
    });
  }
  for (const { rule, count } of forms.impure()) falseUrls[rule]! += count;
  return rules.map(({ id }, r) => {
    return {
      id,
      coverage: coverage[r]!,
      falseUrls: falseUrls[r]!,
      precision: precisionOf(coverage[r]!, falseUrls[r]!),
    };
  });
}

/** The forms that each rule gives, with the pages that meet in them, the form's own page included if it is a known URL. */
class RuleForms {
  readonly #known = new TextNumbers();
  readonly #pageOf: number[] = [];
  readonly #numbers = new TextNumbers();
  readonly #forms: { readonly rule: number; readonly page: number; count: number; isImpure: boolean }[] = [];
  readonly #hash = new TextHash();

  constructor(urls: readonly string[], pages: Int32Array) {
    for (const [u, url] of urls.entries()) {
      const number = this.#known.add(this.#hash.ofText(url));
      if (number === this.#pageOf.length) this.#pageOf.push(pages[u]!);
    }
  }

  add(rule: number, form: Uint8Array, length: number, page: number): void {
    const hash = this.#hash.ofBytes(form, length);
    const url = this.#known.find(hash);
    // The same text is another form when another rule gives it.
    hash.a ^= Math.imul(rule + 1, 0x9e3779b1);
    const number = this.#numbers.add(hash);
    if (number === this.#forms.length) {
      this.#forms.push({ rule, page: url < 0 ? page : this.#pageOf[url]!, count: 0, isImpure: false });
    }
    const found = this.#forms[number]!;
    found.count++;
    if (found.page !== page) found.isImpure = true;
  }

  impure(): readonly { readonly rule: number; readonly count: number }[] {
    return this.#forms.filter(({ isImpure }) => isImpure);
  }
}

function countUsed(used: readonly Rule[], urls: readonly string[], chosen: Int32Array): number {
  const rules = used.map((rule): Rule => ({ ...rule, state: 'active' }));
  const normalizer = compileRules({ dustpan: 1, apply: 'first', sun: false, options: {}, rules });
  return formSizes(formsOf(chosen, urls, normalizer)).length;
}
